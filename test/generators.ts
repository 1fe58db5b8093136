import fc from 'fast-check'
import type { Quad } from '../src/rdf/term.ts'
import { documentText, type Field, type Item, type Root } from './document-text.ts'
import { type Argument, filterArgument, pagingArguments } from './generate-arguments.ts'
import { computation, condition } from './generate-expressions.ts'
import { properties, quads } from './generate-graphs.ts'
import type { ReferenceRequest } from './reference/operation-facts.ts'

/** A small graph and a question about it. */
export interface Case {
  readonly quads: readonly Quad[]
  readonly request: ReferenceRequest
}

/** `none` most of the time, one of the others one time in `weight + 1`. */
function rarely<T>(weight: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
}

// A few aliases for many fields, so that fields of one response name meet and merge.
const alias = rarely(5, fc.constantFrom('k', 'l', 'm'))

// Else most documents would ask for what hardly a node has.
const mostlyTrue = fc.integer({ min: 0, max: 6 }).map((number) => number < 6)

const wrapping = rarely(12, fc.constantFrom('fragment' as const, 'included' as const, 'skipped' as const))
const when = rarely(
  9,
  fc.record({ name: fc.constantFrom('skip', 'include', 'skipIf', 'includeIf'), condition }),
)
const filters = rarely(9, condition)
const languages = fc.constantFrom('en', 'de,en', 'de,*', '*', 'de-CH, de, fr', 'it,en-GB,*')

const noArguments = fc.constant<readonly Argument[]>([])
const someArguments = fc.uniqueArray(filterArgument, { maxLength: 2, selector: (one) => one.name })

function selectionSet(depth: number): fc.Arbitrary<readonly Item[]> {
  const leaf: fc.Arbitrary<Field> = fc.record({
    kind: fc.constant('field' as const),
    alias,
    name: fc.constantFrom(
      ...properties.map((property) => property.name),
      'number',
      'number',
      'text',
      'text',
      'iri',
      '__typename',
      'rdf_type',
    ),
    optional: mostlyTrue,
    hidden: rarely(8, fc.constant(true)).map((one) => one ?? false),
    when,
    filter: filters,
    bind: fc.constant(null),
    languages: fc.constant(null),
    arguments: noArguments,
    items: fc.constant([]),
    wrapping,
  })
  const inLanguage = fc
    .record({ leaf, name: fc.constantFrom('label', 'label', 'any'), languages })
    .map((one): Item => ({ ...one.leaf, name: one.name, languages: one.languages }))
  const bound = fc
    .record({ leaf, name: fc.constantFrom('c1', 'c2', 'c3'), bind: computation })
    .map((one): Item => ({ ...one.leaf, alias: null, name: one.name, bind: one.bind }))
  const inner = (smallest: number): fc.Arbitrary<readonly Item[]> =>
    depth === 0 ? leaf.map((one) => [one]) : fc.constant(smallest).chain(() => selectionSet(depth - 1))
  const object: fc.Arbitrary<Item> = fc.record({
    kind: fc.constant('field' as const),
    alias,
    name: fc.constantFrom('link', 'ex_link', 'link', 'link', 'ex_link', 'any'),
    optional: mostlyTrue,
    hidden: rarely(3, fc.constant(true)).map((one) => one ?? false),
    when,
    filter: filters,
    bind: fc.constant(null),
    languages: fc.constant(null),
    arguments: fc.oneof({ weight: 3, arbitrary: noArguments }, { weight: 1, arbitrary: someArguments }),
    items: fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 3, arbitrary: inner(0) }),
    wrapping,
  })
  const typeName = fc.constantFrom('A', 'B', 'ex_C', 'A')
  const fragment: fc.Arbitrary<Item> = fc.record({
    kind: fc.constant('fragment' as const),
    type: typeName,
    items: inner(1),
    isNamed: fc.boolean(),
    isIncluded: rarely(6, fc.boolean()),
  })
  const type: fc.Arbitrary<Item> = fc.record({
    kind: fc.constant('type' as const),
    name: typeName,
    filter: filters,
    items: fc.oneof(fc.constant([]), inner(2)),
  })
  const item = fc.oneof(
    { weight: 7, arbitrary: leaf },
    { weight: 1, arbitrary: inLanguage },
    { weight: 3, arbitrary: bound },
    { weight: 4, arbitrary: object },
    { weight: 1, arbitrary: fragment },
    { weight: 1, arbitrary: type },
  )
  const size = { minLength: 1, maxLength: 4 }
  // Fields of one response name are mostly a conflict.
  return fc.oneof(
    { weight: 9, arbitrary: fc.uniqueArray(item, { ...size, selector: keyOf }) },
    { weight: 1, arbitrary: fc.array(item, size) },
  )
}

function keyOf(item: Item): string {
  if (item.kind === 'fragment') return item.type
  return item.kind === 'type' ? item.name : (item.alias ?? item.name)
}

const root: fc.Arbitrary<Root> = fc
  .record({
    name: fc.constantFrom('A', 'B', 'ex_C', 'A'),
    filters: fc.oneof({ weight: 7, arbitrary: noArguments }, { weight: 1, arbitrary: someArguments }),
    paging: pagingArguments,
    items: selectionSet(2),
  })
  .map(({ filters, paging, ...rest }) => ({ ...rest, alias: null, arguments: [...filters, ...paging] }))

const roots: fc.Arbitrary<readonly Root[]> = fc.oneof(
  { weight: 4, arbitrary: root.map((one) => [one]) },
  {
    weight: 1,
    arbitrary: fc
      .array(root, { minLength: 2, maxLength: 3 })
      .map((several) => several.map((one, at) => ({ ...one, alias: `r${at}` }))),
  },
)

const graphs = rarely(
  5,
  fc.constantFrom('G', '[G, H]', 'default', '["default", "http://api.stardog.com/H"]', '[ex_K]'),
)

/**
 * Small graphs in which everything meets, and documents of the whole language over their vocabulary.
 *
 * @param wild whether expressions put values of any sort anywhere, which processors answer differently.
 */
export function cases(wild: boolean): fc.Arbitrary<Case> {
  const request = fc
    .record({ roots, graphs })
    .map(({ roots, graphs }): ReferenceRequest => documentText(roots, graphs, wild))
  return fc.record({ quads, request })
}
