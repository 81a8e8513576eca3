import type { Draft } from '../../../../schema/checkin'
import { withChanges } from '../../../core/flow/arms'
import { store } from '../../shared/page-store'

/** When the draft was last kept, in milliseconds since 1970. */
export const touched = 'draftSavedAt'

/** The answers so far, one per field, as this browser keeps them. */
export const draft = store<Draft>({})

/** False where the browser keeps nothing: answers then live as long as the page. */
export const isKept = store(true)

/** What the browser may refuse to do with its storage; undefined where it does. */
export const ifKept = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    isKept.set(false)
    return undefined
  }
}

/** All goes, under whatever name an older flow kept it; a host's PIN would stay. */
export const clear = () =>
  Object.keys(localStorage).forEach((name) => name === 'adminPin' || localStorage.removeItem(name))

/** What a check-in begun before this product left here goes once a code is accepted, as specified. */
export const forgetLeftovers = () => void ifKept(() => localStorage.removeItem('formData'))

/** Keep a new draft; what it no longer holds goes from the browser too. */
export const keep = (next: Draft) => {
  const before = draft.get()
  draft.set(next)
  ifKept(() => {
    for (const [field, value] of Object.entries(next)) if (before[field] !== value) localStorage.setItem(field, value!)
    for (const field of Object.keys(before)) if (!(field in next)) localStorage.removeItem(field)
    localStorage.setItem(touched, String(Date.now()))
  })
}

/** Forget everything this browser keeps of a guest, but for the answers given. */
export const wipe = (but: Draft = {}) => {
  ifKept(clear)
  draft.set({})
  keep(withChanges({}, but))
}

/** Whether this browser keeps anything: of a guest who was here before, or of a check-in begun elsewhere. */
export const hasKept = () => Boolean(ifKept(() => localStorage.length))
