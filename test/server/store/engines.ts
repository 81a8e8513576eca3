import { openPostgres } from '../../../server/store/postgres/postgres-database'
import { openPostgresStore } from '../../../server/store/postgres/postgres-store'
import { openStore } from '../../../server/store/sqlite/open'
import type { Store } from '../../../server/store/store'
import { startPostgres, whyNoPostgres } from './postgres-server'
import { folder } from './store-world'

/** A storage engine: `open` opens the house of a name, the same name always the same house. */
export type Engine = { name: string; open: (house: string) => Promise<Store>; stop: () => Promise<void> }

const embedded = async (): Promise<Engine> => {
  const dirs = new Map<string, string>()
  const dirOf = (house: string) => dirs.get(house) ?? dirs.set(house, folder()).get(house)!
  return { name: 'embedded', open: (house) => openStore({ dir: dirOf(house), backups: 0 }), stop: async () => {} }
}

const postgresql = async (): Promise<Engine> => {
  const server = await startPostgres({ fsync: 'off' })
  const database = await openPostgres({ url: server.url(), address: 'http://127.0.0.1:1', report: console.error })
  return {
    name: 'postgresql',
    open: (house) => openPostgresStore({ database, house, dir: folder() }),
    stop: async () => {
      await database.close()
      await server.stop()
    },
  }
}

export const engines: { name: string; start: () => Promise<Engine>; missing: string | undefined }[] = [
  { name: 'embedded', start: embedded, missing: undefined },
  { name: 'postgresql', start: postgresql, missing: whyNoPostgres() },
]
