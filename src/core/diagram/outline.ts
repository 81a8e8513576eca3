import type { Arm, Flow, SetWords, When } from '../../../schema/steps'
import { fieldNamesOf } from '../flow/fields'
import { type NameResolver, nameResolver } from '../flow/names'
import { type Speaker, speaker } from '../flow/speaker'
import { pointer } from '../lint/domains'
import { factWords, graphOf, guestOfStep, type Lane, lanes, valueWords } from './graph'

/** A part of a sentence; `strong` words differ between sentences. */
export type Piece = { text: string; strong?: true }

/** An arm as a sentence, its JSON pointer, and its target step. */
type OutlineArm = { at: string; pieces: Piece[]; to?: string }

/** A question: the file's name, the guests' words. */
type OutlineQuestion = { field: string; label: string; optional: boolean }

export type OutlineStep = { path: string; title: string; questions: OutlineQuestion[]; arms: OutlineArm[] }

/** A journey as a list: lanes with their steps. */
export type Outline = { lane: Lane; title: string; steps: OutlineStep[] }[]

const inPieces = (sentence: string, filled: Record<string, string>): Piece[] =>
  sentence
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((text) => (/^\{\w+\}$/.test(text) ? { text: filled[text.slice(1, -1)] ?? text, strong: true } : { text }))

/** A label inside a sentence; German nouns keep their capital. */
const small = ({ say }: Speaker, label: string) =>
  (say('outline.case') === 'lower' && /^[A-ZÀ-Ý][a-zà-ÿ' ]/.test(label)
    ? label[0]!.toLowerCase() + label.slice(1)
    : label
  ).replace(/\?$/, '')

/** Returns a condition in words: "cittadinanza è Italia e nome è indicato". */
const conditionPieces = (speak: Speaker, when: When | undefined, name: NameResolver): Piece[] =>
  Object.entries(when ?? {}).flatMap(([fact, value], i) => {
    const label = small(speak, factWords(speak, name(fact)))
    const key = typeof value === 'boolean' ? (value ? 'outline.given' : 'outline.lacking') : 'outline.is'
    const words = typeof value === 'boolean' ? {} : { value: valueWords(speak, name(fact), value) }
    return [...(i ? [{ text: speak.say('outline.and') }] : []), ...inPieces(speak.say(key), { label, ...words })]
  })

const setPieces = (speak: Speaker, set: SetWords | undefined, name: NameResolver): Piece[] =>
  Object.entries(set ?? {}).flatMap(([field, value]) => {
    const label = small(speak, factWords(speak, name(field)))
    if (value === null) return inPieces(speak.say('outline.forgets'), { label })
    if (typeof value === 'object')
      return inPieces(speak.say('outline.copies'), { label, from: small(speak, factWords(speak, name(value.from))) })
    return inPieces(speak.say('outline.sets'), { label, value: valueWords(speak, name(field), value) })
  })

const targetTitle = (flow: Flow, speak: Speaker, to: Arm['to']): string => {
  if (typeof to !== 'string') return factWords(speak, to.from)
  if (!flow.steps[to]) return to.startsWith('/') ? `${speak.say('map.host')} (${to})` : to
  return speak.title(to, guestOfStep(flow.steps[to]))
}

/** Returns an arm as a sentence: "Se cittadinanza è Italia vai a …", "altrimenti …", or a single one as "Poi …". */
export const armPieces = (flow: Flow, speak: Speaker, arm: Arm, isFirst: boolean, name: NameResolver): Piece[] => {
  const to = targetTitle(flow, speak, arm.to)
  const key = arm.when ? 'outline.then' : isFirst ? 'outline.always' : 'outline.else'
  return [
    ...(arm.when ? [{ text: speak.say('outline.if') }, ...conditionPieces(speak, arm.when, name)] : []),
    ...inPieces(speak.say(key), { to }),
    ...setPieces(speak, arm.set, name),
  ]
}

/** Returns the steps of a flow as a list in the order of its picture; `words` are the guests' and the checker's. */
export const outlineOf = (flow: Flow, words: Record<string, string>): Outline => {
  const speak = speaker(words)
  const { boxes } = graphOf(flow, speak)
  const rowOf = (path: string, title: string): OutlineStep => {
    const step = flow.steps[path]!
    const name = nameResolver(guestOfStep(step))
    return {
      path,
      title: title.replace(/^\/.*\.title$/, path),
      questions: fieldNamesOf(step).map((field) => ({
        field,
        label: factWords(speak, name(field)),
        optional: step.optional?.includes(field) ?? false,
      })),
      arms: step.next.map((arm, i) => ({
        at: `/steps/${pointer(path)}/next/${i}`,
        pieces: armPieces(flow, speak, arm, i === 0, name),
        ...(typeof arm.to === 'string' && flow.steps[arm.to] && { to: arm.to }),
      })),
    }
  }
  return lanes
    .map((lane) => ({
      lane,
      title: speak.say(`map.${lane}`),
      steps: boxes.filter((box) => !box.outside && box.lane === lane).map(({ path, title }) => rowOf(path, title)),
    }))
    .filter(({ steps }) => steps.length)
}
