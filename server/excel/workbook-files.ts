import { dirname } from 'node:path'
import type { Settings } from '../../schema/settings'
import type { Flow } from '../../schema/steps'
import { speaker } from '../../src/core/flow/speaker'
import words from '../../src/text/workbook.it.json'
import { allSettings } from '../settings/all-settings'
import { fileOf, hostFiles } from '../settings/host-files'
import { Refusal } from '../shared/refusal'
import { type Disk, replaceFile, unfinishedSuffix } from '../store/sealed/disk'
import type { Store } from '../store/store'
import { checkinSheet, type Sheet, settingSheets } from './sheets'
import { writtenBook } from './worker'

const { say } = speaker(words)

export type WorkbookOptions = {
  store: Store
  /** The data folder. */
  dir: string
  report: (message: string) => void
  /** The words of the flow and its fields, for the host's own questions. */
  flowWords?: () => Record<string, string>
  flowFields?: () => Flow['fields']
  disk?: Disk
}

/** The workbooks there are, by the setting that names each, in the order they are written. */
const named = ({ excelSettingsPath, excelCheckinsPath }: Settings) => ({ excelSettingsPath, excelCheckinsPath })
type Book = { setting: keyof ReturnType<typeof named>; path: string; file: string }

/** Why something could not be written or read: the machine's code for it, else its sentence. */
export const reasonOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? (error as Error).message

/** Writes one workbook in place of the one there is. */
const put = async (disk: Disk, file: string, sheets: Sheet[]) => {
  const bytes = await writtenBook(sheets)
  await disk.makeFolder(dirname(file))
  // What stands under the unfinished name is a crash's leaving, or a link someone laid there.
  await disk.remove(file + unfinishedSuffix)
  await replaceFile(disk, file, bytes)
}

/** Why no copy in Excel can be kept, where it cannot: on a disk whose files are sealed Excel would read nothing. */
export const sealedFault = ({ enableLocalExcelSave }: Partial<Settings>, disk: Disk | undefined) =>
  enableLocalExcelSave && disk?.keys ? say('workbook.sealed') : undefined

/** The files wanted now; none while the copy is off or cannot be kept. */
const wantedBooks = async ({ dir, disk }: Required<WorkbookOptions>, all: Settings): Promise<Book[]> =>
  all.enableLocalExcelSave && !sealedFault(all, disk)
    ? Promise.all(
        (Object.entries(named(all)) as [Book['setting'], string][]).map(async ([setting, path]) => ({
          setting,
          path,
          file: await fileOf(dir, setting, path),
        })),
      )
    : []

/**
 * Removes what was written and is wanted no more, with every guest in it; what will be written is noted first, so that
 * it is found again.
 */
const settle = async ({ store, dir, disk }: Required<WorkbookOptions>, wanted: Book[]) => {
  const known = await store.notes('workbook')
  const written = await Promise.all(
    known.map(async (one) => ({ ...one, file: await fileOf(dir, one.setting, one.path).catch(() => undefined) })),
  )
  for (const { id, file } of written.filter(({ file }) => !wanted.some((one) => one.file === file))) {
    for (const name of file ? [file, file + unfinishedSuffix] : []) await disk.remove(name)
    if (file) await disk.syncFolder(dirname(file)).catch(() => {})
    await store.removeNote('workbook', id)
  }
  for (const { setting, path, file } of wanted)
    if (!written.some((one) => one.file === file)) await store.note('workbook', { setting, path })
}

/**
 * Brings the workbooks to what the store holds: whether all was written or nothing was to be. What failed is reported.
 */
export const writeWorkbooks = async (options: Required<WorkbookOptions>): Promise<boolean> => {
  const { store, report, flowWords, flowFields, disk } = options
  const all = await allSettings(store)
  let path = ''
  try {
    const wanted = await wantedBooks(options, all)
    const isSame = new Set(wanted.map(({ file }) => file.toLowerCase())).size < wanted.length
    await settle(options, isSame ? [] : wanted)
    if (isSame) throw new Refusal(400, say('path.same'))
    const fault = sealedFault(all, disk)
    if (fault) throw new Refusal(400, fault)
    for (const { setting, file } of wanted) {
      path = all[setting] || hostFiles[setting].usual
      await put(
        disk,
        file,
        setting === 'excelSettingsPath'
          ? settingSheets(all)
          : [checkinSheet(store.checkinSlices(), flowWords(), flowFields())],
      )
    }
    return true
  } catch (error) {
    const refused = error instanceof Refusal
    report(refused ? error.message : say('workbook.failed', { path, reason: reasonOf(error) }))
    // What the host has named wrongly waits for the host's next change.
    return refused
  }
}
