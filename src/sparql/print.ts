import type { Namespaces } from '../rdf/namespaces.ts'
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
