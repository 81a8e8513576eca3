import { lstat, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { Refusal, say } from '../shared/messages'
import { type Disk, replaceFile, unfinishedSuffix } from '../store/sealed/disk'

/** The host's files in the data folder: their usual names and allowed endings. */
export const hostFiles = {
  excelCheckinsPath: { usual: 'checkins.xlsx', endings: ['.xlsx'] },
  excelSettingsPath: { usual: 'settings.xlsx', endings: ['.xlsx'] },
  excelIstatComuniPath: { usual: 'comuni.csv', endings: ['.csv', '.xlsx'] },
  excelIstatStatiPath: { usual: 'stati.csv', endings: ['.csv', '.xlsx'] },
} as const

export type HostFile = keyof typeof hostFiles

const storeFiles = /^(?:checkin\.(?:sqlite|journal).*|backups?(?:$|[\\/]).*|\.?lock-.*)$/i

const within = (dir: string, path: string) => {
  const way = relative(dir, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way) ? way : undefined
}

/** Returns the real path; undefined for a dangling link. */
const realPathOf = async (dir: string, way: string): Promise<string | undefined> => {
  let real = dir
  for (const part of way.split(sep)) {
    const next = join(real, part)
    // An unreadable link counts as dangling.
    const found = await lstat(next).catch(() => undefined)
    const followed = found ? await realpath(next).catch(() => undefined) : next
    if (!followed) return undefined
    real = followed
  }
  return real
}

/** Writes one of the host's files into an existing folder. */
export const putHostFile = async (disk: Disk, file: string, bytes: Uint8Array) => {
  // A leftover of a crash, or a link someone put there.
  await disk.remove(file + unfinishedSuffix)
  await replaceFile(disk, file, bytes)
}

/** Returns a setting's file inside the data folder. Refuses (400) one outside, of the store, or with another ending. */
export const fileOf = async (dir: string, setting: HostFile, path: string): Promise<string> => {
  const { usual, endings } = hostFiles[setting]
  const refuse = (why: string) => {
    throw new Refusal(
      400,
      say(`path.${why}`, { path: path.slice(0, 80), example: usual, endings: endings.join(' o ') }),
    )
  }
  const given = path.trim() || usual
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\0-\x1f\x7f]/.test(given) || given.split(/[\\/]/).includes('..')) refuse('outside')
  const folder = await realpath(dir)
  // Relative to the folder's real path, else to its given path.
  const way =
    within(folder, resolve(folder, given)) ?? (isAbsolute(given) ? within(resolve(dir), resolve(given)) : undefined)
  const real = way && (await realPathOf(folder, way))
  const reached = real && within(folder, real)
  if (!way || !real || !reached) return refuse('outside')!
  if (storeFiles.test(way) || storeFiles.test(reached)) refuse('own')
  if (![way, reached].every((name) => endings.some((ending) => name.toLowerCase().endsWith(ending)))) refuse('ending')
  if ((await stat(real).catch(() => undefined))?.isDirectory()) refuse('folder')
  return real
}
