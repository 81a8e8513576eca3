import { guests } from '../../schema/guest'
import { say } from '../shared/messages'
import { mustExist, Refusal } from '../shared/refusal'
import { type Handlers, numberOf, type Services } from './handlers'

type Names =
  | 'GET /api/region'
  | 'GET /api/checkin/:id/region'
  | 'POST /api/checkin/:id/region'
  | 'POST /api/region/eliminate'
  | 'POST /api/region/known'

/** The calls about which guests the region holds and whom it takes them for. */
export const regionCalls = ({ store, offices: { known } }: Services): Handlers<Names> => ({
  'GET /api/region': async () => ({ data: await known.matters() }),
  'GET /api/checkin/:id/region': async (context) => {
    const { id } = mustExist(await store.checkin(numberOf(context)))
    return { data: await known.doubtsOf(id) }
  },
  'POST /api/checkin/:id/region': async (context) => {
    const { id } = mustExist(await store.checkin(numberOf(context)))
    const { guest, about, same } = context.body
    const who = guests.find((one) => one === guest)
    if (!who || typeof about !== 'string' || typeof same !== 'boolean') throw new Refusal(400, say('region.answer'))
    if (!(await known.answer(id, who, about, same))) throw new Refusal(409, say('region.answered'))
    return {}
  },
  'POST /api/region/eliminate': async ({ body: { ids } }) => {
    if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) throw new Refusal(400, say('region.ids'))
    return { data: { count: await known.eliminate(ids as string[]) } }
  },
  'POST /api/region/known': async ({ body: { text } }) => {
    if (typeof text !== 'string' || !/<movimenti[\s>]/.test(text)) throw new Refusal(400, say('region.file'))
    return { data: { count: await known.learn(text) } }
  },
})
