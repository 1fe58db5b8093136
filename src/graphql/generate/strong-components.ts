/**
 * The strongly connected components of a graph: sets of nodes of which each can be reached from each (R. Tarjan, 1972). A component
 * comes after all that can be reached from it. Without recursion, so that no depth is too deep.
 *
 * @param successors the nodes that edges lead to from a node; each of them is one of `nodes`
 */
export function strongComponents(
  nodes: Iterable<string>,
  successors: (node: string) => readonly string[],
): string[][] {
  const components: string[][] = []
  const visits = new Map<string, Visit>()
  const open: Visit[] = []
  const path: Visit[] = []
  const enter = (node: string): void => {
    const visit = {
      node,
      order: visits.size,
      low: visits.size,
      next: 0,
      isOpen: true,
      targets: successors(node),
    }
    visits.set(node, visit)
    open.push(visit)
    path.push(visit)
  }
  for (const start of nodes) {
    if (!visits.has(start)) enter(start)
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const target = visit.targets[visit.next]
      visit.next += 1
      if (target !== undefined) {
        const known = visits.get(target)
        if (known === undefined) enter(target)
        else if (known.isOpen) visit.low = Math.min(visit.low, known.order)
        continue
      }
      path.pop()
      const before = path.at(-1)
      if (before !== undefined) before.low = Math.min(before.low, visit.low)
      if (visit.low === visit.order) components.push(closeUpTo(visit, open))
    }
  }
  return components
}

/** A node on the way, how early it was met, and the earliest open node that can be reached from it. */
interface Visit {
  readonly node: string
  readonly order: number
  readonly targets: readonly string[]
  low: number
  next: number
  isOpen: boolean
}

function closeUpTo(root: Visit, open: Visit[]): string[] {
  const component: string[] = []
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    visit.isOpen = false
    component.push(visit.node)
    if (visit === root) break
  }
  return component
}
