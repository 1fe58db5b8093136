import fc from 'fast-check'
import { base, example } from './generate-graphs.ts'

/** A generated schema: its text, and what documents by it choose from. */
export interface GeneratedSchema {
  readonly text: string
  readonly types: ReadonlyMap<string, GeneratedType>
  readonly roots: readonly GeneratedRoot[]
}

/** A type whose values are nodes; a union has no fields. */
export interface GeneratedType {
  readonly name: string
  readonly fields: readonly GeneratedField[]
}

/** A field; `type` is the name of a scalar or enum, or, where `isObject`, of a type. */
export interface GeneratedField {
  readonly name: string
  readonly isObject: boolean
  readonly type: string
  readonly arguments: readonly GeneratedArgument[]
}

/** A top-level field. */
export interface GeneratedRoot {
  readonly name: string
  readonly type: string
  readonly arguments: readonly GeneratedArgument[]
}

/** An argument, by the text that declares it. */
export interface GeneratedArgument {
  readonly name: string
  /** As it is declared: `[Int!]`. */
  readonly type: string
  readonly text: string
}

/** What a field may stand for: names that a schema could give it, each with the directive that it then needs. */
interface Place {
  /** Where it leads: a type has one field for it. */
  readonly path: string
  readonly names: readonly (readonly [name: string, directive: string])[]
}

const leaves: readonly Place[] = [
  {
    path: 'number',
    names: [
      ['number', ''],
      ['amount', ` @iri(value: "${base}number")`],
    ],
  },
  {
    path: 'text',
    names: [
      ['text', ''],
      ['words', ' @iri(prefix: "", localname: "text")'],
    ],
  },
  {
    path: 'label',
    names: [
      ['label', ''],
      ['caption', ' @path(value: ":label")'],
    ],
  },
  { path: 'mix', names: [['mix', ` @iri(namespace: "${base}")`]] },
  { path: 'any', names: [['any', '']] },
  { path: 'odd', names: [['odd', ' @iri(value: "http://other.example/odd-name")']] },
  { path: 'type', names: [['rdf_type', '']] },
  { path: 'link/number', names: [['linkNumber', ' @path(value: ":link/:number")']] },
  { path: '^link/text', names: [['linkingText', ' @path(value: "^:link / :text")']] },
  { path: 'exLink/any', names: [['distant', ` @path(value: "<${example}link>/:any")`]] },
]
const objects: readonly Place[] = [
  { path: 'link', names: [['link', '']] },
  { path: 'exLink', names: [['exLink', ` @iri(value: "${example}link")`]] },
  { path: 'any', names: [['anything', ' @iri(prefix: "", localname: "any")']] },
  { path: '^link', names: [['linkedBy', ' @path(value: "^:link")']] },
  { path: '^exLink', names: [['exLinkedBy', ` @path(value: "^<${example}link>")`]] },
  { path: 'link/link', names: [['beyond', ` @path(value: ":link/<${base}link>")`]] },
]

const scalars = [
  'String',
  'ID',
  'Int',
  'Float',
  'Boolean',
  'Long',
  'Decimal',
  'DateTime',
  'Date',
  'JSON',
  'LangString',
  'Kind',
  'Own',
]
const objectTypes = ['A', 'B', 'C', 'D']
const nodeTypes = [...objectTypes, 'I', 'U']

