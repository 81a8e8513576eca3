import type { HostDay } from '../../../../schema/calls/party-states'
import type { Who } from '../../../../schema/guest'
import { type HostLanguage, type Language, localeOf } from '../../../../schema/languages'
import { type PublicSettings, publicSettings, type Settings } from '../../../../schema/settings'
import type { TaxRelief } from '../../../../schema/tax'
import { guestTitle } from '../../../core/checkin/party'
import { type Speaker, speaker } from '../../../core/flow/speaker'
import type { Validate } from '../../../core/flow/validation'
import { reliefKey } from '../../../core/tax/party-tax'
import { shortDate } from '../../../core/text/written-dates'
import { hostCall as call, Offline, Refused } from '../../shared/api'
import { formatsOf, readyHouse } from '../../shared/furnish'
import { houseSettings } from '../../shared/house-settings'
import { markShared } from '../../shared/kept-answers'
import { store } from '../../shared/page-store'
import {
  firstIn,
  type GuestHouse,
  house,
  joinedFiles,
  type PublishedFiles,
  restIn,
  say,
  start,
} from '../../shared/published'

type HostText = { readonly [key: string]: string }

/** The published flow with the host's forms, words and validators; `sentences` are the checker's, about a flow. */
export type HostHouse = GuestHouse & { sentences: HostText } & Record<
    `validate${'Settings' | 'Code' | 'Account' | 'Structure'}`,
    Validate
  >

/** The host's house; undefined until it is loaded. */
export const hostHouse = store<HostHouse | undefined>(undefined)

/** The settings of the signed-in host; undefined if nobody is signed in. */
export const hostSettings = store<Settings | undefined>(undefined)

/** Returns the reductions and exemptions that a guest or the host must claim, each once. */
export const hostReliefs = (): TaxRelief[] => {
  const all = (hostSettings.get()?.taxRules ?? []).flatMap(({ reliefs }) => reliefs)
  const claimed = all.filter(({ kind }) => kind !== 'minor' && kind !== 'senior')
  const isFirst = (one: TaxRelief, at: number) => claimed.findIndex((o) => reliefKey(o) === reliefKey(one)) === at
  return claimed.filter(isFirst)
}

type HostPublished = Omit<PublishedFiles, 'words' | 'countries' | 'language'> &
  Record<`${'settings' | 'code' | 'account' | 'structure'}Validator`, (given: object) => Validate>
type HostSaid = Pick<PublishedFiles, 'words' | 'countries' | 'language'> & { sentences: HostText }

const wordsIn = async (language: HostLanguage) =>
  ((await import(start.hostWords[language])) as { default: HostSaid }).default

const furnished = async (): Promise<HostHouse> => {
  const [{ default: withoutWords }, said] = await Promise.all([
    import(start.host) as Promise<{ default: HostPublished }>,
    wordsIn(start.hostLanguage),
  ])
  const published = { ...withoutWords, ...said }
  // The server checks pictures by their bytes.
  const given = { ...formatsOf(published), logo: () => true }
  return {
    ...readyHouse(published),
    sentences: said.sentences,
    validateSettings: published.settingsValidator(given),
    validateCode: published.codeValidator(given),
    validateAccount: published.accountValidator(given),
    validateStructure: published.structureValidator(given),
  }
}

export type Route = (to: string, replace?: boolean) => void

let route: Route = () => {}

/** Stores the router's function, so that no page must pass it on. */
export const routeBy = (router: Route) => {
  route = router
}

/** Goes to an address of the application; `replace` leaves no way back to the current one. */
export const go: Route = (to, replace) => route(to, replace)

export type Speech = { speak: Speaker; language: Language }

/** Returns the host's language with its words. */
export const hostSpeech = (): Speech => ({ speak: house.get().speak, language: house.get().language })

/** Returns Italian with its words, for files: their columns are Italian in every language. Throws Offline. */
export const italianSpeech = async (): Promise<Speech> =>
  house.get().language === 'it' ? hostSpeech() : { speak: speaker((await wordsIn('it')).words), language: 'it' }

/** Returns the locale in which the host's pages write dates and numbers. */
export const hostLocale = () => localeOf(house.get().language)

/** Returns a day `YYYY-MM-DD` as the host's language writes it in figures; other text stays. */
export const dayShown = (day: string) => shortDate(day, house.get().language)

/** Returns a day `YYYY-MM-DD`, or a month's first, in the words of the host's language that the options choose. */
export const dayInWords = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(hostLocale(), { ...options, timeZone: 'UTC' }).format(new Date(day))

const open = (opened: HostHouse) => {
  house.set(opened)
  hostHouse.set(opened)
}

