import { iri } from '../../../rdf/term.ts'
import { termOfKey } from '../../../rdf/term-key.ts'
import { allGraphs, defaultGraph, everyGraph, namedGraphs } from '../../../sparql/algebra.ts'
import { changedGraph } from '../../../sparql/changed-graph.ts'
import type { Interner } from '../dictionary/interner.ts'

/**
 * Tells whether a solution binds the graph of a quad to the name of the default graph. Cells are those of solutions that were
 * found before.
 *
 * @throws ServiceError `illegalArgument` where it is a name of several graphs
 */
export function defaultGraphCells(interner: Pick<Interner, 'lookup'>): (cell: number | string) => boolean {
  const numbered = new Map(
    [defaultGraph, namedGraphs, allGraphs, everyGraph].flatMap((name) => {
      const number = interner.lookup(iri(name))
      return number === undefined ? [] : [[number, name] as const]
    }),
  )
  const nameOf = (cell: number | string): string | undefined => {
    if (typeof cell === 'number') return numbered.get(cell)
    const term = termOfKey(cell)
    return term.kind === 'iri' ? term.value : undefined
  }
  return (cell) => {
    const name = nameOf(cell)
    return name !== undefined && changedGraph(name) === null
  }
}
