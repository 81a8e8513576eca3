import { join } from 'node:path'
import type { Checkin } from '../../../schema/checkin'
import { defaults, type Settings } from '../../../schema/settings'
import { identityRemoval } from '../../../src/core/data-protection/retention'
import { atOnce } from '../../../src/core/tasks'
import { needsNotes, taxNotes } from '../../../src/core/tax/tax-report'
import { taxSets } from '../../../src/core/tax/town-rules'
import { printDigest } from '../../shared/digests'
import { type Disk, replaceFile } from '../sealed/disk'
import { Tampered } from '../sealed/sealing'
import { backupsIn } from './backup-files'
import { type Change, type Sql, valuesOf } from './changes'
import { type Database, inspectImage } from './database'
import type { Mark } from './journal-records'
import { finish, imagesInMemory, type NewImages, rebuilt } from './new-images'

/** Without personal data; `is` is a digest that finds it in an older file. */
export type Erasure = { id: number; what: 'record' | 'identity' | 'booking'; is: string }

/** `freed`: of how many the backups are free. */
export type Erased = { list: Erasure[]; freed: number }

const fileIn = (dir: string) => join(dir, 'checkin.erased')

/** The digest of a check-in: number, attempt and creation time never change. */
export const printOf = (id: number, draft: unknown, doc: { createdAt?: unknown }) =>
  printDigest(JSON.stringify([id, draft, doc.createdAt]))

/** Reads `checkin.erased`; unreadable lines are skipped. */
export const readErased = async (disk: Disk, dir: string): Promise<Erased> => {
  const lines = (await disk.read(fileIn(dir)))?.toString().split('\n') ?? []
  const list = lines.flatMap((line): Erasure[] => {
    const [, id, what, is] = /^(\d{1,15}) (record|identity|booking) ([0-9a-f]{16})$/.exec(line) ?? []
    return is ? [{ id: Number(id), what: what as Erasure['what'], is }] : []
  })
  return { list, freed: Number(/^freed (\d{1,9})$/.exec(lines[0] ?? '')?.[1] ?? 0) }
}

/** Replaces the list. */
export const writeErased = async (disk: Disk, dir: string, { list, freed }: Erased) =>
  replaceFile(
    disk,
    fileIn(dir),
    Buffer.from([`freed ${freed}`, ...list.map(({ id, what, is }) => `${id} ${what} ${is}`), ''].join('\n')),
  )

/** Adds the erasures that are not listed. */
export const addErased = async (disk: Disk, dir: string, more: readonly Erasure[]) => {
  if (!more.length) return
  const { list, freed } = await readErased(disk, dir)
  const known = new Set(list.map(({ is, what }) => `${is} ${what}`))
  const added = more.filter(({ is, what }) => !known.has(`${is} ${what}`))
  if (added.length) await writeErased(disk, dir, { list: [...list, ...added], freed })
}

const flat = ([name, ...values]: Change): Change[] =>
  name === 'all' ? (values[0] as Change[]).flatMap(flat) : [[name, ...values] as Change]

/** Returns whether a change may erase something, without parsing it. */
export const mayErase = (body: string) => /"remove"|"identityRemovedAt"|"removeNote","booking"|"erased":true/.test(body)

/** The digest of an expected stay: number and creation time never change. */
const bookingPrint = (id: number, { made }: { made?: unknown }) => printDigest(JSON.stringify(['booking', id, made]))

const bookingIn = (sql: Sql, id: number): Erasure[] => {
  const [row] = sql("SELECT doc FROM notes WHERE kind = 'booking' AND id = ?", [id])
  const doc = row && JSON.parse(row[0] as string)
  return doc && !doc.erased ? [{ id, what: 'booking', is: bookingPrint(id, doc) }] : []
}

/** Returns whether a change removes an expected stay, or leaves only its bare entry. */
export const erasesStay = ([name, kind, , entry]: Change) =>
  kind === 'booking' && (name === 'removeNote' || Boolean((entry as { erased?: true } | undefined)?.erased))

