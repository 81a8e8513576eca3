import { codeIn } from '../../../core/flow/position'
import { house } from '../../shared/published'

/** The code and the secret of an invitation link, until the code is accepted. */
type Invitation = { code: string; word: string }

const key = 'invitation'
let known: Invitation | undefined

const withSession = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    // Without storage the invitation lasts as long as the page.
    return undefined
  }
}

/** The invitation this tab was opened with, also after a reload. */
export const invitation = (): Invitation | undefined =>
  (known ??= withSession(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined))

/** Removes the invitation: once its code is accepted, a cookie identifies the guest. */
export const forgetInvitation = () => {
  known = undefined
  withSession(() => sessionStorage.removeItem(key))
}

/** The secret that belongs to a code; empty unless the guest came by its link. */
export const secretFor = (code: string) => (invitation()?.code === code.toUpperCase() ? invitation()!.word : '')

/**
 * Stores the invitation of a link `…?code=AB12#word` for this tab and removes the secret from the address and history.
 */
export const readInvitation = () => {
  const [code] = Object.values(codeIn(house.get().flow, location.pathname, location.search) ?? {})
  const word = location.hash.slice(1)
  if (!code || !word) return
  known = { code, word }
  withSession(() => sessionStorage.setItem(key, JSON.stringify(known)))
  history.replaceState(null, '', location.pathname + location.search)
}
