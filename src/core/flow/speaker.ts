import type { Who } from '../../../schema/guest'
import { isSeveral, pickedOf } from './facts'
import { shortOf } from './names'
import type { Fault } from './validation'

/** The values for the `{placeholders}` of a sentence. */
export type Params = { readonly [hole: string]: string | number | undefined }

/** Returns functions that look up a language's words. A guest's own key comes before the key that all guests share. */
export const speaker = (words: { readonly [key: string]: string }, language = 'it') => {
  let plurals: Intl.PluralRules | undefined
  const has = (key: string) => Object.hasOwn(words, key)
  const say = (key: string, params: Params = {}) =>
    (has(key) ? words[key]! : key).replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole))
  const first = (keys: readonly string[]) => keys.find(has) ?? keys[0]!
  const plural = (key: string, count: number) =>
    say(first([`${key}.${((plurals ??= new Intl.PluralRules(language))).select(count)}`, `${key}.other`]), { count })
  const keysOf = (field: string, end: string) => [`${field}.${end}`, `${shortOf(field).short}.${end}`]

  const label = (field: string) => say(first(keysOf(field, 'label')), { number: shortOf(field).number })

  return {
    has,
    /** The words of a key with its placeholders filled; the key itself if it has none. */
    say,
    /** A field's name: the record's own (`secondGuestBirthCity.label`), else the guests' (`birthCity.label`). */
    label,
    /** An answer in words, several joined by commas; a name or a town stays as it is. */
    option: (field: string, value: string) => {
      const words = (one: string) => {
        const key = keysOf(field, one).find(has)
        return key && say(key)
      }
      const several = isSeveral(value) && pickedOf(value).some(words)
      return words(value) ?? (several ? pickedOf(value).map((one) => words(one) ?? one) : [value]).join(', ')
    },
    /** A step's title, by guest where it differs. */
    title: (path: string, who?: Who) =>
      say(who && has(`${path}.${who}.title`) ? `${path}.${who}.title` : `${path}.title`, {
        number: /guest-(\d+)/.exec(path)?.[1],
      }),
    fault: ({ field, rule, limit, typed }: Fault, extra?: Params) =>
      say(first([...keysOf(field, rule), `any.${rule}`, 'any.pattern']), {
        limit,
        typed,
        field: label(field),
        ...extra,
      }),
    /** A count with its noun: `key.one` or `key.other` by the language's plural rule. */
    plural,
    /** A wait in seconds as whole minutes, from an hour on as whole hours, rounded up. */
    wait: (seconds: number) => {
      const minutes = Math.max(1, Math.ceil(seconds / 60))
      return minutes < 60 ? plural('wait.minutes', minutes) : plural('wait.hours', Math.ceil(minutes / 60))
    },
  }
}

export type Speaker = ReturnType<typeof speaker>
