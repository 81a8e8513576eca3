import { type PublicSettings, publicSettings, type Settings } from '../../../../schema/settings'
import type { Validate } from '../../../core/flow/validation'
import { hostCall as call, Refused } from '../../shared/api'
import { formatsOf, furnish } from '../../shared/furnish'
import { houseSettings as known } from '../../shared/house-settings'
import { store } from '../../shared/page-store'
import { type GuestHouse, house, type PublishedFiles, start } from '../../shared/published'

/** The published flow with all the host's forms and words, and the validators of what only a host changes. */
export type HostHouse = GuestHouse & Record<`validate${'Settings' | 'Code' | 'Account' | 'Structure'}`, Validate>

/** The host's house; undefined until it is loaded. */
export const hostHouse = store<HostHouse | undefined>(undefined)

/** The settings as the signed-in host sees them; undefined when nobody is signed in. */
export const hostSettings = store<Settings | undefined>(undefined)

type HostPublished = PublishedFiles &
  Record<`${'settings' | 'code' | 'account' | 'structure'}Validator`, (given: object) => Validate>

const furnished = async (): Promise<HostHouse> => {
  const { default: published } = (await import(start.host)) as { default: HostPublished }
  // Whether a picture is one is the server's to say: it looks at the bytes.
  const given = { ...formatsOf(published), logo: () => true }
  return {
    ...furnish(published),
    validateSettings: published.settingsValidator(given),
    validateCode: published.codeValidator(given),
    validateAccount: published.accountValidator(given),
    validateStructure: published.structureValidator(given),
  }
}

const open = (opened: HostHouse) => {
  house.set(opened)
  hostHouse.set(opened)
}

/** Load the host's words and forms, once; the whole application then speaks Italian. */
export const openHostHouse = async () => {
  const opened = hostHouse.get() ?? (await furnished())
  document.documentElement.lang = 'it'
  open(opened)
}

/** The states of a table imported, or left, since this page was loaded: the host's forms offer them from now on. */
export const learnStates = async (states: readonly string[]) => {
  if (String(start.states ?? []) === String(states)) return
  start.states = states
  open(await furnished())
}

/** Ask for the settings as the host; answers whether anyone is signed in. Throws Offline when the server is away. */
export const loadHostSettings = async (): Promise<boolean> => {
  const { data } = await call('GET /api/settings')
  const isHost = 'reservationCodes' in data
  hostSettings.set(isHost ? data : undefined)
  return isHost
}

/** Whether a refusal says that the host's session is over. */
export const isSignedOut = (error: unknown) => error instanceof Refused && error.status === 401

/**
 * The question that is open when the session ended under the host's hands: told `true` once signed in again, `false`
 * when left.
 */
export const signingIn = store<((open: boolean) => void) | undefined>(undefined)
let asked: Promise<boolean> | undefined

const signInAgain = () =>
  (asked ??= new Promise<boolean>((done) => signingIn.set(done)).finally(() => {
    asked = undefined
    signingIn.set(undefined)
  }))

/**
 * A call of the host's: when the session is over the sign-in is asked on top of the page, and the call is made again.
 */
export const asHost = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!isSignedOut(error) || !(await signInAgain())) throw error
    return work()
  }
}

/**
 * The settings as the server has them now. An ended session is asked for over the page; throws Refused (401) when the
 * host does not sign in again, and Offline.
 */
export const settingsNow = () =>
  asHost(async (): Promise<Settings> => {
    const { data } = await call('GET /api/settings')
    // The same call answers the public settings to whoever is not signed in.
    if (!('reservationCodes' in data)) throw new Refused(401, '', {})
    hostSettings.set(data)
    return data
  })

/**
 * The settings asked for anew, when the page is seen again: what is typed stays, and an ended session is asked for when
 * it is needed.
 */
export const refresh = async () => {
  const { data } = await call('GET /api/settings')
  if (hostSettings.get() && 'reservationCodes' in data) hostSettings.set(data)
}

/** A change the guests' pages of this browser should know of at once. */
export const tellGuests = (change: Partial<Settings>) => {
  const open = Object.fromEntries(
    Object.entries(change).filter(([name]) => (publicSettings as readonly string[]).includes(name)),
  )
  known.set({ ...known.get(), ...(open as Partial<PublicSettings>) })
}
