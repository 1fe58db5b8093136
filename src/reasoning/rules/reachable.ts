/** What edges lead to, from where they start on. */
export function reachable<N>(starts: Iterable<N>, edges: (node: N) => Iterable<N>): ReadonlySet<N> {
  const reached = new Set(starts)
  for (const node of reached) for (const next of edges(node)) reached.add(next)
  return reached
}
