import { hash } from 'node:crypto'
import { type Disk, writeAll } from '../sealed/disk'
import type { Mark } from '../sqlite-file/journal-records'

const checkOf = (text: string) => hash('sha256', text).slice(0, 16)
const textOf = ({ seq, sum }: Mark, length: number) =>
  `${String(seq).padStart(15, '0')} ${sum} ${String(length).padStart(15, '0')}`

/** The last record answered for, and the journal's length then, in bytes. */
export type HighWater = Mark & { length: number }

/** Reads `checkin.mark`; nothing when it is missing or torn. */
export const readHighWater = async (disk: Disk, path: string): Promise<HighWater | undefined> => {
  const text = (await disk.read(path))?.toString('latin1') ?? ''
  const [seq, sum, length, check] = text.trimEnd().split(' ')
  if (!seq || !sum || !length || checkOf(`${seq} ${sum} ${length}`) !== check) return undefined
  return { seq: Number(seq), sum, length: Number(length) }
}

/**
 * Keeps `checkin.mark`, which says how far the journal was answered for: it shows a journal cut from outside. It is
 * written after each flush without a sync. Errors are ignored: an outdated mark is incomplete but never wrong.
 */
export const highWaterMark = (disk: Disk, path: string) => {
  let file: ReturnType<Disk['open']> | undefined
  return {
    write: async (mark: Mark, length: number) => {
      const text = textOf(mark, length)
      try {
        await writeAll(await (file ??= disk.open(path)), Buffer.from(`${text} ${checkOf(text)}\n`), 0)
      } catch {
        file = undefined
      }
    },
    close: async () => void (await (await file?.catch(() => undefined))?.close().catch(() => {})),
  }
}
