import { type Disk, machineDisk } from '../store/sealed/disk'
import { lockFolder } from '../store/sqlite/lock'
import { openStore } from '../store/sqlite/open'
import type { Store } from '../store/store'
import { houseFolders } from './folders'

export type HouseEngine = {
  open: (name: string) => Promise<Store>
  /** Locks a house against servers; resolves with a function that releases it. */
  lock: (name: string) => Promise<() => Promise<void>>
  rename: (from: string, to: string) => Promise<void>
  remove: (name: string) => Promise<void>
  /** Returns counts; nothing where there is nothing to move. */
  move?: Record<'into' | 'out', (name: string) => Promise<string | undefined>>
  close: () => Promise<void>
}

/** Houses with stores in their folders. */
export const folderEngine = (root: string, disk: Disk = machineDisk): HouseEngine => {
  const { dirOf } = houseFolders(root)
  return {
    open: (name) => openStore({ dir: dirOf(name), disk, backups: 'untouched', report: console.error }),
    lock: (name) => lockFolder(dirOf(name)),
    rename: async () => {},
    remove: async () => {},
    close: async () => {},
  }
}

/** Houses with stores in a database. */
export const databaseEngine = async (root: string, disk: Disk, url: string): Promise<HouseEngine> => {
  const { dirOf } = houseFolders(root)
  const { openPostgres } = await import('../store/postgres/postgres-database')
  const { openPostgresStore } = await import('../store/postgres/postgres-store')
  const { intoDatabase, intoFolder } = await import('./move-house')
  const database = await openPostgres({ url, address: '', report: console.error, connections: 4 })
  return {
    open: (house) => openPostgresStore({ database, house, dir: dirOf(house), disk }),
    lock: async (name) => (await database.hold(name)).release,
    rename: database.rename,
    remove: database.remove,
    move: {
      into: (name) => intoDatabase(database, disk, name, dirOf(name)),
      out: (name) => intoFolder(database, disk, name, dirOf(name)),
    },
    close: database.close,
  }
}
