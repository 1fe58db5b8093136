/**
 * A JSON-LD document as JSON text in pieces, with the members of each object in the order in which it can be read in
 * one pass: the context, then types, then the identifier, then the rest as they were.
 */
export function* inReadingOrder(document: object): Generator<string> {
  const ranks = new Map([
    ['@context', 0],
    ['@type', 1],
    ['@id', 2],
  ])
  collectAliases(document, ranks)
  let piece = ''
  for (const part of written(document, ranks)) {
    piece += part
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

const pieceLength = 1 << 16
const lastRank = 3

function* written(value: unknown, ranks: ReadonlyMap<string, number>): Generator<string> {
  if (typeof value !== 'object' || value === null) {
    yield JSON.stringify(value)
  } else if (Array.isArray(value)) {
    let separator = '['
    for (const element of value) {
      yield separator
      yield* written(element, ranks)
      separator = ','
    }
    yield separator === '[' ? '[]' : ']'
  } else {
    let separator = '{'
    for (const [key, member] of inOrder(Object.entries(value), ranks)) {
      yield `${separator}${JSON.stringify(key)}:`
      yield* written(member, ranks)
      separator = ','
    }
    yield separator === '{' ? '{}' : '}'
  }
}

function inOrder(
  members: readonly [string, unknown][],
  ranks: ReadonlyMap<string, number>,
): readonly [string, unknown][] {
  const rank = ([key]: [string, unknown]) => ranks.get(key) ?? lastRank
  return [...members].sort((a, b) => rank(a) - rank(b))
}

/** Gives the terms that some context of the document makes other names of `@type` and `@id` their ranks. */
function collectAliases(value: unknown, ranks: Map<string, number>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    const target = typeof member === 'object' && member !== null && '@id' in member ? member['@id'] : member
    if (target === '@type') ranks.set(key, 1)
    else if (target === '@id') ranks.set(key, 2)
    collectAliases(member, ranks)
  }
}
