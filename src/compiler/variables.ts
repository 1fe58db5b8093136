import { type GraphQLError, Kind, type OperationDefinitionNode, type TypeNode, type ValueNode } from 'graphql'
import type { EnumValue } from '../graphql/schema.ts'
import { addError, refusal } from './refused-query.ts'

/** A value as it stands in a document or came as JSON, with names kept apart from strings. */
export type InputValue =
  | { readonly kind: 'null' }
  | { readonly kind: 'integer'; readonly text: string }
  | { readonly kind: 'float'; readonly text: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** `stands`: what a schema declares it to stand for. */
  | { readonly kind: 'name'; readonly name: string; readonly stands?: EnumValue }
  | { readonly kind: 'list'; readonly items: readonly InputValue[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, InputValue> }

/** Reads a JSON value as one of a type by its name; `undefined` where it is not. */
export type NamedCoercion = (json: unknown, type: string) => InputValue | undefined

/** The values of the variables of an operation, by name without `$`. */
export type VariableValues = ReadonlyMap<string, InputValue>

/**
 * Values for the variables that an operation declares, from the request or their defaults. Each needs one (`null` is
 * one) that fits its type. Reports what is wrong to `errors`.
 *
 * The types are `Int`, `Float`, `String`, `ID` and `Boolean`; every other name stands for any value, in which a string
 * is read as a name or IRI. `named` says otherwise.
 */
export function variableValues(
  operation: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
  errors: GraphQLError[],
  named: NamedCoercion = coerceNamed,
): VariableValues {
  const values = new Map<string, InputValue>()
  for (const declaration of operation.variableDefinitions ?? []) {
    const name = declaration.variable.name.value
    if (values.has(name)) {
      addError(
        errors,
        refusal('GRAPHQL_VALIDATION_FAILED', `Variable "$${name}" is declared twice.`, declaration),
      )
    } else if (Object.hasOwn(given, name) && given[name] !== undefined) {
      const value = coerce(given[name], declaration.type, named)
      if (value === undefined) {
        const text = shorten(JSON.stringify(given[name]))
        const message = `Variable "$${name}" of type "${typeText(declaration.type)}" cannot be ${text}.`
        addError(errors, refusal('BAD_USER_INPUT', message, declaration))
      }
      values.set(name, value ?? { kind: 'null' })
    } else if (declaration.defaultValue !== undefined) {
      values.set(name, literalValue(declaration.defaultValue, new Map(), errors))
    } else {
      addError(errors, refusal('BAD_USER_INPUT', `Variable "$${name}" has no value.`, declaration))
      values.set(name, { kind: 'null' })
    }
  }
  return values
}

/** A value of the document, with variables replaced. Reports variables that are not declared to `errors`. */
export function literalValue(node: ValueNode, variables: VariableValues, errors: GraphQLError[]): InputValue {
  switch (node.kind) {
    case Kind.VARIABLE: {
      const value = variables.get(node.name.value)
      if (value === undefined) {
        const message = `Variable "$${node.name.value}" is not declared by the operation.`
        addError(errors, refusal('GRAPHQL_VALIDATION_FAILED', message, node))
      }
      return value ?? { kind: 'null' }
    }
    case Kind.NULL:
      return { kind: 'null' }
    case Kind.INT:
      return { kind: 'integer', text: node.value }
    case Kind.FLOAT:
      return { kind: 'float', text: node.value }
    case Kind.STRING:
      return { kind: 'string', value: node.value }
    case Kind.BOOLEAN:
      return { kind: 'boolean', value: node.value }
    case Kind.ENUM:
      return { kind: 'name', name: node.value }
    case Kind.LIST:
      return { kind: 'list', items: node.values.map((item) => literalValue(item, variables, errors)) }
    case Kind.OBJECT:
      return {
        kind: 'object',
        members: new Map(
          node.fields.map((field) => [field.name.value, literalValue(field.value, variables, errors)]),
        ),
      }
  }
}

/** A JSON value as one of the declared type; `undefined` where it is not. A single value counts as a list of one. */
function coerce(json: unknown, type: TypeNode, named: NamedCoercion): InputValue | undefined {
  switch (type.kind) {
    case Kind.NON_NULL_TYPE:
      return json === null ? undefined : coerce(json, type.type, named)
    case Kind.LIST_TYPE: {
      if (json === null) return { kind: 'null' }
      const items = (Array.isArray(json) ? json : [json]).map((item: unknown) =>
        coerce(item, type.type, named),
      )
      return items.every((item) => item !== undefined) ? { kind: 'list', items } : undefined
    }
    case Kind.NAMED_TYPE:
      return json === null ? { kind: 'null' } : named(json, type.name.value)
  }
}

/** Reads a value of one of GraphQL's own scalars; of any other type a string is a name. */
export function coerceNamed(json: unknown, type: string): InputValue | undefined {
  switch (type) {
    case 'Int':
      return typeof json === 'number' && Number.isInteger(json) ? ofJson(json) : undefined
    case 'Float':
      return typeof json === 'number' ? ofJson(json) : undefined
    case 'Boolean':
      return typeof json === 'boolean' ? ofJson(json) : undefined
    case 'String':
      return typeof json === 'string' ? ofJson(json) : undefined
    case 'ID':
      if (typeof json === 'number' && Number.isInteger(json)) return { kind: 'string', value: String(json) }
      return typeof json === 'string' ? ofJson(json) : undefined
    default:
      return typeof json === 'string' ? { kind: 'name', name: json } : ofJson(json)
  }
}

/** Lists and objects within one another: more than any argument or directive takes. */
const deepest = 30

/** A JSON value as it is; `undefined` where it is too deep. */
export function ofJson(json: unknown, depth = 0): InputValue | undefined {
  switch (typeof json) {
    case 'number':
      if (!Number.isFinite(json)) return undefined
      return Number.isInteger(json)
        ? { kind: 'integer', text: BigInt(json).toString() }
        : { kind: 'float', text: String(json) }
    case 'string':
      return { kind: 'string', value: json }
    case 'boolean':
      return { kind: 'boolean', value: json }
    case 'object': {
      if (json === null) return { kind: 'null' }
      if (depth >= deepest) return undefined
      if (Array.isArray(json)) {
        const items = json.map((item: unknown) => ofJson(item, depth + 1))
        return items.every((item) => item !== undefined) ? { kind: 'list', items } : undefined
      }
      const members = new Map<string, InputValue>()
      for (const [key, member] of Object.entries(json)) {
        const value = ofJson(member, depth + 1)
        if (value === undefined) return undefined
        members.set(key, value)
      }
      return { kind: 'object', members }
    }
    default:
      return undefined
  }
}

function typeText(type: TypeNode): string {
  switch (type.kind) {
    case Kind.NON_NULL_TYPE:
      return `${typeText(type.type)}!`
    case Kind.LIST_TYPE:
      return `[${typeText(type.type)}]`
    case Kind.NAMED_TYPE:
      return type.name.value
  }
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`
}
