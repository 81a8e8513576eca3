import { type Disk, machineDisk } from '../store/sealed/disk'
import { lockFolder } from '../store/sqlite/lock'
import { openStore } from '../store/sqlite/open'
import type { Store } from '../store/store'
import { houseFolders } from './folders'

/** What the operator's command does with the stores of houses, whatever keeps them. */
export type HouseEngine = {
  open: (name: string) => Promise<Store>
  /** Holds a house, so that no server has it open, until what it answers is called; rejects while one has. */
  lock: (name: string) => Promise<() => Promise<void>>
  /** What is to be done beside renaming the folder. */
  rename: (from: string, to: string) => Promise<void>
  /** What is to be done beside removing the folder. */
  remove: (name: string) => Promise<void>
  /** Moves a house into the database, or out of it; answers what was moved. */
  move?: { into: (name: string) => Promise<string>; out: (name: string) => Promise<string> }
  close: () => Promise<void>
}

/** The houses of a folder, each with its store in it. */
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

/** The houses of a folder with their stores in a database. */
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
