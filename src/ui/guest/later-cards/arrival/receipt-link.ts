import { isSharedDevice } from '../../../shared/kept-answers'
import { draft, withStorage } from '../../state/guest-draft'

/** The draft's field and storage key of the receipt's token, which stays until the departure. */
const key = 'receiptLink'

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
  try {
    if (typed) place().setItem(key, typed)
    if (typed) history.replaceState(null, '', location.pathname + location.search)
    return typed || (place().getItem(key) ?? '')
  } catch {
    return typed
  }
}

/** Calls `call` when the address gets another token; such a link does not reload the page. */
export const onNextToken = (call: () => void) => {
  const hear = () => location.hash.length > 1 && call()
  addEventListener('hashchange', hear)
  return () => removeEventListener('hashchange', hear)
}

/** Removes the token of a stay that is over. */
export const forgetReceiptLink = () =>
  withStorage(() => {
    sessionStorage.removeItem(key)
    localStorage.removeItem(key)
  })

/** Runs `clear`, which removes the stored token too, and stores the token again. */
export const keepingReceiptLink = (clear: () => void) => {
  const token = localStorage.getItem(key)
  clear()
  if (token) localStorage.setItem(key, token)
}
