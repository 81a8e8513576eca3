import { type KindName, kinds } from './kinds'
import type { Seen } from './letters-seen'
import { alphabet } from './network'

/** Lines with correct check digits, and their confidence. */
export type Belief = {
  kind: KindName
  lines: string[]
  /** Probability (0 to 1) of these letters among all that satisfy the check digits. */
  sure: number
  /** Log probability of the letters in the picture; 0 is perfect. */
  fit: number
  /** Number of letters that were not the most probable before the check digits. */
  mended: number
}

type Guess = { text: string; fit: number }

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digits = '0123456789'
const legal: { readonly [sign: string]: string } = {
  a: `${letters}<`,
  '9': digits,
  '0': `${digits}<`,
  x: 'MF<',
  t: 'ACI',
  '*': alphabet,
}
const indices = new Map(
  [...Object.keys(legal), ...letters].map((sign) => [
    sign,
    [...(legal[sign] ?? sign)].map((letter) => alphabet.indexOf(letter)),
  ]),
)

/** Guesses per part, and the least log probability of a letter relative to the best. */
const mostGuesses = 80
const unlikely = -9

const best = (guesses: Guess[], count: number) => guesses.sort((one, other) => other.fit - one.fit).slice(0, count)

/** Returns the most probable texts of some cells, with or without correct check digits. */
const guessesOf = (seen: Seen, places: string, from: number, to: number): Guess[] => {
  let guesses: Guess[] = [{ text: '', fit: 0 }]
  for (let cell = from; cell < to; cell++) {
    const answer = seen[cell]!
    const options = indices.get(places[cell]!)!
    const most = Math.max(...options.map((i) => answer[i]!))
    const likely = options.filter((i) => answer[i]! >= most + unlikely)
    const next = guesses.flatMap(({ text, fit }) =>
      likely.map((i) => ({ text: text + alphabet[i], fit: fit + answer[i]! })),
    )
    guesses = next.length > mostGuesses ? best(next, mostGuesses) : next
  }
  return guesses
}

/** Returns the most probable lines of a kind with correct check digits, or undefined. */
export const believed = (kind: KindName, seen: readonly Seen[]): Belief | undefined => {
  const { places, parts, holds } = kinds[kind]
  let wholes: { texts: string[]; fit: number }[] = [{ texts: [], fit: 0 }]
  for (const part of parts) {
    const some = guessesOf(seen[part.line]!, places[part.line]!, part.from, part.to).filter(({ text }) =>
      part.holds(text),
    )
    if (!some.length) return
    wholes = wholes
      .flatMap(({ texts, fit }) => best(some, 24).map((one) => ({ texts: [...texts, one.text], fit: fit + one.fit })))
      .sort((one, other) => other.fit - one.fit)
      .slice(0, mostGuesses * 3)
  }
  const whole = wholes
    .map(({ texts, fit }) => ({
      lines: places.map((_, line) => texts.filter((_, i) => parts[i]!.line === line).join('')),
      fit,
    }))
    .filter(({ lines }) => holds(lines))
  const [first] = whole
  if (!first) return
  const sum = whole.reduce((all, { fit }) => all + Math.exp(fit - first.fit), 0)
  const mended = first.lines.reduce(
    (count, text, line) =>
      count +
      [...text].filter((letter, cell) => letter !== likeliestAt(seen[line]![cell]!, places[line]![cell]!)).length,
    0,
  )
  return { kind, lines: first.lines, sure: 1 / sum, fit: first.fit, mended }
}

const likeliestAt = (answer: Float32Array, sign: string) =>
  alphabet[indices.get(sign)!.reduce((most, i) => (answer[i]! > answer[most]! ? i : most))]!
