import type {
  ArgumentDefinition,
  FieldDefinition,
  PropertyDefinition,
  RootDefinition,
  Schema,
  TypeDefinition,
} from '../graphql/schema.ts'
import { nearestName } from '../rdf/nearest-name.ts'
import { completeInput } from './complete-input.ts'
import type { ArgumentMeaning, ArgumentMeanings } from './naming.ts'
import { type Resolution, report } from './resolution.ts'
import type { InputValue } from './variables.ts'

/** What the arguments of a field of an object mean by a schema. */
export function declaredArguments(resolution: Resolution, field: PropertyDefinition): ArgumentMeanings {
  return {
    argument: (name, node) => {
      const definition = field.arguments.get(name)
      const meaning = definition && meaningOf(definition, (value) => value)
      if (meaning === undefined) {
        const message = `Unknown argument "${name}" of "${field.name}".`
        report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
      }
      return meaning
    },
    orderKey: () => undefined,
    defaults: defaultsOf(field.arguments),
  }
}

/** What the arguments of a top-level field mean by a schema. */
export function declaredRootArguments(
  resolution: Resolution,
  schema: Schema,
  root: RootDefinition,
  type: TypeDefinition,
): ArgumentMeanings {
  return {
    argument: (name, node) => {
      const definition = root.arguments.get(name)
      const meaning = definition && meaningOf(definition, (value) => complete(schema, root, name, value))
      if (meaning === undefined) {
        const message = `Unknown argument "${name}" of "${root.name}".`
        report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
      }
      return meaning
    },
    orderKey: (name, node) => {
      const fields = sortableFields(schema, type)
      const field = fields.get(name)
      if (field?.kind === 'property') return { kind: 'property', path: field.path }
      if (name === 'iri') return { kind: 'node' }
      const near = nearestName(name, fields.keys())
      const hint = near === undefined ? '' : ` Did you mean "${near}"?`
      const message = `"${name}" in "orderBy" is no field of type "${type.name}".${hint} ${listOf(fields)}`
      report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
      return undefined
    },
    defaults: defaultsOf(root.arguments),
  }
}

/** The names that there are, as a sentence; of many the first. */
function listOf(fields: ReadonlyMap<string, unknown>): string {
  const names = [...new Set(['iri', ...fields.keys()])]
  const listed = names.slice(0, 20).map((name) => `"${name}"`)
  const more =
    names.length === listed.length ? '' : `, and ${(names.length - listed.length).toLocaleString('en')} more`
  return `It takes ${listed.join(', ')}${more}.`
}

function meaningOf(
  { kind, path, value }: ArgumentDefinition,
  completed: (value: InputValue) => InputValue,
): ArgumentMeaning | undefined {
  switch (kind) {
    case 'first':
    case 'skip':
    case 'iri':
      return { kind }
    case 'orderBy':
      return { kind, complete: completed }
    case 'property':
      return path && { kind, path, value }
  }
}

/** Made once for each union: its members may be thousands. */
const fieldsOfUnions = new WeakMap<TypeDefinition, ReadonlyMap<string, FieldDefinition>>()

/** The fields of a type; of a union those of its members, the first of each name. */
function sortableFields(schema: Schema, type: TypeDefinition): ReadonlyMap<string, FieldDefinition> {
  if (type.kind !== 'union') return type.fields
  const known = fieldsOfUnions.get(type)
  if (known !== undefined) return known
  const fields = new Map<string, FieldDefinition>()
  for (const member of type.possible) {
    for (const [name, field] of schema.types.get(member)?.fields ?? []) {
      if (!fields.has(name)) fields.set(name, field)
    }
  }
  fieldsOfUnions.set(type, fields)
  return fields
}

function complete(schema: Schema, root: RootDefinition, name: string, value: InputValue): InputValue {
  const field = schema.graphql.getQueryType()?.getFields()[root.name]
  const argument = field?.args.find((one) => one.name === name)
  return argument === undefined ? value : completeInput(value, argument.type)
}

function defaultsOf(definitions: ReadonlyMap<string, ArgumentDefinition>): ArgumentMeanings['defaults'] {
  return [...definitions.values()].flatMap(({ name, defaultValue }) =>
    defaultValue === undefined ? [] : [{ name, value: defaultValue }],
  )
}
