import { join } from 'node:path'
import type { AccessLine, AccessLog } from '../../schema/privacy'
import { serialQueue } from '../../src/core/tasks'
import { hmacOf, randomKey } from '../shared/digests'
import { inBatches } from '../shared/scheduling'
import { type Disk, machineDisk, readSealed, replaceSealed } from '../store/sealed/disk'
import type { Store } from '../store/store'

/**
 * `key` signs; `from` is the last line before the key; then the sums of the oldest and newest signed lines, and their
 * count.
 */
type AccessMark = { key: string; from: string; oldest: string; newest: string; count: number }

/** The sum of a line: an HMAC-SHA256 in hexadecimal. */
const sumOf = (key: string, { at, what, device, ids, count, fields, why, before }: Omit<AccessLine, 'sum'>): string =>
  hmacOf(
    key,
    JSON.stringify([at, what, device, ids ?? [], count ?? 0, fields ?? [], before, ...(why ? [why] : [])]),
  ).toString('hex')

const firstSigned = (lines: readonly AccessLine[], { count, from, oldest }: AccessMark) =>
  lines.findIndex(({ sum }) => sum === (count ? oldest : from)) + (count ? 0 : 1)

/** Verifies a log: whole if every signed line follows the one before. A crash may leave lines beyond the mark. */
const verified = (lines: readonly AccessLine[], mark: AccessMark): { isWhole: boolean; since?: string } => {
  const isSigned = (line: AccessLine) => line.sum === sumOf(mark.key, line)
  const start = firstSigned(lines, mark)
  const signed = lines.slice(Math.max(0, start))
  const isWhole =
    start >= 0 &&
    (mark.count === 0 || signed[mark.count - 1]?.sum === mark.newest) &&
    signed.every((line, i) => isSigned(line) && (i === 0 || line.before === signed[i - 1]!.sum))
  const hasUnsigned = start > 0 && !isSigned(lines[0]!)
  return { isWhole, ...(hasUnsigned && { since: signed[0]?.at ?? '' }) }
}

const withLine = (mark: AccessMark, sum: string): AccessMark => ({
  ...mark,
  oldest: mark.count ? mark.oldest : sum,
  newest: sum,
  count: mark.count + 1,
})

/** Adds the signed lines a crash left beyond the mark; a broken log keeps its mark. */
const caughtUp = (mark: AccessMark, lines: readonly AccessLine[]): AccessMark => {
  if (!verified(lines, mark).isWhole) return mark
  const left = lines.slice(firstSigned(lines, mark) + mark.count)
  return left.reduce((after, { sum }) => withLine(after, sum), mark)
}

/** Returns the mark after the first `gone` lines are removed; a broken log stays broken. */
const withoutFirst = (mark: AccessMark, all: readonly AccessLine[], gone: number): AccessMark => {
  const at = (sum: string) => all.findIndex((line) => line.sum === sum)
  if (!mark.count) return { ...mark, from: gone < all.length ? mark.from : '' }
  const [oldest, newest] = [at(mark.oldest), at(mark.newest)]
  if (oldest < 0 || newest - oldest + 1 !== mark.count) return mark
  if (newest < gone) return { ...mark, from: '', oldest: '', newest: '', count: 0 }
  const first = Math.max(oldest, gone)
  return { ...mark, oldest: all[first]!.sum, count: newest - first + 1 }
}

/** The data folder's file with the log's key and ends. */
export const accessMarkFile = 'access-log.key'

/** Limit of stored lines, and how many more are collected before the oldest are deleted together. */
const [most, spare] = [20_000, 500]

/** Lines on the page, and check-ins in a line. */
const [shown, named] = [300, 20]

/** A line before it is chained. */
type AccessEntry = Omit<AccessLine, 'before' | 'sum'>

export type AccessPlace = { store: Store; dir: string; disk?: Disk }

type Known = { mark: AccessMark; last: string }

const markFile = ({ store, dir, disk = machineDisk }: AccessPlace) => {
  const path = join(dir, accessMarkFile)
  const save = (mark: AccessMark) => replaceSealed(disk, path, Buffer.from(JSON.stringify(mark)))
  /** Returns the mark; without one makes it, and lines are signed from then on. */
  const load = async (): Promise<Known> => {
    const stored = await readSealed(disk, path)
    const lines = await store.notes('access')
    const last = lines.at(-1)?.sum ?? ''
    if (stored) return { mark: caughtUp(JSON.parse(stored.toString()) as AccessMark, lines), last }
    const mark = { key: randomKey(), from: last, oldest: '', newest: '', count: 0 }
    await save(mark)
    return { mark, last }
  }
  return { save, load }
}

const logOf = (place: AccessPlace) => {
  const { store } = place
  const { save, load } = markFile(place)
  const lines = () => store.notes('access')
  let known: Promise<Known> | undefined
  const current = () =>
    (known ??= load().catch((error) => {
      known = undefined
      throw error
    }))

  const queue = serialQueue()
  const inOrder = <T>(work: (known: Known) => Promise<T>) => queue.run(async () => work(await current()))

  /** The mark first: a crash then leaves lines, not a gap. */
  const cut = async ({ mark, last }: Known, isGone: (id: number) => boolean) => {
    const all = await lines()
    const first = all.findIndex(({ id }) => !isGone(id))
    const gone = first < 0 ? all.length : first
    const after = withoutFirst(mark, all, gone)
    await save(after)
    known = Promise.resolve({ mark: after, last: gone < all.length ? last : '' })
    await inBatches(all.slice(0, gone), ({ id }) => store.removeNote('access', id))
  }

  const write = async ({ mark, last }: Known, { ids, ...line }: AccessEntry) => {
    const whole = {
      ...line,
      ...(ids && { ids: ids.slice(0, named) }),
      ...(ids && ids.length > named && { count: ids.length }),
      before: last,
    }
    const sum = sumOf(mark.key, whole)
    await store.note('access', { ...whole, sum })
    const next = { mark: withLine(mark, sum), last: sum }
    known = Promise.resolve(next)
    await save(next.mark)
    if (next.mark.count <= most + spare) return
    const oldest = new Set((await lines()).slice(0, -most).map(({ id }) => id))
    await cut(next, (id) => oldest.has(id))
  }

  return {
    add: (line: AccessEntry): Promise<void> => inOrder((state) => write(state, line)),
    /** Removes expired lines from the oldest on, up to the first that is not named: the chain gets no gap. */
    forget: (ids: readonly number[]): Promise<void> => {
      const gone = new Set(ids)
      return gone.size ? inOrder((state) => cut(state, (id) => gone.has(id))) : Promise.resolve()
    },
    read: (): Promise<AccessLog> =>
      inOrder(async ({ mark }) => {
        const all = (await lines()).map(({ id: _, ...line }) => line)
        return { lines: all.slice(-shown).reverse(), count: all.length, ...verified(all, mark) }
      }),
  }
}

/** Returns the access log of a store, always the same one. */
export const accessLog = (place: AccessPlace) => {
  const log = logs.get(place.store) ?? logOf(place)
  logs.set(place.store, log)
  return log
}

const logs = new WeakMap<Store, ReturnType<typeof logOf>>()
