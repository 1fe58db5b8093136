import type { Argument } from './generate-arguments.ts'
import { expressionText, type Referable, type Sort, type Template } from './generate-expressions.ts'
import { example } from './generate-graphs.ts'
import type { ReferenceRequest } from './reference/operation-facts.ts'

/** What stands in a selection set. */
export type Item = Field | Fragment | TypeField

/** A field; without `items` a leaf. */
export interface Field {
  readonly kind: 'field'
  readonly alias: string | null
  readonly name: string
  readonly optional: boolean
  readonly hidden: boolean
  readonly when: { readonly name: string; readonly condition: Template } | null
  readonly filter: Template | null
  readonly bind: Template | null
  readonly languages: string | null
  readonly arguments: readonly Argument[]
  readonly items: readonly Item[]
  /** Of a field that a schema declares: the type of its objects. */
  readonly within?: string
  /** What is written around it: nothing, a fragment without a condition, or a directive. */
  readonly wrapping: 'fragment' | 'included' | 'skipped' | null
}

/** A fragment on a type. */
export interface Fragment {
  readonly kind: 'fragment'
  readonly type: string
  readonly items: readonly Item[]
  /** Whether it is defined apart and spread. */
  readonly isNamed: boolean
  /** Value of `@include`, as a variable. */
  readonly isIncluded: boolean | null
}

/** A field with `@type`. */
export interface TypeField {
  readonly kind: 'type'
  readonly name: string
  readonly filter: Template | null
  readonly items: readonly Item[]
}

/** A top-level field. */
export interface Root {
  readonly alias: string | null
  readonly name: string
  readonly arguments: readonly Argument[]
  readonly items: readonly Item[]
  /** Type of its objects where that is not its name. */
  readonly within?: string
}

/** The variables that expressions may use beside fields. */
const constants = new Map([
  ['p', 'Int = 5'],
  ['q', 'String = "x"'],
  ['r', 'Node = a'],
])

/** The fields of one object that expressions refer to each other by. */
interface Scope {
  readonly enclosing: string | null
  readonly fields: readonly Field[]
}

/** Whether a fragment on `type` is part of every object of the type `enclosing`. */
export type Including = (type: string, enclosing: string | null) => boolean

