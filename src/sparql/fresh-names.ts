import { withoutEscapes } from './codepoint-escapes.ts'

/** A supply of names `stem0`, `stem1`, … that stand nowhere in a text of SPARQL, with escapes or without. */
export function namesBeside(text: string, stem: string): () => string {
  let taken: ReadonlySet<string> | undefined
  let number = 0
  return () => {
    // Looked for once: data may have as many blank nodes as it has lines.
    taken ??= new Set(withoutEscapes(text).match(new RegExp(`${stem}[0-9]+`, 'g')))
    let name = `${stem}${number++}`
    while (taken.has(name)) name = `${stem}${number++}`
    return name
  }
}
