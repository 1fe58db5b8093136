import { mergeScalars, scalarOfDatatype } from '../datatypes.ts'
import { localName } from '../local-name.ts'
import type { EnumModel, ModelScalar, RangeModel } from '../schema-model.ts'
import { isLiteral, type Statements } from '../statements.ts'
import { sh } from '../vocabulary.ts'

/** Longer lists of values are no enum that anyone would read. */
const mostValues = 500

/** Enums by key, as shapes list their values. */
export type EnumSupply = Map<string, EnumModel>

/**
 * What a closed list of values (`sh:in`) comes to: an enum of nodes and texts; a scalar of numbers, dates and the like, since no name
 * could say them. `undefined` of a list without values.
 *
 * @param predicate the property whose values they are: the enum is named after it
 */
export function rangeOfList(
  statements: Statements,
  head: string,
  predicate: string,
  enums: EnumSupply,
): RangeModel | undefined {
  const terms = statements.list(head) ?? []
  if (terms.length === 0) return undefined
  const scalars = terms.filter(isLiteral).map(({ datatype }) => scalarOfDatatype(datatype) ?? 'String')
  const hasTexts = scalars.some((scalar) => scalar === 'String' || scalar === 'LangString')
  if (scalars.length === terms.length && !hasTexts) return { kind: 'scalar', scalar: mergeAll(scalars) }
  if (terms.length > mostValues || terms.some(({ kind }) => kind === 'blank')) {
    return { kind: 'scalar', scalar: scalars.length === terms.length ? 'String' : 'ID' }
  }
  const values = new Map(
    terms.map((term) => {
      const value = term.kind === 'iri' ? { iri: term.value } : { text: term.value }
      return [JSON.stringify(value), value] as const
    }),
  )
  const key = [...values.keys()].join()
  if (!enums.has(key)) enums.set(key, { key, name: enumName(predicate), values: [...values.values()] })
  return { kind: 'enum', key }
}

/** What the one value that a shape asks for comes to. */
export function rangeOfValue(statements: Statements, shape: string): RangeModel | undefined {
  const [value] = statements.objects(shape, sh.hasValue)
  if (value === undefined) return undefined
  const scalar = isLiteral(value) ? (scalarOfDatatype(value.datatype) ?? 'String') : 'ID'
  return { kind: 'scalar', scalar }
}

const kinds: ReadonlyMap<string, ModelScalar> = new Map([
  [sh.iri, 'ID'],
  [sh.blankNode, 'ID'],
  [sh.blankNodeOrIri, 'ID'],
  [sh.iriOrLiteral, 'ID'],
  [sh.blankNodeOrLiteral, 'ID'],
  [sh.literal, 'String'],
])

/** What the kind of nodes that a shape asks for comes to. */
export function rangeOfNodeKind(statements: Statements, shape: string): RangeModel | undefined {
  const [kind] = statements.nodes(shape, sh.nodeKind)
  const scalar = kind === undefined ? undefined : kinds.get(kind)
  return scalar && { kind: 'scalar', scalar }
}

/** What the datatypes that a shape asks for come to. */
export function rangeOfDatatypes(statements: Statements, shape: string): RangeModel | undefined {
  const datatypes = statements.nodes(shape, sh.datatype)
  if (datatypes.length === 0) return undefined
  return {
    kind: 'scalar',
    scalar: mergeAll(datatypes.map((datatype) => scalarOfDatatype(datatype) ?? 'String')),
  }
}

function mergeAll([first = 'String', ...others]: readonly ModelScalar[]): ModelScalar {
  return others.reduce(mergeScalars, first)
}

function enumName(predicate: string): string {
  const name = localName(predicate) ?? 'Enum'
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
