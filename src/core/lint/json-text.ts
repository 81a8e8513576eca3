import { pointer } from './domains'

/** A place in a text, counted from 1. */
export type Spot = { line: number; column: number }

/**
 * What a JSON text says, where each part of it begins (by its JSON pointer), and the names written twice; or where it
 * stops being JSON.
 */
export type JsonText =
  | { value: unknown; spots: ReadonlyMap<string, Spot>; twice: string[] }
  | { fault: Spot & { found: string; expected: string } }

class NotJson extends Error {
  constructor(
    readonly offset: number,
    readonly expected: string,
  ) {
    super(expected)
  }
}

/** The places of a text's characters by their offsets; the lines are counted once. */
const spotsOf = (text: string) => {
  const begins = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) begins.push(at + 1)
  return (offset: number): Spot => {
    let [low, high] = [0, begins.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (begins[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - begins[low]! + 1 }
  }
}

const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them inside a string.
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const blank = /[ \t\r\n]*/y

/** One pass over the text, noting where things are. */
const scan = (text: string) => {
  let at = 0
  const offsets = new Map<string, number>()
  const twice: string[] = []
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const peek = () => {
    take(blank)
    return text[at]
  }
  const eat = (sign: string, expected: string) => {
    if (peek() !== sign) throw new NotJson(at, expected)
    at++
  }
  /** The parts of a list or an object up to its end; after a comma there must be another. */
  const parts = (end: string, part: (index: number) => void) => {
    at++
    for (let index = 0; peek() !== end; index++) {
      if (index) eat(',', `, ${end}`)
      part(index)
    }
    at++
  }
  const member = (path: string, names: Set<string>) => {
    peek()
    const begin = at
    const name = take(string)
    if (name === undefined) throw new NotJson(at, '"…"')
    const key = `${path}/${pointer(JSON.parse(name))}`
    if (names.has(name)) twice.push(key)
    names.add(name)
    eat(':', ':')
    value(key)
    offsets.set(key, begin)
  }
  const value = (path: string): void => {
    const sign = peek()
    offsets.set(path, at)
    const names = new Set<string>()
    if (sign === '{') parts('}', () => member(path, names))
    else if (sign === '[') parts(']', (index) => value(`${path}/${index}`))
    else if ((take(string) ?? take(literal)) === undefined) throw new NotJson(at, '{ [ "…" 0 true false null')
  }
  value('')
  if (peek() !== undefined) throw new NotJson(at, '')
  return { offsets, twice }
}

/** Read a JSON text as `JSON.parse` does, and tell where its parts stand, or where and how it goes wrong. */
export const readJson = (text: string): JsonText => {
  const spotAt = spotsOf(text)
  try {
    const { offsets, twice } = scan(text)
    const spots = new Map([...offsets].map(([path, offset]) => [path, spotAt(offset)]))
    return { value: JSON.parse(text), spots, twice }
  } catch (error) {
    if (!(error instanceof NotJson)) throw error
    const found = text.slice(error.offset, error.offset + 20).split('\n')[0] ?? ''
    return { fault: { ...spotAt(error.offset), found, expected: error.expected } }
  }
}

/** The place of what a finding points at, or of the nearest part of the file around it. */
export const spotOf = (spots: ReadonlyMap<string, Spot>, at: string): Spot | undefined => {
  for (let path = at; ; path = path.slice(0, path.lastIndexOf('/'))) {
    const spot = spots.get(path)
    if (spot || !path) return spot
  }
}
