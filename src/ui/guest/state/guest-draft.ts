import type { Draft } from '../../../../schema/checkin'
import { attempt } from '../../../core/attempt'
import { withChanges } from '../../../core/flow/arms'
import { codeIn, type Trail, trail } from '../../../core/flow/trail'
import { withSentArrival } from '../../../core/flow/validation'
import { houseSettings } from '../../shared/house-settings'
import { store } from '../../shared/page-store'
import { house } from '../../shared/published'

/** Storage key of the time of the last change, in milliseconds since 1970. */
export const savedAtKey = 'draftSavedAt'

/** The answers so far, by field. */
export const draft = store<Draft>({})

/** Prefix of the draft's storage keys; a guest's link has its own. */
export const draftPlace = { prefix: '' }

/** Whether this browser stores the answers; else they last as long as the page. */
export const isStorageAllowed = store(true)

/** Returns the result of `work`; undefined if the browser forbids storage. */
export const withStorage = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    isStorageAllowed.set(false)
    return undefined
  }
}

/** Storage keys that no guest's draft removes: a host's PIN, and the token of a tablet at the door. */
const ofHouse = ['adminPin', 'doorDisplay']

/** Storage keys of the receipt, which a guest's phone keeps until the departure if the house gave a token. */
export const ofReceipt = ['receiptLink', 'receiptStay'] as const

/** Removes the stored keys with a draft's prefix; without a prefix all keys, except those of house and receipt. */
export const clearStorage = (prefix: string) => {
  const kept: string[] = [...ofHouse, ...(localStorage.receiptLink ? ofReceipt : [])]
  Object.keys(localStorage).forEach(
    (name) => kept.includes(name) || (name.startsWith(prefix) && localStorage.removeItem(name)),
  )
}

/** Replaces the draft and stores it, one key a field; all answers after a save that failed, as with a full storage. */
export const saveDraft = (next: Draft) => {
  const before = draft.get()
  const stored: Draft = isStorageAllowed.get() ? before : {}
  draft.set(next)
  withStorage(() => {
    const { prefix } = draftPlace
    for (const field of Object.keys(before)) if (!(field in next)) localStorage.removeItem(prefix + field)
    for (const [field, value] of Object.entries(next))
      if (stored[field] !== value) localStorage.setItem(prefix + field, value!)
    localStorage.setItem(prefix + savedAtKey, String(Date.now()))
    isStorageAllowed.set(true)
  })
}

/** Removes the stored draft and begins another one with these answers. */
export const resetDraft = (answers: Draft = {}) => {
  withStorage(() => clearStorage(draftPlace.prefix))
  draft.set({})
  saveDraft(withChanges({}, answers))
}

/** Whether this browser stores anything, such as the answers of an earlier visit. */
export const hasStored = () => Boolean(withStorage(() => localStorage.length))

/** Returns the checker for these answers: a check-in already sent may keep a day of arrival that has passed. */
export const checkerFor = ({ checkInId, arrivalDate }: Draft) =>
  withSentArrival(house.get().checker, checkInId && arrivalDate)

let cached: { inputs: readonly unknown[]; journey: Trail } | undefined

/** Returns the journey of these answers, cached: leaving one card and drawing the next need the same. */
export const walkedJourney = (answers: Draft): Trail => {
  const { flow, checker } = house.get()
  const inputs = [flow, answers, houseSettings.get(), checker] as const
  if (!cached?.inputs.every((input, i) => input === inputs[i]))
    cached = { inputs, journey: trail(flow, answers, houseSettings.get(), checkerFor(answers)) }
  return cached.journey
}

/** The code and secret of an invitation link, until the code is accepted; `stay`: answers from a stay's link. */
type Invitation = { code: string; word: string; stay?: Draft }

const key = 'invitation'

let current: Invitation | undefined

/** Without storage the invitation lasts as long as the page. */
const withSession = <T>(work: () => T) => attempt(work, undefined)

/** Returns the invitation that opened this tab, also after a reload. */
export const invitation = (): Invitation | undefined =>
  (current ??= withSession(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined))

/** Stores an invitation for this tab. */
export const keepInvitation = (invited: Invitation) => {
  current = invited
  withSession(() => sessionStorage.setItem(key, JSON.stringify(current)))
}

/** Removes the invitation: once its code is accepted, a cookie identifies the guest. */
export const forgetInvitation = () => {
  current = undefined
  withSession(() => sessionStorage.removeItem(key))
}

/** Stores a link's invitation `…?code=AB12#word` for this tab; removes the secret from address and history. */
export const readInvitation = () => {
  const [code] = Object.values(codeIn(house.get().flow, location.pathname, location.search) ?? {})
  const word = location.hash.slice(1)
  if (!code || !word) return
  keepInvitation({ code, word })
  history.replaceState(null, '', location.pathname + location.search)
}
