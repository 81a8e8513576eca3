import type { Call, Kit } from '../http/call'
import { officialTables } from '../places/official-tables'
import type { ChangeFeed } from '../store/change-feed'

/** The calls about the official tables of comuni and states, and the codes the host typed beside them. */
export const tableCalls = ({ dir, places, books, now }: Kit, { store }: ChangeFeed): Call[] => {
  const tables = officialTables({ store, dir, places, now })
  return [
    {
      method: 'GET',
      path: '/api/tables',
      who: 'host',
      run: async () => ({ data: { ...(await tables.state()), states: await places.states() } }),
    },
    {
      method: 'POST',
      path: '/api/tables',
      who: 'host',
      limit: 3_000_000,
      run: async ({ body }) => {
        const data = await tables.read(body.kind, body.csv, body.take === true)
        if (body.take === true) books.changed()
        return { data }
      },
    },
    { method: 'GET', path: '/api/istat-codes', who: 'host', run: async () => ({ data: await places.typedCodes() }) },
    {
      method: 'DELETE',
      path: '/api/istat-codes/:name',
      who: 'host',
      run: async ({ params }) => {
        await places.removeTypedCode(params.name ?? '')
        return {}
      },
    },
  ]
}
