import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getVariableValues,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import type { QueryErrorCode } from '../../errors.ts'
import type { Schema } from '../schema.ts'
import { type IntrospectionContext, type SelectedField, selectedFields } from './introspection-selection.ts'

/** A field `__schema` or `__type` of an operation, with what its selection set may refer to. */
export interface IntrospectionRequest {
  /** The field nodes of one response name. */
  readonly fields: readonly FieldNode[]
  readonly operation: OperationDefinitionNode
  readonly fragments: Iterable<FragmentDefinitionNode>
  /** Values of the operation's variables, as they came. */
  readonly variables: Readonly<Record<string, unknown>>
  /** Values of the answers so far, of all introspection fields of an operation. */
  readonly counter?: { values: number }
}

/** The value of an introspection field, or why there is none. Equal parts of the value are the same objects. */
export type Introspection =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'errors'; readonly errors: readonly GraphQLError[] }

/** Values that the answers to an operation may have: the full introspection of 10,000 classes with 10 properties each has fewer. */
const mostValues = 5_000_000

/**
 * Answers a field `__schema` or `__type` from a schema: what graphql-js answers, by its own definitions of those fields. Its
 * executor would visit a type again wherever a field has it; here each is visited once for each selection set. The document has to
 * be valid.
 */
export function introspect(schema: Schema, request: IntrospectionRequest): Introspection {
  const { operation, fields, variables, counter = { values: 0 } } = request
  const coerced = getVariableValues(schema.graphql, operation.variableDefinitions ?? [], variables)
  if (coerced.errors !== undefined) return { kind: 'errors', errors: coerced.errors }
  const fragments = new Map([...request.fragments].map((fragment) => [fragment.name.value, fragment]))
  const parentType = schema.graphql.getQueryType()
  const [field] = fields
  if (!parentType || field === undefined) throw new Error('There is nothing to introspect.')
  const info: GraphQLResolveInfo = {
    fieldName: field.name.value,
    fieldNodes: fields,
    returnType: parentType,
    parentType,
    path: { prev: undefined, key: field.name.value, typename: parentType.name },
    schema: schema.graphql,
    fragments: Object.fromEntries(fragments),
    rootValue: undefined,
    operation,
    variableValues: coerced.variableValues,
    getAbortSignal: () => undefined,
    getAsyncHelpers: () => ({ promiseAll: (values) => Promise.all(values), track: () => undefined }),
  }
  const evaluation: Evaluation = {
    context: { info, fragments },
    selections: new Map(),
    counter,
  }
  const selectionSet = { kind: Kind.SELECTION_SET, selections: fields } as const
  try {
    const object = evaluate(evaluation, select(evaluation, parentType, [{ selectionSet }]), schema)
    return { kind: 'value', value: Object.values(object)[0] }
  } catch (error) {
    if (error instanceof GraphQLError) return { kind: 'errors', errors: [error] }
    throw error
  }
}

interface Evaluation {
  readonly context: IntrospectionContext
  /** What is selected of the objects of a field, by the field's only node. */
  readonly selections: Map<FieldNode, Selection>
  /** Values of the answers so far, each as often as it stands there. */
  readonly counter: { values: number }
}

type Answer = Readonly<Record<string, unknown>>

/** The fields that are selected of all objects at one place of the document, and the answers of those that were met there. */
interface Selection {
  readonly fields: readonly {
    readonly key: string
    readonly valueOf: (source: unknown) => unknown
  }[]
  readonly answers: Map<unknown, { readonly answer: Answer; readonly values: number }>
}

function select(
  evaluation: Evaluation,
  type: GraphQLObjectType,
  nodes: Parameters<typeof selectedFields>[2],
): Selection {
  const { info } = evaluation.context
  const fields = selectedFields(evaluation.context, type, nodes).map((field) => {
    const { key, definition } = field
    const { resolve } = definition
    if (definition.name === '__typename' || resolve === undefined) return { key, valueOf: () => type.name }
    const complete = completion(evaluation, field, definition.type)
    return {
      key,
      valueOf: (source: unknown) => complete(resolve(source, field.arguments, undefined, info)),
    }
  })
  return { fields, answers: new Map() }
}

function evaluate(evaluation: Evaluation, selection: Selection, source: unknown): Answer {
  const { counter } = evaluation
  const known = selection.answers.get(source)
  if (known !== undefined) {
    count(evaluation, known.values)
    return known.answer
  }
  const before = counter.values
  count(evaluation, selection.fields.length)
  const answer: Record<string, unknown> = Object.create(null)
  for (const field of selection.fields) answer[field.key] = field.valueOf(source)
  selection.answers.set(source, { answer, values: counter.values - before })
  return answer
}

/** How what a field resolves to becomes what the answer has of it. */
function completion(
  evaluation: Evaluation,
  field: SelectedField,
  type: GraphQLOutputType,
): (value: unknown) => unknown {
  if (isNonNullType(type)) return completion(evaluation, field, type.ofType)
  if (isLeafType(type)) return (value) => (isAbsent(value) ? null : type.coerceOutputValue(value))
  if (isListType(type)) {
    const completeItem = completion(evaluation, field, type.ofType)
    return (value) => {
      if (!Array.isArray(value)) return null
      count(evaluation, value.length)
      return value.map(completeItem)
    }
  }
  if (!isObjectType(type)) throw new Error(`"${type.name}" is no type of introspection.`)
  // Selected when the first object is met: types refer to each other, and so may fragments that no object needs.
  let selection: Selection | undefined
  return (value) => {
    if (isAbsent(value)) return null
    selection ??= selectionOf(evaluation, field, type)
    return evaluate(evaluation, selection, value)
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null
}

function selectionOf(evaluation: Evaluation, field: SelectedField, type: GraphQLObjectType): Selection {
  const [node, ...others] = field.nodes
  const known = others.length === 0 ? evaluation.selections.get(node) : undefined
  if (known !== undefined) return known
  const selection = select(evaluation, type, field.nodes)
  if (others.length === 0) evaluation.selections.set(node, selection)
  return selection
}

function count({ counter, context }: Evaluation, values: number): void {
  counter.values += values
  if (counter.values <= mostValues) return
  const message = `The introspection asks for more than ${mostValues.toLocaleString('en')} values.`
  throw new GraphQLError(message, {
    nodes: context.info.fieldNodes,
    extensions: { code: 'LIMIT_EXCEEDED' satisfies QueryErrorCode },
  })
}
