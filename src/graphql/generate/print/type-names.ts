import type { Namer } from '../../../rdf/namespaces.ts'
import { scalarNames } from '../../schema.ts'
import { localName, namespaceWord, toName } from '../local-name.ts'
import type { RangeModel, SchemaModel } from '../schema-model.ts'
import { createNameSupply, type NameSupply } from './name-supply.ts'

/** What the types of a generated schema are called. */
export interface TypeNames {
  /** By IRI. */
  readonly classes: ReadonlyMap<string, string>
  /** By key. */
  readonly enums: ReadonlyMap<string, string>
  /** The name of a union, the same each time; it is given one when it is first asked for. */
  readonly union: (union: Extract<RangeModel, { kind: 'union' }>) => string
}

/** Name of the query type of generated schemas. */
export const queryTypeName = 'Query'

/** Names of types that mean something in every schema. */
const knownTypes: readonly string[] = [...scalarNames, 'OrderBy', queryTypeName]

/**
 * Names for the types of a model. A class that the namespaces have a name for gets it; the others, by their IRIs in order, their
 * local name, or that after a word of their namespace, or a number. Two runs give the same names.
 */
export function nameTypes(model: SchemaModel, namer: Namer): TypeNames {
  const supply = createNameSupply(knownTypes)
  const classes = new Map<string, string>()
  const sorted = [...model.classes].sort(byClassThenIri)
  for (const { iri } of sorted) {
    const name = namer(iri)
    if (name !== undefined && supply.isFree(name)) classes.set(iri, supply.take([name]))
  }
  for (const { iri, label } of sorted) {
    if (classes.has(iri)) continue
    classes.set(iri, supply.take(candidates(iri, label)))
  }
  const enums = new Map(
    [...model.enums]
      .sort((a, b) => compare(a.name, b.name) || compare(a.key, b.key))
      .map(({ key, name }) => [key, nameEnum(name, supply)] as const),
  )
  const unions = new Map<string, string>()
  const union: TypeNames['union'] = ({ classes: members }) => {
    const names = members.flatMap((iri) => classes.get(iri) ?? [])
    const key = names.join(' ')
    const known = unions.get(key)
    if (known !== undefined) return known
    const name = supply.take([unionName(names)])
    unions.set(key, name)
    return name
  }
  return { classes, enums, union }
}

function byClassThenIri(
  a: { readonly iri: string; readonly isClass?: false },
  b: { readonly iri: string; readonly isClass?: false },
): number {
  return Number(a.isClass === false) - Number(b.isClass === false) || compare(a.iri, b.iri)
}

function candidates(iri: string, label: string | undefined): readonly [string, ...string[]] {
  const local = iri.startsWith('_:') ? undefined : localName(iri)
  const name = local ?? toName(label ?? '') ?? 'Class'
  const word = namespaceWord(iri)
  return word === undefined || local === undefined ? [name] : [name, `${word}_${name}`]
}

function nameEnum(name: string, supply: NameSupply): string {
  const plain = toName(name) ?? 'Enum'
  return supply.take([plain, `${plain}_Value`])
}

function unionName(names: readonly string[]): string {
  if (names.length <= 3) return names.join('_or_')
  return `${names.slice(0, 2).join('_or_')}_or_${names.length - 2}_others`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
