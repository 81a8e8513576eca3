import type { Draft } from '../../../../schema/checkin'
import { withChanges } from '../../../core/flow/arms'
import { store } from '../../shared/page-store'

/** Storage key of the time of the last change, in milliseconds since 1970. */
export const savedAtKey = 'draftSavedAt'

/** The answers so far, by field. */
export const draft = store<Draft>({})

/** Prefix of the draft's storage keys; a guest's link has its own. */
export const draftPlace = { prefix: '' }

/** Whether this browser allows storage; without it the answers last as long as the page. */
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

/** Clears the browser's storage, except a host's PIN. */
export const clearStorage = () =>
  Object.keys(localStorage).forEach(
    (name) => name === 'adminPin' || (name.startsWith(draftPlace.prefix) && localStorage.removeItem(name)),
  )

/** Replaces the draft and stores it, one key a field. */
export const saveDraft = (next: Draft) => {
  const before = draft.get()
  draft.set(next)
  withStorage(() => {
    const { prefix } = draftPlace
    for (const [field, value] of Object.entries(next))
      if (before[field] !== value) localStorage.setItem(prefix + field, value!)
    for (const field of Object.keys(before)) if (!(field in next)) localStorage.removeItem(prefix + field)
    localStorage.setItem(prefix + savedAtKey, String(Date.now()))
  })
}

/** Clears the browser's storage and begins a draft with these answers. */
export const resetDraft = (answers: Draft = {}) => {
  withStorage(clearStorage)
  draft.set({})
  saveDraft(withChanges({}, answers))
}

/** Whether this browser stores anything, such as the answers of an earlier visit. */
export const hasStored = () => Boolean(withStorage(() => localStorage.length))
