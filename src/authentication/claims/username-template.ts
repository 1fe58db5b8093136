/** A piece of a template of user names: text, or the claim that stands in its place. */
export type UsernameTemplatePiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'claim'; readonly claim: string }

/**
 * Reads a template of user names: text with names of claims in braces, such as `acme_{email}` (Spec, Authentication, 6). The names are
 * those of claims at the top of the token, with whatever characters they have; braces stand for nothing else.
 *
 * @returns the pieces; else what is wrong with it, in a sentence
 */
export function readUsernameTemplate(text: string): readonly UsernameTemplatePiece[] | string {
  const shown = JSON.stringify(text)
  const pieces: UsernameTemplatePiece[] = []
  for (const [piece, claim] of text.matchAll(/\{([^{}]*)\}|[^{}]+|[{}]/gu)) {
    if (piece === '{' || piece === '}')
      return `The template ${shown} has a "${piece}" without its other brace.`
    if (claim === '') return `The template ${shown} has braces with no name of a claim in them.`
    pieces.push(claim === undefined ? { kind: 'text', text: piece } : { kind: 'claim', claim })
  }
  if (pieces.some(({ kind }) => kind === 'claim')) return pieces
  return `The template ${shown} names no claim, such as "acme_{sub}": all users would be one.`
}
