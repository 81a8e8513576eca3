import { allSettings } from '../settings/all-settings'
import { isPin } from '../settings/pin'
import { wordOf } from '../shared/body'
import { say } from '../shared/messages'
import { Refusal, tooMany } from '../shared/refusal'
import { attempts, type Caller, type EntryServices } from './attempts'

/**
 * Has the host type the PIN again, because an open page alone must not let others in or data out. Refuses with 400 and
 * a fault of `current` when it is missing or wrong, with 429 after too many tries.
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
