import type { LinkOver, LinkState } from '../../schema/calls/api'
import { type Checkin, type Draft, fieldOf } from '../../schema/checkin'
import { isLater, type Later } from '../../schema/guest'
import { guestAnswers, party } from '../../src/core/checkin/party'
import { serialQueue } from '../../src/core/tasks'
import type { CurrentFlow } from '../flow/serve'
import { wordOf } from '../shared/body'
import { randomToken, sha256 } from '../shared/digests'
import { Refusal, say } from '../shared/messages'
import { cachedOnce } from '../shared/scheduling'
import type { GuestLinkNote } from '../store/notes'
import { secretSealing } from '../store/sealed/secrets'
import type { Store } from '../store/store'
import { refuseGuests } from './intake'

/** Validity of a link in milliseconds, the same as of a draft on the phone. */
const validity = 2 * 86_400_000

/** Limit of links in two days for each code, or for a house without codes. */
export const mostLinks = 200

type Known = GuestLinkNote & { id: number }
type Owner = { owner: string; code: string }

/** Encrypts answers with a key that no downloaded backup contains, and binds them to their link. */
const sealing = (store: Store) => {
  const { seal, open } = secretSealing(store, 'guest-links')
  return {
    seal: (answers: Draft, { digest }: Known) => seal(JSON.stringify(answers), digest),
    /** Undefined for answers from before the restore of a downloaded backup, which makes a new key. */
    open: async ({ sealed = '', digest }: Known): Promise<Draft | undefined> => {
      const text = await open(sealed, digest)
      return text === undefined ? undefined : JSON.parse(text)
    },
  }
}

const linkNotes = ({ store, now }: Parts) => {
  const earliest = () => new Date(now().getTime() - validity).toISOString()
  // Owners of links are cached (one process serves a house), so that most check-ins need no read.
  const { get: makers, forget } = cachedOnce(
    async () => new Set((await store.notes('guest-link')).map(({ owner }) => owner)),
  )
  const live = async (): Promise<Known[]> => {
    const since = earliest()
    return (await store.notes('guest-link')).filter(({ at }) => at >= since)
  }
  return {
    live,
    named: async (token: string) => {
      const digest = sha256(token)
      return (await live()).find((link) => link.digest === digest)
    },
    ofOwner: async (owner: string) =>
      (await makers()).has(owner)
        ? (await live()).filter((link) => link.owner === owner && ['open', 'ready'].includes(link.state))
        : [],
    add: async (note: GuestLinkNote) => {
      ;(await makers()).add(note.owner)
      await store.note('guest-link', note)
    },
    change: ({ id, sealed: _, ...link }: Known, changes: Partial<GuestLinkNote>) =>
      store.updateNote('guest-link', id, { ...link, ...changes }),
    sweep: async () => {
      const since = earliest()
      for (const { at, id } of await store.notes('guest-link')) if (at < since) await store.removeNote('guest-link', id)
      forget()
    },
    nextSweep: async (): Promise<number | undefined> => {
      const [first] = await store.notes('guest-link')
      return first && Date.parse(first.at) + validity
    },
  }
}

type Parts = { store: Store; now: () => Date }
type LinkNotes = ReturnType<typeof linkNotes>
type Sealing = ReturnType<typeof sealing>

const linkReader = ({ ofOwner, named }: LinkNotes, { open }: Sealing) => ({
  list: async (owner: string): Promise<LinkState[]> =>
    Promise.all(
      (await ofOwner(owner)).map(async (link): Promise<LinkState> => {
        const answers = link.state === 'ready' ? await open(link) : undefined
        const name = answers?.[fieldOf(link.guest, 'name')]
        return { guest: link.guest, state: answers ? 'ready' : 'open', ...(name && { name }) }
      }),
    ),
  /** Returns the guest of a token, and why its link is closed (`over`); undefined for a wrong or expired token. */
  find: async (token: string): Promise<{ guest: Later; over?: LinkOver } | undefined> => {
    const link = await named(token)
    if (!link || link.state === 'open') return link && { guest: link.guest }
    return { guest: link.guest, over: link.state === 'over' ? 'over' : 'answered' }
  },
  answersFor: async (owner: string, guests: readonly Later[]): Promise<{ answers: Draft; waiting: Later[] }> => {
    const links = await ofOwner(owner)
    const answers: Draft = {}
    const waiting: Later[] = []
    for (const guest of guests) {
      const link = links.find((one) => one.guest === guest && one.state === 'ready')
      const came = link && (await open(link))
      if (came) Object.assign(answers, came)
      else waiting.push(guest)
    }
    return { answers, waiting }
  },
})

