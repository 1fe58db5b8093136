import { allGraphs, type Dataset, defaultGraph, everyGraph, namedGraphs } from './algebra.ts'
import type { GraphSet } from './graph-access.ts'

/** What a query without a dataset is of. */
const wholeDataset: Dataset = { default: [allGraphs], named: [namedGraphs] }

/** The same dataset as it is where there are no graphs but those that are readable; its names stay what they are. */
export function datasetWithin(dataset: Dataset | undefined, readable: GraphSet): Dataset {
  return { ...(dataset ?? wholeDataset), within: readable }
}

/**
 * A dataset by the names of the readable graphs that are in it, for whoever knows nothing of `within`: names of several graphs
 * become lists, others are left out. What is left may be empty, and stays so: a dataset of no graphs has two empty lists.
 * Where all named graphs are readable, their common name stays.
 */
export function readableDataset(dataset: Dataset | undefined, readable: GraphSet): Dataset {
  const { default: merged, named } = dataset ?? wholeDataset
  const isReadable = readableNames(readable)
  const allNamed = readable.named === 'all' ? [namedGraphs] : readable.named
  const ownDefault = readable.default ? [defaultGraph] : []
  const meant = (name: string): readonly string[] => {
    switch (name) {
      case allGraphs:
      case everyGraph:
        return [...ownDefault, ...allNamed]
      case namedGraphs:
        return allNamed
      case defaultGraph:
        return ownDefault
      default:
        return isReadable(name) ? [name] : []
    }
  }
  // FROM NAMED gives each graph under its own name, and the default graph has none that GRAPH ?g could give.
  const reached = named.flatMap((name) =>
    name === allGraphs || name === everyGraph ? allNamed : meant(name),
  )
  return { default: [...new Set(merged.flatMap(meant))], named: [...new Set(reached)] }
}

/** Whether a set has a named graph. */
export function readableNames({ named }: GraphSet): (name: string) => boolean {
  if (named === 'all') return () => true
  const names = new Set(named)
  return (name) => names.has(name)
}

/** Whether a set has all graphs, whichever there are. */
export function isOfAllGraphs({ default: hasDefault, named }: GraphSet): boolean {
  return hasDefault && named === 'all'
}
