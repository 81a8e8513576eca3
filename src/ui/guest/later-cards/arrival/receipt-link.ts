import type { Draft } from '../../../../../schema/checkin'
import { attempt } from '../../../../core/attempt'
import { arrivalCard } from '../../../../core/checkin/link-journeys'
import { stepThat } from '../../../../core/flow/arms'
import { isSharedDevice } from '../../../shared/kept-answers'
import { house, today } from '../../../shared/published'
import { draft, ofReceipt, withStorage } from '../../state/guest-draft'

/** The draft's fields and storage keys of the receipt: its token; its code and departure, `AB12 2026-12-03`. */
const [key, stayKey] = ofReceipt

/** Returns whether this is the guest's own phone: no tablet at a desk, no device of the host. */
export const isOwnPhone = async (sharedDevice: string | undefined): Promise<boolean> =>
  !sharedDevice && !(await isSharedDevice().catch(() => false))

/** Returns the receipt's token: from the address, where it is removed, else from storage. */
export const readReceiptLink = (): string => {
  const typed = location.hash.slice(1)
  if (!typed) return keptReceiptLink()
  history.replaceState(null, '', location.pathname + location.search)
  withStorage(() => sessionStorage.setItem(key, typed))
  void isOwnPhone(draft.get().sharedDevice).then(
    (isOwn) => isOwn && withStorage(() => localStorage.setItem(key, typed)),
  )
  return typed
}

/** Returns the stored token of the receipt; empty without one. */
export const keptReceiptLink = (): string =>
  withStorage(() => sessionStorage.getItem(key) ?? localStorage.getItem(key)) ?? ''

/** Moves a token from the address, which others can read, into a storage of the browser; returns the stored one. */
export const storedToken = (place: () => Storage, key: string): string => {
  const typed = location.hash.slice(1)
  return attempt(() => {
    if (typed) place().setItem(key, typed)
    if (typed) history.replaceState(null, '', location.pathname + location.search)
    return typed || (place().getItem(key) ?? '')
  }, typed)
}

/** Calls `call` when the address gets another token; such a link does not reload the page. */
export const onNextToken = (call: () => void) => {
  const hear = () => location.hash.length > 1 && call()
  addEventListener('hashchange', hear)
  return () => removeEventListener('hashchange', hear)
}

/** Removes the token of a stay that is over, or of an earlier check-in. */
export const forgetReceiptLink = () =>
  withStorage(() => {
    sessionStorage.removeItem(key)
    localStorage.removeItem(key)
    localStorage.removeItem(stayKey)
  })

/** Returns what the draft of a finished check-in stores so that its link finds the receipt again. */
export const receiptStay = ({ reservationCode = '', departureDate = '' }: Draft) => ({
  [stayKey]: `${reservationCode} ${departureDate}`,
})

/**
 * Returns the address of this phone's receipt for the code of an opened link, after two days that of the arrival
 * instructions; undefined if it has neither, or the stay is over.
 */
export const receiptAddress = async (code: string): Promise<string | undefined> => {
  const { finished, sharedDevice } = draft.get()
  const [ofCode = '', departure = ''] = withStorage(() => localStorage.getItem(stayKey))?.split(' ') ?? []
  if (ofCode.toUpperCase() !== code || departure < today() || !(await isOwnPhone(sharedDevice))) return undefined
  if (finished === 'yes') return stepThat(house.get().flow, 'ends')
  return keptReceiptLink() && arrivalCard
}
