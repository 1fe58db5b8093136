import fc from 'fast-check'
import type { Quad } from '../src/rdf/term.ts'
import { documentText, type Field, type Item, type Root } from './document-text.ts'
import type { Argument, ArgumentValue } from './generate-arguments.ts'
import { computation, condition } from './generate-expressions.ts'
import { base, quads } from './generate-graphs.ts'
import {
  type GeneratedArgument,
  type GeneratedField,
  type GeneratedSchema,
  schemas,
} from './generate-schemas.ts'
import type { ReferenceRequest } from './reference/operation-facts.ts'
import { type ReferenceSchema, referenceSchema } from './reference/schema.ts'

/** A small graph, a schema over it, and a question that the schema allows or not. */
export interface SchemaCase {
  readonly quads: readonly Quad[]
  readonly schema: string
  readonly request: ReferenceRequest
}

function value(json: unknown, type: string, text = JSON.stringify(json)): ArgumentValue {
  return { text, type, json }
}

const counts = [0, 1, 2, 3, 4].map((json) => value(json, 'Int'))
const iris = [`${base}a`, 'http://example.com/ns#d', 'http://other.example/e-1', '_:f', 'a', 'b'].map(
  (json) => value(json, 'ID'),
)
const names = ['a', 'b', 'other', 'five', 'x'].map((json) => value(json, 'Kind', json))

/** Values of the types that arguments are declared to be. */
const fitting: Readonly<Record<string, readonly ArgumentValue[]>> = {
  Int: [5, -2, 12, 7].map((json) => value(json, 'Int')),
  Float: [1.5, 5, -2.5].map((json) => value(json, 'Float', json.toFixed(1))),
  String: ['x', 'y', '', 'é', '5', 'abc', '2020-01-01', 'maybe'].map((json) => value(json, 'String')),
  Boolean: [true, false].map((json) => value(json, 'Boolean')),
  Date: ['2020-01-01', '2019-12-31'].map((json) => value(json, 'Date')),
  ID: [...iris, ...['x', 'y', '2020-02-29'].map((json) => value(json, 'ID'))],
  Kind: names,
}
/** Texts that stand for a type in a document, where a value of it is not fitting. */
const misfitting = [value('x', 'String'), value(5, 'Int'), value(true, 'Boolean'), value('a', 'Kind', 'a')]
const absent: ArgumentValue = { text: 'null', type: '', json: null }

function argumentValue({ name, type }: GeneratedArgument): fc.Arbitrary<ArgumentValue> {
  const item = type.replaceAll(/[[\]!]/g, '')
  if (name === 'first' || name === 'skip') return fc.constantFrom(...counts)
  if (item === 'OrderBy') return order
  // Of what is no value of a scalar that GraphQL does not know, golden cases tell.
  const misfits = item === 'Date' ? [] : name === 'iri' ? misfitting.slice(2) : misfitting
  const ofType = name === 'iri' ? iris : (fitting[item] ?? [])
  const one = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...ofType) },
    // Every node is itself: nothing is asked for.
    { weight: name === 'iri' ? 0 : 2, arbitrary: fc.constant(absent) },
    {
      weight: misfits.length === 0 ? 0 : 1,
      arbitrary: fc.constantFrom(...(misfits.length === 0 ? [absent] : misfits)),
    },
  )
  if (!type.startsWith('[')) return one
  const several = fc.array(fc.constantFrom(...ofType), { maxLength: 3 }).map((values): ArgumentValue => {
    const text = `[${values.map((each) => each.text).join(', ')}]`
    return { text, type: `[${item}!]`, json: values.map(({ json }) => json) }
  })
  return fc.oneof(one, several)
}

// Only properties whose values SPARQL orders.
const orderName = fc.constantFrom(
  'number',
  'number',
  'text',
  'text',
  'odd',
  'iri',
  'amount',
  'words',
  'linkNumber',
)
const orderItem = fc.oneof(
  orderName,
  fc.tuple(orderName, fc.boolean()).map(([name, desc]) => `{field: ${name}, desc: ${desc}}`),
)
const order: fc.Arbitrary<ArgumentValue> = fc
  .oneof(
    orderItem,
    fc.array(orderItem, { minLength: 1, maxLength: 2 }).map((items) => `[${items.join(', ')}]`),
  )
  .map((text) => ({ text, type: '', json: null }))

