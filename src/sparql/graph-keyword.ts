import { allGraphs, defaultGraph, everyGraph, namedGraphs } from './algebra.ts'

/** The graphs that the name of a special graph stands for, in the words of CLEAR and DROP; `undefined` for the name of one graph. */
export function graphKeyword(name: string): 'default' | 'named' | 'all' | undefined {
  switch (name) {
    case defaultGraph:
      return 'default'
    case namedGraphs:
      return 'named'
    case allGraphs:
    case everyGraph:
      return 'all'
    default:
      return undefined
  }
}
