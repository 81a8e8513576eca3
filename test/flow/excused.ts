import * as assert from 'uvu/assert'
import type { Flow } from '../../schema/steps'
import type { Visit } from '../../src/core/lint/walk'

const unreachedIn = (flow: Flow) =>
  flow.exceptions
    .filter(({ rule }) => rule === 'unreached')
    .map(({ at }) => at)
    .sort()

/** Holds that the steps the specification calls off the journey are excused, each exception with its reason. */
export const excusesWhatIsOff = (flow: Flow) => {
  assert.equal(unreachedIn(flow), ['/direct-data-review', '/guest-data', '/payment-method', '/test-check-in'])
  for (const { because } of flow.exceptions) assert.ok(because.length > 20)
}

/** Holds that every step is on a journey or excused from being on one. */
export const reachesOrExcuses = (flow: Flow, routes: ReadonlyMap<Visit, unknown>) => {
  const on = new Set([...routes.keys()].map(({ path }) => path))
  const off = Object.keys(flow.steps).filter((path) => !on.has(path))
  assert.equal(off.sort(), unreachedIn(flow))
}
