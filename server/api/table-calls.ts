import { officialTables } from '../places/imported-tables'
import type { ChangeFeed } from '../store/change-feed'
import type { Handlers, Services } from './handlers'

type Names = 'GET /api/tables' | 'POST /api/tables' | 'GET /api/istat-codes' | 'DELETE /api/istat-codes/:name'

/** The calls about the official tables of comuni and states, and the codes the host typed. */
export const tableCalls = ({ dir, places, workbooks, now }: Services, { store }: ChangeFeed): Handlers<Names> => {
  const tables = officialTables({ store, dir, places, now })
  return {
    'GET /api/tables': async () => ({ data: { ...(await tables.state()), states: await places.states() } }),
    'POST /api/tables': async ({ body }) => {
      const data = await tables.read(body.kind, body.csv, body.take === true)
      if (body.take === true) workbooks.changed()
      return { data }
    },
    'GET /api/istat-codes': async () => ({ data: await places.typedCodes() }),
    'DELETE /api/istat-codes/:name': async ({ params }) => {
      await places.removeTypedCode(params.name)
      return {}
    },
  }
}
