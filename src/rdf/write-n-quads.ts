import type { QuadWriter } from './quad-writer.ts'
import { termText } from './term-text.ts'

/** Writes N-Quads, or N-Triples where `graphs` is false: one quad a line (RDF 1.1 N-Quads, section 2). */
export function createLineWriter(graphs: boolean): QuadWriter {
  return {
    start: () => '',
    quad({ subject, predicate, object, graph }) {
      const triple = `${termText(subject)} ${termText(predicate)} ${termText(object)}`
      return graphs && graph !== null ? `${triple} ${termText(graph)} .\n` : `${triple} .\n`
    },
    end: () => '',
  }
}
