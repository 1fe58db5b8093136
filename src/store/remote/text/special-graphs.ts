import { ServiceError } from '../../../errors.ts'
import { iri } from '../../../rdf/term.ts'
import { allGraphs, defaultGraph, everyGraph, namedGraphs, type Operation } from '../../../sparql/algebra.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'
import type { UnionScope } from '../endpoint.ts'
import type { SpecialGraphNames } from './endpoint-dataset.ts'
import { matchUnion } from './union-of-graphs.ts'

/** What `GRAPH` with a special name is asked in. */
export interface SpecialScope {
  readonly union: UnionScope
  readonly names?: SpecialGraphNames | undefined
  /** Whether the request says no dataset, so that what stands outside of `GRAPH` is matched in the endpoint's own default graph. */
  readonly isOwn: boolean
}

/**
 * An operation whose `GRAPH` names no graphs that have names here only: the default graph, all named ones, all graphs. They
 * have the engine's own names, or are matched where the endpoint has them.
 *
 * @throws ServiceError `unsupported` where the endpoint has no way to say that
 */
export function nameSpecialGraphs(operation: Operation, scope: SpecialScope): Operation {
  return change(operation, false)

  function change(one: Operation, isWithin: boolean): Operation {
    if (one.kind !== 'graph') return mapOperands(one, (operand) => change(operand, isWithin))
    const operand = change(one.operand, true)
    if (one.name.kind !== 'iri' || !special.has(one.name.value)) return { ...one, operand }
    const name = nameOf(one.name.value, scope)
    if (name !== undefined) return { ...one, name: iri(name), operand }
    // Within another GRAPH nothing can be said of the graphs outside of it.
    const matched = isWithin || !scope.isOwn ? undefined : matchOutside(one.name.value, operand, scope.union)
    if (matched === undefined) throw unnamed(one.name.value)
    return matched
  }
}

const special: ReadonlySet<string> = new Set([defaultGraph, namedGraphs, allGraphs, everyGraph])

function nameOf(name: string, { union, names = {} }: SpecialScope): string | undefined {
  switch (name) {
    case defaultGraph:
      return names.default
    case namedGraphs:
      return names.named
    default:
      return typeof union === 'object' ? union.iri : undefined
  }
}

function matchOutside(name: string, operand: Operation, union: UnionScope): Operation | undefined {
  switch (name) {
    case defaultGraph:
      // Where it shows the union it does not show itself.
      return union === 'default' ? undefined : operand
    case namedGraphs:
      return matchUnion(operand, { hasDefault: false, named: 'all' })
    default:
      return union === 'default' ? operand : matchUnion(operand, { hasDefault: true, named: 'all' })
  }
}

function unnamed(name: string): ServiceError {
  return new ServiceError(
    'unsupported',
    `This endpoint has no name for what GRAPH <${name}> asks for. Ask for it by FROM, or name a graph by its own IRI.`,
  )
}
