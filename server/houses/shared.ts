import { setTimeout as pause } from 'node:timers/promises'
import { openPostgres } from '../store/postgres/postgres-database'
import { openPostgresStore } from '../store/postgres/postgres-store'
import type { Disk } from '../store/sealed/disk'
import { houseFolders, sharedFolders } from './folders'
import { handing } from './handing'
import type { Houses } from './houses'

export type SharingOptions = {
  /** The address of the database. */
  url: string
  /** The folder of the houses' files, the same for all processes. */
  root: string
  /** Seconds after which a process that was not heard of is taken for dead. */
  patience: number
  /** Milliseconds a process that ends goes on handing requests on, for the proxy to see that it is leaving. */
  drain: number
  /** The machine's disk, with the keys the files are sealed with. */
  disk: Disk
  report: (line: string) => void
}

/**
 * What a process needs to serve houses together with others: their stores in one database, and the way to the process
 * that holds a house. Throws StoreRefused, with a sentence for the operator.
 */
export const sharing = async ({ url, root, patience, drain, disk, report }: SharingOptions) => {
  const database = await openPostgres({ url, address: '', patience, report })
  const folders = sharedFolders(root, database)
  let self = ''
  let isLeaving = false
  return {
    folders,
    /** Opens the store of a house; `lost` is told when it is another process's. */
    store: (house: string, lost: () => void) =>
      openPostgresStore({ database, house, dir: houseFolders(root).dirOf(house), disk, lost }),
    /** Answers requests where their house is. */
    answering: (houses: Pick<Houses, 'answer'>) =>
      handing(houses, {
        holderOf: database.holderOf,
        others: database.others,
        self: () => (isLeaving ? undefined : self),
      }),
    /** Says where the others reach this process: it is listening. */
    listening: async (address: string) => {
      self = address
      await database.moveTo(address)
    },
    /** Whether requests may come here: the database answers, and this process stays. */
    isReady: async () => !isLeaving && (await database.ready().then(() => true)),
    /** Lets the houses go to the other processes, and hands on what still comes; alone, does nothing. */
    leave: async (houses: Pick<Houses, 'close'>) => {
      if (!(await database.others()).length) return
      isLeaving = true
      await houses.close()
      await pause(drain)
    },
    close: database.close,
  }
}
