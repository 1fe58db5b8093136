/** What is known of a node that was come to. */
interface Visited<N> {
  readonly node: N
  readonly order: number
  readonly edges: Iterator<N>
  /** The first of the nodes that are still open that it leads to. */
  lowest: number
  /** Absent: still open. */
  component?: number
}

/**
 * The strongly connected components of a graph (Tarjan 1972), without recursion: each node's number, and nodes that lead to
 * each other have the same. Components are numbered so that edges lead to lower numbers only.
 */
export function strongComponents<N>(
  nodes: Iterable<N>,
  edges: (node: N) => Iterable<N>,
): ReadonlyMap<N, number> {
  const visited = new Map<N, Visited<N>>()
  const component = new Map<N, number>()
  const open: Visited<N>[] = []
  const walk: Visited<N>[] = []
  let components = 0

  const begin = (node: N): void => {
    const order = visited.size
    const one: Visited<N> = { node, order, edges: edges(node)[Symbol.iterator](), lowest: order }
    visited.set(node, one)
    open.push(one)
    walk.push(one)
  }
  const close = (root: Visited<N>): void => {
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      one.component = components
      component.set(one.node, components)
      if (one === root) break
    }
    components++
  }

  for (const start of nodes) {
    if (visited.has(start)) continue
    begin(start)
    for (let top = walk.at(-1); top !== undefined; top = walk.at(-1)) {
      const { done, value } = top.edges.next()
      if (done !== true) {
        const next = visited.get(value)
        if (next === undefined) begin(value)
        else if (next.component === undefined) top.lowest = Math.min(top.lowest, next.order)
        continue
      }
      walk.pop()
      const before = walk.at(-1)
      if (before !== undefined) before.lowest = Math.min(before.lowest, top.lowest)
      if (top.lowest === top.order) close(top)
    }
  }
  return component
}
