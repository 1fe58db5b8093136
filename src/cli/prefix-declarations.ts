import type { Namespaces } from '../rdf/namespaces.ts'
import { iriText } from '../rdf/term-text.ts'

/** The namespaces as a document of Turtle that declares them and says nothing else. */
export function prefixDeclarations(namespaces: Namespaces): string {
  return [...namespaces].map(([prefix, name]) => `@prefix ${prefix}: ${iriText(name)} .\n`).join('')
}
