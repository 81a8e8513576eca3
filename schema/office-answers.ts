import type { Who } from './guest'

/** Why a check-in stays when others are sent: something of itself, no account for it, or what was sent of it before. */
type LeftWhy = 'account' | 'notEnabled' | 'arrival' | 'incomplete' | 'sending' | 'unknown' | 'sent' | 'changed'

type LeftParty = { checkin: number; name: string; why: LeftWhy }

/**
 * What would be sent to the police, for whom and by which account; `again` of a party the police have with other data.
 */
export type PolicePlan = {
  parties: { checkin: number; account: string; names: string[]; arrivalDate: string; width: number; again?: true }[]
  left: LeftParty[]
}

/** What came of a party that was sent: `words` are the portal's own, `refusals` say of which guest's answer. */
export type SendEnd = { checkin: number } & (
  | { end: 'sent' | 'unknown' }
  | { end: 'refused'; refusals: { guest: Who; field?: string; words: string }[] }
  | { end: 'unsent'; why: 'signIn' | 'refused' | 'unreached' | 'unclear'; words: string }
  | { end: 'held'; why: 'sending' | 'unknown' | 'sent' | 'changed' }
)

export type PoliceAnswer = { ends: SendEnd[]; left: LeftParty[] }

/**
 * What came of sending a structure's days to the region: how many went well, were refused in part, lack an answer; why
 * it stopped.
 */
export type RegionRun = {
  structure: string
  sent: number
  refused: number
  incomplete: number
  stopped?: { kind: 'signIn' | 'refused' | 'unreached' | 'unclear'; why: string }
}

/**
 * How trying an account's credentials ended, in the office's own words; `skew` is how many minutes our clock is ahead
 * of its.
 */
export type AccessTried = {
  end: 'access' | 'signIn' | 'failed'
  words?: string
  skew?: number
  apartments?: { id: string; name: string; town: string }[]
}

/**
 * A sending to the police as the host looks at it: when, by which account, how many lines, the SHA-256 of each, what
 * came of it.
 */
export type SentCall = {
  id: number
  at: string
  day: string
  account: string
  checkins: number[]
  hashes: string[]
  end: 'sending' | 'sent' | 'partly' | 'refused' | 'unsent' | 'unknown'
  settled?: 'receipt' | 'host'
  words: string[]
}

/**
 * A guest of whom only the host can tell whether it is the person the region has in that place; `about` names the two
 * as they are now, so that no answer is taken for another question.
 */
export type RegionDoubt = { checkin: number; guest: Who; name: string; arrival: string; about: string }

/** A guest the region holds and the house does not know, as after a backup was put back: the id and the arrival. */
export type RegionStranger = { id: string; arrival: string; structure: string }

/** What the host is to settle with the region. */
export type RegionMatters = { doubts: RegionDoubt[]; strangers: RegionStranger[] }

/** What was sent to both offices, what came back, and what is due. */
export type Sendings = {
  isPaused: boolean
  police: {
    accounts: { name: string; user: string; isReady: boolean; trouble?: string; missing: string[] }[]
    /** The latest files made for the portal. */
    files: PoliceFile[]
    calls: SentCall[]
    receipts: {
      id: number
      account: string
      day: string
      sha256: string
      counted?: number
      known: number
      unknown: number
      /** Why it cannot be relied on; `replaced` where another of its day can. */
      doubt?: 'damaged' | 'uncounted' | 'count' | 'replaced'
      /** Whether a better one is still asked for. */
      isAskedAgain?: true
    }[]
  }
  region: {
    id: string
    structure: string
    isReady: boolean
    trouble?: string
    days: {
      day: string
      state: 'due' | 'sent' | 'changed' | 'refused' | 'incomplete'
      at?: string
      print?: string
      why?: string
      refusals: { kind: string; checkin?: number; text: string }[]
    }[]
  }[]
}

/**
 * How a guest stands on the way to the police: an answer is missing or wrong; the host has not looked yet; released; in
 * a file that was made; on the way by wire; refused by the portal as it stands; sent while nobody knows whether it was
 * taken; told to the police; changed after the police were told; changed after it was in a file that nobody declared
 * uploaded; in a file that corrects what the police were told.
 */
export type PoliceState =
  | 'incomplete'
  | 'toReview'
  | 'enabled'
  | 'sending'
  | 'refused'
  | 'unknown'
  | 'inFile'
  | 'sent'
  | 'changed'
  | 'outdated'
  | 'corrected'

/** How a police file stands: not known to be uploaded, replaced by a later file, or uploaded as the host said. */
export type FileState = 'made' | 'replaced' | 'uploaded'

/**
 * A police file that waits for its upload: the number of its note, when it was made, the check-ins whose lines the
 * police still wait for (`ids`), those of them that changed since (`outdated`), and how many of its lines must not be
 * uploaded any more, because the check-in is gone, not released, or was reported otherwise.
 */
export type DayFile = { note: number; name: string; at: string; ids: number[]; outdated: number[]; gone: number }

/** A police file as the page of the sendings shows it; `by` is the name of the file in its place. */
export type PoliceFile = DayFile & { count: number; state: FileState; by?: string }

/**
 * What the offices have of a check-in. The police: `told` of a guest at least, `unknown` whether a sending was taken,
 * `inFile` that nobody has declared uploaded. The region has, or may have, its guests.
 */
export type Reported = { police?: 'told' | 'unknown' | 'inFile'; region?: true }
