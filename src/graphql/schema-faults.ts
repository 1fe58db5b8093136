import { type ASTNode, GraphQLError, Source } from 'graphql'
import type { QueryErrorCode } from '../errors.ts'

/** What is wrong with a schema: a sentence, and the places that it speaks of, as offsets in the text. */
export interface SchemaFault {
  readonly message: string
  readonly positions: readonly number[]
}

/** Of more faults than anyone reads only these are kept. */
const mostFaults = 100_000

/** Notes a fault at nodes of the text. */
export function addFault(faults: SchemaFault[], message: string, ...nodes: readonly ASTNode[]): void {
  addFaultAt(faults, message, ...nodes.flatMap((node) => node.loc?.start ?? []))
}

/** Notes a fault at offsets of the text. */
export function addFaultAt(faults: SchemaFault[], message: string, ...positions: readonly number[]): void {
  if (faults.length < mostFaults) faults.push({ message, positions })
}

/** Finding the line of an error reads the text up to it: of a long text with thousands of errors, for minutes. */
const mostCharactersRead = 100_000_000

/**
 * The errors of a text by their places; each sentence once at a place. Of very many the first, and one that says how many more
 * there are.
 */
export function locateFaults(faults: readonly SchemaFault[], text: string): readonly GraphQLError[] {
  const byPlace = new Map<string, SchemaFault>()
  for (const fault of faults) {
    const positions = fault.positions.length === 0 ? [0] : fault.positions
    byPlace.set(`${positions.join(' ')} ${fault.message}`, { message: fault.message, positions })
  }
  const sorted = [...byPlace.values()].sort((a, b) => (a.positions[0] ?? 0) - (b.positions[0] ?? 0))
  const most = Math.min(1_000, Math.max(10, Math.floor(mostCharactersRead / (text.length + 1))))
  const rest = sorted.length - most
  const source = new Source(text, 'schema')
  const errors = sorted.slice(0, most)
  if (rest > 0) {
    const message = `There are ${rest.toLocaleString('en')} more errors from here on.`
    errors.push({ message, positions: sorted[most]?.positions ?? [0] })
  }
  return errors.map(({ message, positions }) =>
    schemaError('GRAPHQL_VALIDATION_FAILED', message, source, positions),
  )
}

/** An error at offsets of the text. */
export function schemaError(
  code: QueryErrorCode,
  message: string,
  source: Source,
  positions: readonly number[],
): GraphQLError {
  return new GraphQLError(message, { source, positions, extensions: { code } })
}

/** A text as messages quote it: long ones shortened. */
export function quoted(text: string): string {
  return text.length > 200 ? `"${text.slice(0, 200)}…"` : `"${text}"`
}
