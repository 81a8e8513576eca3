import { isSharedDevice } from '../../../shared/kept-answers'
import { draft, withStorage } from '../../state/guest-draft'

/** The draft's field, and the storage key, of the receipt's token: it outlives the draft, until the departure. */
const key = 'receiptLink'

/** Returns whether this phone may keep what only its guest should read: no tablet at a desk, no device of the host. */
export const isOwnPhone = async (sharedDevice: string | undefined): Promise<boolean> =>
  !sharedDevice && !(await isSharedDevice().catch(() => false))

/** Returns the receipt's token: that of the address, which is taken out of it, or the one this phone keeps. */
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

/** Returns the receipt's token that this phone or tab keeps; empty without one. */
export const keptReceiptLink = (): string =>
  withStorage(() => sessionStorage.getItem(key) ?? localStorage.getItem(key)) ?? ''

/** Calls when another token stands in the address of the open page: a link of the same card loads no new page. */
export const onNextToken = (call: () => void) => {
  const hear = () => location.hash.length > 1 && call()
  addEventListener('hashchange', hear)
  return () => removeEventListener('hashchange', hear)
}

/** Forgets the token of a stay that is over. */
export const forgetReceiptLink = () =>
  withStorage(() => {
    sessionStorage.removeItem(key)
    localStorage.removeItem(key)
  })

/** Runs `clear`, and keeps the token. */
export const keepingReceiptLink = (clear: () => void) => {
  const token = localStorage.getItem(key)
  clear()
  if (token) localStorage.setItem(key, token)
}
