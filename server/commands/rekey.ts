import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Disk, readSealed, replaceFile, replaceSealed } from '../store/sealed/disk'
import { type DataKeys, dataKey, isFileCurrent, isLineCurrent, mastersIn, Tampered } from '../store/sealed/sealing'
import { lockFolder } from '../store/sqlite/lock'
import { openStore } from '../store/sqlite/open'
import { readJournal } from '../store/sqlite-file/journal-records'
import { StoreRefused } from '../store/store'

const journalIn = (dir: string) => join(dir, 'checkin.journal')

const wholeFiles = async (disk: Disk, dir: string) => {
  const inside = await Promise.all(
    ['backups', 'receipts'].map(async (folder) =>
      (await disk.list(join(dir, folder))).map((name) => join(dir, folder, name)),
    ),
  )
  const own = ['checkin.sqlite', 'secrets.key', 'access-log.key'].map((name) => join(dir, name))
  const there = await Promise.all(own.map((path) => disk.stat(path)))
  return [...own.filter((_, at) => there[at]), ...inside.flat()]
}

/** Returns whether a file is stored as the keys now ask; a folder among the files has nothing to seal. */
const isCurrent = async (disk: Disk, path: string) => {
  const bytes = await disk.read(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EISDIR') throw error
    return undefined
  })
  return !bytes || isFileCurrent(disk.keys, bytes)
}

/** Returns whether all files of a data folder are stored as the keys now ask. */
const isFolderCurrent = async (disk: Disk, dir: string) => {
  const bytes = await disk.read(journalIn(dir))
  const records = (bytes && readJournal(bytes)?.records) ?? []
  if (!records.every(({ body }) => isLineCurrent(disk.keys, body))) return false
  for (const path of await wholeFiles(disk, dir)) if (!(await isCurrent(disk, path))) return false
  return true
}

/** Rewrites a folder as its keys ask; a killed run continues. Returns sentences about files that stayed. */
const resealFolder = async (disk: Disk, dir: string): Promise<{ said: string[]; damaged: string[] }> => {
  const [said, damaged]: [string[], string[]] = [[], []]
  if (!(await disk.list(dir)).length) return { said, damaged }
  if ((await disk.stat(journalIn(dir))) || (await disk.stat(join(dir, 'checkin.sqlite')))) {
    const store = await openStore({ dir, disk, backups: 'untouched', report: (line) => said.push(line) })
    await store.close()
  }
  const unlock = await lockFolder(dir)
  try {
    for (const path of await wholeFiles(disk, dir)) {
      if (await isCurrent(disk, path)) continue
      const bytes = await readSealed(disk, path).catch((error) => {
        if (!(error instanceof Tampered)) throw error
        damaged.push(path)
        said.push(`${path} is damaged and was left as it is.`)
        return undefined
      })
      if (bytes) await replaceSealed(disk, path, bytes)
    }
    for (const name of (await disk.list(dir)).filter((name) => name.startsWith('broken-')))
      said.push(`${join(dir, name)} holds files as they were, guests' data too: delete it when all is well.`)
  } finally {
    await unlock()
  }
  return { said, damaged }
}

type Rekeying = {
  folders: readonly string[]
  disk: Disk
  /** Without a key file `text` is DATA_KEY, and no key can be made. */
  file?: string | undefined
  text?: string | undefined
  toPlain?: boolean
}

const textOfKeys = (masters: readonly Uint8Array[]) =>
  Buffer.from(`${masters.map((master) => Buffer.from(master).toString('hex')).join('\n')}\n`)

/** Throws if no folder holds data: a wrong DATA_DIR would lead to a new key that replaces the real one. */
const mustHoldData = async (disk: Disk, folders: readonly string[]) => {
  for (const dir of folders) if ((await disk.stat(journalIn(dir))) || (await wholeFiles(disk, dir)).length) return
  const where = folders.length ? `nothing to seal in ${folders.join(', ')}` : 'no house'
  throw new StoreRefused(`There is ${where}: name the right folder in DATA_DIR or HOUSES. Nothing was changed.`)
}

/** Returns the keys, with a new one in front if everything is sealed under the first already. */
const mastersFor = async ({ folders, disk, file, text, toPlain }: Rekeying) => {
  const found = file ? (await disk.read(file))?.toString() : text
  const there = found === undefined ? [] : mastersIn(found, file ?? 'DATA_KEY')
  const keys: DataKeys = { all: there.map(dataKey) }
  const current = await Promise.all(folders.map((dir) => isFolderCurrent({ ...disk, keys }, dir)))
  if (toPlain || (there.length && !(there.length === 1 && current.every(Boolean)))) return there
  if (!file)
    throw new StoreRefused(
      'Everything is sealed with the key of DATA_KEY. To change it, write the new one in front of it, with a comma, and run this again.',
    )
  const masters = [new Uint8Array(randomBytes(32)), ...there]
  await replaceFile(disk, file, textOfKeys(masters))
  return masters
}

/**
 * Seals all personal data under the first key, or a new one. A killed run continues. Throws StoreRefused for a wrong
 * key, and where there is nothing to seal.
 */
export const rekey = async (of: Rekeying): Promise<string[]> => {
  const { folders, file, toPlain = false } = of
  await mustHoldData(of.disk, folders)
  const masters = await mastersFor(of)
  const keys: DataKeys = { all: masters.map(dataKey), takesPlain: true, writesPlain: toPlain }
  const disk = { ...of.disk, keys }
  const [said, damaged]: [string[], string[]] = [[], []]
  for (const dir of folders) {
    const left = await resealFolder(disk, dir)
    said.push(...left.said)
    damaged.push(...left.damaged)
  }
  if (toPlain) return [...said, 'Everything is as it is without a key: take DATA_KEY_FILE and DATA_KEY away.']
  if (file && masters.length > 1) {
    if (damaged.length) said.push(`The older keys stay in ${file} for what is damaged: delete it, and run this again.`)
    else await replaceFile(of.disk, file, textOfKeys(masters.slice(0, 1)))
  }
  return [...said, `Everything is sealed with the key ${keys.all[0]!.id}. Keep a copy of it off this machine.`]
}
