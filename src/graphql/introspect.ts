import {
  executeSync,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql'
import type { Schema } from './schema.ts'

/** A field `__schema` or `__type` of an operation, with what its selection set may refer to. */
export interface IntrospectionRequest {
  /** The field nodes of one response name. */
  readonly fields: readonly FieldNode[]
  readonly operation: OperationDefinitionNode
  readonly fragments: Iterable<FragmentDefinitionNode>
  /** Values of the operation's variables, as they came. */
  readonly variables: Readonly<Record<string, unknown>>
}

/** The value of an introspection field, or why there is none. */
export type Introspection =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'errors'; readonly errors: readonly GraphQLError[] }

/** Answers a field `__schema` or `__type` from a schema, as graphql-js does. The document has to be valid. */
export function introspect(schema: Schema, request: IntrospectionRequest): Introspection {
  const { operation, fields, fragments, variables } = request
  const document = {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: OperationTypeNode.QUERY,
        ...(operation.variableDefinitions && { variableDefinitions: operation.variableDefinitions }),
        selectionSet: { kind: Kind.SELECTION_SET, selections: fields },
      },
      ...fragments,
    ],
  } as const
  const result = executeSync({ schema: schema.graphql, document, variableValues: variables })
  if (result.errors !== undefined) return { kind: 'errors', errors: result.errors }
  const [value] = Object.values(result.data ?? {})
  return { kind: 'value', value }
}
