import { createHash } from 'node:crypto'
import type { AccessLine, AccessLog } from '../../schema/privacy'
import type { Store } from '../store/store'

/** The most lines that are kept, whatever their term. */
const most = 20_000

/** How many lines the page is given, and how many check-ins a line names. */
const [shown, named] = [300, 20]

const sumOf = ({ at, what, device, ids, count, fields, why, before }: Omit<AccessLine, 'sum'>) =>
  createHash('sha256')
    .update(JSON.stringify([at, what, device, ids ?? [], count ?? 0, fields ?? [], before, ...(why ? [why] : [])]))
    .digest('hex')

/**
 * Whether every line is as it was written, and follows from the one before it; what came before the first has had its
 * term.
 */
export const isWhole = (lines: readonly AccessLine[]): boolean =>
  lines.every((line, i) => line.sum === sumOf(line) && (i === 0 || line.before === lines[i - 1]!.sum))

/** What a caller says of a line; the log adds where it stands. */
export type Looked = Omit<AccessLine, 'before' | 'sum'>

const logOf = (store: Store) => {
  let last: Promise<string> | undefined
  let count = 0
  const newest = async () => {
    const lines = await store.notes('access')
    count = lines.length
    return lines.at(-1)?.sum ?? ''
  }
  const write = async (before: string, { ids, ...line }: Looked) => {
    const whole = {
      ...line,
      ...(ids && { ids: ids.slice(0, named) }),
      ...(ids && ids.length > named && { count: ids.length }),
      before,
    }
    const sum = sumOf(whole)
    await store.note('access', { ...whole, sum })
    if (++count > most) await store.removeNote('access', (await store.notes('access'))[0]!.id).then(() => count--)
    return sum
  }
  return {
    /** Writes a line after the latest one; lines that come together are written one after the other. */
    add: (line: Looked): Promise<void> => {
      const before = (last ??= newest())
      const next = before.then((sum) => write(sum, line))
      // A line that could not be written leaves the chain where it was.
      last = next.catch(() => before)
      return next.then(() => {})
    },
    /** The latest lines, the newest first, and whether the log is whole. */
    read: async (): Promise<AccessLog> => {
      const lines = (await store.notes('access')).map(({ id: _, ...line }) => line)
      return { lines: lines.slice(-shown).reverse(), count: lines.length, isWhole: isWhole(lines) }
    },
  }
}

/** A store's access log, one for whoever asks. */
export const accessLog = (store: Store) => {
  const log = logs.get(store) ?? logOf(store)
  logs.set(store, log)
  return log
}

const logs = new WeakMap<Store, ReturnType<typeof logOf>>()
