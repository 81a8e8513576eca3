import type { Draft } from '../../../../schema/checkin'
import { codeIn } from '../../../core/flow/position'
import { house } from '../../shared/published'

/** The code and secret of an invitation link, until the code is accepted; `stay`: answers from a stay's link. */
type Invitation = { code: string; word: string; stay?: Draft }

const key = 'invitation'
let current: Invitation | undefined

const withSession = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    // Without storage the invitation lasts as long as the page.
    return undefined
  }
}

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
