import { type FieldNode, Kind, OperationTypeNode, type SelectionSetNode } from 'graphql'
import { limitMessage } from '../errors.ts'
import type { Schema } from '../graphql/schema.ts'
import type { Namespaces } from '../rdf/namespaces.ts'
import type { Reasoner } from '../reasoning/reasoner.ts'
import type { Statistics } from '../sparql/statistics.ts'
import { fieldArguments } from './arguments.ts'
import { type CollectedField, type CollectedFragment, collectFields } from './collect-fields.ts'
import { declaredCoercion } from './declared-coercion.ts'
import { chooseOperation, type QueryDocument } from './document.ts'
import { withEnumMeanings } from './enum-variables.ts'
import type { DocumentLimits } from './limits.ts'
import { namesAsIris } from './names-as-iris.ts'
import { namesOfSchema } from './names-of-schema.ts'
import type { Naming } from './naming.ts'
import type { Operation, RootField } from './operation.ts'
import { operationNames } from './operation-directives.ts'
import { refuseInvalid } from './refuse-invalid.ts'
import { RefusedQuery, refusal } from './refused-query.ts'
import type { Resolution } from './resolution.ts'
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
  readonly reasoner?: Reasoner | undefined
  /** What the document may name; absent: everything. */
  readonly schema?: Schema | undefined
}

/** Resolves an operation of a document. Throws a {@link RefusedQuery} with every error found. */
export function resolve(request: ResolveRequest, facts: ResolveFacts): Operation {
  const { document } = request
  const { schema } = facts
  const operation = chooseOperation(document, request.operationName)
  if (operation.operation !== OperationTypeNode.QUERY) {
    const message = `Only queries can be answered; this is a ${operation.operation}.`
    throw new RefusedQuery([refusal('GRAPHQL_VALIDATION_FAILED', message, operation)])
  }
  if (schema !== undefined) refuseInvalid(document, schema)
  const errors: Resolution['errors'] = []
  const values = variableValues(operation, request.variables, errors, schema && declaredCoercion(schema))
  const variables = schema === undefined ? values : withEnumMeanings(values, operation, schema)
  const names = operationNames(operation, facts.namespaces, variables, errors, schema)
  const resolution: Resolution = {
    ...names,
    document,
    variables,
    limits: facts.limits,
    statistics: facts.statistics,
    reasoner: facts.reasoner,
    errors,
    counter: { selections: 0 },
  }
  const naming =
    schema === undefined
      ? namesAsIris(resolution)
      : namesOfSchema(resolution, schema, { operation, variables: request.variables })
  const collected = collectFields(resolution, [operation.selectionSet]).fields
  if (collected.length > facts.limits.rootFields) {
    const message = limitMessage('top-level fields', facts.limits.rootFields, String(collected.length))
    throw new RefusedQuery([refusal('LIMIT_EXCEEDED', message, operation)])
  }
  const roots = collected
    .map((field) => resolveRoot(resolution, naming, field))
    .filter((root) => root !== undefined)
  if (errors.length > 0) throw new RefusedQuery(errors)
  const { namedTypes } = naming
  return { ...names, ...(namedTypes && { namedTypes }), roots }
}

function resolveRoot(
  resolution: Resolution,
  naming: Naming,
  field: CollectedField | CollectedFragment,
): RootField | undefined {
  if (field.kind === 'fragment') return undefined
  const { key, node, selectionSets } = field
  if (ownFields.has(node.name.value)) return naming.constant(key, merged(node, selectionSets))
  const meaning = isReserved(resolution, node) ? undefined : naming.root(node)
  if (meaning === undefined) return undefined
  const { classes, scope } = meaning
  const given = fieldArguments(resolution, node, meaning.arguments)
  const selection = resolveSelection(resolution, selectionSets, scope, 1)
  return { kind: 'nodes', key, types: classes, ...given, ...(selection && { selection }) }
}

/** Top-level fields of GraphQL's own. */
const ownFields: ReadonlySet<string> = new Set(['__typename', '__schema', '__type'])

/** A field with all of the selection sets that its response name has. */
function merged(node: FieldNode, selectionSets: readonly SelectionSetNode[]): FieldNode {
  if (selectionSets.length < 2) return node
  const selections = selectionSets.flatMap((selectionSet) => selectionSet.selections)
  return { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections } }
}
