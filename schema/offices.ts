import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { Who } from './guest'

/**
 * The regions with Ross1000 and their service addresses. Toscana is confirmed for Florence, Pistoia and Prato only;
 * Basilicata has version 1. Other regions use other programs.
 */
export const regions = {
  abruzzo: 'https://app.regione.abruzzo.it/Turismo5/ws/checkinV2',
  basilicata: 'https://sist-aptbasilicata.turitweb.it/ws/checkinV1',
  calabria: 'https://sirdat.regione.calabria.it/ws/checkinV2',
  emiliaRomagna: 'https://datiturismo.regione.emilia-romagna.it/ws/checkinV2',
  lazio: 'https://lazioturismo.ross1000.it/ws/checkinV2',
  liguria: 'https://turismows.regione.liguria.it/ws/checkinV2',
  lombardia: 'https://www.flussituristici.servizirl.it/Turismo5/app/ws/checkinV2',
  marche: 'https://istrice-ross1000.turismo.marche.it/ws/checkinV2',
  molise: 'https://moliseturismo.ross1000.it/ws/checkinV2',
  piemonte: 'https://piemontedatiturismo.regione.piemonte.it/ws/checkinV2',
  sardegna: 'https://sardegnaturismo.ross1000.it/ws/checkinV2',
  toscana: 'https://toscanaturismo.ross1000.it/turismo5-web/ws/checkinV2',
  veneto: 'https://flussituristici.regione.veneto.it/ws/checkinV2',
} as const

const id = { type: 'string', minLength: 1, maxLength: 40 } as const
/** Empty after a restore, until the host types it again. */
const secret = { type: 'string', maxLength: 300 } as const

/** An account at the police portal. Without `codes` it serves the codes that no other account names. */
export const policeAccount = {
  type: 'object',
  properties: {
    id,
    name: { type: 'string', minLength: 1, maxLength: 80 },
    user: { type: 'string', minLength: 1, maxLength: 80, pattern: '^[A-Za-z0-9]*$' },
    password: secret,
    wsKey: secret,
    category: { type: 'string', enum: ['single', 'apartments'] },
    codes: { type: 'string', maxLength: 2000, pattern: '^([A-Z0-9]{4}([ ,]+|$))*$' },
  },
  required: ['id', 'name', 'user', 'password', 'wsKey', 'category'],
  additionalProperties: false,
} as const satisfies JSONSchema

export type PoliceAccountSetting = FromSchema<typeof policeAccount>

/** A structure at the region: its code, where its movements are sent, and the first day (`YYYY-MM-DD`) that is sent. */
export const regionStructure = {
  type: 'object',
  properties: {
    id,
    structureCode: { type: 'string', minLength: 1, maxLength: 20 },
    region: { type: 'string', enum: Object.keys(regions) as (keyof typeof regions)[] },
    user: { type: 'string', minLength: 1, maxLength: 80 },
    password: secret,
    firstDay: { type: 'string', format: 'calendar' },
  },
  required: ['id', 'structureCode', 'region', 'user', 'password', 'firstDay'],
  additionalProperties: false,
} as const satisfies JSONSchema

export type RegionStructureSetting = FromSchema<typeof regionStructure>

/** Why a party is not sent automatically: a line is running, unknown or accepted, unchanged or changed. */
export type HeldState = 'sending' | 'unknown' | 'sent' | 'changed'

/** Why a check-in is not sent with the others. */
export type LeftWhy = HeldState | 'account' | 'notEnabled' | 'arrival' | 'incomplete' | 'edited'

type LeftParty = { checkin: number; name: string; why: LeftWhy }

/** What would be sent to the police and by which account; `again`: the party was reported with other data. */
export type PolicePlan = {
  parties: { checkin: number; account: string; names: string[]; arrivalDate: string; width: number; again?: true }[]
  left: LeftParty[]
}

/** The result for one party: `words` are the portal's, `refusals` name the guest's answer. */
export type SendEnd = { checkin: number } & (
  | { end: 'sent' | 'unknown' }
  | { end: 'refused'; refusals: { guest: Who; field?: string; words: string }[] }
  | { end: 'unsent'; why: 'signIn' | 'refused' | 'unreached' | 'unclear'; words: string }
  | { end: 'held'; why: HeldState }
)

export type PoliceAnswer = { ends: SendEnd[]; left: LeftParty[] }

/** How many days a structure sent: accepted, refused in part, unanswered, and why it stopped. */
export type RegionRun = {
  structure: string
  sent: number
  refused: number
  incomplete: number
  stopped?: { kind: 'signIn' | 'refused' | 'unreached' | 'unclear'; why: string }
}

/** The result of trying credentials, in the office's words; `skew` is how many minutes our clock is ahead. */
export type AccessTried = {
  end: 'access' | 'signIn' | 'failed'
  words?: string
  skew?: number
  apartments?: { id: string; name: string; town: string }[]
}

/** A sending to the police: when, by which account, how many lines, their SHA-256, and the result. */
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

/** An identity only the host can decide; `about` is a digest of both persons, so an answer settles only this. */
export type RegionDoubt = { checkin: number; guest: Who; name: string; arrival: string; about: string }

/** A guest the region has and the house does not know, as after a restored backup. */
export type RegionStranger = { id: string; arrival: string; structure: string }

/** What the host must settle with the region. */
export type RegionMatters = { doubts: RegionDoubt[]; strangers: RegionStranger[] }

/** What was sent to both offices, what they answered, and what is due. */
export type Sendings = {
  isPaused: boolean
  police: {
    accounts: {
      name: string
      user: string
      isReady: boolean
      trouble?: string
      missing: string[]
      /** Codes the account names and no room has. */
      unknownCodes: string[]
    }[]
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
      /** Why the receipt is unreliable; `replaced` means a better one of the same day exists. */
      doubt?: 'damaged' | 'uncounted' | 'count' | 'replaced'
      /** A better one is still requested. */
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
 * The states of a guest on the way to the police, most urgent first: `incomplete` lacks an answer, `changed` after the
 * report, `outdated` after the file; `toReview` waits for the host, `enabled` is released; `corrected`: in a correcting
 * file; `sent`: reported.
 */
export const policeStates = [
  'refused',
  'unknown',
  'incomplete',
  'changed',
  'outdated',
  'toReview',
  'enabled',
  'sending',
  'inFile',
  'corrected',
  'sent',
] as const
export type PoliceState = (typeof policeStates)[number]

/** The state of a police file: not declared uploaded, replaced by a later file, or uploaded. */
export type FileState = 'made' | 'replaced' | 'uploaded'

/** A police file to upload: check-ins to report (`ids`), changed ones (`outdated`), and lines that must not go. */
export type DayFile = { note: number; name: string; at: string; ids: number[]; outdated: number[]; gone: number }

/** A police file on the sendings page; `by` replaced it. `isPast`: the portal accepts its lines no more. */
export type PoliceFile = DayFile & { count: number; state: FileState; by?: string; isPast?: true }

/** What the offices have. `unknown`: a sending without verdict; `inFile`: a file not declared uploaded. */
export type Reported = { police?: 'told' | 'unknown' | 'inFile'; region?: true }
