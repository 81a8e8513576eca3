import fs from 'node:fs/promises'
import { join } from 'node:path'

const absent = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

/**
 * Whether a text can be the name of a house: the host name it is reached by, in small letters, no address in figures.
 */
export const isHouseName = (name: string): boolean =>
  name.length <= 253 &&
  /^(?!.*\.$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.|$))+$/.test(name) &&
  !/^[\d.]+$/.test(name)

/**
 * The folder of many houses. Each house is a data folder whose name is the host name it is reached by; beside its store
 * stand two small files: `suspended` while it may not be opened, and `wake` with the time at which it has something to
 * do by itself.
 */
export const houseFolders = (root: string) => {
  const fileOf = (name: string, file: 'suspended' | 'wake') => join(root, name, file)
  const has = async (path: string) => (await fs.stat(path).catch(absent)) !== undefined
  return {
    /** The data folder of a house. */
    dirOf: (name: string) => join(root, name),
    /** The names of all houses, in order. */
    list: async () => (await fs.readdir(root)).filter(isHouseName).sort(),
    /** Whether there is such a house. */
    has: async (name: string) => isHouseName(name) && (await has(join(root, name))),
    isSuspended: (name: string) => has(fileOf(name, 'suspended')),
    suspend: (name: string) => fs.writeFile(fileOf(name, 'suspended'), '', { mode: 0o600 }),
    resume: (name: string) => fs.rm(fileOf(name, 'suspended'), { force: true }),
    /**
     * When a closed house wants to be opened, in milliseconds: 0 (now) where nobody wrote it down, Infinity for one
     * that asked for nothing.
     */
    wakeAt: async (name: string): Promise<number> => {
      const text = await fs.readFile(fileOf(name, 'wake'), 'utf8').catch(absent)
      return text === undefined ? 0 : text === 'never' ? Infinity : Date.parse(text) || 0
    },
    /**
     * Writes down when a house that is being closed wants to be opened again; one that is open has no such file, so
     * that after a crash it is looked after at once.
     */
    saveWake: (name: string, at: number | undefined) =>
      fs.writeFile(fileOf(name, 'wake'), at === undefined ? 'never' : new Date(at).toISOString(), { mode: 0o600 }),
    clearWake: (name: string) => fs.rm(fileOf(name, 'wake'), { force: true }),
  }
}

export type HouseFolders = ReturnType<typeof houseFolders> & {
  /** The houses another process let go, or died with, whose time has come. */
  due?: () => Promise<string[]>
}

/** What a database of many processes knows of when houses want to be opened. */
type Wakes = {
  due: () => Promise<string[]>
  saveWake: (name: string, at: number | undefined) => Promise<void>
}

/** The same where several processes serve the houses: when one wants to be opened stands in the database. */
export const sharedFolders = (root: string, { due, saveWake }: Wakes): HouseFolders => ({
  ...houseFolders(root),
  due,
  saveWake,
  wakeAt: async () => Infinity,
  clearWake: async () => {},
})
