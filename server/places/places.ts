import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Checkin } from '../../schema/checkin'
import { isCoarse } from '../../src/core/checkin/checkin-states'
import type { RecordFault } from '../../src/core/exports/outcome'
import { lacks } from '../../src/core/exports/police'
import { type PlaceBook, placeBookInSlices } from '../../src/core/places/book'
import { newStates } from '../../src/core/places/foreign-states'
import type { PlaceTables } from '../../src/core/places/official-tables'
import { typedCodes } from '../../src/core/places/typed-codes'
import { italianDay } from '../shared/clock'
import { runSliced } from '../shared/event-loop'
import { say } from '../shared/messages'
import type { Store } from '../store/store'
import { placeCodes } from './place-codes'

const here = dirname(fileURLToPath(import.meta.url))

/** The comuni as built, beside the server or in dist/. */
export const builtComuni = () => {
  const file = [join(here, 'comuni.txt'), join('dist', 'comuni.txt')].find(existsSync)
  if (!file) throw new Error('comuni.txt is missing: run `node build.mjs`')
  return readFileSync(file, 'utf8')
}

/** Made anew on another day, when forgotten, or after a failure. */
const daily = <T>(today: () => string, make: (day: string) => Promise<T>) => {
  let cached: { day: string; value: Promise<T> } | undefined
  const begin = (day: string) => {
    const begun = { day, value: make(day) }
    begun.value.catch(() => {
      if (cached === begun) cached = undefined
    })
    return begun
  }
  return {
    get: () => (cached?.day === today() ? cached : (cached = begin(today()))).value,
    isOf: () => cached?.day === today(),
    forget: () => void (cached = undefined),
  }
}

/** As GET /api/istat-search answers it; nine digits are a code. */
const search = ({ city, country, place, isCode }: PlaceBook, query: Record<string, string>) => {
  const text = (query.code ?? query.name ?? query.city ?? query.country ?? '').slice(0, 120)
  const coded = isCode(text)
  const read = coded
    ? { found: coded }
    : query.code !== undefined
      ? { unknown: true as const }
      : (query.city !== undefined ? city : query.country !== undefined ? country : place)(text)
  if ('found' in read)
    return {
      success: true as const,
      code: read.found.code,
      type: read.found.code.startsWith('4') ? ('comune' as const) : ('stato' as const),
      name: read.found.name,
      ...(read.found.province && { province: read.found.province }),
    }
  if ('candidates' in read)
    return {
      success: false as const,
      message: 'unknown' in read ? say('server.place.none') : say('server.place.several', { name: text }),
      candidates: read.candidates,
    }
  return { success: false as const, message: say('server.place.none') }
}

/** The place book: rebuilt after a typed code and on the next day. */
export const places = (
  store: Store,
  imported: () => Promise<PlaceTables['imported']> = async () => ({}),
  today: () => string = italianDay,
) => {
  const dailyBook = daily(today, async (day) => {
    const [typed, files] = await Promise.all([store.placeCodes(), imported()])
    const tables = { comuni: builtComuni(), today: day, typed: typedCodes(typed) }
    return runSliced(placeBookInSlices({ ...tables, ...(files && { imported: files }) }))
  })
  const added = daily(today, async (day) => newStates((await imported())?.stati, day))
  const book = dailyBook.get
  let faultsById = new Map<number, RecordFault[]>()
  const changed = () => {
    dailyBook.forget()
    faultsById = new Map()
  }

  return {
    ...placeCodes({ store, book, changed }),
    book,
    states: added.get,
    renew: () => {
      changed()
      added.forget()
    },
    forget: (id: number) => void faultsById.delete(id),

    /** Cached until the check-in, a typed code or the day changes. */
    lacks: async (checkin: Checkin): Promise<RecordFault[]> => {
      if (isCoarse(checkin)) return []
      if (!dailyBook.isOf()) faultsById = new Map()
      const found = faultsById.get(checkin.id) ?? lacks(checkin, await book())
      faultsById.set(checkin.id, found)
      return found
    },

    search: async (query: Record<string, string>) => search(await book(), query),
  }
}

export type Places = ReturnType<typeof places>
