import { iri, type NamedNode } from '../../../rdf/term.ts'
import { quirksOf } from '../engine-quirks.ts'

/** How a query names a node. */
export interface NodeName {
  readonly name: NamedNode
  /** Whether it is a blank node, whose name is none in VALUES. */
  readonly isBlank: boolean
}

/** The name of a node by the key of its term; `undefined` for a blank node that the engine has no name for. */
export type NodeNames = (key: string) => NodeName | undefined

/** How an engine's nodes are named. */
export function nodeNames(engine: string | undefined): NodeNames {
  const { blankNodeIri } = quirksOf(engine)
  return (key) => {
    if (!key.startsWith('_')) return { name: iri(key.slice(1)), isBlank: false }
    return blankNodeIri && { name: iri(blankNodeIri(key.slice(1))), isBlank: true }
  }
}
