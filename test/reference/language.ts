import type { Term } from '../../src/rdf/term.ts'

/**
 * Of the values of a field those in the first language range that one matches (RFC 4647, basic filtering); after all
 * languages, `*` also takes texts without one.
 */
export function inBestLanguage(
  values: readonly Term[],
  ranges: readonly string[] | undefined,
): readonly Term[] {
  if (ranges === undefined) return values
  for (const range of ranges) {
    const tagged = values.filter((value) => value.kind === 'literal' && isInRange(value.language, range))
    if (tagged.length > 0) return tagged
    if (range !== '*') continue
    const untagged = values.filter((value) => value.kind === 'literal' && value.language === '')
    if (untagged.length > 0) return untagged
  }
  return []
}

function isInRange(tag: string, range: string): boolean {
  if (tag === '') return false
  const language = tag.toLowerCase()
  return range === '*' || language === range || language.startsWith(`${range}-`)
}