const filters: readonly GeneratedArgument[] = [
  { name: 'iri', type: 'ID', text: 'iri: ID' },
  { name: 'iri', type: '[ID!]', text: 'iri: [ID!]' },
  { name: 'number', type: 'Int', text: 'number: Int' },
  { name: 'number', type: '[Float]', text: 'number: [Float]' },
  { name: 'number', type: 'Int', text: 'number: Int = 5' },
  { name: 'text', type: 'String', text: 'text: String' },
  { name: 'mix', type: 'String', text: `mix: String @iri(namespace: "${base}")` },
  { name: 'mix', type: 'Boolean', text: `mix: Boolean @iri(namespace: "${base}")` },
  { name: 'any', type: 'ID', text: 'any: ID' },
  { name: 'any', type: '[Kind!]', text: 'any: [Kind!]' },
  { name: 'amount', type: 'Int', text: 'amount: Int @iri(prefix: "", localname: "number")' },
  { name: 'back', type: 'ID', text: 'back: ID @path(value: "^:link")' },
  { name: 'day', type: 'Date', text: 'day: Date @iri(value: "http://other.example/odd-name")' },
]
const paging: readonly GeneratedArgument[] = [
  { name: 'first', type: 'Int', text: 'first: Int' },
  { name: 'skip', type: 'Int', text: 'skip: Int' },
  { name: 'orderBy', type: 'OrderBy', text: 'orderBy: OrderBy' },
]

interface Variant {
  readonly place: Place
  readonly field: GeneratedField
  readonly text: string
  /** Without the directive that says what it stands for: as an interface says it. */
  readonly brief: string
}

function variantOf(place: Place, isObject: boolean): fc.Arbitrary<Variant> {
  return fc
    .record({
      named: fc.constantFrom(...place.names),
      type: isObject ? fc.constantFrom(...nodeTypes) : fc.constantFrom(...scalars),
      shape: fc.constantFrom('T', '[T]', '[T!]!', 'T!'),
      args: fc.uniqueArray(fc.constantFrom(...filters), {
        maxLength: isObject ? 2 : 0,
        selector: (one) => one.name,
      }),
    })
    .map(({ named: [name, directive], type, shape, args }) => ({
      place,
      field: { name, isObject, type, arguments: args },
      text: `${name}${argumentsText(args)}: ${shape.replace('T', type)}${directive}`,
      brief: `${name}${argumentsText(args)}: ${shape.replace('T', type)}`,
    }))
}

function argumentsText(args: readonly GeneratedArgument[]): string {
  return args.length === 0 ? '' : `(${args.map(({ text }) => text).join(', ')})`
}

/** Both ways in which one schema declares each place: interfaces have the first, and what implements them. */
const palette = fc.tuple(
  ...[
    ...leaves.map((place) => ({ place, isObject: false })),
    ...objects.map((place) => ({ place, isObject: true })),
  ].map(({ place, isObject }) => fc.tuple(variantOf(place, isObject), variantOf(place, isObject))),
)

const places = leaves.length + objects.length

interface TypeChoice {
  /** Of each place: absent, or the number of its variant. */
  readonly chosen: readonly (0 | 1 | null)[]
  readonly hasIri: boolean
  readonly isImplementing: boolean
  /** Whether it leaves what fields stand for to the interface. */
  readonly isBrief: boolean
}

const typeChoice: fc.Arbitrary<TypeChoice> = fc.record({
  chosen: fc.array(fc.constantFrom(0 as const, 1 as const, null), { minLength: places, maxLength: places }),
  hasIri: fc.integer({ min: 0, max: 3 }).map((number) => number > 0),
  isImplementing: fc.boolean(),
  isBrief: fc.boolean(),
})

const interfaceChoice = fc.record({
  chosen: fc.array(fc.constantFrom(0 as const, null, null), { minLength: places, maxLength: places }),
  hasIri: fc.boolean(),
})

/** The fields of a type, one for each path, after those of the interface that it implements. */
function fieldsOf(
  variants: readonly (readonly [Variant, Variant])[],
  chosen: TypeChoice['chosen'],
  inherited: readonly Variant[],
): readonly Variant[] {
  const fields = [...inherited]
  variants.forEach((two, at) => {
    const choice = chosen[at] ?? null
    const variant = choice === null ? undefined : two[choice]
    if (variant === undefined) return
    const isTaken = ({ place, field }: Variant) =>
      place.path === variant.place.path || field.name === variant.field.name
    if (!fields.some(isTaken)) fields.push(variant)
  })
  return fields
}

const iriField: GeneratedField = { name: 'iri', isObject: false, type: 'ID', arguments: [] }

/** The types that a schema always has: names say what class they are of, or `@iri` does; there is no node of D. */
const classOfType: Readonly<Record<string, string>> = { C: ` @iri(namespace: "${example}")` }

