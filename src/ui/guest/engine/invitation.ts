import { codeIn } from '../../../core/flow/position'
import { house } from '../../shared/published'

/** The code of an invitation link and its long word, until the code is accepted. */
type Invitation = { code: string; word: string }

const stored = 'invitation'
let known: Invitation | undefined

const guarded = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    // A browser that keeps nothing: the invitation lasts as long as the page.
    return undefined
  }
}

/** The invitation this tab was opened with, also after a reload. */
export const invited = (): Invitation | undefined =>
  (known ??= guarded(() => JSON.parse(sessionStorage.getItem(stored) ?? 'null') ?? undefined))

/** Forget the invitation: its code was accepted, and the guest is known by a cookie from now on. */
export const forgetInvitation = () => {
  known = undefined
  guarded(() => sessionStorage.removeItem(stored))
}

/** The long word that belongs to a code, where the guest came by its link. */
export const wordFor = (code: string) => (invited()?.code === code.toUpperCase() ? invited()!.word : '')

/**
 * Takes in an invitation link, `…?code=AB12#word`: the word is kept for this tab and goes from the address, so that
 * nobody who sees the screen or the history reads it.
 */
export const takeInvitation = () => {
  const [code] = Object.values(codeIn(house.get().flow, location.pathname, location.search) ?? {})
  const word = location.hash.slice(1)
  if (!code || !word) return
  known = { code, word }
  guarded(() => sessionStorage.setItem(stored, JSON.stringify(known)))
  history.replaceState(null, '', location.pathname + location.search)
}
