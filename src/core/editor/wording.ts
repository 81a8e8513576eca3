import type { Arm, Guard, SetWords, Step, When } from '../../../schema/steps'
import { nameResolver, shortOf } from '../flow/names'
import { type Speaker, speaker } from '../flow/speaker'
import { remembered } from '../remember'

/** The words of sentences about a flow: the guests' texts, and those of `src/text/flow-edit` and `findings`. */
export type Cards = { readonly [key: string]: string }

/** Returns a text without a final colon or question mark. */
export const withoutEnd = (text: string) => text.replace(/[?:]\s*$/, '')

/** The texts of steps and fields by key, and how many keys of the same kind share a text (`counts`). */
const textsOf = remembered((cards: Cards) => {
  const named = Object.entries(cards).filter(([key]) => /^\/[^.]*\.title$|^(?:settings\.)?\w+\.label$/.test(key))
  const texts = new Map(named.map(([key, text]) => [key, withoutEnd(text)]))
  const counts = new Map<string, number>()
  for (const [key, text] of texts) {
    const counted = `${key.at(0) === '/'} ${text}`
    counts.set(counted, (counts.get(counted) ?? 0) + 1)
  }
  return { texts, counts }
})

/** Returns the names of steps, questions, answers. A text of two keys gets its key, another guest's field the guest. */
export const cardNames = (cards: Cards, step?: Pick<Step, 'guest'>) => {
  const speak: Speaker = speaker(cards)
  const { say, has, plural } = speak
  const guest = typeof step?.guest === 'object' ? undefined : step?.guest
  const full = nameResolver(guest)
  const { texts, counts } = textsOf(cards)
  const unique = (key: string, name: string) => {
    const text = texts.get(key)
    if (text === undefined) return name
    return counts.get(`${key.at(0) === '/'} ${text}`)! > 1 ? `${text} (${name})` : text
  }
  return {
    say,
    plural,
    step: (path: string) => unique(`${path}.title`, path),
    field: (name: string) => {
      const { who, short } = shortOf(full(name))
      const key = [`${full(name)}.label`, `${short}.label`].find((one) => texts.has(one))
      const label = has(`fact.${name}`) ? say(`fact.${name}`) : key ? unique(key, short) : name
      return who && who !== guest && !texts.has(`${full(name)}.label`) ? `${label} (${say(`whose.${who}`)})` : label
    },
    value: (name: string, value: string) =>
      has(`value.${value}`) ? say(`value.${value}`) : speak.option(full(name), value),
  }
}
export type Names = ReturnType<typeof cardNames>

/** Returns a condition: "Paese di nascita è Italia e …"; empty without one. */
export const conditionIn = (names: Names, when: When | undefined): string =>
  Object.entries(when ?? {})
    .map(([fact, expected]) => {
      const label = names.field(fact)
      if (typeof expected === 'boolean') return names.say(expected ? 'when.given' : 'when.lacking', { label })
      const value = [expected]
        .flat()
        .map((one) => names.value(fact, one))
        .join(names.say('when.or'))
      return names.say('when.is', { label, value })
    })
    .join(names.say('when.and'))

/** Returns the writes: ", e «Città di nascita» diventa la risposta a «Paese di nascita»". */
export const writesIn = (names: Names, set: SetWords | undefined): string =>
  Object.entries(set ?? {})
    .map(([name, value]) => {
      const label = names.field(name)
      if (value === null) return names.say('set.forgets', { label })
      if (typeof value === 'object') return names.say('set.copies', { label, from: names.field(value.from) })
      return names.say('set.writes', { label, value: names.value(name, value) })
    })
    .join('')

const targetIn = (names: Names, to: Arm['to']) =>
  typeof to === 'string' ? names.step(to) : names.say('setting', { name: to.from })

/** Returns an arm with its writes: "se Paese di nascita è Italia vai a «…»", "altrimenti vai a «…»". */
export const armIn = (names: Names, { when, set, to, again }: Arm) =>
  names.say(when ? 'arm.if' : 'arm.else', { when: conditionIn(names, when), to: targetIn(names, to) }) +
  writesIn(names, set) +
  (again ? names.say('arm.again') : '')

/** Returns a guard with what is known of it: addresses, condition, target, writes. */
export const guardIn = (names: Names, { at, when, to, set }: Omit<Guard, 'to'> & { to?: string }): string => {
  const where = at.endsWith('-') ? names.say('any', { at }) : names.step(at)
  const params = { at: where, when: conditionIn(names, when) }
  return to
    ? names.say('guard.if', { ...params, to: names.step(to) }) + writesIn(names, set)
    : names.say('guard.name', params)
}

/** Returns the wait of a step: "3 secondi", or the setting. */
export const waitIn = (names: Names, wait: NonNullable<Step['wait']>) =>
  typeof wait === 'number' ? names.plural('seconds', wait / 1000) : names.say('setting', { name: wait.from })

/** Returns the guest of a step, with the conditions if there are several. */
export const guestIn = (names: Names, guest: NonNullable<Step['guest']>) =>
  typeof guest === 'string'
    ? names.say(`whose.${guest}`)
    : guest
        .map(({ when, is }) =>
          when
            ? names.say('whose.if', { when: conditionIn(names, when), guest: names.say(`whose.${is}`) })
            : names.say(`whose.${is}`),
        )
        .join('; ')
