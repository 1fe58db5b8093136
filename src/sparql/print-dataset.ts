import { type Dataset, noGraphs } from './algebra.ts'
import type { Writer } from './writer.ts'

/** Writes the graphs of a dataset, each as a clause on a line of its own, below what stands there. */
export function writeGraphs(writer: Writer, clause: 'FROM' | 'USING', dataset: Dataset): void {
  // Without any clause the dataset is what the processor chooses; one of no graphs has to be said.
  const none = dataset.default.length === 0 && dataset.named.length === 0
  for (const graph of none ? [noGraphs] : dataset.default) {
    writer.syntax(`\n${clause} `)
    writer.fullIri(graph)
  }
  for (const graph of dataset.named) {
    writer.syntax(`\n${clause} NAMED `)
    writer.fullIri(graph)
  }
}
