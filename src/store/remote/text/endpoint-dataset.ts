import { ServiceError } from '../../../errors.ts'
import {
  allGraphs,
  type Dataset,
  defaultGraph,
  everyGraph,
  namedGraphs,
  type Operation,
} from '../../../sparql/algebra.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'
import type { UnionScope } from '../endpoint.ts'
import type { GraphUnion } from './union-of-graphs.ts'

/** What an engine calls graphs that have no IRI in the standard. */
export interface SpecialGraphNames {
  readonly default?: string
  /** All named graphs together. */
  readonly named?: string
}

/** How a query tells an endpoint which graphs it is asked of. */
export type EndpointDataset =
  /** Nothing is said: the endpoint's own default dataset. */
  | { readonly kind: 'own' }
  /** Nothing is said, and each triple pattern is matched in each of these graphs. */
  | { readonly kind: 'union'; readonly graphs: GraphUnion }
  /** `FROM` and `FROM NAMED`. */
  | { readonly kind: 'stated'; readonly dataset: Dataset }

/**
 * The dataset of a query in the words of an endpoint. A query without one is of the union of all graphs; one of the
 * default graph and all named ones is of the dataset that the endpoint has by itself.
 *
 * @throws ServiceError `unsupported` for graphs that the endpoint has no name for
 */
export function endpointDataset(
  dataset: Dataset | undefined,
  operation: Operation,
  union: UnionScope,
  names: SpecialGraphNames = {},
): EndpointDataset {
  if (dataset === undefined) return ofUnion([], operation, union, names)
  if (dataset.default.some((name) => name === allGraphs || name === everyGraph)) {
    return ofUnion(dataset.named, operation, union, names)
  }
  if (isOnly(dataset.default, defaultGraph) && isOnly(dataset.named, namedGraphs)) return { kind: 'own' }
  const chosen = chosenUnion(dataset, operation, union, names)
  if (chosen !== undefined) return chosen
  const stated = {
    default: dataset.default.map((name) => spelled(name, names)),
    named: dataset.named.map((name) => spelled(name, names)),
  }
  return { kind: 'stated', dataset: stated }
}

/** Graphs beside each other of which FROM cannot name one; `undefined` where that is not the case, or GRAPH stands in the way. */
function chosenUnion(
  dataset: Dataset,
  operation: Operation,
  union: UnionScope,
  names: SpecialGraphNames,
): EndpointDataset | undefined {
  const hasDefault = dataset.default.includes(defaultGraph)
  const hasNamed = dataset.default.includes(namedGraphs)
  const isNameless = (hasDefault && names.default === undefined) || (hasNamed && names.named === undefined)
  // Where the default graph shows the union, the graph that is merely the default one cannot be reached.
  if (!isNameless || (hasDefault && union === 'default')) return undefined
  if (namesGraphs(operation) && !isOnly(dataset.named, namedGraphs)) return undefined
  if (isOnly(dataset.default, defaultGraph)) return { kind: 'own' }
  const named = hasNamed ? 'all' : dataset.default.filter((name) => name !== defaultGraph)
  return { kind: 'union', graphs: { hasDefault, named } }
}

function ofUnion(
  named: readonly string[],
  operation: Operation,
  union: UnionScope,
  names: SpecialGraphNames,
): EndpointDataset {
  const isReached = namesGraphs(operation)
  if (typeof union === 'object') {
    const reached = isReached ? named.map((name) => spelled(name, names)) : []
    return { kind: 'stated', dataset: { default: [union.iri], named: reached } }
  }
  if (isReached && !isOnly(named, namedGraphs)) {
    throw new ServiceError(
      'unsupported',
      'This endpoint cannot be asked of the union of all graphs and of chosen named graphs in one query, since it has no name for the union.',
    )
  }
  return union === 'default' ? { kind: 'own' } : { kind: 'union', graphs: { hasDefault: true, named: 'all' } }
}

function isOnly(names: readonly string[], name: string): boolean {
  return names.length === 1 && names[0] === name
}

/** Whether an operation has `GRAPH` anywhere, so that it matters which graphs that reaches. */
export function namesGraphs(operation: Operation): boolean {
  let found = operation.kind === 'graph'
  mapOperands(operation, (operand) => {
    found ||= namesGraphs(operand)
    return operand
  })
  return found
}

function spelled(name: string, names: SpecialGraphNames): string {
  const special = name === defaultGraph ? names.default : name === namedGraphs ? names.named : name
  if (special !== undefined) return special
  const what = name === defaultGraph ? 'its default graph' : 'all of its named graphs together'
  throw new ServiceError(
    'unsupported',
    `This endpoint has no name for ${what} (<${name}>), so that a query could be asked of that beside or in place of other graphs.`,
  )
}
