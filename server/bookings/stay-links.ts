import { randomBytes } from 'node:crypto'
import type { StayLinkEnd, StoredBooking } from '../../schema/bookings'
import type { Settings } from '../../schema/settings'
import { italianDay } from '../shared/clock'
import { sha256 } from '../shared/digests'
import { say } from '../shared/messages'
import { Refusal } from '../shared/refusal'
import type { Store } from '../store/store'
import { codeOfStay } from './stay-code'
import type { StayBook } from './stays'

/** Who sends by a link: the owner of the check-in, and the attempt. */
export type Attempt = { owner: string; attempt: string }

type Linked = StoredBooking & { link: NonNullable<StoredBooking['link']> }

type Parts = { store: Store; book: StayBook; now: () => Date }

const isLinked = (stay: StoredBooking): stay is Linked => Boolean(stay.link && !stay.erased)

const digestOf = (token: string) => sha256(token).slice(0, 20)

/** The replaced tokens of a stay that are known as such. */
const mostFormer = 20

/** What a guest's cookie says of the link that opened it; another token of the stay has another mark. */
export const stayMark = ({ id, link }: Linked): string => `${id}-${digestOf(link.token)}`

const overWords = {
  sent: 'server.stayLink.sent',
  withdrawn: 'server.stayLink.withdrawn',
  replaced: 'server.stayLink.replaced',
  cancelled: 'server.stayLink.cancelled',
  departed: 'server.stayLink.departed',
} as const satisfies { [end in StayLinkEnd]: string }

const linkOver = (end: StayLinkEnd) => new Refusal(410, say(overWords[end]), { over: end })

/** What is known of links: the check-in one brought, why one is over, and the stay of a guest's cookie. */
const knowing = ({ store, book, now }: Parts) => {
  /** The check-in a link brought. */
  const sentBy = async ({ link }: Linked) => link.by && (await store.checkinOf(link.by.owner, link.by.attempt))

  const endOf = ({ cancelled, departure, link }: Linked): StayLinkEnd | undefined => {
    if (link.withdrawn) return 'withdrawn'
    if (cancelled) return 'cancelled'
    return departure < italianDay(now()) ? 'departed' : undefined
  }

  const found = async (fits: (stay: Linked) => boolean) => (await book.all()).filter(isLinked).find(fits)

  /** Returns the stay of a guest's cookie. Refuses (410) one whose link is over, but for its own sending. */
  const ofGuest = async (mark: string): Promise<StoredBooking> => {
    const stay = await found((one) => stayMark(one) === mark)
    if (stay && !endOf(stay)) return stay
    throw linkOver(
      stay ? endOf(stay)! : ((await replacedBy((id, digest) => `${id}-${digest}` === mark)) ?? 'withdrawn'),
    )
  }

  /** Returns why a replaced token opens nothing, if it is one of a stay's. */
  const replacedBy = async (isIt: (id: number, digest: string) => boolean): Promise<StayLinkEnd | undefined> => {
    const stay = await found(({ id, link }) => link.former?.some((digest) => isIt(id, digest)) ?? false)
    return stay && (endOf(stay) ?? 'replaced')
  }
  return { sentBy, endOf, found, ofGuest, replacedBy }
}

/** How the host makes a link and withdraws it. */
const making = ({ book, now }: Parts) => ({
  /**
   * Returns a stay's link, made at the first need, or anew; empty for one that was withdrawn. Refuses (409) a stay that
   * nobody can check in to.
   */
  make: (id: number, all: Settings, isAnew: boolean): Promise<string> =>
    book.alone(async () => {
      const stay = await book.one(id)
      if (!stay) throw new Refusal(404, say('server.stayGone'))
      if (stay.cancelled || stay.departure < italianDay(now())) throw new Refusal(409, say('server.stayOver'))
      if (!codeOfStay(stay, all)) throw new Refusal(409, say('server.stayRoom'))
      const { link } = stay
      if (link && !isAnew) return link.withdrawn ? '' : link.token
      const token = randomBytes(16).toString('base64url')
      const former = link && [...(link.former ?? []), digestOf(link.token)].slice(-mostFormer)
      await book.save({ ...stay, link: { token, made: now().toISOString(), ...(former && { former }) } })
      return token
    }),
  withdraw: (id: number) =>
    book.alone(async () => {
      const stay = await book.one(id)
      if (!stay) throw new Refusal(404, say('server.stayGone'))
      if (stay.link) await book.save({ ...stay, link: { ...stay.link, withdrawn: true } })
    }),
})

/** The links that open one stay alone, each for one check-in. A forwarded one does no more. */
export const stayLinks = (parts: Parts) => {
  const { book } = parts
  const { sentBy, endOf, found, ofGuest, replacedBy } = knowing(parts)
  return {
    ...making(parts),
    ofGuest,
    /**
     * Returns the stay of a token and its mark; undefined for a wrong token. Refuses (410) one that is over: for
     * everybody but the attempt that sent, as soon as a check-in is the stay's.
     */
    open: async (token: string, { owner, attempt }: Attempt) => {
      const stay = await found(({ link }) => link.token === token)
      const digest = digestOf(token)
      const end = stay ? endOf(stay) : await replacedBy((_, former) => former === digest)
      if (end) throw linkOver(end)
      const isOwn = stay?.link.by?.owner === owner && stay.link.by.attempt === attempt
      if (stay && !isOwn && (stay.checkins?.length || (await sentBy(stay)))) throw linkOver('sent')
      return stay && { stay, mark: stayMark(stay) }
    },
    /**
     * Stores the check-in of a link: one for each link, however many send at once. The attempt is noted before the
     * check-in, which is looked up by it after a crash.
     */
    sendOnce: (mark: string, { owner, attempt }: Attempt, keep: () => Promise<{ data: { id: number } }>) =>
      book.alone(async () => {
        const { id } = await ofGuest(mark)
        const stay = (await book.one(id)) as Linked
        const before = await sentBy(stay)
        const { by } = stay.link
        if (before && !(by?.owner === owner && by.attempt === attempt)) throw linkOver('sent')
        const link = { ...stay.link, by: { owner, attempt } }
        if (!before) await book.save({ ...stay, link })
        const stored = await keep()
        const others = (stay.checkins ?? []).filter((one) => one.id !== stored.data.id)
        await book.save({ ...stay, link, checkins: [...others, { id: stored.data.id, how: 'link' }] })
        return stored
      }),
  }
}
