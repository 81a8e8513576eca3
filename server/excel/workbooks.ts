import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Settings } from '../../schema/settings'
import type { Flow } from '../../schema/steps'
import { serialQueue } from '../../src/core/tasks'
import { allSettings } from '../settings/all-settings'
import { fileOf, hostFiles, putHostFile } from '../settings/host-files'
import { builtFile, builtPath } from '../shared/environment'
import { Refusal, say } from '../shared/messages'
import { type Disk, machineDisk, unfinishedSuffix } from '../store/sealed/disk'
import type { Store } from '../store/store'
import type { Sheet } from './sheets'
import type { Records, WorkbookMessage, WorkbookTask } from './workbook-worker'

/** Milliseconds: after a change, after a failure, at the end; then the pause as a multiple of the writing time. */
const [soon, again, patience, rest] = [5_000, 60_000, 8_000, 10]

/** Keeps the workbooks current while `enableLocalExcelSave` is on; a worker writes them slice by slice. */
export const workbooks = (options: WorkbookOptions) => {
  const whole = { flowWords: () => ({}), flowFields: () => ({}), disk: machineDisk, ...options }
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let stale = true
  let least = soon
  const queue = serialQueue()

  const turn = () =>
    queue.run(async () => {
      if (!stale) return
      stale = false
      const began = performance.now()
      const done = await writeWorkbooks(whole).catch((error: Error) => {
        options.report(say('workbook.failed', { path: '', reason: reasonOf(error) }))
        return false
      })
      least = Math.max(soon, rest * (performance.now() - began))
      if (done) return
      stale = true
      plan(again)
    })

  const plan = (wait: number) => {
    if (stopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      void turn()
    }, wait).unref()
  }
  plan(soon)

  return {
    changed: () => {
      stale = true
      plan(least)
    },
    /** Resolves when the workbooks are current; failures are reported. */
    flush: () => {
      stale = true
      return turn()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
      // A half written file has another name.
      return Promise.race([turn(), pause(patience, undefined, { ref: false })])
    },
  }
}

export type Workbooks = ReturnType<typeof workbooks>

const downloads = ['checkins', 'settings'] as const
type Download = (typeof downloads)[number]

/** Returns whether a name is a workbook's. */
export const isDownload = (name: string): name is Download => (downloads as readonly string[]).includes(name)

/** Returns a workbook of the store's current data. */
export const workbookOf = async (
  store: Store,
  name: Download,
  words: Record<string, string>,
  fields: Flow['fields'],
): Promise<Uint8Array> => {
  const all = await allSettings(store)
  // The columns and their words, which no start needs.
  const { bookOf, checkinSheet, settingSheets } = await import('./sheets')
  const sheets = name === 'settings' ? settingSheets(all) : [checkinSheet(store.checkinSlices(), words, fields, all)]
  return (await inWorker({ task: 'write', book: bookOf(sheets) }, sheets)) as Uint8Array
}

export type WorkbookOptions = {
  store: Store
  dir: string
  report: (message: string) => void
  flowWords?: () => Record<string, string>
  flowFields?: () => Flow['fields']
  disk?: Disk
}

const named = ({ excelSettingsPath, excelCheckinsPath }: Settings) => ({ excelSettingsPath, excelCheckinsPath })
type Book = { setting: keyof ReturnType<typeof named>; path: string; file: string }

/** Returns the system's error code, else the message. */
export const reasonOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? (error as Error).message

/** Returns why no Excel copies can be written: Excel cannot read sealed files. */
export const sealedFault = ({ enableLocalExcelSave }: Partial<Settings>, disk: Disk | undefined) =>
  enableLocalExcelSave && disk?.keys ? say('workbook.sealed') : undefined

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

/** Removes unwanted files. The paths of new ones are stored first, so that they are found again. */
const settle = async ({ store, dir, disk }: Required<WorkbookOptions>, wanted: Book[]) => {
  const known = await store.notes('workbook')
  const written = await Promise.all(
    // A path that is refused now was never written.
    known.map(async (one) => ({ ...one, file: await fileOf(dir, one.setting, one.path).catch(() => undefined) })),
  )
  for (const { id, file } of written.filter(({ file }) => !wanted.some((one) => one.file === file))) {
    for (const name of file ? [file, file + unfinishedSuffix] : []) await disk.remove(name)
    // The folder may have been deleted with the file.
    if (file) await disk.syncFolder(dirname(file)).catch(() => {})
    await store.removeNote('workbook', id)
  }
  for (const { setting, path, file } of wanted)
    if (!written.some((one) => one.file === file)) await store.note('workbook', { setting, path })
}

/** Writes the workbooks; returns whether all were written. Failures are reported. */
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
      const name = setting === 'excelSettingsPath' ? 'settings' : 'checkins'
      const bytes = await workbookOf(store, name, flowWords(), flowFields())
      await disk.makeFolder(dirname(file))
      await putHostFile(disk, file, bytes)
    }
    return true
  } catch (error) {
    const refused = error instanceof Refusal
    report(refused ? error.message : say('workbook.failed', { path, reason: reasonOf(error) }))
    // A wrong path waits for the host's next change.
    return refused
  }
}

/** Milliseconds and megabytes after which a worker is ended. */
const most = { time: 120_000, memory: 256 }

const recordsReader = (sheets: readonly Sheet[]) => {
  const all = sheets.map(({ records }) =>
    Symbol.asyncIterator in records ? records[Symbol.asyncIterator]() : records[Symbol.iterator](),
  )
  return async (sheet: number): Promise<Records> => {
    const { done, value } = await all[sheet]!.next()
    return done ? {} : { records: value }
  }
}

/** Rejects with the worker's error, if it exceeds a limit, or if records cannot be read. */
const inWorker = (task: WorkbookTask, sheets: readonly Sheet[] = []): Promise<Uint8Array | string> =>
  new Promise((done, fail) => {
    const give = recordsReader(sheets)
    const thread = new Worker(builtPath(builtFile('workbook-worker.mjs')), {
      execArgv: [],
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: most.memory, maxYoungGenerationSizeMb: 4 },
    })
    const timer = setTimeout(() => end(() => fail(new Error('it took too long'))), most.time)
    const end = (answer: () => void) => {
      clearTimeout(timer)
      void thread.terminate()
      answer()
    }
    thread.on('message', (message: WorkbookMessage) => {
      if ('wants' in message)
        give(message.wants).then(
          (records) => thread.postMessage(records),
          (error) => end(() => fail(error)),
        )
      else end(() => ('error' in message ? fail(new Error(message.error)) : done(message.made)))
    })
    thread.once('error', (error) => end(() => fail(error)))
    thread.once('exit', () => end(() => fail(new Error('the thread ended'))))
  })

/** Returns the first sheet of a workbook as CSV. */
export const readAsCsv = async (bytes: Uint8Array): Promise<string> =>
  (await inWorker({ task: 'read', bytes })) as string
