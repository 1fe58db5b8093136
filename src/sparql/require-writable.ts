import { ServiceError } from '../errors.ts'
import { type BlankNode, iri, type NamedNode } from '../rdf/term.ts'
import { defaultGraph } from './algebra.ts'
import type { GraphAccess } from './graph-access.ts'
import { includesGraph } from './includes-graph.ts'
import { meantTerm } from './meant-term.ts'
import type { QuadTemplate, Update } from './update.ts'

/**
 * Holds that whoever asks may change a graph, whether there is one of that name or not; `null` is the default graph.
 *
 * @param access absent: every graph may be changed
 * @throws ServiceError `forbidden`
 */
export function requireWritable(access: GraphAccess | undefined, graph: NamedNode | BlankNode | null): void {
  if (access === undefined || includesGraph(access.writable, graph)) return
  throw new ServiceError(
    'forbidden',
    `You may not change the ${shown(graph)}: that needs the permissions to read and to write it.`,
  )
}

/**
 * Holds that whoever asks may change each graph that an operation names as one that it changes, whatever it would come to. What
 * variables stand for, and which graphs several are, is known when it is carried out only.
 *
 * @throws ServiceError `forbidden`
 */
export function requireWritableNames(access: GraphAccess | undefined, operation: Update): void {
  if (access === undefined) return
  for (const graph of changedNames(operation)) {
    const meant = graph === null ? null : meantTerm(graph)
    if (meant?.kind !== 'literal') requireWritable(access, meant)
  }
}

/** The graphs that an operation names as those that it changes. */
function changedNames(operation: Update): readonly (NamedNode | null)[] {
  switch (operation.kind) {
    case 'insertData':
    case 'deleteData':
      return namesOf(operation.quads)
    case 'modify':
      return namesOf([...operation.delete, ...operation.insert])
    case 'load':
      return operation.into === null ? [] : [iri(operation.into)]
    case 'clear':
    case 'drop': {
      const { target } = operation
      if (target === 'default') return [null]
      return typeof target === 'string' ? [] : [target]
    }
    case 'create':
      return [operation.graph === defaultGraph ? null : iri(operation.graph)]
    case 'add':
    case 'copy':
      return [named(operation.to)]
    case 'move':
      return [named(operation.from), named(operation.to)]
  }
}

function namesOf(quads: readonly QuadTemplate[]): readonly (NamedNode | null)[] {
  return quads.flatMap(({ graph }) => (graph?.kind === 'variable' ? [] : [graph]))
}

function named(graph: string | null): NamedNode | null {
  return graph === null ? null : iri(graph)
}

function shown(graph: NamedNode | BlankNode | null): string {
  if (graph === null) return 'default graph'
  const name = graph.value.length > 200 ? `${graph.value.slice(0, 200)}…` : graph.value
  return graph.kind === 'iri' ? `graph <${name}>` : `graph _:${name}`
}
