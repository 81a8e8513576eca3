import type { Services } from '../http/call'
import type { Published } from './assets'
import { instantiate } from './compile'

/** The flow as it is served now, taking for countries also the states that only the table the host imported has. */
export const currentFlow = ({ serving, places }: Pick<Services, 'serving' | 'places'>) => {
  let last: { of: Published; states: readonly string[]; whole: Promise<Published> } | undefined
  return async (): Promise<Published> => {
    const [states, of] = [await places.states(), serving.current()]
    if (!states.length) return of
    if (last?.of !== of || last.states !== states)
      last = { of, states, whole: instantiate(of.validator, states).then((validate) => ({ ...of, validate })) }
    return last.whole
  }
}
