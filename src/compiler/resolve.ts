import { OperationTypeNode } from 'graphql'
import type { Namespaces } from '../rdf/namespaces.ts'
import type { Statistics } from '../sparql/statistics.ts'
import { argumentValues, constraint } from './arguments.ts'
import { type CollectedField, type CollectedFragment, collectFields } from './collect-fields.ts'
import { chooseOperation, type QueryDocument } from './document.ts'
import { type DocumentLimits, limitMessage } from './limits.ts'
import type { Constraint, Operation, OrderKey, RootField } from './operation.ts'
import { operationNames } from './operation-directives.ts'
import { readCount, readOrder } from './paging.ts'
import { RefusedQuery, refusal } from './refused-query.ts'
import { iriOf, type Resolution, report } from './resolution.ts'
import { isReserved, resolveSelection } from './resolve-selection.ts'
import { variableValues } from './variables.ts'

/** What is asked of a document. */
export interface ResolveRequest {
  readonly document: QueryDocument
  readonly operationName?: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

/** The database's side of resolving. */
export interface ResolveFacts {
  readonly namespaces: Namespaces
  readonly statistics?: Statistics | undefined
  readonly limits: DocumentLimits
}

/** Resolves an operation of a document. Throws a {@link RefusedQuery} with every error found. */
export function resolve(request: ResolveRequest, facts: ResolveFacts): Operation {
  const operation = chooseOperation(request.document, request.operationName)
  if (operation.operation !== OperationTypeNode.QUERY) {
    const message = `Only queries can be answered; this is a ${operation.operation}.`
    throw new RefusedQuery([refusal('GRAPHQL_VALIDATION_FAILED', message, operation)])
  }
  const errors: Resolution['errors'] = []
  const variables = variableValues(operation, request.variables, errors)
  const names = operationNames(operation, facts.namespaces, variables, errors)
  const resolution: Resolution = {
    ...names,
    document: request.document,
    variables,
    limits: facts.limits,
    statistics: facts.statistics,
    errors,
    counter: { selections: 0 },
  }
  const collected = collectFields(resolution, [operation.selectionSet], undefined, 'root').fields
  if (collected.length > facts.limits.rootFields) {
    const message = limitMessage('top-level fields', facts.limits.rootFields, String(collected.length))
    throw new RefusedQuery([refusal('LIMIT_EXCEEDED', message, operation)])
  }
  const roots = collected.map((field) => resolveRoot(resolution, field)).filter((root) => root !== undefined)
  if (errors.length > 0) throw new RefusedQuery(errors)
  return { ...names, roots }
}

function resolveRoot(
  resolution: Resolution,
  field: CollectedField | CollectedFragment,
): RootField | undefined {
  if (field.kind === 'fragment') return undefined
  const { key, node } = field
  const name = node.name.value
  if (name === '__typename') return { kind: 'constant', key, json: '"Query"' }
  if (name === '__type') {
    // Read for the errors in it: what its fields are does not matter.
    argumentValues(resolution, node.arguments)
    return { kind: 'constant', key, json: 'null' }
  }
  if (name === '__schema') {
    report(resolution, 'INTROSPECTION_DISABLED', 'Introspection is off: this database has no schema.', node)
    return undefined
  }
  if (isReserved(resolution, node)) return undefined
  const type = iriOf(resolution, name, node.name)
  const constraints: Constraint[] = []
  let order: readonly OrderKey[] = []
  let first: number | undefined
  let skip = 0
  for (const [argument, { value, node: place }] of argumentValues(resolution, node.arguments)) {
    if (argument === 'orderBy') order = readOrder(resolution, value, place)
    else if (argument === 'first') first = readCount(resolution, value, place)
    else if (argument === 'skip') skip = readCount(resolution, value, place) ?? 0
    else {
      const condition = constraint(resolution, argument, value, place)
      if (condition !== undefined) constraints.push(condition)
    }
  }
  const selection = resolveSelection(resolution, field.selectionSets, type, 1, { kind: 'fixed', name })
  return {
    kind: 'nodes',
    key,
    types: [type],
    constraints,
    order,
    skip,
    ...(first !== undefined && { first }),
    ...(selection && { selection }),
  }
}
