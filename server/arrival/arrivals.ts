import { createHmac, randomBytes } from 'node:crypto'
import type { StoredBooking } from '../../schema/bookings'
import type { Checkin } from '../../schema/checkin'
import type { ArrivalState, ShownGuide, StayGuide } from '../../schema/code'
import { type Language, languages } from '../../schema/languages'
import type { Settings } from '../../schema/settings'
import { guidesOf, shownGuide } from '../../src/core/arrival/guide'
import { arrivalState } from '../../src/core/arrival/release'
import { same } from '../settings/pin'
import { secretSealing } from '../store/sealed/secrets'
import type { Store } from '../store/store'

/**
 * The guests' links to their receipt. A token is a check-in's id, a round, and 128 bits of their HMAC. The key is in no
 * backup and no token is stored; a new round invalidates the former one.
 */
const receiptLinks = ({ store }: { store: Store }) => {
  const key = () => store.secret('receipt', () => randomBytes(32).toString('base64url'))
  const tokenOf = async ({ id, createdAt = '', receiptRound = '0' }: Checkin): Promise<string> => {
    const proof = createHmac('sha256', await key())
      .update(`${id} ${createdAt} ${receiptRound}`)
      .digest()
    return `${id}-${proof.subarray(0, 16).toString('base64url')}`
  }
  return {
    tokenOf,
    find: async (token: string): Promise<Checkin | undefined> => {
      const [, id] = /^([1-9][0-9]{0,14})-[\w-]{22}$/.exec(token) ?? []
      const found = id ? await store.checkin(Number(id)) : undefined
      if (!found || !same(token, await tokenOf(found))) return undefined
      const { owner: _, ...checkin } = found
      return checkin as Checkin
    },
  }
}

type Parts = { store: Store; bookings: { all: () => Promise<StoredBooking[]> }; now: () => Date }

/** The instructions of one stay, sealed in its check-in, so that backups and lists do not contain them in clear. */
const stayGuides = (store: Store) => {
  const { seal, open } = secretSealing(store, 'arrival')
  return {
    of: async ({ id, arrivalGuide }: Checkin): Promise<StayGuide> => {
      const text = arrivalGuide && (await open(arrivalGuide, id))
      return text ? (JSON.parse(text) as StayGuide) : {}
    },
    sealed: async (id: number, guide: StayGuide) =>
      Object.keys(guide).length ? seal(JSON.stringify(guide), id) : null,
  }
}

/** Returns the language of a guest's page or letter: the requested one, the check-in's, or Italian. */
export const arrivalLanguage = ({ selectedLanguage }: Checkin, asked?: unknown): Language =>
  languages.find((one) => one === asked) ?? languages.find((one) => one === selectedLanguage) ?? 'it'

/** Opens the arrival instructions: their release, their text, and the guests' links. */
export const openArrivals = ({ store, bookings, now }: Parts) => {
  const guides = stayGuides(store)
  const isCancelled = async (id: number) =>
    (await bookings.all()).some((stay) => stay.cancelled && stay.checkins?.some((one) => one.id === id))
  return {
    links: receiptLinks({ store }),
    guides,
    /** Returns whether the instructions are released; `over` too if the stay was cancelled. */
    stateOf: async (checkin: Checkin, all: Settings): Promise<ArrivalState> => {
      const state = arrivalState(checkin, all, now().getTime())
      return state.is !== 'over' && (await isCancelled(checkin.id)) ? { is: 'over' } : state
    },
    guideOf: async (checkin: Checkin, all: Settings, language: Language): Promise<ShownGuide> =>
      shownGuide(
        [await guides.of(checkin), ...guidesOf(all, checkin.reservationCode), { address: all.houseAddress }],
        language,
      ),
  }
}

export type Arrivals = ReturnType<typeof openArrivals>
