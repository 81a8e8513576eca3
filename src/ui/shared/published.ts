import type { Language } from '../../../schema/languages'
import type { PublicSettings } from '../../../schema/settings'
import type { Flow } from '../../../schema/steps'
import { formats } from '../../core/flow/formats'
import { withPrefixes } from '../../core/flow/telephone'
import type { Checker, Validate } from '../../core/flow/validation'
import { type Params, type Speaker, speaker } from '../../core/text/speaker'
import { Offline } from './api'
import { store } from './store'

/**
 * A country as the server names it: its Italian name, which records keep, its name in the guest's language, its ISO
 * code. The stateless are among them, for citizenships.
 */
export type Country = readonly [italian: string, name: string, iso: string]

/**
 * One published flow in one language, as `server/flow/assets.ts` writes it. `left` is how many steps a guest still has
 * at the least.
 */
export type Published = {
  version: string
  language: Language
  flow: Flow
  words: Record<string, string>
  countries: readonly Country[]
  left: Record<string, number>
  validator: (given: ReturnType<typeof formats>) => Validate
}

/**
 * What the page tells the script: where each language's flow is, the language guessed for this guest, and the public
 * settings: the host's (`known`), or the defaults. `states` are those that only an imported table has; `isNewHost` is a
 * house whose host has not signed in yet, opened on its own machine.
 */
export type Start = {
  files: Record<Language, string>
  host: string
  language: Language
  settings: PublicSettings
  known: boolean
  states?: readonly string[]
  isNewHost?: true
}

/** A flow ready to be asked: the published one with its words to speak and its checker. */
export type House = Published & { speak: Speaker; checker: Checker }

let rome: Intl.DateTimeFormat | undefined

/**
 * The day it is in Italy, `YYYY-MM-DD`, wherever the guest is. Made when first asked: it takes a phone a tenth of a
 * second.
 */
export const today = () => (rome ??= new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' })).format(new Date())

/** The formats of the schemas as this browser means them. */
export const formatsOf = ({ countries }: Pick<Published, 'countries'>) => {
  const names = new Set(countries.map(([italian]) => italian))
  return formats({ today, isCitizenship: (name) => names.has(name) })
}

/** What the page came with. */
export const start: Start = JSON.parse(document.getElementById('start')?.textContent ?? '{}')

/** A published flow made ready to be asked. */
export const furnish = (published: Published): House => {
  // The states that only an imported table has go by one name in every language, after those of the guest's own.
  const countries = [...published.countries, ...(start.states ?? []).map((name): Country => [name, name, ''])]
  const checker = {
    validate: published.validator(formatsOf({ countries })),
    get today() {
      return today()
    },
  }
  const flow = withPrefixes(published.flow, countries)
  return { ...published, flow, countries, checker, speak: speaker(published.words, published.language) }
}

/** The flow in the language spoken now. */
export const house = store<House>(undefined as unknown as House)

type Module = { default: Published }
const read = new Map<Language, Published>()

// A browser remembers that a module could not be had: under another address it looks again.
const fetched = (file: string): Promise<Module> =>
  import(file)
    .catch(() => import(`${file}?${Date.now()}`))
    .catch((error: Error) => {
      throw new Offline(error.message)
    })

/** A language's flow and words: fetched once. Throws Offline. */
const publishedIn = async (language: Language) => {
  const published = read.get(language) ?? (await fetched(start.files[language] ?? start.files.it)).default
  read.set(language, published)
  return published
}

/** The words of a language other than the page's own, for what is handed to a guest. Throws Offline. */
export const speakerIn = async (language: Language): Promise<Speaker> =>
  speaker((await publishedIn(language)).words, language)

/**
 * Speak another language: its flow and words are fetched once, and kept by the browser; one already spoken is spoken at
 * once. Throws Offline.
 */
export const speakIn = async (language: Language) => {
  const published = await publishedIn(language)
  document.documentElement.lang = language
  if (house.get()?.words !== published.words) house.set(furnish(published))
}

/** A word or sentence of the language spoken now, its holes filled. */
export const say = (key: string, params?: Params): string => house.get().speak.say(key, params)

/** The words for so many things: one, or several with their number. */
export const plural = (key: string, count: number): string => house.get().speak.plural(key, count)