/** Schemas over the vocabulary of the generated graphs. */
export const schemas: fc.Arbitrary<GeneratedSchema> = fc
  .record({
    palette,
    interfaceChoice,
    choices: fc.tuple(typeChoice, typeChoice, typeChoice, typeChoice),
    members: fc.subarray(objectTypes, { minLength: 1 }),
    interfaceClass: fc.constantFrom('', '', 'B'),
    unionClass: fc.constantFrom('', '', ` @iri(value: "${base}A")`),
    rootArguments: fc.tuple(...Array.from({ length: 7 }, () => fc.subarray([...filters, ...paging]))),
    shapes: fc.array(fc.constantFrom('T', '[T]', '[T!]!'), { minLength: 7, maxLength: 7 }),
  })
  .map(({ palette, interfaceChoice, choices, members, interfaceClass, unionClass, ...top }) => {
    const ofInterface = fieldsOf(palette, interfaceChoice.chosen, [])
    // An interface without fields is none.
    const isThere = ofInterface.length > 0 || interfaceChoice.hasIri
    const common = isThere ? ofInterface : fieldsOf(palette, [0], [])
    const types = new Map<string, GeneratedType>()
    const texts: string[] = []
    const declare = (head: string, name: string, fields: readonly Variant[], hasIri: boolean) => {
      const lines = [...(hasIri ? ['iri: ID'] : []), ...fields.map(({ text }) => text)]
      texts.push(`${head} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`)
      types.set(name, { name, fields: [...(hasIri ? [iriField] : []), ...fields.map(({ field }) => field)] })
    }
    objectTypes.forEach((name, at) => {
      const choice = choices[at]
      if (choice === undefined) return
      const inherited = common.map((one) => (choice.isBrief ? { ...one, text: one.brief } : one))
      const fields = fieldsOf(palette, choice.chosen, choice.isImplementing ? inherited : [])
      const isEmpty = fields.length === 0
      const hasIri = choice.hasIri || isEmpty || (choice.isImplementing && interfaceChoice.hasIri)
      const implementing = choice.isImplementing ? ' implements I' : ''
      declare(`type ${name}${implementing}${classOfType[name] ?? ''}`, name, fields, hasIri)
    })
    const isOfB = interfaceClass === 'B' && choices[1].isImplementing
    declare(`interface I${isOfB ? ` @iri(value: "${base}B")` : ''}`, 'I', common, interfaceChoice.hasIri)
    texts.push(`union U${unionClass} = ${members.join(' | ')}\n`)
    types.set('U', { name: 'U', fields: [] })
    const roots = rootsOf(top.rootArguments)
    const lines = roots.map(({ name, type, arguments: args, directive }, at) => {
      const shape = top.shapes[at] ?? 'T'
      return `  ${name}${argumentsText(args)}: ${shape.replace('T', type)}${directive}\n`
    })
    const text = `schema { query: Query }\ntype Query {\n${lines.join('')}}\n${texts.join('')}${rest}`
    return { text, types, roots }
  })

const rest = `enum Kind { a b other @iri(value: "http://other.example/e-1") five @literal(value: "5") x @literal(value: "x") }
scalar Own
`

function rootsOf(args: readonly (readonly GeneratedArgument[])[]) {
  const roots = [
    { name: 'A', type: 'A', directive: '' },
    { name: 'B', type: 'B', directive: '' },
    { name: 'C', type: 'C', directive: '' },
    { name: 'I', type: 'I', directive: '' },
    { name: 'U', type: 'U', directive: '' },
    { name: 'others', type: 'C', directive: ` @iri(value: "${base}B")` },
    { name: 'some', type: 'B', directive: '' },
  ]
  return roots.map((root, at) => ({ ...root, arguments: unique(args[at] ?? []) }))
}

function unique(args: readonly GeneratedArgument[]): readonly GeneratedArgument[] {
  return args.filter((one, at) => args.findIndex(({ name }) => name === one.name) === at)
}
