import type { Term } from '../../../rdf/term.ts'
import { defaultGraph } from '../../../sparql/algebra.ts'
import type { GraphAccess } from '../../../sparql/graph-access.ts'
import { includesGraph } from '../../../sparql/includes-graph.ts'
import type { TemplateTerm } from '../../../sparql/query-form.ts'
import { requireWritable } from '../../../sparql/require-writable.ts'
import type { Cell, Solutions } from '../../../sparql/solutions.ts'
import type { QuadTemplate } from '../../../sparql/update.ts'
import { mayStand } from './may-stand.ts'

/**
 * Looks at solutions for quads that templates make of them in graphs that may not be changed. It goes by terms, not by what the
 * database has of them: what it refuses tells nothing of graphs that are not seen. Graphs that templates name themselves have
 * been looked at before.
 *
 * @throws ServiceError `forbidden`
 */
export function writableQuadsGuard(
  templates: readonly QuadTemplate[],
  { variables, term }: Pick<Solutions, 'variables' | 'term'>,
  access: GraphAccess | undefined,
): (row: readonly Cell[]) => void {
  const guarded = templates.filter(({ graph }) => graph?.kind === 'variable')
  if (access === undefined || guarded.length === 0) return () => {}
  /** The graph of a cell, where that may not be changed. */
  const refused = new Map<Cell, Exclude<Term, { readonly kind: 'literal' }> | null | undefined>()

  function refusedGraph(cell: Cell, { writable }: GraphAccess): ReturnType<typeof refused.get> {
    if (cell === null) return undefined
    if (!refused.has(cell)) {
      const found = term(cell)
      const graph = found.kind === 'iri' && found.value === defaultGraph ? null : found
      const isRefused = graph?.kind !== 'literal' && !includesGraph(writable, graph)
      refused.set(cell, isRefused ? graph : undefined)
    }
    return refused.get(cell)
  }

  const cellOf = (name: string, row: readonly Cell[]): Cell => row[variables.indexOf(name)] ?? null

  /** Whether a quad can have there what stands there; a node that is made, or that a label means, always can. */
  function makes(place: TemplateTerm, at: 's' | 'p' | 'o', row: readonly Cell[]): boolean {
    if (place.kind !== 'variable') return true
    const cell = cellOf(place.name, row)
    return cell !== null && mayStand(term(cell).kind, at)
  }

  return (row) => {
    for (const { subject, predicate, object, graph } of guarded) {
      if (graph?.kind !== 'variable') continue
      const found = refusedGraph(cellOf(graph.name, row), access)
      if (found === undefined) continue
      if (makes(subject, 's', row) && makes(predicate, 'p', row) && makes(object, 'o', row))
        requireWritable(access, found)
    }
  }
}
