import type { RequestListener } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type HouseOptions, openHouse } from '../house/house'
import type { Gauges } from '../http/monitoring'
import { openPostgres } from '../store/postgres/postgres-database'
import { openPostgresStore } from '../store/postgres/postgres-store'
import { type Disk, machineDisk } from '../store/sealed/disk'
import { houseFolders, sharedFolders } from './folders'
import { forwarding } from './forwarding'
import { front, type Houses, manyHouses } from './houses'

type SharingOptions = {
  url: string
  root: string
  /** Seconds until a silent process counts as dead. */
  patience: number
  /** Milliseconds a leaving process goes on forwarding, until the proxy notices. */
  drain: number
  disk: Disk
  report: (line: string) => void
}

/** Serves houses with other processes: stores in one database, requests go to the holder. Throws StoreRefused. */
export const sharing = async ({ url, root, patience, drain, disk, report }: SharingOptions) => {
  const database = await openPostgres({ url, address: '', patience, report })
  const folders = sharedFolders(root, database)
  let self = ''
  let isLeaving = false
  return {
    folders,
    /** Opens a house's store; `lost` is called when another process holds it. */
    store: (house: string, lost: () => void) =>
      openPostgresStore({
        database,
        house,
        dir: houseFolders(root).dirOf(house),
        disk,
        lost,
        report: (line) => report(`${house}: ${line}`),
      }),
    answering: (houses: Pick<Houses, 'answer'>) =>
      forwarding(houses, {
        holderOf: database.holderOf,
        others: database.others,
        self: () => (isLeaving ? undefined : self),
      }),
    listening: async (address: string) => {
      self = address
      await database.moveTo(address)
    },
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

export type Served = {
  handler: RequestListener
  gauges: () => Gauges
  greet: (home: string) => void
  listening?: (port: number | string) => Promise<void>
  /** Runs before the end, while requests are still taken. */
  leave?: () => Promise<void>
  close: () => Promise<void>
}

/** With a `database` processes share the houses: `patience` in seconds until a silent one is dead, `drain` in ms. */
type HousesPlace = {
  root: string
  most: number
  database: string | undefined
  patience: number
  drain: number
  address: string | undefined
}

type Common = Omit<HouseOptions, 'dir' | 'pin'>

/** Milliseconds between two looks at what closed houses have to do. */
const pace = 2_000

const sharedBy = async ({ database, root, patience, drain }: HousesPlace, { trustProxy, report, keys }: Common) => {
  if (!database) return undefined
  if (!trustProxy)
    throw new Error('DATABASE_URL goes with TRUST_PROXY=1: several processes stand behind a proxy that says who asks')
  return sharing({ url: database, root, patience, drain, disk: { ...machineDisk, keys }, report })
}

/** Serves the houses of a folder by host name. Throws a sentence for the operator. */
export const serveHouses = async (place: HousesPlace, common: Common): Promise<Served> => {
  const { root, most, address } = place
  const shared = await sharedBy(place, common)
  const folders = shared?.folders ?? houseFolders(root)
  const houses = manyHouses({
    folders,
    open: (name) =>
      openHouse({
        ...common,
        name,
        dir: folders.dirOf(name),
        pin: undefined,
        ...(shared && { store: () => shared.store(name, () => houses.lose(name)) }),
        tell: (line) => common.tell(`${name}: ${line}`),
        log: (line) => common.log(`${name}: ${line}`),
        report: (line) => common.report(`${name}: ${line}`),
      }),
    most,
    now: Date.now,
    trustProxy: common.trustProxy,
    report: common.report,
  })
  const count = (await folders.list()).length
  const timer = setInterval(() => void houses.turn(), pace)
  const answer = shared?.answering(houses) ?? houses.answer
  return {
    handler: front({ answer, isReady: shared?.isReady ?? (async () => true) }, common),
    gauges: houses.counts,
    greet: (home) => console.log(`Benvenuto: ${home} for ${count} houses in ${root}`),
    ...(shared && {
      listening: (port) => shared.listening(address || `http://127.0.0.1:${port}`),
      leave: () => shared.leave(houses),
    }),
    close: async () => {
      clearInterval(timer)
      await houses.close()
      await shared?.close()
    },
  }
}
