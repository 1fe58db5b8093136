/** How many IRIs and literals a part of a query has, which is plain data. */
export function countConstants(part: unknown): number {
  if (typeof part !== 'object' || part === null) return 0
  if ('kind' in part && (part.kind === 'iri' || part.kind === 'literal')) return 1
  let count = 0
  for (const inner of Object.values(part)) count += countConstants(inner)
  return count
}
