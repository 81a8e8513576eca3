import { setTimeout as pause } from 'node:timers/promises'
import { openPostgres } from '../store/postgres/postgres-database'
import { openPostgresStore } from '../store/postgres/postgres-store'
import type { Disk } from '../store/sealed/disk'
import { houseFolders, sharedFolders } from './folders'
import { handing } from './handing'
import type { Houses } from './houses'

export type SharingOptions = {
  /** Of the database. */
  url: string
  /** The folder of the houses' files, shared by all processes. */
  root: string
  /** Seconds until a silent process counts as dead. */
  patience: number
  /** Milliseconds a leaving process goes on forwarding, until the proxy notices. */
  drain: number
  disk: Disk
  report: (line: string) => void
}

/**
 * Serves houses together with other processes: stores in one database, requests forwarded to the holder. Throws
 * StoreRefused with a sentence.
 */
export const sharing = async ({ url, root, patience, drain, disk, report }: SharingOptions) => {
  const database = await openPostgres({ url, address: '', patience, report })
  const folders = sharedFolders(root, database)
  let self = ''
  let isLeaving = false
  return {
    folders,
    /** Opens a house's store; `lost` is called when another process holds it. */
    store: (house: string, lost: () => void) =>
      openPostgresStore({ database, house, dir: houseFolders(root).dirOf(house), disk, lost }),
    /** Answers requests where their house is held. */
    answering: (houses: Pick<Houses, 'answer'>) =>
      handing(houses, {
        holderOf: database.holderOf,
        others: database.others,
        self: () => (isLeaving ? undefined : self),
      }),
    /** Publishes this process's address. */
    listening: async (address: string) => {
      self = address
      await database.moveTo(address)
    },
    /** Whether requests may come here. */
    isReady: async () => !isLeaving && (await database.ready().then(() => true)),
    /** Releases the houses to the other processes and forwards what still comes. */
    leave: async (houses: Pick<Houses, 'close'>) => {
      if (!(await database.others()).length) return
      isLeaving = true
      await houses.close()
      await pause(drain)
    },
    close: database.close,
  }
}
