import type { FlowFiles } from '../../../schema/calls/api'
import type { Language } from '../../../schema/languages'
import type { PublicSettings } from '../../../schema/settings'
import type { Flow } from '../../../schema/steps'
import type { formats } from '../../core/flow/formats'
import { type Params, type Speaker, speaker } from '../../core/flow/speaker'
import type { Checker, Validate } from '../../core/flow/validation'
import { Offline } from './api'
import { store } from './page-store'

/**
 * A country as the server names it: its Italian name, which records keep, its name in the guest's language, its ISO
 * code. The stateless are among them, for citizenships.
 */
export type Country = readonly [italian: string, name: string, iso: string]

/**
 * Of a published flow in one language, what the first cards need, as `server/flow/assets.ts` writes it: `words` are
 * those of these cards and of what may be said on any. `left` is how many steps a guest still has at the least.
 */
export type First = {
  version: string
  language: Language
  flow: Flow
  words: Record<string, string>
  left: Record<string, number>
}

/**
 * What the cards after them need besides: their words, the countries and the check of the answers; and what answers
 * were once called in browsers, by the names of fields.
 */
export type Rest = {
  aliases: { readonly [field: string]: readonly string[] }
  words: Record<string, string>
  countries: readonly Country[]
  validator: (given: ReturnType<typeof formats>) => Validate
}

/** One published flow in one language, whole. */
export type PublishedFiles = First & Rest

/**
 * What the page tells the script: where each language's flow is, the language guessed for this guest, and the public
 * settings: the host's (`known`), or the defaults. `states` are those that only an imported table has; `isNewHost` is a
 * house whose host has not signed in yet, opened on its own machine.
 */
export type Start = {
  files: Record<Language, FlowFiles>
  host: string
  language: Language
  settings: PublicSettings
  known: boolean
  states?: readonly string[]
  isNewHost?: true
}

/**
 * A flow ready to be asked: the published one with its words to speak and its checker. Until it `isWhole` it knows no
 * countries, and its checker lets everything pass.
 */
export type GuestHouse = First & Pick<Rest, 'countries'> & { speak: Speaker; checker: Checker; isWhole: boolean }

let rome: Intl.DateTimeFormat | undefined

/**
 * The day it is in Italy, `YYYY-MM-DD`, wherever the guest is. Made when first asked: it takes a phone a tenth of a
 * second.
 */
export const today = () => (rome ??= new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' })).format(new Date())

/** What the page came with. */
export const start: Start = JSON.parse(document.getElementById('start')?.textContent ?? '{}')

/** The flow in the language spoken now. */
export const house = store<GuestHouse>(undefined as unknown as GuestHouse)

const read = new Map<string, unknown>()

/**
 * A published file: fetched once. A browser remembers that a module could not be had: under another address it looks
 * again.
 */
const fetched = async <T>(file: string): Promise<T> => {
  if (!read.has(file)) {
    const { default: part } = await import(file)
      .catch(() => import(`${file}?${Date.now()}`))
      .catch((error: Error) => {
        throw new Offline(error.message)
      })
    read.set(file, part)
  }
  return read.get(file) as T
}

const filesOf = (language: Language) => start.files[language] ?? start.files.it

/** What the first cards need in a language. Throws Offline. */
export const firstIn = (language: Language) => fetched<First>(filesOf(language).first)

/** What the cards after them need in a language. Throws Offline. */
export const restIn = (language: Language) => fetched<Rest>(filesOf(language).rest)

/** A published flow of its two parts. */
export const joinedFiles = (first: First, rest: Rest): PublishedFiles => ({
  ...first,
  ...rest,
  words: { ...first.words, ...rest.words },
})

/** The flow in a language, whole. Throws Offline. */
export const publishedIn = async (language: Language): Promise<PublishedFiles> =>
  joinedFiles(...(await Promise.all([firstIn(language), restIn(language)])))

/** The words of a language other than the page's own, for what is handed to a guest. Throws Offline. */
export const speakerIn = async (language: Language): Promise<Speaker> =>
  speaker((await publishedIn(language)).words, language)

/** A word or sentence of the language spoken now, its holes filled. */
export const say = (key: string, params?: Params): string => house.get().speak.say(key, params)

/** The words for so many things: one, or several with their number. */
export const plural = (key: string, count: number): string => house.get().speak.plural(key, count)
