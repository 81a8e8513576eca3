import { withFurtherGuests } from '../../src/core/flow/further-guests'
import type { Validate } from '../../src/core/flow/validation'
import type { Places } from '../places/places'
import { italianDay } from '../shared/clock'
import type { PublishedFlow } from './assets'
import { instantiate } from './compile'
import type { Serving } from './serve'

/** The served flow, with the checker of today's answers. */
export type CurrentFlow = PublishedFlow & { validate: Validate; today: () => string }

/** Returns the served flow by the server's clock; countries include the states of an imported table. */
export const currentFlow = ({ serving, places, now }: { serving: Serving; places: Places; now: () => Date }) => {
  const today = () => italianDay(now())
  let last: { of: PublishedFlow; states: readonly string[]; whole: Promise<CurrentFlow> } | undefined
  return async (): Promise<CurrentFlow> => {
    const [states, of] = [await places.states(), serving.current()]
    if (last?.of !== of || last.states !== states) {
      const whole = instantiate(of.validator, today, states).then((validate) => ({
        ...of,
        flow: withFurtherGuests(of.flow),
        validate,
        today,
      }))
      last = { of, states, whole }
    }
    return last.whole
  }
}
