import { type Node, treeOf, walkTree } from './syntax'

/** One small mistake: the characters `from` to `to` of a file become `text`. */
export type Mutant = { path: string; line: number; from: number; to: number; text: string; what: string }

type Change = { at: Node; text: string; what: string }

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

const negated = (test: Node, code: (node: Node) => string): Change[] =>
  test.type === 'BinaryExpression' && /^[!=]==$/.test(test.operator)
    ? []
    : [{ at: test, text: `!(${code(test)})`, what: 'condition negated' }]

const isCall = (node: Node): boolean =>
  node.type === 'CallExpression' || (node.type === 'AwaitExpression' && isCall(node.argument))

/** The mistakes that can be made at a node, by its type. */
const changes: Record<string, (node: Node, code: (node: Node) => string, above: readonly Node[]) => Change[]> = {
  IfStatement: ({ test }, code) => negated(test, code),
  ConditionalExpression: ({ test }, code) => negated(test, code),
  BinaryExpression: (node, code) => {
    const operator = swapped[node.operator]
    const text = `((${code(node.left)}) ${operator} (${code(node.right)}))`
    return operator ? [{ at: node, text, what: `${node.operator} is ${operator}` }] : []
  },
  LogicalExpression: (node, code) => {
    if (node.operator === '??') return []
    const operator = node.operator === '&&' ? '||' : '&&'
    const text = `((${code(node.left)}) ${operator} (${code(node.right)}))`
    return [{ at: node, text, what: `${node.operator} is ${operator}` }]
  },
  ExpressionStatement: (node) => (isCall(node.expression) ? [{ at: node, text: ';', what: 'call dropped' }] : []),
  NumericLiteral: (node) => [{ at: node, text: String(node.value + 1), what: `${node.value} is ${node.value + 1}` }],
  StringLiteral: (node, _, above) => {
    const parent = above.at(-1)
    const isName = (parent?.type === 'ObjectProperty' && parent.key === node) || parent?.type === 'JSXAttribute'
    return node.value && !isName ? [{ at: node, text: "''", what: `'${node.value}' is empty` }] : []
  },
  ArrayExpression: ({ elements: [first, second] }, code) =>
    first ? [{ at: first, text: second ? '...[]' : '', what: `${code(first).split('\n')[0]} is left out` }] : [],
  BlockStatement: (node, code, above) =>
    node.body.length && /Function|Method/.test(above.at(-1)?.type ?? '')
      ? [{ at: node, text: `{ return; ${code(node).slice(1)}`, what: 'returns at once' }]
      : [],
}

/** What holds no behaviour: types, imports, and the sentence of an error that says we were wrong. */
const isSilent = (node: Node) =>
  /^(TS(?!As|NonNull|Satisfies)|Import|ExportAll|Directive)/.test(node.type) ||
  (node.type === 'ExportNamedDeclaration' && node.source !== null && node.source !== undefined) ||
  (node.type === 'NewExpression' && node.callee.type === 'Identifier' && node.callee.name.endsWith('Error'))

/** Every mistake the tool can make in a file. */
export const mutantsOf = (path: string, text: string): Mutant[] => {
  const code = (node: Node) => text.slice(node.start, node.end)
  const found: Mutant[] = []
  walkTree(treeOf(path, text), (node, above) => {
    if (isSilent(node)) return false
    for (const { at, text: instead, what } of changes[node.type]?.(node, code, above) ?? [])
      found.push({ path, line: at.loc.start.line, from: at.start, to: at.end, text: instead, what })
    return undefined
  })
  return found
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
