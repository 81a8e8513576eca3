import { type Node, partsOf, treeOf } from './syntax'

/** One small mistake, by its number among all. */
export type Mutant = { number: number; path: string; line: number; what: string }

/** What writes a node with a mistake in it: the node's own parts as they are written, and the number of a mistake. */
type Writing = {
  above: readonly Node[]
  part: (node: Node) => string
  /** What stands between two characters, its parts as they are written. */
  between: (from: number, to: number) => string
  number: (what: string) => number
  /** The first line of a node as it stands in the source. */
  title: (node: Node) => string
}

const swapped: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
}

const isCall = (node: Node): boolean =>
  node.type === 'CallExpression' || (node.type === 'AwaitExpression' && isCall(node.argument))

/** Whether a node is the name of something, which is no value. */
const isName = (node: Node, parent: Node | undefined) =>
  (parent?.type === 'ObjectProperty' && parent.key === node && !parent.computed) || parent?.type === 'JSXAttribute'

/**
 * The mistakes that can be made at a node, by its type: the code that does what stood there or, if it is chosen, the
 * mistake. Empty where none can be made.
 */
const changes: Record<string, (node: Node, writing: Writing) => string> = {
  BinaryExpression: (node, { part, number }) => {
    const instead = swapped[node.operator]
    if (!instead) return ''
    const what = number(`${node.operator} is ${instead}`)
    return `mutant['${node.operator}'](${what}, (${part(node.left)}), (${part(node.right)}))`
  },
  LogicalExpression: (node, { part, number }) => {
    if (node.operator === '??') return ''
    const [operator, other] = node.operator === '&&' ? ['&&', '||'] : ['||', '&&']
    const what = number(`${operator} is ${other}`)
    const [one, two] = [`(${part(node.left)})`, `(${part(node.right)})`]
    // What waits cannot wait in a function of its own.
    if (/\b(?:await|yield)\b/.test(one + two))
      return `(mutant.is(${what}) ? ${one} ${other} ${two} : ${one} ${operator} ${two})`
    return `mutant.${operator === '&&' ? 'and' : 'or'}(${what}, () => ${one}, () => ${two})`
  },
  ExpressionStatement: (node, { between, number }) =>
    isCall(node.expression)
      ? `{ if (!mutant.is(${number('call dropped')})) { ${between(node.start, node.end)} } }`
      : '',
  NumericLiteral: (node, { between, above, number }) =>
    isName(node, above.at(-1))
      ? ''
      : `(mutant.is(${number(`${node.value} is ${node.value + 1}`)}) ? ${node.value + 1} : ${between(node.start, node.end)})`,
  StringLiteral: (node, { between, above, number }) =>
    !node.value || isName(node, above.at(-1))
      ? ''
      : `(mutant.is(${number(`'${node.value}' is empty`)}) ? '' : ${between(node.start, node.end)})`,
  ArrayExpression: (node, { part, between, number, title }) => {
    const [first] = node.elements
    if (!first) return ''
    const what = number(`${title(first)} is left out`)
    return `[...(mutant.is(${what}) ? [] : [${part(first)}])${between(first.end, node.end)}`
  },
  BlockStatement: (node, { between, above, number }) =>
    node.body.length && /Function|Method/.test(above.at(-1)?.type ?? '')
      ? `{ if (mutant.is(${number('returns at once')})) return; ${between(node.start + 1, node.end)}`
      : '',
}

/** What holds no behaviour: types, imports, and the sentence of an error that says we were wrong. */
const isSilent = (node: Node) =>
  /^(TS(?!As|NonNull|Satisfies)|Import|ExportAll|Directive)/.test(node.type) ||
  (node.type === 'ExportNamedDeclaration' && node.source !== null && node.source !== undefined) ||
  (node.type === 'NewExpression' && node.callee.type === 'Identifier' && node.callee.name.endsWith('Error'))

/** Whether a node is a condition that can be turned round; one that compares for being the same is swapped already. */
const isCondition = (node: Node, parent: Node | undefined) =>
  (parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression') &&
  parent.test === node &&
  !(node.type === 'BinaryExpression' && /^[!=]==$/.test(node.operator))

/**
 * A source with every mistake the tool can make in it, each made only when `mutant` is given its number; they are
 * counted on from `first`.
 */
export const withMistakes = (path: string, text: string, first = 0): { text: string; mutants: Mutant[] } => {
  const mutants: Mutant[] = []
  const write = (node: Node, above: readonly Node[]): string => {
    if (isSilent(node)) return text.slice(node.start, node.end)
    const parts = partsOf(node)
    const part = (one: Node) => write(one, [...above, node])
    const number = (what: string) => {
      mutants.push({ number: first + mutants.length, path, line: node.loc.start.line, what })
      return first + mutants.length - 1
    }
    const between = (from: number, to: number) => {
      let written = ''
      let at = from
      for (const one of parts) {
        if (one.start < at || one.end > to) continue
        written += text.slice(at, one.start) + part(one)
        at = one.end
      }
      return written + text.slice(at, to)
    }
    const title = ({ start, end }: Node) => text.slice(start, end).split('\n')[0]!
    const code = changes[node.type]?.(node, { above, part, between, number, title }) || between(node.start, node.end)
    return isCondition(node, above.at(-1)) ? `mutant.not(${number('condition negated')}, ${code})` : code
  }
  return { text: write(treeOf(path, text), []), mutants }
}

/** Some of a list, by a seed: the same each time. */
export const sampled = <T>(list: readonly T[], count: number, seed: number): T[] => {
  let state = seed
  const chance = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return list
    .map((one) => ({ one, rank: chance() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ one }) => one)
}
