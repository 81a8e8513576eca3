import type { Checkin } from '../../../../schema/checkin'
import { hostCall as call, Offline, Refused } from '../../shared/api'
import { announce } from '../../shared/keyboard'
import { plural, say } from '../../shared/published'
import { store } from '../../shared/store'
import { asHost } from '../session/host'
import { showError } from './actions'
import { nameOf } from './card-fields'
import { applyChanges } from './results'
import { type Offer, offer, withdraw } from './undo'

/** How long a removal can be taken back, in milliseconds: until then the server has heard nothing of it. */
const patience = 10_000

/** The check-ins that leave the list and are still on the server. */
export const leaving = store<ReadonlySet<number>>(new Set())

type Waiting = { ids: readonly number[]; timer: number; made: Offer }
let waiting: Waiting | undefined

const come = (ids: readonly number[]) => leaving.set(new Set([...leaving.get()].filter((id) => !ids.includes(id))))

const send = async (ids: readonly number[], keepalive?: true) => {
  const [id] = ids
  if (ids.length === 1) return call('DELETE /api/checkin/:id', { params: { id: id! }, ...(keepalive && { keepalive }) })
  return call('POST /api/checkins/delete', { body: { ids: [...ids] }, ...(keepalive && { keepalive }) })
}

/** Do now what waits to be taken back; resolves when the server has done it, or has been told as the page is left. */
export const removeWaiting = async (isLeft?: true): Promise<void> => {
  if (!waiting) return
  const { ids, timer, made } = waiting
  waiting = undefined
  clearTimeout(timer)
  withdraw(made)
  try {
    await (isLeft ? send(ids, true) : asHost(() => send(ids)))
    applyChanges([], ids)
    announce(ids.length === 1 ? say('consult.deleted') : plural('consult.deletedMany', ids.length))
  } catch (error) {
    console.error(error)
    // One that another device has removed already is gone as wanted.
    if (error instanceof Refused && error.status === 404) applyChanges([], ids)
    showError(say(error instanceof Offline ? 'consult.noServer' : 'consult.deleteFailed'))
  }
  come(ids)
}

addEventListener('pagehide', () => void removeWaiting(true))

/** Remove check-ins in ten seconds, once the host has said yes; until then one press brings them back. */
export const removeLater = (checkins: readonly Checkin[]) => {
  void removeWaiting()
  const ids = checkins.map(({ id }) => id)
  const made: Offer = {
    text:
      checkins.length === 1
        ? say('undo.deleted', { name: nameOf(checkins[0]!) || say('consult.nameless') })
        : plural('undo.deletedMany', checkins.length),
    undo: () => {
      clearTimeout(waiting?.timer)
      waiting = undefined
      come(ids)
    },
    now: () => void removeWaiting(),
  }
  waiting = { ids, timer: window.setTimeout(() => void removeWaiting(), patience), made }
  leaving.set(new Set([...leaving.get(), ...ids]))
  offer.set(made)
}
