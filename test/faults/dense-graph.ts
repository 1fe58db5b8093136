const nodes = 40

/** A graph in Turtle of forty nodes, each with a link to every other: queries of many levels join without end. */
export function denseGraph(): string {
  const lines = ['@prefix : <http://api.stardog.com/> .']
  for (let from = 0; from < nodes; from += 1) {
    const others = Array.from({ length: nodes }, (_, to) => `:n${to}`).filter((_, to) => to !== from)
    lines.push(`:n${from} a :Node ; :name "${from}" ; :to ${others.join(', ')} .`)
  }
  return lines.join('\n')
}

/** Asks for every path of so many links; with `sorted`, for the answer's last row before its first. */
export function pathsQuery(links: number, sorted = false): string {
  return `{ Node${sorted ? '(orderBy: to)' : ''} ${'{ to '.repeat(links)}{ name }${' }'.repeat(links)} }`
}

/** Objects in the whole answer of {@link pathsQuery}. */
export function pathObjects(links: number): number {
  let count = nodes
  for (let link = 1, objects = nodes; link <= links; link += 1) count += objects *= nodes - 1
  return count
}
