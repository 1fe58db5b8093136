import { ServiceError } from '../errors.ts'
import { graphKeyword } from './graph-keyword.ts'

/**
 * The graph that a name stands for where it is to be changed; `null` is the default graph, which has a name too.
 *
 * @throws ServiceError `illegalArgument` for a name of several graphs
 */
export function changedGraph(name: string): string | null {
  const keyword = graphKeyword(name)
  if (keyword === undefined) return name
  if (keyword === 'default') return null
  throw new ServiceError('illegalArgument', severalGraphs(name))
}

/** Says that a name of several graphs cannot stand where one is changed. */
export function severalGraphs(name: string): string {
  return `<${name}> stands for several graphs, and none of its own: name the graph that is meant, or the default graph.`
}
