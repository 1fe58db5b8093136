import {
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  Kind,
  type Location,
  parse,
  type Source,
} from 'graphql'
import { schemaError } from './schema-error.ts'
import type { SchemaFault } from './schema-faults.ts'

/** Finding the line of an error reads the text up to it: of a long text with thousands of errors, for minutes. */
const mostCharactersRead = 100_000_000

/**
 * The errors of a source by their places; each sentence once at a place. Of very many the first, and one that says how many more
 * there are. `document` is that of the source, parsed without places.
 */
export function locateFaults(
  faults: readonly SchemaFault[],
  document: DocumentNode,
  source: Source,
): readonly GraphQLError[] {
  const places = placesOf(new Set(faults.flatMap(({ nodes }) => nodes)), document, parse(source))
  const byPlace = new Map<string, { readonly message: string; readonly positions: readonly number[] }>()
  for (const fault of faults) {
    const positions = fault.nodes.flatMap((node) => positionOf(node, places.get(node), fault.at))
    if (positions.length === 0) positions.push(0)
    byPlace.set(`${positions.join(' ')} ${fault.message}`, { message: fault.message, positions })
  }
  const sorted = [...byPlace.values()].sort((a, b) => (a.positions[0] ?? 0) - (b.positions[0] ?? 0))
  const most = Math.min(1_000, Math.max(10, Math.floor(mostCharactersRead / (source.body.length + 1))))
  const errors = sorted.slice(0, most)
  const next = sorted[most]
  if (next !== undefined) {
    const rest = (sorted.length - most).toLocaleString('en')
    errors.push({ message: `There are ${rest} more errors from here on.`, positions: next.positions })
  }
  return errors.map(({ message, positions }) =>
    schemaError('GRAPHQL_VALIDATION_FAILED', message, source, positions),
  )
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'kind' in value && kinds.has(value.kind)
}

const kinds: ReadonlySet<unknown> = new Set(Object.values(Kind))

/** Where the nodes of one document stand in the text, by another one of the same text whose nodes know it. */
function placesOf(
  wanted: ReadonlySet<ASTNode>,
  document: DocumentNode,
  located: DocumentNode,
): ReadonlyMap<ASTNode, Location> {
  const places = new Map<ASTNode, Location>()
  const pairs: [unknown, unknown][] = [[document, located]]
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [one, other] = pair
    if (Array.isArray(one) && Array.isArray(other)) {
      for (const [index, item] of one.entries()) pairs.push([item, other[index]])
    } else if (isNode(one) && isNode(other)) {
      if (wanted.has(one) && other.loc !== undefined) places.set(one, other.loc)
      const parts = new Map(Object.entries(other))
      for (const [key, part] of Object.entries(one)) {
        if (typeof part === 'object') pairs.push([part, parts.get(key)])
      }
    }
  }
  return places
}

/** The offset of a node, or of a character of it where that is known: not in block texts and those with escapes. */
function positionOf(node: ASTNode, place: Location | undefined, at: number | undefined): readonly number[] {
  if (place === undefined) return []
  const isPlain = node.kind === Kind.STRING && place.end - place.start === node.value.length + 2
  return [place.start + (isPlain && at !== undefined ? 1 + at : 0)]
}
