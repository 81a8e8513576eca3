import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Checkin } from '../schema/checkin'
import type { Fault, Kind } from '../src/core/layout'
import type { PlaceTables } from '../src/core/official'
import { fold, placeBook } from '../src/core/places'
import { lacks } from '../src/core/police'
import { Refusal } from './http'
import type { Store } from './store'
import { say } from './words'

const here = dirname(fileURLToPath(import.meta.url))

/** The comuni as the build wrote them: beside the server, or for a server run from its sources in dist/. */
export const builtComuni = () => {
  const file = [join(here, 'comuni.txt'), join('dist', 'comuni.txt')].find(existsSync)
  if (!file) throw new Error('comuni.txt is missing: run `node build.mjs`')
  return readFileSync(file, 'utf8')
}

const shapes: Record<Kind, { digits: RegExp; says: string }> = {
  city: { digits: /^4\d{8}$/, says: 'server.place.city' },
  country: { digits: /^1\d{8}$/, says: 'server.place.country' },
  place: { digits: /^[14]\d{8}$/, says: 'server.place.place' },
}
const kindOf = (kind: unknown): Kind => (kind === 'city' || kind === 'country' ? kind : 'place')
const isTownField = (field: unknown): field is keyof Checkin => /^(main|second|third)Guest(BirthCity|ResidenceCity|DocumentIssuePlace)$/.test(String(field))

/** A code the host typed for a place, and the answer it is for; `sure` keeps one the official tables do not have. */
export type Typed = { name?: unknown; code?: unknown; kind?: unknown; sure?: unknown; checkin?: unknown; field?: unknown }

/** The place book on the server: built when first asked for, and again when the host has typed a code. */
export const places = (store: Store, imported: () => Promise<PlaceTables['imported']> = async () => ({})) => {
  let made: Promise<ReturnType<typeof placeBook>> | undefined
  let known = new Map<number, Fault[]>()
  const book = () => (made ??= Promise.all([store.placeCodes(), imported()]).then(([typed, files]) => placeBook({ comuni: builtComuni(), typed, ...(files && { imported: files }) })))
  const renew = () => {
    made = undefined
    known = new Map()
  }

  /** Of two towns of one name the guest's answer says which, so that the next guest from the other is asked again. */
  const written = async ({ name, code, checkin, field }: Typed) => {
    const { city, isCode } = await book()
    const place = isCode(String(code))
    const whole = place?.province && `${place.name} (${place.province})`
    if (!whole || !isTownField(field) || !('candidates' in city(String(name)))) return undefined
    const read = city(whole)
    return 'found' in read && read.found.code === code ? { id: Number(checkin), patch: { [field]: whole } } : undefined
  }

  return {
    book,
    /** Read the tables and the typed codes again when next asked. */
    renew,
    forget: (id: number) => void known.delete(id),

    /** What a police record of a check-in still lacks; remembered until the check-in or a typed code changes. */
    lacks: async (checkin: Checkin): Promise<Fault[]> => {
      const found = known.get(checkin.id) ?? lacks(checkin, await book())
      known.set(checkin.id, found)
      return found
    },

    /** A name looked up, as GET /api/istat-search answers it; nine digits are looked up as a code. */
    search: async (query: Record<string, string>) => {
      const { city, country, place, isCode } = await book()
      const text = (query.code ?? query.name ?? query.city ?? query.country ?? '').slice(0, 120)
      const coded = isCode(text)
      const read = coded ? { found: coded } : query.code !== undefined ? { unknown: true as const } : (query.city !== undefined ? city : query.country !== undefined ? country : place)(text)
      if ('found' in read) return { success: true, code: read.found.code, type: read.found.code.startsWith('4') ? 'comune' : 'stato', name: read.found.name, ...(read.found.province && { province: read.found.province }) }
      if ('candidates' in read) return { success: false, message: say('server.place.several', { name: text }), candidates: read.candidates }
      return { success: false, message: say('server.place.none') }
    },

    /** Keep a typed code for its name; where the name is ambiguous, answers how this guest's own answer is to be changed instead. Refuses what is no such code. */
    keep: async (typed: Typed) => {
      const name = fold(String(typed.name ?? '').slice(0, 120))
      const code = String(typed.code ?? '')
      if (!name) throw new Refusal(400, say('server.place.name'))
      if (!/^\d{9}$/.test(code)) throw new Refusal(400, say('istat.nine'))
      const { digits, says } = shapes[kindOf(typed.kind)]
      if (!digits.test(code)) throw new Refusal(400, say(says))
      if (!(await book()).isCode(code) && typed.sure !== true) throw new Refusal(409, say('server.place.foreign', { code }), { unknown: true })
      const clearer = await written({ ...typed, code })
      if (clearer) return clearer
      await store.savePlaceCode(name, code)
      renew()
      return undefined
    },
  }
}

export type Places = ReturnType<typeof places>
