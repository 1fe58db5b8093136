import { type ASTNode, GraphQLError, type Source } from 'graphql'
import type { Namespaces } from '../rdf/namespaces.ts'
import type { Declarations } from './declarations.ts'
import type { LeafType, Path } from './schema.ts'

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
}

/** What is wrong with a schema: a sentence, and the places that it speaks of, as offsets in the text. */
export interface SchemaFault {
  readonly message: string
  readonly positions: readonly number[]
}

/** Notes an error at nodes of the text. */
export function report(reading: SchemaReading, message: string, ...nodes: readonly ASTNode[]): void {
  reading.faults.push({ message, positions: nodes.flatMap((node) => node.loc?.start ?? []) })
}

/** Finding the line of an error reads the text up to it: of a long text with thousands of errors, for minutes. */
const mostCharactersRead = 100_000_000

/**
 * The errors of a text by their places; each sentence once at a place. Of very many the first, and one that says that there
 * are more.
 */
export function locateFaults(faults: readonly SchemaFault[], source: Source): GraphQLError[] {
  const byPlace = new Map<string, SchemaFault>()
  for (const fault of faults) {
    const positions = fault.positions.length === 0 ? [0] : fault.positions
    byPlace.set(`${positions.join(' ')} ${fault.message}`, { message: fault.message, positions })
  }
  const sorted = [...byPlace.values()].sort((a, b) => (a.positions[0] ?? 0) - (b.positions[0] ?? 0))
  const most = Math.min(1_000, Math.max(10, Math.floor(mostCharactersRead / (source.body.length + 1))))
  const errors = sorted
    .slice(0, most)
    .map(({ message, positions }) => new GraphQLError(message, { source, positions }))
  const [next] = sorted.slice(most)
  if (next !== undefined) {
    const message = `There are ${(sorted.length - most).toLocaleString('en')} more errors from here on.`
    errors.push(new GraphQLError(message, { source, positions: next.positions }))
  }
  return errors
}
