import { allSettings } from '../settings/all-settings'
import { isPin } from '../settings/pin'
import { wordOf } from '../shared/body'
import { say } from '../shared/messages'
import { Refusal, tooMany } from '../shared/refusal'
import { attempts, type Caller, type EntryServices } from './attempts'

/**
 * Has the host type the PIN again: what lets others in or lets data out needs more than a page left open. Refuses with
 * 400 and a fault of `current` when it is missing or wrong, with 429 when there were too many tries.
 */
export const confirmedBy = (services: EntryServices) => {
  const tried = attempts(services)
  return async (context: Caller, given: unknown) => {
    const { adminPin } = await allSettings(services.store)
    const current = wordOf(given)
    const { right, wait } = /^[0-9]{4}$/.test(current)
      ? await tried('pin', context, adminPin, () => isPin(current, adminPin, context.address))
      : { right: false, wait: 0 }
    if (wait) throw tooMany(wait)
    if (!right)
      throw new Refusal(400, say('access.pin.unknown'), {
        faults: [{ field: 'current', rule: current ? 'unknown' : 'required' }],
      })
  }
}
