import { pointer } from '../lint/domains'

/** A position in a text, from 1. */
type Spot = { line: number; column: number }

export type Spots = { get: (at: string) => Spot | undefined }

/** A parsed JSON text with positions and duplicate names, or the position of its error. */
type JsonText =
  | { value: unknown; spots: Spots; twice: string[] }
  | { fault: Spot & { found: string; expected: string } }

class NotJson extends Error {
  offset = 0
}
const notJson = (offset: number, expected: string) => Object.assign(new NotJson(expected), { offset })

const spotsAt = (text: string, offsets: Iterable<readonly [string, number]>): Map<string, Spot> => {
  let [line, begin, end] = [1, 0, text.indexOf('\n')]
  const inOrder = [...offsets].sort(([, a], [, b]) => a - b)
  return new Map(
    inOrder.map(([path, offset]) => {
      for (; end >= 0 && end < offset; end = text.indexOf('\n', begin)) [line, begin] = [line + 1, end + 1]
      return [path, { line, column: offset - begin + 1 }]
    }),
  )
}

const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them inside a string.
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const blank = /[ \t\r\n]*/y

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
    if (peek() !== sign) throw notJson(at, expected)
    at++
  }
  /** The parts of a list or object; a comma needs another part. */
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
    if (name === undefined) throw notJson(at, '"…"')
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
    else if ((take(string) ?? take(literal)) === undefined) throw notJson(at, '{ [ "…" 0 true false null')
  }
  value('')
  if (peek() !== undefined) throw notJson(at, '')
  return { offsets, twice }
}

/** Returns the positions in a JSON text, computed at the first request. */
export const spotsIn = (text: string): Spots => {
  let spots: Spots | undefined
  return { get: (at) => (spots ??= spotsAt(text, scan(text).offsets)).get(at) }
}

const namesIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const parts = Object.values(value)
  return parts.reduce((sum: number, one) => sum + namesIn(one), Array.isArray(value) ? 0 : parts.length)
}

const namesWritten = (text: string) => {
  let names = 0
  for (const [, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (colon) names++
  return names
}

/** Reads a JSON text like `JSON.parse`, and finds duplicate names or the error. */
export const readJson = (text: string): JsonText => {
  try {
    const value: unknown = JSON.parse(text)
    return { value, spots: spotsIn(text), twice: namesWritten(text) === namesIn(value) ? [] : scan(text).twice }
  } catch {
    return { fault: faultIn(text) }
  }
}

const faultIn = (text: string) => {
  try {
    scan(text)
  } catch (error) {
    if (!(error instanceof NotJson)) throw error
    const { offset, message: expected } = error
    const [found = ''] = text.slice(offset, offset + 20).split('\n')
    return { ...spotsAt(text, [['', offset]]).get('')!, found, expected }
  }
  throw new Error('a text that JSON.parse refuses was read')
}

/** Returns the position of a JSON pointer, or of the nearest part around it. */
export const spotAt = (spots: Spots, at: string): Spot | undefined => {
  for (let path = at; ; path = path.slice(0, path.lastIndexOf('/'))) {
    const spot = spots.get(path)
    if (spot || !path) return spot
  }
}
