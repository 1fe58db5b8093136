import type { ASTNode } from 'graphql'
import type { Namespaces } from '../../rdf/namespaces.ts'
import { nearestName } from '../../rdf/nearest-name.ts'
import type { LeafType, Path } from '../schema.ts'
import type { Declarations } from './declarations.ts'
import { addFault, type SchemaFault } from './schema-faults.ts'

/** What reading a schema needs to know, and where it puts what is wrong with it. */
export interface SchemaReading extends Declarations {
  readonly namespaces: Namespaces
  /** Name of the query type; empty where there is none. */
  readonly queryType: string
  readonly faults: SchemaFault[]
}

/** What reading fields and arguments needs besides: what the enums stand for, and the way of each field of each type. */
export interface FieldReading extends SchemaReading {
  readonly enums: ReadonlyMap<string, LeafType>
  /** By type, then by field; `iri` for the built-in field. */
  readonly paths: ReadonlyMap<string, ReadonlyMap<string, Path | 'iri'>>
  /** Types of `orderBy` that have been checked, with the type that they order. */
  readonly checkedOrders: Set<string>
}

/** Notes an error at nodes of the text. */
export function report(reading: SchemaReading, message: string, ...nodes: readonly ASTNode[]): void {
  addFault(reading.faults, message, ...nodes)
}

/** Past so many errors nothing is compared any more for the sake of better ones. */
const mostTold = 100

/** Whether there are more errors than anyone is told. */
export function isCrowded(reading: SchemaReading): boolean {
  return reading.faults.length > mostTold
}

/** The question that ends the message about a name that is none of `names`. */
export function didYouMean(reading: SchemaReading, name: string, names: Iterable<string>): string {
  const near = isCrowded(reading) ? undefined : nearestName(name, names)
  return near === undefined ? '' : ` Did you mean "${near}"?`
}

/** The types whose fields the nodes of a type have: itself, or the members of a union. */
export function typesWithFields(reading: SchemaReading, type: string): readonly string[] {
  const declaration = reading.types.get(type)
  return declaration?.kind === 'union' ? declaration.members.map(({ name }) => name.value) : [type]
}
