import type { Call, Kit } from './asking'
import type { Ledger } from './ledger'
import { officialTables } from './tables'

/** The calls about the official tables of comuni and states. */
export const tableCalls = ({ dir, places, books, now }: Kit, { store }: Ledger): Call[] => {
  const tables = officialTables({ store, dir, places, now })
  return [
    { method: 'GET', path: '/api/tables', who: 'host', run: async () => ({ data: await tables.state() }) },
    {
      method: 'POST', path: '/api/tables', who: 'host', limit: 3_000_000,
      run: async ({ body }) => {
        const data = await tables.read(body.kind, body.csv, body.take === true)
        if (body.take === true) books.changed()
        return { data }
      },
    },
  ]
}