/**
 * The links that guests send to their companions. Only the digest of a 128-bit token is stored. A link takes one
 * guest's answers, once, and is deleted after two days.
 */
export const guestLinks = (parts: Parts) => {
  const { store, now } = parts
  const { run } = serialQueue()
  const sealed = sealing(store)
  const links = linkNotes(parts)
  const drop = async (owner: string, guest: Later) => {
    for (const link of await links.ofOwner(owner))
      if (link.guest === guest) await store.removeNote('guest-link', link.id)
  }
  return {
    ...linkReader(links, sealed),
    make: ({ owner, code }: Owner, guest: Later, isConfigured: boolean): Promise<string> =>
      run(async () => {
        const live = (await links.live()).filter((link) => !isConfigured || link.code === code)
        if (live.length >= mostLinks) throw new Refusal(429, say('server.cap.links'), { retryAfter: 3600, full: true })
        await drop(owner, guest)
        const token = randomToken()
        const note = { at: now().toISOString(), digest: sha256(token), owner, code, guest, state: 'open' } as const
        await links.add(note)
        return token
      }),
    drop: (owner: string, guest: Later) => run(() => drop(owner, guest)),
    /** Stores the answers given through a link. Returns false if it was closed: the first answers count. */
    answer: (token: string, answers: Draft): Promise<boolean> =>
      run(async () => {
        const link = await links.named(token)
        if (link?.state !== 'open') return false
        await links.change(link, { state: 'ready', sealed: await sealed.seal(answers, link) })
        return true
      }),
    /** Closes an owner's links, or those of some guests, after the check-in with their answers is stored. */
    finish: (owner: string, guests?: readonly Later[]) =>
      run(async () => {
        for (const link of await links.ofOwner(owner))
          if (!guests || guests.includes(link.guest))
            await links.change(link, { state: link.state === 'ready' ? 'answered' : 'over' })
      }),
    /** Deletes expired links. Errors of the store are ignored: the next run, a minute later, tries again. */
    sweep: (): Promise<void> => run(links.sweep).catch(() => {}),
    /** Returns when the next link expires, in milliseconds since 1970. */
    nextSweep: links.nextSweep,
  }
}

export type GuestLinks = ReturnType<typeof guestLinks>

/** Guests who answer on other phones (`away`), those who have answered (`came`), and their answers. */
type Joined = { away: Later[]; came: Later[]; answers: Draft }

/** Returns the answers of guests in `elsewhere`, from links or record. Refuses (400, `waiting`) without an answer. */
export const joinGuests = async (
  links: Pick<GuestLinks, 'answersFor'>,
  published: Pick<CurrentFlow, 'flow' | 'version'>,
  owner: string,
  body: object,
  before: Checkin | undefined,
): Promise<Joined> => {
  const away = wordOf((body as { elsewhere?: unknown }).elsewhere)
    .split(',')
    .filter(isLater)
  const { answers, waiting } = await links.answersFor(owner, away)
  const guestsBefore = before ? party(before) : []
  const lacking = waiting.filter((guest) => !guestsBefore.includes(guest))
  if (lacking.length) throw refuseGuests(published, lacking, 'waiting')
  const came = away.filter((guest) => !waiting.includes(guest))
  return { away, came, answers: Object.assign({}, ...waiting.map((guest) => guestAnswers(before!, guest)), answers) }
}
