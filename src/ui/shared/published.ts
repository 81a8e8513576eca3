import type { FlowFiles } from '../../../schema/calls/api'
import type { HostLanguage, Language } from '../../../schema/languages'
import type { PublicSettings } from '../../../schema/settings'
import type { Flow } from '../../../schema/steps'
import type { FurtherParts } from '../../core/flow/further-guests'
import type { formats } from '../../core/flow/schema-faults'
import type { Params, Speaker } from '../../core/flow/speaker'
import type { Checker, Validate } from '../../core/flow/validation'
import { romeDay } from '../../core/text/rome-time'
import { throwOffline } from './api'
import { store } from './page-store'

/** A country, or the stateless: the Italian name, which records store, the guest's name for it, and the ISO code. */
export type Country = readonly [italian: string, name: string, iso: string]

/** The part of a flow for the first cards, from `server/flow/assets.ts`. `left`: the fewest steps after each step. */
export type First = {
  version: string
  language: Language
  flow: Flow
  words: Record<string, string>
  left: Record<string, number>
}

/** The part for the later cards: words, steps of further guests, countries, the checker, and former field names. */
type Rest = {
  aliases: { readonly [field: string]: readonly string[] }
  words: Record<string, string>
  further?: FurtherParts
  countries: readonly Country[]
  validator: (given: ReturnType<typeof formats>) => Validate
}

export type PublishedFiles = First & Rest

/** The data in the page. `known`: the settings are not the defaults. `states` are those of an imported table. */
type Start = {
  files: Record<Language, FlowFiles>
  host: string
  hostWords: Record<HostLanguage, string>
  language: Language
  hostLanguage: HostLanguage
  settings: PublicSettings
  known: boolean
  states?: readonly string[]
  isNewHost?: true
}

/** A published flow with its words and checker. Until it `isWhole`, it has no countries and accepts every answer. */
export type GuestHouse = First & Pick<Rest, 'countries'> & { speak: Speaker; checker: Checker; isWhole: boolean }

/** Returns the day in Italy, `YYYY-MM-DD`; not by `Intl`, because ICU 72 writes `en-CA` days as `11/28/2026`. */
export const today = () => romeDay(Date.now())

export const start: Start = JSON.parse(document.getElementById('start')?.textContent ?? '{}')

/** The flow in the current language. */
export const house = store<GuestHouse>(undefined as unknown as GuestHouse)

const read = new Map<string, unknown>()

/** Imports a file once. Browsers cache the failure of a module, so the second try has another address. */
const fetched = async <T>(file: string): Promise<T> => {
  if (!read.has(file)) {
    const { default: part } = await import(file).catch(() => import(`${file}?${Date.now()}`)).catch(throwOffline)
    read.set(file, part)
  }
  return read.get(file) as T
}

const filesOf = (language: Language) => start.files[language] ?? start.files.it

/** Returns what the first cards need. Throws Offline. */
export const firstIn = (language: Language) => fetched<First>(filesOf(language).first)

/** Returns what the later cards need. Throws Offline. */
export const restIn = (language: Language) => fetched<Rest>(filesOf(language).rest)

/** Returns a published flow made of its two parts. */
export const joinedFiles = (first: First, rest: Rest): PublishedFiles => ({
  ...first,
  ...rest,
  words: { ...first.words, ...rest.words },
})

/** Returns a text in the current language with its parameters. */
export const say = (key: string, params?: Params): string => house.get().speak.say(key, params)

/** Returns the singular or plural text of a count. */
export const plural = (key: string, count: number): string => house.get().speak.plural(key, count)

/** Loads the style sheets of the page's links with this `rel`. Rejects if one fails; it may be tried again. */
export const loadStyle = (rel: 'later-style' | 'host-style') =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>(`link[rel=${rel}]`)].map(
      (link) =>
        new Promise<void>((done, fail) => {
          link.onload = () => done()
          link.onerror = () => {
            link.rel = rel
            fail(new Error(link.href))
          }
          link.rel = 'stylesheet'
        }),
    ),
  )
