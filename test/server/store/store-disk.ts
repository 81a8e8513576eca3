import { basename, dirname } from 'node:path'
import { Readable } from 'node:stream'
import { type Disk, machineDisk, type Writing } from '../../../server/store/sealed/disk'

/**
 * Faults of one call: it throws at once, throws after half its work (disk full), or does half its work and the machine
 * stops.
 */
export const faults = ['fail', 'short', 'tear'] as const
export type Fault = (typeof faults)[number]

const error = (code: string) => Object.assign(new Error(`${code}: the test's disk`), { code })

/**
 * The real disk with a counter of changes (write, sync, truncate, rename, remove, sync of a folder) and a fault in the
 * call of one number. `short` and `tear` write half of the data; a `tear` of another call does its work and then stops.
 * After a `tear` every call throws.
 */
export const faultyDisk = (at = Infinity, fault: Fault = 'fail') => {
  let count = 0
  let dead = false
  let only = /./
  const seen: string[] = []
  const guarded = async <T>(what: string, whole: () => Promise<T>, half: () => Promise<unknown>): Promise<T> => {
    if (dead) throw error('EIO')
    seen.push(what)
    if (count++ < at || !only.test(what)) return whole()
    at = Infinity
    if (fault !== 'fail') await half()
    dead = fault === 'tear'
    throw error(fault === 'short' ? 'ENOSPC' : 'EIO')
  }
  const disk: Disk = {
    ...machineDisk,
    open: async (path) => {
      const file = await machineDisk.open(path)
      const whole = (what: string, work: () => Promise<void>) => guarded(`${what} ${path}`, work, work)
      const faulty: Writing = {
        write: (bytes, place) =>
          guarded(
            `write ${path}`,
            () => file.write(bytes, place),
            () => file.write(bytes.subarray(0, bytes.length >> 1), place),
          ),
        sync: () => whole('sync', file.sync),
        truncate: (length) => whole('truncate', () => file.truncate(length)),
        close: file.close,
      }
      return faulty
    },
    rename: (from, to) =>
      guarded(
        `rename ${to}`,
        () => machineDisk.rename(from, to),
        () => machineDisk.rename(from, to),
      ),
    remove: (path) =>
      guarded(
        `remove ${path}`,
        () => machineDisk.remove(path),
        () => machineDisk.remove(path),
      ),
    syncFolder: (folder) =>
      guarded(
        `syncFolder ${folder}`,
        () => machineDisk.syncFolder(folder),
        () => machineDisk.syncFolder(folder),
      ),
  }
  return {
    disk,
    seen,
    heal: () => (at = Infinity),
    breakNow: (kind: Fault, where = /./) => ([at, fault, only] = [count, kind, where]),
  }
}

type Inode = { now: Buffer; safe: Buffer }

/**
 * An in-memory disk that calculates the worst result of a power cut: each file has the bytes of its last sync, under
 * the names of the folder's last sync. `cut` gets it after each call.
 */
export const powerDisk = (cut: (left: Map<string, Buffer>) => void): Disk => {
  const names = new Map<string, Inode>()
  const safeNames = new Map<string, Inode>()
  const numbers = new Map<Inode, string>()
  const told = async <T>(work: () => T) => {
    const result = work()
    cut(new Map([...safeNames].map(([name, inode]) => [name, inode.safe])))
    return result
  }
  const within = (folder: string) => (name: string) => dirname(name) === folder
  return {
    makeFolder: async () => {},
    list: async (folder) =>
      [...names.keys()]
        .filter(within(folder))
        .map((name) => basename(name))
        .sort(),
    read: async (path, from = 0) => {
      const inode = names.get(path)
      return inode && Buffer.from(inode.now.subarray(from))
    },
    take: async (path) => {
      const bytes = names.get(path)!.now
      await told(() => void names.delete(path))
      return { parts: Readable.from([bytes]), size: bytes.length }
    },
    stat: async (path) => {
      const inode = names.get(path)
      if (inode && !numbers.has(inode)) numbers.set(inode, String(numbers.size))
      return inode && { file: numbers.get(inode)!, size: inode.now.length }
    },
    room: async () => Infinity,
    rename: (from, to) =>
      told(() => {
        names.set(to, names.get(from)!)
        names.delete(from)
      }),
    remove: (path) => told(() => void names.delete(path)),
    syncFolder: (folder) =>
      told(() => {
        for (const name of [...safeNames.keys()].filter(within(folder))) safeNames.delete(name)
        for (const name of [...names.keys()].filter(within(folder))) safeNames.set(name, names.get(name)!)
      }),
    open: async (path) => {
      const inode = names.get(path) ?? { now: Buffer.alloc(0), safe: Buffer.alloc(0) }
      names.set(path, inode)
      return {
        write: (bytes, at) =>
          told(() => {
            const grown = Buffer.alloc(Math.max(inode.now.length, at + bytes.length))
            inode.now.copy(grown)
            grown.set(bytes, at)
            inode.now = grown
            return bytes.length
          }),
        sync: () => told(() => void (inode.safe = inode.now)),
        truncate: (length) => told(() => void (inode.now = inode.now.subarray(0, length))),
        close: async () => {},
      }
    },
  }
}
