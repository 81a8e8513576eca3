/**
 * Whether a regular expression can be matched without trying the same text over and over. A pattern is turned into its
 * position automaton (Glushkov); where a text can be read in two ways within a loop, the tries double with every
 * character (Weideman, van der Merwe, Berglund, Watson: "Analyzing Matching Time Behavior of Backtracking Regular
 * Expression Matchers", 2016).
 */
export type Cost = 'linear' | 'quadratic' | 'worse' | 'unknown'

/** The letters patterns are tried with: those of the keyboard, some accented ones, and a blank of another kind. */
const alphabet = [
  ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)),
  '\n',
  '\t',
  'à',
  'É',
  'ß',
  'я',
  '\u00a0',
]

type Edge = [from: number, to: number]
type Part = { nullable: boolean; first: number[]; last: number[] }
const empty: Part = { nullable: true, first: [], last: [] }

/** How often a bounded repetition is written out: more copies add no loop. */
const copies = 4
/** The most positions looked at; a pattern with more is not judged. */
const mostPositions = 80

class TooHard extends Error {}

/**
 * A pattern being read: where the reading is, the letters each position takes, and which can follow which; an edge
 * made twice is there twice.
 */
type Reader = { pattern: string; at: number; classes: string[][]; edges: Edge[] }

const rest = ({ pattern, at }: Reader) => pattern.slice(at)
const peek = ({ pattern, at }: Reader) => pattern[at]

const link = ({ edges }: Reader, from: Part, to: Part) => {
  for (const a of from.last) for (const b of to.first) edges.push([a, b])
}

const then = (reader: Reader, a: Part, b: Part): Part => {
  link(reader, a, b)
  return {
    nullable: a.nullable && b.nullable,
    first: a.nullable ? [...a.first, ...b.first] : a.first,
    last: b.nullable ? [...a.last, ...b.last] : b.last,
  }
}

const or = (a: Part, b: Part): Part => ({
  nullable: a.nullable || b.nullable,
  first: [...a.first, ...b.first],
  last: [...a.last, ...b.last],
})

/** A position that takes the letters a piece of pattern matches. */
const position = ({ classes }: Reader, source: string): Part => {
  const one = new RegExp(`^(?:${source})$`, 'u')
  const number = classes.push(alphabet.filter((sign) => one.test(sign))) - 1
  if (classes.length > mostPositions) throw new TooHard()
  return { nullable: false, first: [number], last: [number] }
}

const charClass = (reader: Reader): Part => {
  const [found] = /^\[(?:\\.|[^\]\\])*\]/.exec(rest(reader)) ?? []
  if (!found) throw new TooHard()
  reader.at += found.length
  return position(reader, found)
}

/** A letter behind a backslash; a word boundary takes none, a back-reference is too hard. */
const escaped = (reader: Reader): Part => {
  const isBoundary = /^\\[bB]/.test(rest(reader))
  const [found] = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[^1-9k])/.exec(rest(reader)) ?? []
  if (!found) throw new TooHard()
  reader.at += found.length
  return isBoundary ? empty : position(reader, found)
}

const group = (reader: Reader): Part => {
  reader.at += /^\((?:\?:|\?<[A-Za-z]\w*>)?/.exec(rest(reader))![0].length
  if (peek(reader) === '?') throw new TooHard()
  const inner = alternatives(reader)
  if (peek(reader) !== ')') throw new TooHard()
  reader.at++
  return inner
}

const atom = (reader: Reader): Part => {
  const sign = peek(reader)!
  if (sign === '(') return group(reader)
  if (sign === '[') return charClass(reader)
  if (sign === '\\') return escaped(reader)
  reader.at++
  if (sign === '^' || sign === '$') return empty
  return position(reader, sign === '.' ? '.' : sign.replace(/[\]{}/]/, '\\$&'))
}

/** How often what stands before is repeated, as the pattern says here. */
const timesOf = (reader: Reader) => {
  const found = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/.exec(rest(reader))
  if (!found) return undefined
  const [whole, sign, low, comma, high] = found
  reader.at += whole.length
  if (sign) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity }
  return { least: Number(low), most: comma ? (high ? Number(high) : Infinity) : Number(low) }
}