/** Writes a document. `graphs`: value of `@config(graph: …)`. */
export function documentText(
  roots: readonly Root[],
  graphs: string | null,
  wild: boolean,
  includes: Including = (type, enclosing) => type === enclosing,
): ReferenceRequest {
  const declared: string[] = []
  const definitions: string[] = []
  const variables: Record<string, unknown> = {}
  const body = roots.map(rootText).join(' ')
  for (const [name, type] of constants) {
    const isUsed = [body, ...definitions].some((text) => new RegExp(`\\$${name}\\b`).test(text))
    if (isUsed) declared.push(`$${name}: ${type}`)
  }
  const config = `@config(alias: {odd: "http://other.example/odd-name"}${graphs === null ? '' : `, graph: ${graphs}`})`
  const declarations = declared.length === 0 ? '' : `(${declared.join(', ')})`
  const query = [`query${declarations} @prefix(ex: "${example}") ${config} { ${body} }`, ...definitions].join(
    ' ',
  )
  return Object.keys(variables).length === 0 ? { query } : { query, variables }

  function argumentsText(args: readonly Argument[]): string {
    return args.length === 0 ? '' : `(${args.map(argumentText).join(', ')})`
  }

  function argumentText({ name, value, asVariable }: Argument): string {
    if (!asVariable || value.type === '' || value.type === '[]') return `${name}: ${value.text}`
    const variable = `v${declared.length}`
    declared.push(`$${variable}: ${value.type}`)
    variables[variable] = value.json
    return `${name}: $${variable}`
  }

  function rootText(root: Root): string {
    const lead = root.alias === null ? '' : `${root.alias}: `
    return `${lead}${root.name}${argumentsText(root.arguments)}${setText(root.items, root.within ?? root.name)}`
  }

  /** A selection set of its own, with braces. */
  function setText(items: readonly Item[], enclosing: string | null): string {
    if (items.length === 0) return ''
    return ` { ${itemsText(items, { enclosing, fields: fieldsOf(items, enclosing, includes) })} }`
  }

  function itemsText(items: readonly Item[], scope: Scope): string {
    return items.map((item) => itemText(item, scope)).join(' ')
  }

  function itemText(item: Item, scope: Scope): string {
    switch (item.kind) {
      case 'fragment': {
        const text = includes(item.type, scope.enclosing)
          ? `on ${item.type}${includeText(item)} { ${itemsText(item.items, scope)} }`
          : `on ${item.type}${includeText(item)}${setText(item.items, item.type)}`
        return item.isNamed ? spreadText(item, text) : `... ${text}`
      }
      case 'type': {
        const inner = itemsText(item.items, { ...scope, enclosing: item.name })
        return `${item.name} @type${filterText(item.filter, scope)}${inner === '' ? '' : ` { ${inner} }`}`
      }
      case 'field': {
        const text = fieldText(item, scope)
        if (item.wrapping === null) return text
        return {
          fragment: `... { ${text} }`,
          included: `... @include(if: true) { ${text} }`,
          skipped: `... @skip(if: true) { ${text} }`,
        }[item.wrapping]
      }
    }
  }

  function includeText({ isIncluded, isNamed }: Fragment): string {
    if (isIncluded === null || isNamed) return ''
    return conditionText(isIncluded)
  }

  function conditionText(isIncluded: boolean): string {
    const variable = `v${declared.length}`
    declared.push(`$${variable}: Boolean!`)
    variables[variable] = isIncluded
    return ` @include(if: $${variable})`
  }

  /** Defines a fragment, and spreads it. */
  function spreadText({ isIncluded }: Fragment, text: string): string {
    const name = `F${definitions.length}`
    definitions.push(`fragment ${name} ${text}`)
    return `...${name}${isIncluded === null ? '' : conditionText(isIncluded)}`
  }

  function fieldText(field: Field, scope: Scope): string {
    const earlier = referable(field, scope)
    const own = [referableOf(field)]
    const expression = (name: string, argument: string, template: Template, fields: readonly Referable[]) =>
      ` @${name}(${argument}: ${JSON.stringify(expressionText(template, fields, wild))})`
    const { when, bind, languages } = field
    const isBuiltIn = field.name === 'iri' || field.name === '__typename'
    return [
      field.alias === null ? '' : `${field.alias}: `,
      field.name,
      argumentsText(field.arguments),
      field.optional && !isBuiltIn ? ' @optional' : '',
      field.hidden ? ' @hide' : '',
      bind === null ? '' : expression('bind', 'to', bind, earlier),
      languages === null ? '' : ` @lang(prefer: ${JSON.stringify(languages)})`,
      when === null || isBuiltIn
        ? ''
        : expression(when.name, when.name.endsWith('If') ? 'expr' : 'if', when.condition, [
            ...own,
            ...earlier,
          ]),
      filterText(field.filter, scope),
      setText(field.items, field.within ?? null),
    ].join('')
  }

  function filterText(filter: Template | null, { fields }: Scope): string {
    if (filter === null) return ''
    const all = fields.filter(({ name }) => name !== '__typename').map(referableOf)
    return ` @filter(if: ${JSON.stringify(expressionText(filter, all, wild))})`
  }
}

/** Fields that an expression of this one may refer to without a circle: those as they are, and those before it. */
function referable(field: Field, { fields }: Scope): readonly Referable[] {
  const at = fields.indexOf(field)
  return fields
    .filter(
      (other, index) =>
        other !== field &&
        other.name !== '__typename' &&
        (index < at || (other.bind === null && other.when === null)),
    )
    .map(referableOf)
}

const sortsByName: ReadonlyMap<string, Sort> = new Map([
  ['number', 'n'],
  ['text', 't'],
  ['odd', 'd'],
  ['label', 'g'],
  ['link', 'l'],
  ['ex_link', 'l'],
  ['rdf_type', 'l'],
  ['iri', 'l'],
])

function referableOf({ alias, name, bind }: Field): Referable {
  return { name: alias ?? name, sort: bind?.sort ?? sortsByName.get(name) ?? 'a' }
}

/** The fields of an object, with those that `@type` and fragments lend it. */
function fieldsOf(items: readonly Item[], enclosing: string | null, includes: Including): readonly Field[] {
  return items.flatMap((item) => {
    if (item.kind === 'field') return item.wrapping === 'skipped' ? [] : [item]
    if (item.kind === 'type') return fieldsOf(item.items, item.name, includes)
    const isPart = includes(item.type, enclosing) && item.isIncluded !== false
    return isPart ? fieldsOf(item.items, enclosing, includes) : []
  })
}
