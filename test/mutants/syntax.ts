import { readdirSync, readFileSync } from 'node:fs'
import { parse } from '@babel/parser'

type Place = { line: number; column: number }

/** A node of a syntax tree as Babel makes it: what else it has depends on its type. */
export type Node = { type: string; start: number; end: number; loc: { start: Place; end: Place } } & Record<string, any>

/** The files of TypeScript below a folder, by their paths from the root, in order. */
export const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map((name) => `${folder}/${String(name)}`)
    .filter((path) => /\.tsx?$/.test(path))
    .sort()

/** The syntax tree of a file; its nodes stand at characters (`start`, `end`) and lines (`loc`, from 1). */
export const treeOf = (path: string, text = readFileSync(path, 'utf8')): Node =>
  parse(text, { sourceType: 'module', plugins: path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] })
    .program as Node

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The nodes right below a node, in the order of the text. Whole trees are walked: plain loops take half the time. */
export const partsOf = (node: Node): Node[] => {
  const parts: Node[] = []
  for (const name in node) {
    const value: unknown = node[name]
    if (typeof value !== 'object' || name === 'loc' || name.endsWith('Comments')) continue
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) parts.push(one)
  }
  return parts.sort((a, b) => a.start - b.start)
}

/**
 * Visits a node and all below it, each with those above it, the nearest last. A visit that answers false goes no
 * deeper.
 */
export const walkTree = (
  node: Node,
  visit: (node: Node, above: readonly Node[]) => boolean | undefined,
  above: readonly Node[] = [],
): void => {
  if (visit(node, above) === false) return
  for (const part of partsOf(node)) walkTree(part, visit, [...above, node])
}
