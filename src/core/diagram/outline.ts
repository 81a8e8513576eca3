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
const conditionPieces = (say: Speaker, when: When | undefined, name: NameResolver): Piece[] =>
  Object.entries(when ?? {}).flatMap(([fact, value], i) => {
    const label = small(say, factWords(say, name(fact)))
    const key = typeof value === 'boolean' ? (value ? 'outline.given' : 'outline.lacking') : 'outline.is'
    const words = typeof value === 'boolean' ? {} : { value: valueWords(say, name(fact), value) }
    return [...(i ? [{ text: say.say('outline.and') }] : []), ...inPieces(say.say(key), { label, ...words })]
  })

const setPieces = (say: Speaker, set: SetWords | undefined, name: NameResolver): Piece[] =>
  Object.entries(set ?? {}).flatMap(([field, value]) => {
    const label = small(say, factWords(say, name(field)))
    if (value === null) return inPieces(say.say('outline.forgets'), { label })
    if (typeof value === 'object')
      return inPieces(say.say('outline.copies'), { label, from: small(say, factWords(say, name(value.from))) })
    return inPieces(say.say('outline.sets'), { label, value: valueWords(say, name(field), value) })
  })

const targetTitle = (flow: Flow, say: Speaker, to: Arm['to']): string => {
  if (typeof to !== 'string') return factWords(say, to.from)
  if (!flow.steps[to]) return to.startsWith('/') ? `${say.say('map.host')} (${to})` : to
  return say.title(to, guestOfStep(flow.steps[to]))
}

/** Returns an arm as a sentence: "Se cittadinanza è Italia vai a …", "altrimenti …", or a single one as "Poi …". */
export const armPieces = (flow: Flow, say: Speaker, arm: Arm, isFirst: boolean, name: NameResolver): Piece[] => {
  const to = targetTitle(flow, say, arm.to)
  const key = arm.when ? 'outline.then' : isFirst ? 'outline.always' : 'outline.else'
  return [
    ...(arm.when ? [{ text: say.say('outline.if') }, ...conditionPieces(say, arm.when, name)] : []),
    ...inPieces(say.say(key), { to }),
    ...setPieces(say, arm.set, name),
  ]
}

/** Returns the steps of a flow as a list in the order of its picture; `words` are the guests' and the checker's. */
export const outlineOf = (flow: Flow, words: Record<string, string>): Outline => {
  const say = speaker(words)
  const { boxes } = graphOf(flow, say)
  const rowOf = (path: string, title: string): OutlineStep => {
    const step = flow.steps[path]!
    const name = nameResolver(guestOfStep(step))
    return {
      path,
      title: title.replace(/^\/.*\.title$/, path),
      questions: fieldNamesOf(step).map((field) => ({
        field,
        label: factWords(say, name(field)),
        optional: step.optional?.includes(field) ?? false,
      })),
      arms: step.next.map((arm, i) => ({
        at: `/steps/${pointer(path)}/next/${i}`,
        pieces: armPieces(flow, say, arm, i === 0, name),
        ...(typeof arm.to === 'string' && flow.steps[arm.to] && { to: arm.to }),
      })),
    }
  }
  return lanes
    .map((lane) => ({
      lane,
      title: say.say(`map.${lane}`),
      steps: boxes.filter((box) => !box.outside && box.lane === lane).map(({ path, title }) => rowOf(path, title)),
    }))
    .filter(({ steps }) => steps.length)
}
