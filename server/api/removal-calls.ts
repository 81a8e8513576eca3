import { reportedOf } from '../exports/reported'
import { numbersIn } from '../shared/body'
import { notFound } from '../shared/refusal'
import { type Handlers, numberOf, type Services } from './handlers'

type Names =
  | 'DELETE /api/checkin/:id'
  | 'POST /api/checkins/delete'
  | 'POST /api/checkins/keep'
  | 'POST /api/checkins/reported'

/** The calls that delete check-ins, take that back, and say what the offices have of them. */
export const removalCalls = (services: Services): Handlers<Names> => {
  const { removals, store, places, offices } = services
  return {
    'DELETE /api/checkin/:id': async (context) => {
      if (!(await removals.remove(numberOf(context)))) throw notFound()
      return {}
    },
    'POST /api/checkins/delete': async ({ body }) => {
      const ids = numbersIn(body.ids, 'server.ids')
      if (body.later === true) return { data: { removed: await removals.later(ids) } }
      const gone = await Promise.all(ids.map(removals.remove))
      return { data: { removed: gone.filter(Boolean).length } }
    },
    'POST /api/checkins/keep': async ({ body }) => ({
      data: { kept: await removals.takeBack(numbersIn(body.ids, 'server.ids')) },
    }),
    'POST /api/checkins/reported': async ({ body }) => ({
      data: await reportedOf({ store, places, wireOf: offices.police.wireOf }, numbersIn(body.ids, 'server.ids')),
    }),
  }
}
