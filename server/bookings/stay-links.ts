import type { StayLinkEnd, StoredBooking } from '../../schema/bookings'
import type { Settings } from '../../schema/settings'
import { italianDay } from '../shared/clock'
import { randomToken, sha256 } from '../shared/digests'
import { mustExist, Refusal, say } from '../shared/messages'
import type { Store } from '../store/store'
import type { StayBook } from './stays'

/**
 * Returns the reservation code of a stay: its own, or the only code of a house with one room. A house without codes
 * accepts any four characters. Undefined if the host must still choose the room.
 */
export const codeOfStay = ({ code, link }: StoredBooking, { reservationCodes }: Settings): string | undefined => {
  if (!reservationCodes.length)
    return (
      code ??
      sha256(link?.token ?? '')
        .slice(0, 4)
        .toUpperCase()
    )
  const configured = code ? reservationCodes.find((one) => one.code === code) : undefined
  return configured?.code ?? (!code && reservationCodes.length === 1 ? reservationCodes[0]!.code : undefined)
}

/** Identifies the sender: the check-in's owner, and the attempt's id. */
export type Attempt = { owner: string; attempt: string }

type Linked = StoredBooking & { link: NonNullable<StoredBooking['link']> }

type Parts = { store: Store; book: StayBook; now: () => Date }

const isLinked = (stay: StoredBooking): stay is Linked => Boolean(stay.link && !stay.erased)

const digestOf = (token: string) => sha256(token).slice(0, 20)

/** Replaced tokens remembered for each stay, to tell the guest that the link was replaced. */
const mostFormer = 20

/** Returns the mark of a link in a guest's cookie; a new token changes it. */
const stayMark = ({ id, link }: Linked): string => `${id}-${digestOf(link.token)}`

const overWords = {
  sent: 'server.stayLink.sent',
  withdrawn: 'server.stayLink.withdrawn',
  replaced: 'server.stayLink.replaced',
  cancelled: 'server.stayLink.cancelled',
  departed: 'server.stayLink.departed',
} as const satisfies { [end in StayLinkEnd]: string }

const linkOver = (end: StayLinkEnd) => new Refusal(410, say(overWords[end]), { over: end })

const linkQueries = ({ store, book, now }: Parts) => {
  const sentBy = async ({ link }: Linked) => link.by && (await store.checkinOf(link.by.owner, link.by.attempt))

  const endOf = ({ cancelled, departure, link }: Linked): StayLinkEnd | undefined => {
    if (link.withdrawn) return 'withdrawn'
    if (cancelled) return 'cancelled'
    return departure < italianDay(now()) ? 'departed' : undefined
  }

  const found = async (fits: (stay: Linked) => boolean) => (await book.all()).filter(isLinked).find(fits)

  /** Returns the stay of a guest's cookie. Refuses (410) a withdrawn, replaced, cancelled or departed one. */
  const ofGuest = async (mark: string): Promise<StoredBooking> => {
    const stay = await found((one) => mark.startsWith(`${one.id}-`) && stayMark(one) === mark)
    if (stay && !endOf(stay)) return stay
    throw linkOver(
      stay ? endOf(stay)! : ((await replacedBy((id, digest) => `${id}-${digest}` === mark)) ?? 'withdrawn'),
    )
  }

  const replacedBy = async (isIt: (id: number, digest: string) => boolean): Promise<StayLinkEnd | undefined> => {
    const stay = await found(({ id, link }) => link.former?.some((digest) => isIt(id, digest)) ?? false)
    return stay && (endOf(stay) ?? 'replaced')
  }
  return { sentBy, endOf, found, ofGuest, replacedBy }
}

const hostCalls = ({ book, now }: Parts) => ({
  /**
   * Returns a stay's token, a new one if it has none or if `isAnew`; empty if it was withdrawn. Refuses (409) a stay
   * that is over, or whose room is unknown.
   */
  make: (id: number, all: Settings, isAnew: boolean): Promise<string> =>
    book.alone(async () => {
      const stay = mustExist(await book.one(id), 'server.stayGone')
      if (stay.cancelled || stay.departure < italianDay(now())) throw new Refusal(409, say('server.stayOver'))
      if (!codeOfStay(stay, all)) throw new Refusal(409, say('server.stayRoom'), { lacksCode: true })
      const { link } = stay
      if (link && !isAnew) return link.withdrawn ? '' : link.token
      const token = randomToken()
      const former = link && [...(link.former ?? []), digestOf(link.token)].slice(-mostFormer)
      await book.save({ ...stay, link: { token, made: now().toISOString(), ...(former && { former }) } })
      return token
    }),
  withdraw: (id: number) =>
    book.alone(async () => {
      const stay = mustExist(await book.one(id), 'server.stayGone')
      if (stay.link) await book.save({ ...stay, link: { ...stay.link, withdrawn: true } })
    }),
})

/** Links that each open one stay and allow one check-in, so that forwarding one gives no further access. */
export const stayLinks = (parts: Parts) => {
  const { book } = parts
  const { sentBy, endOf, found, ofGuest, replacedBy } = linkQueries(parts)
  return {
    ...hostCalls(parts),
    ofGuest,
    /**
     * Returns the stay of a token and its mark; undefined for an unknown token. Refuses (410) a link that is over; once
     * the stay has a check-in, everybody but its sender.
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
     * Stores one check-in for each link, however many requests come at once. The attempt is stored before the check-in,
     * so that the check-in is found after a crash.
     */
    sendOnce: <T extends { data: { id: number } }>(mark: string, { owner, attempt }: Attempt, keep: () => Promise<T>) =>
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
