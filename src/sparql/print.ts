import type { Namespaces } from '../rdf/namespaces.ts'
import { type Literal, type NamedNode, rdf } from '../rdf/term.ts'
import { allGraphs } from './algebra.ts'
import { writeGraphs } from './print-dataset.ts'
import { writeForm } from './print-form.ts'
import type { LinkPath, NegatedPropertySet } from './property-path.ts'
import type { Query } from './query-form.ts'
import { createWriter, type Writer } from './writer.ts'

/** How a query is written. */
export interface PrintOptions {
  /** Prefixes to abbreviate IRIs by. */
  readonly namespaces: Namespaces
  /**
   * What a query without a dataset says of its scope: `named` (the default) writes `FROM` with the name of the union of
   * all graphs, for people; `none` writes nothing, for endpoints whose default graph is that union.
   */
  readonly scope?: 'named' | 'none'
  /** Puts the declarations of the prefixes that the text uses in front. A base that the text needs always stands there. */
  readonly prefixes?: boolean
}

/**
 * A query as SPARQL 1.1 text, one element a line. The text means what the algebra means, by SPARQL's rules of scope.
 *
 * @throws ServiceError `illegalArgument` where an IRI or a language tag has characters that SPARQL has no way to write.
 */
export function printQuery(query: Query, options: PrintOptions): string {
  const writer = createWriter(options.namespaces)
  const unsaid = options.scope === 'none' ? undefined : { default: [allGraphs], named: [] }
  const dataset = query.dataset ?? unsaid
  writeForm(writer, query, () => {
    if (dataset !== undefined) writeGraphs(writer, 'FROM', dataset)
  })
  writer.syntax('\n')
  return writer.prologue(options.prefixes ?? false) + writer.text()
}

/**
 * The prefixes, of those given, that the text of a query of any form uses for names of the data: all but `rdf` where it
 * only says `rdf:type`.
 */
export function usedPrefixes(query: Query, namespaces: Namespaces): Namespaces {
  const writer = createWriter(namespaces)
  writeNames(query, writer)
  const used = writer.prefixes()
  return new Map([...namespaces].filter(([prefix]) => used.has(prefix)))
}

/** Writes every IRI and literal in a part of a query, which is plain data, except the IRI `rdf:type`. */
function writeNames(part: unknown, writer: Writer): void {
  if (typeof part !== 'object' || part === null) return
  if (isGroundTerm(part)) {
    if (part.value !== rdf.type) writer.term(part)
  } else if (isStep(part)) {
    for (const name of stepNames(part)) if (name !== rdf.type) writer.iri(name)
  } else {
    for (const inner of Object.values(part)) writeNames(inner, writer)
  }
}

function isStep(part: object): part is LinkPath | NegatedPropertySet {
  return 'kind' in part && (part.kind === 'link' || part.kind === 'negated')
}

function stepNames(step: LinkPath | NegatedPropertySet): readonly string[] {
  return step.kind === 'link' ? [step.iri] : [...(step.forward ?? []), ...(step.inverse ?? [])]
}

function isGroundTerm(part: object): part is NamedNode | Literal {
  return 'kind' in part && (part.kind === 'iri' || part.kind === 'literal') && 'value' in part
}
