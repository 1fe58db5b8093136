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
  isType,
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
  /** What the answers have so far, of all introspection fields of an operation. */
  readonly counter?: IntrospectionCounter
}

/** What answers of introspection have together. */
export interface IntrospectionCounter {
  /** Fields, and members of lists. */
  values: number
  /** UTF-16 code units of their texts. */
  characters: number
}

/** The value of an introspection field, as JSON text, or why there is none. */
export type Introspection =
  | { readonly kind: 'value'; readonly json: string }
  | { readonly kind: 'errors'; readonly errors: readonly GraphQLError[] }

/** Values that the answers to an operation may have: the full introspection of 10,000 classes with 10 properties each has fewer. */
const mostValues = 5_000_000

/** UTF-16 code units of those answers: descriptions of a schema may be megabytes, and be asked for again and again. */
const mostCharacters = 64 * 2 ** 20

/**
 * Answers a field `__schema` or `__type` from a schema: what graphql-js answers, by its own definitions of those fields. Its
 * executor would visit a type again wherever a field has it; here each is visited once for each selection set. The document has to
 * be valid.
 */
export function introspect(schema: Schema, request: IntrospectionRequest): Introspection {
  const { operation, fields, variables, counter = { values: 0, characters: 0 } } = request
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
    const [own] = select(evaluation, parentType, [{ selectionSet }]).fields
    return { kind: 'value', json: own?.textOf(schema) ?? 'null' }
  } catch (error) {
    if (error instanceof GraphQLError) return { kind: 'errors', errors: [error] }
    throw error
  }
}

interface Evaluation {
  readonly context: IntrospectionContext
  /** What is selected of the objects of a field, by the field's only node. */
  readonly selections: Map<FieldNode, Selection>
  /** Each value and text as often as it stands there. */
  readonly counter: IntrospectionCounter
}

/** The fields that are selected of all objects at one place of the document, and the answers of those that were met there. */
interface Selection {
  readonly fields: readonly {
    /** Its response name, as JSON text. */
    readonly name: string
    readonly textOf: (source: unknown) => string
  }[]
  readonly answers: Map<unknown, { readonly text: string; readonly values: number }>
}

function select(
  evaluation: Evaluation,
  type: GraphQLObjectType,
  nodes: Parameters<typeof selectedFields>[2],
): Selection {
  const { info } = evaluation.context
  const fields = selectedFields(evaluation.context, type, nodes).map((field) => {
    const { definition } = field
    const { resolve } = definition
    const name = JSON.stringify(field.key)
    if (definition.name === '__typename' || resolve === undefined) {
      return { name, textOf: () => leafText(evaluation, type.name) }
    }
    const complete = completion(evaluation, field, definition.type)
    return { name, textOf: (source: unknown) => complete(resolve(source, field.arguments, undefined, info)) }
  })
  return { fields, answers: new Map() }
}

function evaluate(evaluation: Evaluation, selection: Selection, source: unknown): string {
  const { counter } = evaluation
  const known = selection.answers.get(source)
  if (known !== undefined) {
    count(evaluation, known.values, known.text.length)
    return known.text
  }
  const before = counter.values
  const parts = selection.fields.map(({ name, textOf }) => {
    count(evaluation, 1, name.length + 2)
    return `${name}:${textOf(source)}`
  })
  const text = `{${parts.join(',')}}`
  // A field, an argument or a value of an enum is met again only where its type is.
  if (isType(source)) selection.answers.set(source, { text, values: counter.values - before })
  return text
}

/** How what a field resolves to becomes the text of it in the answer. */
function completion(
  evaluation: Evaluation,
  field: SelectedField,
  type: GraphQLOutputType,
): (value: unknown) => string {
  if (isNonNullType(type)) return completion(evaluation, field, type.ofType)
  if (isLeafType(type))
    return (value) => leafText(evaluation, isAbsent(value) ? null : type.coerceOutputValue(value))
  if (isListType(type)) {
    const completeItem = completion(evaluation, field, type.ofType)
    return (value) => {
      if (!Array.isArray(value)) return leafText(evaluation, null)
      const items = value.map((item: unknown) => {
        count(evaluation, 1, 1)
        return completeItem(item)
      })
      return `[${items.join(',')}]`
    }
  }
  if (!isObjectType(type)) throw new Error(`"${type.name}" is no type of introspection.`)
  // Selected when the first object is met: types refer to each other, and so may fragments that no object needs.
  let selection: Selection | undefined
  return (value) => {
    if (isAbsent(value)) return leafText(evaluation, null)
    selection ??= selectionOf(evaluation, field, type)
    return evaluate(evaluation, selection, value)
  }
}

function leafText(evaluation: Evaluation, value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  count(evaluation, 0, text.length)
  return text
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

/** Before a text becomes a part of another. */
function count({ counter, context }: Evaluation, values: number, characters: number): void {
  counter.values += values
  counter.characters += characters
  const [most, what] =
    counter.values > mostValues ? [mostValues, 'values'] : [mostCharacters, 'characters of JSON']
  if (counter.values <= mostValues && counter.characters <= mostCharacters) return
  const message = `The introspection asks for more than ${most.toLocaleString('en')} ${what}.`
  throw new GraphQLError(message, {
    nodes: context.info.fieldNodes,
    extensions: { code: 'LIMIT_EXCEEDED' satisfies QueryErrorCode },
  })
}
