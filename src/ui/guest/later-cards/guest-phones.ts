import { useEffect } from 'react'
import type { LinkState } from '../../../../schema/calls/guest-links'
import { type Later, partyFlag } from '../../../../schema/guest'
import { guestCall } from '../../shared/api'
import { store, useStore } from '../../shared/page-store'
import { house } from '../../shared/published'
import { draft, saveDraft } from '../state/guest-draft'
import { linksIn, withLink } from './own-phone-house'
import { asGuest } from './sending'

/** Milliseconds. */
const every = 5_000

/** Undefined before the first answer. */
const linkStates = store<readonly LinkState[] | undefined>(undefined)

const isAway = store(false)

/** Asks the server which guests are ready. */
export const look = async () => {
  try {
    const now = draft.get()
    const { data } = await asGuest(now, () => guestCall('GET /api/guest-links'))
    linkStates.set(data)
    isAway.set(false)
  } catch {
    isAway.set(true)
  }
}

/** The state of a guest's link: `unknown` before the first answer, `gone` after it has expired. */
export type PhoneState = { state: 'unknown' | 'open' | 'ready' | 'gone'; name?: string | undefined; isAway: boolean }

/** Returns the states of the guests' links, updated until all are ready. */
export const usePhones = (guests: readonly Later[]): ((guest: Later) => PhoneState) => {
  const states = useStore(linkStates)
  const isOffline = useStore(isAway)
  const of = (guest: Later) => states?.find((link) => link.guest === guest)
  const isWaiting = guests.length > 0 && !guests.every((guest) => of(guest)?.state === 'ready')
  useEffect(() => {
    if (guests.length) void look()
  }, [guests.join()])
  useEffect(() => {
    if (!isWaiting) return
    const again = () => void (document.visibilityState === 'visible' && look())
    const timer = setInterval(again, every)
    addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [isWaiting])
  return (guest) => ({
    state: of(guest)?.state ?? (states ? 'gone' : 'unknown'),
    name: of(guest)?.name,
    isAway: isOffline,
  })
}

/** Makes the link of a guest. Throws Refused or Offline. */
export const makeLink = async (guest: Later) => {
  const { data } = await asGuest(draft.get(), () => guestCall('POST /api/guest-links', { body: { guest } }))
  saveDraft(withLink({ ...draft.get(), [partyFlag(guest)]: 'yes' }, guest, data.token))
  linkStates.set([...(linkStates.get() ?? []).filter((link) => link.guest !== guest), { guest, state: 'open' }])
}

/** Removes a link on this phone, and on the server if it answers; the sending closes it in any case. */
export const dropLink = (guest: Later) => {
  saveDraft(withLink(draft.get(), guest, undefined))
  linkStates.set(linkStates.get()?.filter((link) => link.guest !== guest))
  guestCall('DELETE /api/guest-links/:guest', { params: { guest } }).catch((error: unknown) => console.error(error))
}

/** Returns the address of a guest's link. */
export const linkTo = (guest: Later, path: string) => `${location.origin}${path}#${linksIn(draft.get())[guest] ?? ''}`

/** Returns the words for the state of a guest's link. */
export const stateWords = ({ state, name, isAway }: PhoneState) => {
  const { say } = house.get().speak
  const words =
    state === 'ready' ? say(name ? 'ownPhone.ready' : 'ownPhone.readyUnnamed', { name }) : say(`ownPhone.${state}`)
  return isAway ? `${words} ${say('ownPhone.offline')}` : words
}
