import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Disk, replaceFile } from '../sealed/disk'
import type { Change, Sql } from './changes'

/**
 * A check-in that was erased, without a word of its guests: its number, whether all of it went or who the guests are,
 * and a digest by which it is known again in an older file.
 */
export type Erasure = { id: number; what: 'record' | 'identity'; is: string }

/** What was erased from a folder's store, and from how many of these the backups there have been freed. */
export type Erased = { list: Erasure[]; freed: number }

const fileIn = (dir: string) => join(dir, 'checkin.erased')

/** By what a check-in is known again: number, attempt and the moment it was made never change. */
export const printOf = (id: number, draft: unknown, doc: { createdAt?: unknown }) =>
  createHash('sha256')
    .update(JSON.stringify([id, draft, doc.createdAt]))
    .digest('hex')
    .slice(0, 16)

/** What `checkin.erased` says; a line that cannot be read is passed over. */
export const readErased = async (disk: Disk, dir: string): Promise<Erased> => {
  const lines = (await disk.read(fileIn(dir)))?.toString().split('\n') ?? []
  const list = lines.flatMap((line): Erasure[] => {
    const [, id, what, is] = /^(\d{1,15}) (record|identity) ([0-9a-f]{16})$/.exec(line) ?? []
    return is ? [{ id: Number(id), what: what as Erasure['what'], is }] : []
  })
  return { list, freed: Number(/^freed (\d{1,9})$/.exec(lines[0] ?? '')?.[1] ?? 0) }
}

/** Writes the list in place of the one there is. */
export const writeErased = async (disk: Disk, dir: string, { list, freed }: Erased) =>
  replaceFile(
    disk,
    fileIn(dir),
    Buffer.from([`freed ${freed}`, ...list.map(({ id, what, is }) => `${id} ${what} ${is}`), ''].join('\n')),
  )

/** Adds to the list what is not on it. */
export const addErased = async (disk: Disk, dir: string, more: readonly Erasure[]) => {
  if (!more.length) return
  const { list, freed } = await readErased(disk, dir)
  const known = new Set(list.map(({ is, what }) => `${is} ${what}`))
  const added = more.filter(({ is, what }) => !known.has(`${is} ${what}`))
  if (added.length) await writeErased(disk, dir, { list: [...list, ...added], freed })
}

const flat = ([name, ...values]: Change): Change[] =>
  name === 'all' ? (values[0] as Change[]).flatMap(flat) : [[name, ...values] as Change]

/** Whether a change may erase something: most need not be read for it. */
export const mayErase = (body: string) => /"remove"|"identityRemovedAt"/.test(body)

/** What a change is about to erase of the check-ins that are there. */
export const erasedBy = (sql: Sql, body: string): Erasure[] => {
  if (!mayErase(body)) return []
  return flat(JSON.parse(body) as Change).flatMap(([name, id, patch]): Erasure[] => {
    const isIdentity = name === 'change' && Boolean((patch as { identityRemovedAt?: unknown }).identityRemovedAt)
    if (name !== 'remove' && !isIdentity) return []
    const [row] = sql('SELECT draft, doc FROM checkins WHERE id = ?', [id as number])
    if (!row) return []
    const is = printOf(id as number, row[0], JSON.parse(row[1] as string))
    return [{ id: id as number, what: isIdentity ? 'identity' : 'record', is }]
  })
}
