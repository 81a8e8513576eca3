import type { Who } from '../../../schema/guest'
import { languageRow } from '../../../schema/languages'
import { shortOf } from './names'
import { isSeveral, pickedOf } from './several'
import type { Fault } from './validation'

/** What fills the `{holes}` of a sentence. */
export type Params = { readonly [hole: string]: string | number | undefined }

/** How a language writes its dates and amounts; a language we do not speak in its own way. */
export const localeOf = (language: string): string => languageRow(language)?.locale ?? language

/**
 * The words of one language under their keys, and the ways to look one up: always the particular key first, then the
 * general.
 */
export const speaker = (words: { readonly [key: string]: string }, language = 'it') => {
  let plurals: Intl.PluralRules | undefined
  const has = (key: string) => Object.hasOwn(words, key)
  const say = (key: string, params: Params = {}) =>
    (has(key) ? words[key]! : key).replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole))
  const first = (keys: readonly string[]) => keys.find(has) ?? keys[0]!
  const plural = (key: string, count: number) =>
    say(first([`${key}.${((plurals ??= new Intl.PluralRules(language))).select(count)}`, `${key}.other`]), { count })
  const of = (field: string, end: string) => [`${field}.${end}`, `${shortOf(field).short}.${end}`]

  return {
    /** Whether there are words under a key. */
    has,
    /** The words under a key, its holes filled; a key without words gives itself. */
    say,
    /**
     * A field's name: the record's own (`secondGuestBirthCity.label`), else the one all guests share
     * (`birthCity.label`).
     */
    label: (field: string) => say(first(of(field, 'label'))),
    /** An answer in words, several joined by commas; one without words, such as a name or a town, as it is. */
    option: (field: string, value: string) => {
      const words = (one: string) => {
        const key = of(field, one).find(has)
        return key && say(key)
      }
      const several = isSeveral(value) && pickedOf(value).some(words)
      return words(value) ?? (several ? pickedOf(value).map((one) => words(one) ?? one) : [value]).join(', ')
    },
    /** A step's title, for the guest it is about where it differs. */
    title: (path: string, who?: Who) =>
      say(who && has(`${path}.${who}.title`) ? `${path}.${who}.title` : `${path}.title`),
    /** What is wrong with an answer. */
    fault: ({ field, rule, limit, typed }: Fault, extra?: Params) =>
      say(first([...of(field, rule), `any.${rule}`, 'any.pattern']), {
        limit,
        typed,
        field: say(first(of(field, 'label'))),
        ...extra,
      }),
    /** A number of things: `key.one`, `key.other`, as the language counts. */
    plural,
    /** So many seconds to wait, in whole minutes, from an hour on in whole hours; never less than they are. */
    wait: (seconds: number) => {
      const minutes = Math.max(1, Math.ceil(seconds / 60))
      return minutes < 60 ? plural('wait.minutes', minutes) : plural('wait.hours', Math.ceil(minutes / 60))
    },
  }
}

export type Speaker = ReturnType<typeof speaker>
