/**
 * Whether a regular expression can be matched without trying the same text over and over. A pattern is turned into its position
 * automaton (Glushkov); where a text can be read in two ways within a loop, the tries double with every character (Weideman,
 * van der Merwe, Berglund, Watson: "Analyzing Matching Time Behavior of Backtracking Regular Expression Matchers", 2016).
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

/** The positions of a pattern, each with the letters it takes, and which can follow which; an edge made twice is there twice. */
const automaton = (pattern: string) => {
  const classes: string[][] = []
  const edges: Edge[] = []
  let at = 0
  const peek = () => pattern[at]
  const link = (from: Part, to: Part) => {
    for (const a of from.last) for (const b of to.first) edges.push([a, b])
  }
  const then = (a: Part, b: Part): Part => {
    link(a, b)
    return {
      nullable: a.nullable && b.nullable,
      first: a.nullable ? [...a.first, ...b.first] : a.first,
      last: b.nullable ? [...a.last, ...b.last] : b.last,
    }
  }
  const letter = (source: string): Part => {
    const one = new RegExp(`^(?:${source})$`, 'u')
    const position = classes.push(alphabet.filter((sign) => one.test(sign))) - 1
    if (classes.length > mostPositions) throw new TooHard()
    return { nullable: false, first: [position], last: [position] }
  }
  const charClass = () => {
    const end = /^\[(?:\\.|[^\]\\])*\]/.exec(pattern.slice(at))
    if (!end) throw new TooHard()
    at += end[0].length
    return letter(end[0])
  }
  const escaped = (): Part => {
    const found = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[^1-9kbB])/.exec(pattern.slice(at))
    if (!found) {
      if (!/^\\[bB]/.test(pattern.slice(at))) throw new TooHard()
      at += 2
      return empty
    }
    at += found[0].length
    return letter(found[0])
  }
  const group = (): Part => {
    const open = /^\((?:\?:|\?<[A-Za-z]\w*>)?/.exec(pattern.slice(at))![0]
    if (pattern[at + open.length] === '?') throw new TooHard()
    at += open.length
    const inner = either()
    if (peek() !== ')') throw new TooHard()
    at++
    return inner
  }
  const atom = (): Part => {
    const sign = peek()!
    if (sign === '(') return group()
    if (sign === '[') return charClass()
    if (sign === '\\') return escaped()
    at++
    if (sign === '^' || sign === '$') return empty
    return letter(sign === '.' ? '.' : sign.replace(/[\]{}/]/, '\\$&'))
  }
  const repeated = (): Part => {
    const start = at
    const one = atom()
    const end = at
    const times = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/.exec(pattern.slice(at))
    if (!times) return one
    const after = at + times[0].length
    const least = times[1] ? (times[1] === '+' ? 1 : 0) : Number(times[2])
    const most = times[1]
      ? times[1] === '?'
        ? 1
        : Infinity
      : times[3]
        ? times[4]
          ? Number(times[4])
          : Infinity
        : least
    let last = one
    let whole = least === 0 ? { ...one, nullable: true } : one
    for (let i = 1; i < Math.min(most === Infinity ? least : most, copies); i++) {
      at = start
      last = atom()
      at = end
      whole = then(whole, i >= least ? { ...last, nullable: true } : last)
    }
    if (most === Infinity) link(last, last)
    at = after
    return most === 0 ? empty : whole
  }
  const sequence = (): Part => {
    let whole = empty
    while (at < pattern.length && peek() !== '|' && peek() !== ')') whole = then(whole, repeated())
    return whole
  }
  const either = (): Part => {
    let whole = sequence()
    while (peek() === '|') {
      at++
      const other = sequence()
      whole = {
        nullable: whole.nullable || other.nullable,
        first: [...whole.first, ...other.first],
        last: [...whole.last, ...other.last],
      }
    }
    return whole
  }
  either()
  if (at < pattern.length) throw new TooHard()
  return { classes, edges }
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

/** How the time to match grows with the length of the text; `unknown` for look-arounds, back-references and very long patterns. */
export const costOf = (pattern: string): Cost => {
  try {
    new RegExp(pattern, 'u')
    const { classes, edges } = automaton(pattern)
    const size = classes.length
    const next = classes.map((_, from) => [...new Set(edges.filter(([a]) => a === from).map(([, b]) => b))])
    const loops = classes.map((_, p) => reachable(p, (node) => next[node]!))
    const meets = classes.map((signs) => classes.map((others) => signs.some((sign) => others.includes(sign))))
    const twice = edges.filter(([a, b], i) => edges.findIndex(([c, d]) => a === c && b === d) !== i)
    if (twice.some(([a, b]) => loops[b]!.has(a))) return 'worse'
    const pairs = (code: number) => {
      const [p, q] = [Math.floor(code / size), code % size]
      return next[p]!.flatMap((a) => next[q]!.filter((b) => meets[a]![b]).map((b) => a * size + b))
    }
    const inLoop = classes.flatMap((_, p) => (loops[p]!.has(p) ? [p] : []))
    const fromPair = new Map(inLoop.map((p) => [p, reachable(p * size + p, pairs)]))
    const isDoubled = (p: number) =>
      [...fromPair.get(p)!].some(
        (code) => Math.floor(code / size) !== code % size && reachable(code, pairs).has(p * size + p),
      )
    if (inLoop.some(isDoubled)) return 'worse'
    const triples = (code: number) => {
      const [p, q, r] = [Math.floor(code / size / size), Math.floor(code / size) % size, code % size]
      return next[p]!.flatMap((a) =>
        next[q]!.filter((b) => meets[a]![b]).flatMap((b) =>
          next[r]!.filter((c) => meets[a]![c] && meets[b]![c]).map((c) => (a * size + b) * size + c),
        ),
      )
    }
    /** One loop hands over to another on a text that both can read: each such step multiplies the tries by the length. */
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