/** Arguments that are declared, and now and then one that is not. */
function someArguments(
  declared: readonly GeneratedArgument[],
  chance: number,
): fc.Arbitrary<readonly Argument[]> {
  const undeclared: GeneratedArgument = { name: 'secret', type: 'String', text: '' }
  const chosen = (one: GeneratedArgument): fc.Arbitrary<Argument> =>
    fc.record({ name: fc.constant(one.name), value: argumentValue(one), asVariable: fc.boolean() })
  const all = declared.map((one) => rarely(chance, chosen(one)))
  return fc
    .tuple(...all, rarely(120, chosen(undeclared)))
    .map((some) => some.flatMap((one) => (one === null ? [] : [one])))
}

/** `null` most of the time, one of the others one time in `weight + 1`. */
function rarely<T>(weight: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
}

const mostlyTrue = fc.integer({ min: 0, max: 6 }).map((number) => number < 6)
const wrapping = rarely(12, fc.constantFrom('fragment' as const, 'included' as const, 'skipped' as const))
const when = rarely(
  9,
  fc.record({ name: fc.constantFrom('skip', 'include', 'skipIf', 'includeIf'), condition }),
)
const filters = rarely(9, condition)
const hidden = (weight: number) => rarely(weight, fc.constant(true)).map((one) => one ?? false)

/** Fields that every selection set may try. */
const undeclared: readonly GeneratedField[] = ['secret', 'number', 'iri'].map((name) => ({
  name,
  isObject: false,
  type: 'String',
  arguments: [],
}))
const typename: GeneratedField = { name: '__typename', isObject: false, type: 'String', arguments: [] }

interface Writing {
  readonly schema: GeneratedSchema
  readonly reference: ReferenceSchema
  /** Whether there are no expressions. */
  readonly isPlain: boolean
}

function selectionSet(
  { schema, reference, isPlain }: Writing,
  type: string,
  depth: number,
): fc.Arbitrary<readonly Item[]> {
  const writing = { schema, reference, isPlain }
  const leafOf = (field: GeneratedField) => anyLeaf(field, isPlain)
  const fields = schema.types.get(type)?.fields ?? []
  const isBare = fields.length === 0
  const leaves = [...fields.filter((field) => !field.isObject), typename]
  const objects = fields.filter((field) => field.isObject)
  const leaf = fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(...leaves).chain((field) => leafOf(field)) },
    { weight: 1, arbitrary: fc.constantFrom(...undeclared).chain((field) => leafOf(field)) },
  )
  const boundNames = leaves.map(({ name }) => name).filter((name) => name !== 'iri' && name !== '__typename')
  const bound = fc
    .record({ name: fc.constantFrom('c1', 'c2', 'c3', ...boundNames), bind: computation })
    .chain(({ name, bind }) =>
      leafOf({ ...typename, name }).map((one): Item => ({ ...one, alias: null, languages: null, bind })),
    )
  const inner = (within: string, smallest: number): fc.Arbitrary<readonly Item[]> =>
    depth <= smallest ? leafIn(writing, within) : selectionSet(writing, within, depth - 1)
  const object = fc.constantFrom(...(objects.length === 0 ? [undefined] : objects)).chain((field) =>
    field === undefined
      ? leaf
      : fc
          .record({
            leaf: leafOf(field),
            hidden: hidden(3),
            arguments: someArguments(field.arguments, 1),
            items: fc.oneof(
              { weight: 1, arbitrary: fc.constant([]) },
              { weight: 4, arbitrary: inner(field.type, 0) },
            ),
          })
          .map(({ leaf: one, ...rest }): Item => ({ ...one, ...rest, within: field.type, languages: null })),
  )
  const declared = reference.type(type)
  const related = [...schema.types.keys()].filter(
    (name) =>
      name === type ||
      declared?.supertypes.has(name) === true ||
      declared?.possible.has(name) === true ||
      reference.type(name)?.supertypes.has(type) === true,
  )
  const typeName = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...related) },
    { weight: 1, arbitrary: fc.constantFrom('A', 'B', 'C', 'Secret') },
  )
  const ofType = typeName.chain((name) =>
    inner(schema.types.has(name) ? name : type, 0).map((items) => ({ name, items })),
  )
  const fragment = fc
    .record({ ofType, isNamed: fc.boolean(), isIncluded: rarely(6, fc.boolean()) })
    .map(
      ({ ofType: { name, items }, isNamed, isIncluded }): Item => ({
        kind: 'fragment',
        type: name,
        // What an object has of its interface is its own; a union has nothing of its own.
        items: declared?.supertypes.has(name) === true && name !== type && !isBare ? [] : items,
        isNamed,
        isIncluded,
      }),
    )
    .map(
      (one): Item =>
        one.kind === 'fragment' && one.items.length === 0 ? { ...one, items: [plainLeaf] } : one,
    )
  const byType = fc
    .record({ ofType, filter: isPlain ? fc.constant(null) : filters, isAlone: fc.boolean() })
    .map(
      ({ ofType: { name, items }, filter, isAlone }): Item => ({
        kind: 'type',
        name,
        filter,
        items: isAlone ? [] : items,
      }),
    )
  const item = fc.oneof(
    { weight: isBare ? 1 : 7, arbitrary: leaf },
    { weight: isPlain ? 0 : 2, arbitrary: bound },
    { weight: isBare ? 0 : 5, arbitrary: object },
    { weight: isBare ? 6 : 2, arbitrary: fragment },
    { weight: 1, arbitrary: byType },
  )
  const size = { minLength: 1, maxLength: 4 }
  return fc.oneof(
    { weight: 9, arbitrary: fc.uniqueArray(item, { ...size, selector: keyOf }) },
    { weight: 1, arbitrary: fc.array(item, size) },
  )
}

