/** A value and its characters in a JSON text; `end` is exclusive. */
type Node = { begin: number; end: number; value: unknown; items?: Node[]; members?: Member[] }
type Member = { begin: number; key: string; node: Node }

const string = /"(?:[^"\\]|\\.)*"/y
const literal = /[^\s,\]}]+/y
const blank = /\s*/y

/** Reads a text that `readJson` accepts. */
const nodesOf = (text: string): Node => {
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)![0]
    at += found.length
    return found
  }
  const parts = (end: string, part: () => void) => {
    at++
    for (take(blank); text[at] !== end; take(blank)) {
      if (text[at] === ',') at++
      take(blank)
      part()
    }
    at++
  }
  const node = (): Node => {
    take(blank)
    const begin = at
    if (text[at] === '{') {
      const members: Member[] = []
      parts('}', () => {
        const start = at
        const key = JSON.parse(take(string)) as string
        take(blank)
        at++
        members.push({ begin: start, key, node: node() })
      })
      return { begin, end: at, value: Object.fromEntries(members.map((one) => [one.key, one.node.value])), members }
    }
    if (text[at] === '[') {
      const items: Node[] = []
      parts(']', () => items.push(node()))
      return { begin, end: at, value: items.map(({ value }) => value), items }
    }
    const value = JSON.parse(text[at] === '"' ? take(string) : take(literal)) as unknown
    return { begin, end: at, value }
  }
  return node()
}

/** Returns a value on one line, as people write it: `{ "to": "/x" }`. */
const onOneLine = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${onOneLine(one)}`)
  return members.length ? `{ ${members.join(', ')} }` : '{}'
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the longest common subsequence of two lists: the index in `before` by the index in `after`. */
const lcs = <A, B>(before: readonly A[], after: readonly B[], fits: (a: A, b: B) => boolean): Map<number, number> => {
  const most = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      most[i]![j] = fits(before[i]!, after[j]!)
        ? most[i + 1]![j + 1]! + 1
        : Math.max(most[i + 1]![j]!, most[i]![j + 1]!)
  const pairs = new Map<number, number>()
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    if (fits(before[i]!, after[j]!)) pairs.set(j++, i++)
    else if (most[i + 1]![j]! >= most[i]![j + 1]!) i++
    else j++
  }
  return pairs
}

type Part = { begin: number; node: Node; key?: string }

/** Returns the indentation of a part that begins its line; undefined for another one. */
const indentOf = (text: string, begin: number) => {
  const before = text.slice(begin && text.lastIndexOf('\n', begin - 1) + 1, begin)
  return before.trim() ? undefined : before
}

/** Returns a list or object with other parts; unchanged parts keep their bytes and the blanks around them. */
const withParts = (
  text: string,
  whole: Node,
  parts: readonly Part[],
  after: readonly { key?: string; value: unknown }[],
) => {
  const print = ({ key, value }: { key?: string; value: unknown }) =>
    key === undefined ? onOneLine(value) : `${JSON.stringify(key)}: ${onOneLine(value)}`
  if (!parts.length || !after.length) {
    const isList = text[whole.begin] === '['
    const all = after.map(print).join(', ')
    return isList ? `[${all}]` : all ? `{ ${all} }` : '{}'
  }
  const byKey = parts[0]!.key !== undefined
  const pairs = lcs(parts, after, (part, one) => (byKey ? part.key === one.key : isSame(part.node.value, one.value)))
  // In lists of equal length, parts changed in place.
  if (!byKey && parts.length === after.length) for (let i = 0; i < parts.length; i++) pairs.set(i, i)
  const used = new Set(pairs.values())
  const indent = parts.map(({ begin }) => indentOf(text, begin)).find((one) => one !== undefined)
  const fresh = indent === undefined ? ', ' : `,\n${indent}`
  const bodyOf = (i: number, value: unknown) => {
    const { begin, node } = parts[i]!
    return text.slice(begin, node.begin) + rewrittenNode(text, node, value)
  }
  const gapBefore = (i: number) => text.slice(parts[i - 1]!.node.end, parts[i]!.begin)
  // A blank line that separates parts stays when the next part is removed.
  const widestGap = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => gapBefore(from + n)).reduce((one, other) =>
      one.split('\n').length > other.split('\n').length ? one : other,
    )
  let out = text.slice(whole.begin, parts[0]!.begin)
  let last = -1
  after.forEach((one, j) => {
    const i = pairs.get(j)
    if (j > 0) out += i === undefined || i === 0 ? fresh : widestGap(Math.max(last, 0) + 1, i)
    if (i !== undefined) {
      out += bodyOf(i, one.value)
      last = i
      return
    }
    const moved = byKey ? parts.findIndex((part, n) => !used.has(n) && part.key === one.key) : -1
    out += moved >= 0 ? bodyOf(moved, one.value) : print(one)
  })
  return out + text.slice(parts.at(-1)!.node.end, whole.end)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const rewrittenNode = (text: string, node: Node, value: unknown): string => {
  if (isSame(node.value, value)) return text.slice(node.begin, node.end)
  if (node.members && isObject(value)) {
    const parts = node.members.map((member) => ({ begin: member.begin, node: member.node, key: member.key }))
    return withParts(
      text,
      node,
      parts,
      Object.entries(value).map(([key, one]) => ({ key, value: one })),
    )
  }
  if (node.items && Array.isArray(value)) {
    const parts = node.items.map((item) => ({ begin: item.begin, node: item }))
    return withParts(
      text,
      node,
      parts,
      value.map((one) => ({ value: one as unknown })),
    )
  }
  return onOneLine(value)
}

/** A cache: every edit of a draft uses the same text. */
let last: { text: string; node: Node } | undefined

/** Returns a JSON text of another value: unchanged parts keep their bytes, new ones stand on one line. */
export const rewritten = (text: string, value: unknown): string => {
  if (text !== last?.text) last = { text, node: nodesOf(text) }
  const { node } = last
  return text.slice(0, node.begin) + rewrittenNode(text, node, value) + text.slice(node.end)
}
