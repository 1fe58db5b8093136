import type { ASTNode, GraphQLError, NameNode } from 'graphql'
import type { QueryErrorCode } from '../errors.ts'
import { iriOfName, type Namespaces, nearPrefix } from '../rdf/namespaces.ts'
import { iri as namedNode } from '../rdf/term.ts'
import type { Reasoner } from '../reasoning/reasoner.ts'
import { bgp } from '../sparql/algebra.ts'
import type { Statistics } from '../sparql/statistics.ts'
import type { QueryDocument } from './document.ts'
import type { DocumentLimits } from './limits.ts'
import { addError, refusal } from './refused-query.ts'
import { typePattern } from './type-patterns.ts'
import type { VariableValues } from './variables.ts'

/** What resolving a document needs to know, and where it puts what is wrong with the document. */
export interface Resolution {
  readonly document: QueryDocument
  readonly variables: VariableValues
  readonly namespaces: Namespaces
  readonly aliases: ReadonlyMap<string, string>
  readonly limits: DocumentLimits
  /** Absent where the store does not count its data. */
  readonly statistics: Statistics | undefined
  /** Absent where what is stated counts. */
  readonly reasoner: Reasoner | undefined
  readonly errors: GraphQLError[]
  /** Fields met so far. */
  readonly counter: { selections: number }
}

/** Notes an error at a node of the document. */
export function report(resolution: Resolution, code: QueryErrorCode, message: string, node?: ASTNode): void {
  addError(resolution.errors, refusal(code, message, node))
}

/**
 * The IRI of a name in the document. A name that nothing in the data has, and that looks like one with a mistyped
 * prefix, is reported: by the rules it would be a local name, and quietly find nothing.
 */
export function iriOf(resolution: Resolution, name: string, node: NameNode | ASTNode): string {
  const iri = iriOfName(name, resolution.namespaces, resolution.aliases)
  const near = nearPrefix(name, resolution.namespaces)
  if (near !== undefined && !resolution.aliases.has(name) && !occurs(resolution, iri)) {
    const message = `Unknown prefix "${near.prefix}" in "${name}". Did you mean "${near.suggestion}"?`
    report(resolution, 'UNKNOWN_PREFIX', message, node)
  }
  return iri
}

/** Whether the data has the IRI as a property or class, also by inference; a store that cannot tell may have it. */
function occurs({ statistics, reasoner }: Resolution, iri: string): boolean {
  if (statistics === undefined) return true
  if ((statistics.predicate(iri)?.triples ?? 0) > 0 || statistics.instances(iri) > 0) return true
  return reasoner !== undefined && (reasoner.isInferred(iri) || hasInferredMembers(iri, reasoner))
}

function hasInferredMembers(iri: string, reasoner: Reasoner): boolean {
  const members = bgp([typePattern('node', namedNode(iri))])
  return reasoner.rewriting().operation(members) !== members
}
