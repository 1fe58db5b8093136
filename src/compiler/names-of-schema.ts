import type { OperationDefinitionNode } from 'graphql'
import { introspect } from '../graphql/introspect/introspect.ts'
import type { PropertyDefinition, Schema, TypeDefinition } from '../graphql/schema.ts'
import { pathText } from '../graphql/schema.ts'
import { countIntrospection } from './count-introspection.ts'
import { declaredArguments, declaredRootArguments } from './declared-arguments.ts'
import type { Naming, Scope } from './naming.ts'
import type { Declared, Typename } from './operation.ts'
import { addError, refusal } from './refused-query.ts'
import { type Resolution, report } from './resolution.ts'

/** An operation of a document that is valid by a schema, with the values of its variables as they came. */
export interface SchemaRequest {
  readonly operation: OperationDefinitionNode
  readonly variables: Readonly<Record<string, unknown>>
}

/**
 * What names mean by a schema: what it declares, and nothing else (spec, "Rules for a schema" 3). That a name is declared has been
 * validated; where it still is not, it is refused, never read by other rules.
 */
export function namesOfSchema(resolution: Resolution, schema: Schema, request: SchemaRequest): Naming {
  /** Of all introspection of the operation together. */
  const counter = { values: 0, characters: 0 }
  return {
    root: (node) => {
      const root = schema.roots.get(node.name.value)
      const type = root && schema.types.get(root.type)
      if (root === undefined || type === undefined) {
        const message = `Unknown field "${node.name.value}" of type "${schema.queryType}".`
        report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
        return undefined
      }
      return {
        classes: root.classes,
        scope: scopeOf(resolution, schema, type),
        arguments: declaredRootArguments(resolution, schema, root, type),
      }
    },
    constant: (key, node) => {
      if (node.name.value === '__typename')
        return { kind: 'constant', key, json: JSON.stringify(schema.queryType) }
      countIntrospection(resolution, node.selectionSet, 1)
      const { operation, variables } = request
      const fragments = resolution.document.fragments.values()
      const answer = introspect(schema, { fields: [node], operation, fragments, variables, counter })
      if (answer.kind === 'value') return { kind: 'constant', key, json: answer.json }
      for (const error of answer.errors) {
        const { code } = error.extensions
        addError(resolution.errors, code ? error : refusal('BAD_USER_INPUT', error.message, node))
      }
      return undefined
    },
  }
}

/** What names mean within objects of a type. */
function scopeOf(resolution: Resolution, schema: Schema, type: TypeDefinition): Scope {
  const scope: Scope = {
    identity: (name) => {
      const field = type.fields.get(name)
      return field?.kind === 'property' ? pathText(field.path) : name
    },
    field: (node) => {
      const name = node.name.value
      const field = type.fields.get(name)
      switch (field?.kind) {
        case undefined: {
          const message = `Unknown field "${name}" of type "${type.name}".`
          report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
          return undefined
        }
        case 'iri':
          return { kind: 'iri' }
        case 'property': {
          const { path, value } = field
          const inner = value.kind === 'node' ? schema.types.get(value.type) : undefined
          return {
            kind: 'property',
            path,
            declared: declaredOf(field),
            arguments: declaredArguments(resolution, field),
            ...(inner && { scope: scopeOf(resolution, schema, inner) }),
          }
        }
      }
    },
    computed: (name) => {
      const field = type.fields.get(name)
      return field?.kind === 'property' ? declaredOf(field) : undefined
    },
    type: (name, node) => {
      const named = schema.types.get(name)
      if (named === undefined) {
        report(resolution, 'GRAPHQL_VALIDATION_FAILED', `Unknown type "${name}".`, node)
        return undefined
      }
      const isEnclosing = type.supertypes.has(name)
      // An object type has the fields of its interfaces; a union has none of its own.
      const isOwn = isEnclosing && type.kind !== 'union'
      const { classes } = named
      const fragmentClasses = isEnclosing ? classes : sharedClasses(schema, type, named)
      return {
        name,
        classes,
        fragmentClasses,
        isEnclosing,
        scope: isOwn ? scope : scopeOf(resolution, schema, named),
      }
    },
    typename: () => typenameOf(schema, type),
  }
  return scope
}

/**
 * Classes of the nodes of `type` that are of the type `named` too: those of `named`, and of the object types of both. A node
 * whose `__typename` is one of an interface's types has what a fragment on the interface asks for.
 */
function sharedClasses(schema: Schema, type: TypeDefinition, named: TypeDefinition): readonly string[] {
  if (named.kind === 'object') return named.classes
  const classes = new Set(named.classes)
  for (const name of type.possible) {
    const possible = schema.types.get(name)
    if (!possible?.supertypes.has(named.name)) continue
    for (const iri of possible.classes) classes.add(iri)
  }
  return [...classes]
}

function declaredOf({ isList, isNonNull, value }: PropertyDefinition): Declared {
  return { isList, isNonNull, value }
}

/** Made once for each type that others are of: there may be thousands of them, and thousands of fields that ask. */
const listedTypenames = new WeakMap<TypeDefinition, Typename>()

/** The name of an object type; of a type that others are of, the names of those by their classes. */
function typenameOf(schema: Schema, type: TypeDefinition): Typename {
  if (type.kind === 'object') return { kind: 'fixed', name: type.name }
  const known = listedTypenames.get(type)
  if (known !== undefined) return known
  const names = new Map<string, string>()
  for (const name of [...type.possible].sort()) {
    for (const iri of schema.types.get(name)?.classes ?? []) if (!names.has(iri)) names.set(iri, name)
  }
  const listed: Typename = { kind: 'listed', names, otherwise: type.name }
  listedTypenames.set(type, listed)
  return listed
}
