import fs from 'node:fs/promises'
import { join } from 'node:path'
import { absent } from '../store/sealed/disk'

/** Returns whether a text is a house's name: a host name in small letters, not numeric. */
export const isHouseName = (name: string): boolean =>
  name.length <= 253 &&
  /^(?!.*\.$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.|$))+$/.test(name) &&
  !/^[\d.]+$/.test(name)

/** Many houses, each a data folder named by its host name, with the files `suspended` and `wake` (its next work). */
export const houseFolders = (root: string) => {
  const fileOf = (name: string, file: 'suspended' | 'wake') => join(root, name, file)
  const has = async (path: string) => (await fs.stat(path).catch(absent)) !== undefined
  return {
    dirOf: (name: string) => join(root, name),
    list: async () => (await fs.readdir(root)).filter(isHouseName).sort(),
    has: async (name: string) => isHouseName(name) && (await has(join(root, name))),
    isSuspended: (name: string) => has(fileOf(name, 'suspended')),
    suspend: (name: string) => fs.writeFile(fileOf(name, 'suspended'), '', { mode: 0o600 }),
    resume: (name: string) => fs.rm(fileOf(name, 'suspended'), { force: true }),
    /** Milliseconds: 0 when unknown, Infinity for never. */
    wakeAt: async (name: string): Promise<number> => {
      const text = await fs.readFile(fileOf(name, 'wake'), 'utf8').catch(absent)
      return text === undefined ? 0 : text === 'never' ? Infinity : Date.parse(text) || 0
    },
    /** An open house has no wake file: after a crash it is opened at once. */
    saveWake: (name: string, at: number | undefined) =>
      fs.writeFile(fileOf(name, 'wake'), at === undefined ? 'never' : new Date(at).toISOString(), { mode: 0o600 }),
    clearWake: (name: string) => fs.rm(fileOf(name, 'wake'), { force: true }),
  }
}

export type HouseFolders = ReturnType<typeof houseFolders> & {
  /** Returns the due houses that no process holds. */
  due?: () => Promise<string[]>
}

type Wakes = {
  due: () => Promise<string[]>
  saveWake: (name: string, at: number | undefined) => Promise<void>
}

/** Returns the folders of houses that several processes share: the wake times are in the database. */
export const sharedFolders = (root: string, { due, saveWake }: Wakes): HouseFolders => ({
  ...houseFolders(root),
  due,
  saveWake,
  wakeAt: async () => Infinity,
  clearWake: async () => {},
})
