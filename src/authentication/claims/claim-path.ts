/**
 * Reads a path to a claim: names with dots between them, each of which leads into an object. In a name, `\.` is a dot and `\\` a
 * backslash; other backslashes stand for themselves (Spec, Authentication, 10).
 *
 * @returns the names; else what is wrong with it, in a sentence
 */
export function readClaimPath(text: string): readonly string[] | string {
  if (text === '') return 'A path to a claim needs at least one name.'
  const names = ['']
  for (const [piece] of text.matchAll(/\\[.\\]|./gsu)) {
    if (piece === '.') names.push('')
    else
      names.push(
        `${names.pop() ?? ''}${piece.length === 2 && piece.startsWith('\\') ? piece.slice(1) : piece}`,
      )
  }
  if (!names.includes('')) return names
  return `The path ${JSON.stringify(text)} has an empty name. A dot that belongs to a name is written "\\.".`
}

/** A path as {@link readClaimPath} reads it. */
export function claimPathText(path: readonly string[]): string {
  return path.map((name) => name.replace(/[.\\]/gu, '\\$&')).join('.')
}