/** Loads the host's words and forms once and switches to the host's language. */
export const openHostHouse = async () => {
  const opened = hostHouse.get() ?? (await furnished())
  document.documentElement.lang = start.hostLanguage
  open(opened)
}

/** Adds the states of an imported table to the host's forms. */
export const addStates = async (states: readonly string[]) => {
  if (String(start.states ?? []) === String(states)) return
  start.states = states
  open(await furnished())
}

/** Returns whether a host is signed in, and then loads the settings. Throws Offline. */
export const loadHostSettings = async (): Promise<boolean> => {
  const { data } = await call('GET /api/settings')
  const isHost = 'reservationCodes' in data
  if (isHost) {
    hostSettings.set(data)
    markShared().catch(console.error)
  }
  return isHost
}

/** Whether a refusal means that the session has ended. */
export const isSignedOut = (error: unknown) => error instanceof Refused && error.status === 401

/** The open request to sign in again: called with `true` after the sign-in, `false` if cancelled. */
export const signingIn = store<((open: boolean) => void) | undefined>(undefined)
let asked: Promise<boolean> | undefined

const signInAgain = () =>
  (asked ??= new Promise<boolean>((done) => signingIn.set(done)).finally(() => {
    asked = undefined
    signingIn.set(undefined)
  }))

/** Runs work that makes host's calls. If the session has ended, asks to sign in over the page and repeats the work. */
export const asHost = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!isSignedOut(error) || !(await signInAgain())) throw error
    return work()
  }
}

/** Makes a host's call, signing in if necessary. Throws Refused or Offline. */
export const callAsHost: typeof call = (name, ...given) => asHost(() => call(name, ...given))

/** Loads and returns the settings, signing in if necessary. Throws Refused (401) or Offline. */
export const settingsNow = () =>
  asHost(async (): Promise<Settings> => {
    const { data } = await call('GET /api/settings')
    // Without a session the same call returns the public settings.
    if (!('reservationCodes' in data)) throw new Refused(401, '', {})
    hostSettings.set(data)
    return data
  })

/** Returns the address under which guests open the house, without a last slash. */
export const baseAddress = () => (hostSettings.get()?.publicAddress || location.origin).replace(/\/+$/, '')

/** Reloads the settings. Does not ask to sign in if the session has ended: the next call does. */
export const refresh = async () => {
  const { data } = await call('GET /api/settings')
  if (hostSettings.get() && 'reservationCodes' in data) hostSettings.set(data)
}

/** Updates the public settings of this page, such as the house's name; `change` may contain others. */
export const updatePublicSettings = (change: Partial<Settings>) => {
  const open = Object.fromEntries(
    Object.entries(change).filter(([name]) => (publicSettings as readonly string[]).includes(name)),
  )
  houseSettings.set({ ...houseSettings.get(), ...(open as Partial<PublicSettings>) })
}

/** Returns the server's message of a refusal; undefined if there is none. */
export const serverMessage = (error: unknown): string | undefined =>
  error instanceof Refused ? (error.body.message ?? error.body.error) : undefined

/** Returns why a call failed in the host's words: offline, signed out, the server's message, or `otherwise`. */
export const failureReason = (error: unknown, otherwise = 'host.unknownError'): string => {
  if (error instanceof Offline) return say('host.offline')
  if (isSignedOut(error)) return say('host.signedOut')
  return serverMessage(error) ?? say(otherwise)
}

/** Returns an error handler for a call that may fail: it logs the error with the `reason` why that is no problem. */
export const optional = (reason: string) => (error: unknown) => console.info(`${reason}:`, error)

/** The host's day as last loaded; undefined before. */
export const loadedDay = store<HostDay | undefined>(undefined)

let dayReadAt = 0

/** Loads the day. Throws Refused or Offline, and keeps the old one. */
export const readDay = async () => {
  loadedDay.set((await call('GET /api/day')).data)
  dayReadAt = Date.now()
}

/** Loads the day; a failure keeps the old one. */
export const readDayAgain = () => readDay().catch(optional('the day stays as it was read'))

/** Age in milliseconds from which a loaded day is old. */
export const dayLife = 60_000

/** Whether the day is so old that it must be read again. */
export const isDayOld = () => Date.now() - dayReadAt >= dayLife

/** Returns what a guest of the party is called, such as `Ospite 2`, in the page's language. */
export const titleOfGuest = (who: Who): string => guestTitle(house.get().speak, who)

/** Returns the whole flow in a language. Throws Offline. */
export const publishedIn = async (language: Language): Promise<PublishedFiles> =>
  joinedFiles(...(await Promise.all([firstIn(language), restIn(language)])))
