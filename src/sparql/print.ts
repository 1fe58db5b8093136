import type { Namespaces } from '../rdf/namespaces.ts'
import { type Literal, type NamedNode, rdf } from '../rdf/term.ts'
import { allGraphs, type Dataset, type SelectQuery } from './algebra.ts'
import { printSelect } from './print-select.ts'
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
  /** Puts the declarations of the prefixes that the text uses in front. */
  readonly prefixes?: boolean
}

/**
 * A query as SPARQL 1.1 text, one element a line. The text means what the algebra means, by SPARQL's rules of scope.
 *
 * @throws ServiceError `illegalArgument` where an IRI or a language tag has characters that SPARQL has no way to write.
 */
export function printQuery(query: SelectQuery, options: PrintOptions): string {
  const writer = createWriter(options.namespaces)
  printSelect(writer, query.operation, () => writeDataset(writer, query.dataset, options.scope ?? 'named'))
  writer.syntax('\n')
  return options.prefixes ? writer.prologue() + writer.text() : writer.text()
}

/**
 * The prefixes, of those given, that the text of a query uses for names of the data: all but `rdf` where it only says
 * `rdf:type`.
 */
export function usedPrefixes(query: SelectQuery, namespaces: Namespaces): Namespaces {
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
    return
  }
  for (const inner of Object.values(part)) writeNames(inner, writer)
}

function isGroundTerm(part: object): part is NamedNode | Literal {
  return 'kind' in part && (part.kind === 'iri' || part.kind === 'literal') && 'value' in part
}

function writeDataset(writer: Writer, dataset: Dataset | undefined, scope: 'named' | 'none'): void {
  const graphs = dataset ?? { default: scope === 'named' ? [allGraphs] : [], named: [] }
  for (const graph of graphs.default) {
    writer.syntax('\nFROM ')
    writer.fullIri(graph)
  }
  for (const graph of graphs.named) {
    writer.syntax('\nFROM NAMED ')
    writer.fullIri(graph)
  }
}