const plainLeaf: Field = {
  kind: 'field',
  alias: null,
  name: '__typename',
  optional: false,
  hidden: false,
  when: null,
  filter: null,
  bind: null,
  languages: null,
  arguments: [],
  items: [],
  wrapping: null,
}

/** A selection set of one leaf. */
function leafIn({ schema, isPlain }: Writing, type: string): fc.Arbitrary<readonly Item[]> {
  const fields = (schema.types.get(type)?.fields ?? []).filter((field) => !field.isObject)
  return fc.constantFrom(...fields, typename).chain((field) => anyLeaf(field, isPlain).map((one) => [one]))
}

function anyLeaf({ name }: GeneratedField, isPlain: boolean): fc.Arbitrary<Field> {
  return fc.record({
    kind: fc.constant('field' as const),
    alias: rarely(5, fc.constantFrom('k', 'l', 'm')),
    name: fc.constant(name),
    optional: mostlyTrue,
    hidden: hidden(8),
    when: isPlain ? fc.constant(null) : when,
    filter: isPlain ? fc.constant(null) : filters,
    bind: fc.constant(null),
    languages:
      name === 'label' || name === 'caption'
        ? rarely(2, fc.constantFrom('en', 'de,en', 'de,*', '*', 'it,en-GB,*'))
        : fc.constant(null),
    arguments: fc.constant([]),
    items: fc.constant([]),
    wrapping,
  })
}

function keyOf(item: Item): string {
  if (item.kind === 'fragment') return item.type
  return item.kind === 'type' ? item.name : (item.alias ?? item.name)
}

function requests(schema: GeneratedSchema, isPlain: boolean): fc.Arbitrary<ReferenceRequest> {
  const reference = referenceSchema(schema.text)
  const writing = { schema, reference, isPlain }
  const root: fc.Arbitrary<Root> = fc
    .constantFrom(...schema.roots)
    .chain(({ name, type, arguments: declared }) =>
      fc
        .record({ given: someArguments(declared, 4), items: selectionSet(writing, type, 2) })
        .map(({ given, items }) => ({ alias: null, name, within: type, arguments: given, items })),
    )
  const roots = fc.oneof(
    { weight: 4, arbitrary: root.map((one) => [one]) },
    {
      weight: 1,
      arbitrary: fc
        .array(root, { minLength: 2, maxLength: 3 })
        .map((several) => several.map((one, at) => ({ ...one, alias: `r${at}` }))),
    },
  )
  const graphs = rarely(9, fc.constantFrom('G', '[G, H]', 'default'))
  const includes = (type: string, enclosing: string | null) =>
    enclosing !== null && (type === enclosing || reference.type(enclosing)?.supertypes.has(type) === true)
  return fc.record({ roots, graphs }).map((one) => documentText(one.roots, one.graphs, true, includes))
}

/**
 * Random graphs, schemas over their vocabulary, and documents that the schemas mostly allow.
 *
 * @param isPlain whether there are no expressions, which processors answer differently.
 */
export function schemaCases(isPlain: boolean): fc.Arbitrary<SchemaCase> {
  return schemas.chain((schema) =>
    fc.record({ quads, schema: fc.constant(schema.text), request: requests(schema, isPlain) }),
  )
}
