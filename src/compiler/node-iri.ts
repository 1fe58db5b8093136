import type { ASTNode } from 'graphql'
import { isAbsoluteIri } from '../rdf/iri.ts'
import { iriOfName } from '../rdf/namespaces.ts'
import { type Resolution, report } from './resolution.ts'

const graphqlName = /^[_A-Za-z][_0-9A-Za-z]*$/

const blankLabel = /^_:[\p{L}\p{N}_.-]+$/u

/** Whether a text is an absolute IRI or `_:label`. */
export function isNode(text: string): boolean {
  return isAbsoluteIri(text) || blankLabel.test(text)
}

/** The IRI that a text names: a name as the answers write it, else an absolute IRI or `_:label`. */
export function nodeIri(resolution: Resolution, text: string, node: ASTNode): string {
  if (graphqlName.test(text)) return iriOfName(text, resolution.namespaces, resolution.aliases)
  if (!isNode(text)) {
    report(resolution, 'BAD_USER_INPUT', `"${text}" is neither an absolute IRI nor a name.`, node)
  }
  return text
}
