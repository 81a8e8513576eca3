import fs from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type HouseFolders, houseFolders, isHouseName } from '../houses/folders'
import { firstSecrets } from '../settings/pin'
import { type Disk, machineDisk, replaceFile } from '../store/sealed/disk'
import { lockFolder } from '../store/sqlite/lock'
import { openStore } from '../store/sqlite/open'
import type { Store } from '../store/store'

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
  const { intoDatabase, intoFolder } = await import('../houses/move-house')
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

/** Milliseconds until a running server has closed a suspended house. */
const patience = 20_000

const named = (name: string | undefined, role = 'the house'): string => {
  if (name && isHouseName(name)) return name
  throw new Error(`Name ${role} by its host name, in small letters: rosa.example.it`)
}

const sizeOf = async (folder: string): Promise<number> => {
  const names = await fs.readdir(folder, { recursive: true })
  const sizes = await Promise.all(
    names.map((name) =>
      fs.stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

type HouseFolderParts = { folders: HouseFolders; engine: HouseEngine }

/** Suspends a house until a server has released it, works, and resumes it. `after` is its name at the end. */
const withLockedHouse = async <T>(
  { folders, engine }: HouseFolderParts,
  name: string,
  work: () => Promise<T>,
  after = name,
): Promise<T> => {
  const was = await folders.isSuspended(name)
  await folders.suspend(name)
  try {
    for (const until = Date.now() + patience; ; await pause(200)) {
      const unlock = await engine.lock(name).catch((error: Error) => {
        if (Date.now() > until) throw error
        return undefined
      })
      if (!unlock) continue
      await unlock()
      return await work()
    }
  } finally {
    for (const one of was ? [] : [name, after]) if (await folders.has(one)) await folders.resume(one)
  }
}

const namesIn = (root: string, folders: HouseFolders) => ({
  there: async (given: string | undefined) => {
    const name = named(given)
    if (!(await folders.has(name))) throw new Error(`There is no house ${name} in ${root}.`)
    return name
  },
  free: async (given: string | undefined) => {
    const name = named(given, 'the new house')
    if (await folders.has(name)) throw new Error(`There is a house ${name} already.`)
    return name
  },
})

const make = async ({ folders, engine }: HouseFolderParts, name: string) => {
  await fs.mkdir(folders.dirOf(name), { mode: 0o700 })
  const store = await engine.open(name)
  const told = [`${name} is made: https://${name}/admin-login`]
  await firstSecrets(store, undefined, (line) => told.push(line)).finally(() => store.close())
  await folders.saveWake(name, undefined)
  return told
}

const list = async (folders: HouseFolders) => {
  const lines: string[] = []
  for (const name of await folders.list()) {
    const size = await sizeOf(folders.dirOf(name))
    lines.push(`${name}  ${(size / 1e6).toFixed(1)} MB${(await folders.isSuspended(name)) ? '  suspended' : ''}`)
  }
  return [...lines, `${lines.length} houses`]
}

/** Writes a house's store as one unsealed file, as the host's backup. */
const exportTo = async (engine: HouseEngine, name: string, path: string) => {
  const store = await engine.open(name)
  const image = await store.backup().finally(() => store.close())
  await replaceFile(machineDisk, path, Buffer.from(image))
}

/** Moves the named houses, which must have something to move, or all that have. */
const move = async ({ folders, engine }: HouseFolderParts, way: 'into' | 'out', names: string[]) => {
  const nothing = {
    into: (name: string) => `There is no store of ${name} in ${folders.dirOf(name)}.`,
    out: (name: string) => `The database holds nothing of ${name}.`,
  }[way]
  if (!engine.move) throw new Error('Say in DATABASE_URL which database it is.')
  const lines: string[] = []
  for (const name of names.length ? names : await folders.list()) {
    const work = engine.move[way]
    const moved = await withLockedHouse({ folders, engine }, name, () => work(name))
    if (moved) lines.push(`${name}: ${moved}`)
    else if (names.length) throw new Error(nothing(name))
  }
  return lines
}

/** Removes a house's folder; the next call finishes what a crash left. */
const removeWhole = async (root: string, name: string) => {
  const gone = join(root, `.removed-${name}`)
  await fs.rm(gone, { recursive: true, force: true })
  await fs.rename(join(root, name), gone)
  await fs.rm(gone, { recursive: true, force: true })
}

/** The operator's commands for houses: each returns lines or throws a sentence. A running server suspends the house. */
export const houseCommands = (root: string, engine: HouseEngine, { sure }: { sure: boolean }) => {
  const folders = houseFolders(root)
  const parts = { folders, engine }
  const { there, free } = namesIn(root, folders)
  return {
    make: async (given?: string) => make(parts, await free(given)),
    list: () => list(folders),
    rename: async (from?: string, to?: string) => {
      const name = await there(from)
      const target = await free(to)
      const rename = async () => {
        await engine.rename(name, target)
        await fs.rename(folders.dirOf(name), folders.dirOf(target)).catch(async (error) => {
          await engine.rename(target, name)
          throw error
        })
      }
      await withLockedHouse(parts, name, rename, target)
      return [`${name} is ${target} now. Its guests' and its host's links have to be sent anew.`]
    },
    suspend: async (given?: string) => {
      const name = await there(given)
      await folders.suspend(name)
      return [`${name} is suspended: a running server closes it within seconds.`]
    },
    resume: async (given?: string) => {
      const name = await there(given)
      await folders.resume(name)
      return [`${name} is open again.`]
    },
    export: async (given?: string, file?: string) => {
      const name = await there(given)
      const path = file ?? `${name}.sqlite`
      await withLockedHouse(parts, name, () => exportTo(engine, name, path))
      return [`${name} is in ${path}, without its secrets.`]
    },
    'into-database': async (...given) => move(parts, 'into', await Promise.all(given.map(there))),
    'into-folder': async (...given) => move(parts, 'out', await Promise.all(given.map(there))),
    remove: async (given?: string) => {
      const name = await there(given)
      if (!sure)
        throw new Error(`This removes everything of ${name}, for good. Export it first, then say it again with --yes.`)
      const remove = async () => {
        await engine.remove(name)
        await removeWhole(root, name)
      }
      await withLockedHouse(parts, name, remove)
      return [`${name} is removed.`]
    },
  } satisfies Record<string, (...names: (string | undefined)[]) => Promise<string[]>>
}