/** What a change is about to erase. */
export const erasedBy = (sql: Sql, body: string): Erasure[] => {
  if (!mayErase(body)) return []
  return flat(JSON.parse(body) as Change).flatMap((change): Erasure[] => {
    const [name, id, patch] = change
    if (erasesStay(change)) return bookingIn(sql, patch as number)
    const isIdentity = name === 'change' && Boolean((patch as { identityRemovedAt?: unknown }).identityRemovedAt)
    if (name !== 'remove' && !isIdentity) return []
    const [row] = sql('SELECT draft, doc FROM checkins WHERE id = ?', [id as number])
    if (!row) return []
    const is = printOf(id as number, row[0], JSON.parse(row[1] as string))
    return [{ id: id as number, what: isIdentity ? 'identity' : 'record', is }]
  })
}

const same = (sql: Sql, { id, is }: Erasure) => {
  const [row] = sql('SELECT draft, doc FROM checkins WHERE id = ?', [id])
  const doc = row && JSON.parse(row[1] as string)
  return doc && printOf(id, row[0], doc) === is ? ({ id, ...doc } as Checkin) : undefined
}

/** What the erasing run stored for the tourist tax. */
const notesForTax = (sql: Sql, leaving: readonly Checkin[]): Map<number, string> => {
  const sets = taxSets({ ...defaults, ...(valuesOf(sql, 'setting') as Partial<Settings>) })
  if (!leaving.length || !needsNotes(sets)) return new Map()
  const all = sql('SELECT id, doc FROM checkins').map(([id, doc]) => ({ id, ...JSON.parse(doc as string) }) as Checkin)
  return atOnce(taxNotes(all, new Set(leaving.map(({ id }) => id)), sets))
}

/** The changes that erase again what was erased after a file was made; `at` is an ISO instant. */
export const erasingAgain = (sql: Sql, list: readonly Erasure[], at: string): Change[] => {
  const found = (what: Erasure['what']) =>
    list.filter((one) => one.what === what).flatMap((one) => same(sql, one) ?? [])
  const leaving = found('identity').filter(({ identityRemovedAt }) => !identityRemovedAt)
  const notes = notesForTax(sql, leaving)
  return [
    ...leaving.map((one): Change => ['change', one.id, identityRemoval(one, at)]),
    ...[...notes].map(([id, taxEarlier]): Change => ['change', id, { taxEarlier }]),
    ...found('record').flatMap(({ id }): Change[] => [
      ['remove', id],
      ['removeLetters', id],
    ]),
    ...list.flatMap(({ id, what, is }): Change[] =>
      what === 'booking' && bookingIn(sql, id).some((one) => one.is === is) ? [['removeNote', 'booking', id]] : [],
    ),
  ]
}

const putAnew = async (newImages: NewImages, path: string, { db, mark }: { db: Database; mark: Mark }) => {
  const fresh = await newImages.fresh(path)
  try {
    const built = await rebuilt(db, fresh.pages)
    await finish(built, fresh.pages, 'backup', mark).finally(built.close)
    await fresh.keep()
  } finally {
    await fresh.drop()
  }
}

/** Rewrites a backup without what was erased since; a damaged one is left. */
const freed = async (newImages: NewImages, path: string, list: readonly Erasure[], at: string) => {
  const old = await newImages.copy(`${path}.old`, path).catch((error) => {
    if (error instanceof Tampered) return undefined
    throw error
  })
  if (!old) return
  const found = await inspectImage(old.pages, { thoroughly: false })
  try {
    if (!found?.intact) return
    const changes = erasingAgain(found.db.sql, list, at)
    if (!changes.length) return
    found.db.apply([{ ...found.mark, body: JSON.stringify(['all', changes]) }])
    await putAnew(newImages, path, found)
  } finally {
    found?.db.close()
    await old.drop()
  }
}

/** Frees a folder's backups from what was erased since, each atomically; a killed run goes on. */
export const freeBackups = async (disk: Disk, dir: string, at: string, newImages: NewImages = imagesInMemory(disk)) => {
  const { list } = await readErased(disk, dir)
  for (const path of await backupsIn(disk, dir)) await freed(newImages, path, list, at)
  const now = await readErased(disk, dir)
  await writeErased(disk, dir, { ...now, freed: list.length })
}