/** An atom, written out as often as it is repeated; the last copy of an endless one loops. */
const repeated = (reader: Reader): Part => {
  const start = reader.at
  let last = atom(reader)
  const times = timesOf(reader)
  if (!times) return last
  const { least, most } = times
  const after = reader.at
  let whole = least === 0 ? { ...last, nullable: true } : last
  for (let i = 1; i < Math.min(most === Infinity ? least : most, copies); i++) {
    reader.at = start
    last = atom(reader)
    whole = then(reader, whole, i >= least ? { ...last, nullable: true } : last)
  }
  if (most === Infinity) link(reader, last, last)
  reader.at = after
  return most === 0 ? empty : whole
}

const sequence = (reader: Reader): Part => {
  let whole = empty
  while (reader.at < reader.pattern.length && peek(reader) !== '|' && peek(reader) !== ')')
    whole = then(reader, whole, repeated(reader))
  return whole
}

const alternatives = (reader: Reader): Part => {
  let whole = sequence(reader)
  while (peek(reader) === '|') {
    reader.at++
    whole = or(whole, sequence(reader))
  }
  return whole
}

const automaton = (pattern: string) => {
  const reader: Reader = { pattern, at: 0, classes: [], edges: [] }
  alternatives(reader)
  if (reader.at < pattern.length) throw new TooHard()
  return reader
}

/** The nodes that can be reached from a node over one edge or more. */
const reachable = <T>(start: T, next: (node: T) => readonly T[]): Set<T> => {
  const seen = new Set<T>()
  const queue = [start]
  for (const node of queue)
    for (const to of next(node))
      if (!seen.has(to)) {
        seen.add(to)
        queue.push(to)
      }
  return seen
}

type Code = number

/** The automaton walked by one, two or three readers of the same text at once; where they stand is one number. */
const readersOf = ({ classes, edges }: Reader) => {
  const size = classes.length
  const next = classes.map((_, from) => [...new Set(edges.filter(([a]) => a === from).map(([, b]) => b))])
  const meets = classes.map((signs) => classes.map((others) => signs.some((sign) => others.includes(sign))))
  const pairs = (code: Code) => {
    const [p, q] = [Math.floor(code / size), code % size]
    return next[p]!.flatMap((a) => next[q]!.filter((b) => meets[a]![b]).map((b) => a * size + b))
  }
  const triples = (code: Code) => {
    const [pair, r] = [Math.floor(code / size), code % size]
    return pairs(pair).flatMap((both) => {
      const [a, b] = [Math.floor(both / size), both % size]
      return next[r]!.filter((c) => meets[a]![c] && meets[b]![c]).map((c) => both * size + c)
    })
  }
  return { size, pairs, triples, loops: classes.map((_, p) => reachable(p, (node) => next[node]!)) }
}

/**
 * How the time to match grows with the length of the text; `unknown` for look-arounds, back-references and very long
 * patterns.
 */
export const costOf = (pattern: string): Cost => {
  try {
    new RegExp(pattern, 'u')
    const reader = automaton(pattern)
    const { size, pairs, triples, loops } = readersOf(reader)
    const twice = reader.edges.filter(([a, b], i) => reader.edges.findIndex(([c, d]) => a === c && b === d) !== i)
    if (twice.some(([a, b]) => loops[b]!.has(a))) return 'worse'
    const inLoop = loops.flatMap((loop, p) => (loop.has(p) ? [p] : []))
    /** A text leads from a position back to it in two ways: each time it comes, the tries double. */
    const isDoubled = (p: number) =>
      [...reachable(p * size + p, pairs)].some(
        (code) => Math.floor(code / size) !== code % size && reachable(code, pairs).has(p * size + p),
      )
    if (inLoop.some(isDoubled)) return 'worse'
    /**
     * One loop hands over to another on a text that both can read: each such step multiplies the tries by the length.
     */
    const handsOver = (p: number, q: number) =>
      loops[p]!.has(q) && reachable((p * size + p) * size + q, triples).has((p * size + q) * size + q)
    const depth = (p: number): number =>
      Math.max(0, ...inLoop.filter((q) => q !== p && handsOver(p, q)).map((q) => 1 + depth(q)))
    // Without a beginning the match is tried from every letter.
    const most = Math.max(0, ...inLoop.map(depth)) + (pattern.startsWith('^') || !inLoop.length ? 0 : 1)
    return most === 0 ? 'linear' : most === 1 ? 'quadratic' : 'worse'
  } catch {
    return 'unknown'
  }
}
