/**
 * The strongly connected components of a graph (Tarjan 1972), without recursion: each node's number, and nodes that lead to
 * each other have the same. Components are numbered so that edges lead to lower numbers only.
 */
export function strongComponents<N>(
  nodes: Iterable<N>,
  edges: (node: N) => Iterable<N>,
): ReadonlyMap<N, number> {
  const component = new Map<N, number>()
  const order = new Map<N, number>()
  const lowest = new Map<N, number>()
  const open: N[] = []
  const isOpen = new Set<N>()
  let components = 0

  const visit = (start: N): void => {
    const begin = (node: N): { node: N; edges: Iterator<N> } => {
      lowest.set(node, order.size)
      order.set(node, order.size)
      open.push(node)
      isOpen.add(node)
      return { node, edges: edges(node)[Symbol.iterator]() }
    }
    const walk = [begin(start)]
    for (let top = walk.at(-1); top !== undefined; top = walk.at(-1)) {
      const { done, value } = top.edges.next()
      if (done !== true) {
        if (!order.has(value)) walk.push(begin(value))
        else if (isOpen.has(value)) lower(top.node, order.get(value) ?? 0)
        continue
      }
      walk.pop()
      const before = walk.at(-1)
      if (before !== undefined) lower(before.node, lowest.get(top.node) ?? 0)
      if (lowest.get(top.node) === order.get(top.node)) close(top.node)
    }
  }
  const lower = (node: N, to: number): void => {
    lowest.set(node, Math.min(lowest.get(node) ?? to, to))
  }
  const close = (root: N): void => {
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      isOpen.delete(node)
      component.set(node, components)
      if (node === root) break
    }
    components++
  }

  for (const node of nodes) if (!order.has(node)) visit(node)
  return component
}
