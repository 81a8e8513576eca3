type Edges<Node> = readonly (readonly [from: Node, to: Node])[]

/** Adds to the set of each edge's end what the set of its beginning has, until none grows. */
export const spread = <Node>(sets: ReadonlyMap<Node, Set<string>>, edges: Edges<Node>) => {
  for (let grew = true; grew; ) {
    grew = false
    for (const [from, to] of edges) {
      const [source, target] = [sets.get(from)!, sets.get(to)!]
      const before = target.size
      for (const one of source) target.add(one)
      if (target.size > before) grew = true
    }
  }
  return sets
}
