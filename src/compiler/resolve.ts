import { type FieldNode, OperationTypeNode, type SelectionSetNode } from 'graphql'
import type { Namespaces } from '../rdf/namespaces.ts'
import type { Statistics } from '../sparql/statistics.ts'
import { argumentValues, constraint } from './arguments.ts'
import { type CollectedField, collectFields } from './collect-fields.ts'
import { chooseOperation, type QueryDocument } from './document.ts'
import { type DocumentLimits, limitMessage } from './limits.ts'
import type { Constraint, Field, Operation, OrderKey, RootField } from './operation.ts'
import { operationNames } from './operation-directives.ts'
import { readCount, readOrder } from './paging.ts'
import { RefusedQuery, refusal } from './refused-query.ts'
import { iriOf, type Resolution, report } from './resolution.ts'
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
  const names = operationNames(operation, facts.namespaces, errors)
  const resolution: Resolution = {
    ...names,
    document: request.document,
    variables,
    limits: facts.limits,
    statistics: facts.statistics,
    errors,
    counter: { selections: 0 },
  }
  const collected = collectFields(resolution, [operation.selectionSet], undefined)
  if (collected.length > facts.limits.rootFields) {
    const message = limitMessage('top-level fields', facts.limits.rootFields, String(collected.length))
    throw new RefusedQuery([refusal('LIMIT_EXCEEDED', message, operation)])
  }
  const roots = collected.map((field) => resolveRoot(resolution, field)).filter((root) => root !== undefined)
  if (errors.length > 0) throw new RefusedQuery(errors)
  return { ...names, roots }
}

function resolveRoot(resolution: Resolution, field: CollectedField): RootField | undefined {
  const { key, node } = field
  const name = node.name.value
  if (name === '__typename') return { kind: 'typename', key }
  if (name === '__schema' || name === '__type') {
    report(resolution, 'INTROSPECTION_DISABLED', 'Introspection is off: this database has no schema.', node)
    return undefined
  }
  if (isReserved(resolution, node)) return undefined
  if (field.optional) {
    const message = '"@optional" belongs to the fields of an object; a top-level field needs none.'
    report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
  }
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
  const fields = resolveFields(resolution, field.selectionSets, type, 1)
  return {
    kind: 'nodes',
    key,
    name,
    type,
    constraints,
    order,
    skip,
    ...(first !== undefined && { first }),
    ...(fields !== undefined && { fields }),
  }
}

function resolveFields(
  resolution: Resolution,
  selectionSets: readonly SelectionSetNode[],
  enclosing: string | undefined,
  depth: number,
): readonly Field[] | undefined {
  if (selectionSets.length === 0) return undefined
  if (depth >= resolution.limits.depth) {
    const message = limitMessage('levels of nested fields', resolution.limits.depth, 'more')
    throw new RefusedQuery([refusal('LIMIT_EXCEEDED', message, selectionSets[0])])
  }
  return collectFields(resolution, selectionSets, enclosing)
    .map((field) => resolveField(resolution, field, depth))
    .filter((field) => field !== undefined)
}

function resolveField(resolution: Resolution, field: CollectedField, depth: number): Field | undefined {
  const { key, node, optional } = field
  const name = node.name.value
  if (name === 'iri' || name === '__typename') {
    if (node.selectionSet !== undefined || (node.arguments ?? []).length > 0) {
      const message = `"${name}" is built in: it has no fields and takes no arguments.`
      report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
    }
    return { kind: name === 'iri' ? 'iri' : 'typename', key }
  }
  if (isReserved(resolution, node)) return undefined
  const constraints: Constraint[] = []
  for (const [argument, { value, node: place }] of argumentValues(resolution, node.arguments)) {
    if (argument === 'first' || argument === 'skip' || argument === 'orderBy') {
      const message = `"${argument}" is an argument of top-level fields; a property of that name needs an alias (@config).`
      report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, place)
      continue
    }
    const condition = constraint(resolution, argument, value, place)
    if (condition !== undefined) constraints.push(condition)
  }
  const predicate = iriOf(resolution, name, node.name)
  const fields = resolveFields(resolution, field.selectionSets, undefined, depth + 1)
  return { kind: 'property', key, predicate, optional, constraints, ...(fields !== undefined && { fields }) }
}

/** Names that begin with two underscores belong to GraphQL itself. */
function isReserved(resolution: Resolution, node: FieldNode): boolean {
  if (!node.name.value.startsWith('__')) return false
  const message = `Unknown field "${node.name.value}": names that begin with "__" belong to GraphQL.`
  report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
  return true
}
