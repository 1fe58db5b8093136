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

/** Asks for every path of so many links; `first` is from how many nodes, all unless given. */
export function pathsQuery(links: number, first = nodes): string {
  return `{ Node(first: ${first}) ${'{ to '.repeat(links)}{ name }${' }'.repeat(links)} }`
}

/** Objects in the answer of {@link pathsQuery} that its `data` holds. */
export function pathObjects(links: number, first = nodes): number {
  let count = 0
  let objects = first
  for (let level = 0; level <= links; level += 1) {
    count += objects
    objects *= nodes - 1
  }
  return count
}
