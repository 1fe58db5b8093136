import { ServiceError } from '../errors.ts'
import { isAbsoluteIri } from '../rdf/iri.ts'
import type { Namespaces } from '../rdf/namespaces.ts'
import { parseRdf } from '../rdf/parse.ts'
import { type BlankNode, blank, iri, type Quad } from '../rdf/term.ts'
import { changedGraph, severalGraphs } from '../sparql/changed-graph.ts'
import { graphKeyword } from '../sparql/graph-keyword.ts'
import type { LoadOptions, RdfSource } from './rdf-source.ts'

/** Milliseconds between two reports of progress. */
const progressInterval = 100

/** What stands before the labels of a document whose blank nodes are the database's own, until it is taken away. */
const ownPrefix = 'own'

/** Reads the sources of one change, and counts what it reads. */
export interface SourceReader {
  /** The quads of a source; its blank nodes are new nodes, which no other source and no earlier change has. */
  newQuads(source: RdfSource): AsyncIterable<readonly Quad[]>
  /**
   * The quads of a source whose blank nodes are those of the database that have their labels: an export of the database
   * names its nodes. Nodes without a label are none of the database.
   */
  ownQuads(source: RdfSource): AsyncIterable<readonly Quad[]>
  /** A blank node that neither the database nor a source has. */
  freshBlank(): BlankNode
  readonly quads: number
  readonly bytes: number
  readonly prefixes: ReadonlyMap<string, string>
}

/**
 * A reader for the change that follows the commit that `readVersion` gives the number of; prefixes of `namespaces` may
 * be used undeclared. Labels of blank nodes begin with that number, so that no two commits have the same.
 */
export function createSourceReader(
  readVersion: () => number,
  namespaces: Namespaces,
  { onProgress }: LoadOptions = {},
): SourceReader {
  const prefixes = new Map<string, string>()
  let documents = 0
  let nodes = 0
  let bytes = 0
  let quads = 0
  let reported = performance.now()

  function report(): void {
    const now = performance.now()
    if (onProgress === undefined || now - reported < progressInterval) return
    reported = now
    onProgress({ quads, bytes })
  }

  async function* counted(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of input) {
      bytes += piece.length
      report()
      yield piece
    }
  }

  async function* read(source: RdfSource, blankPrefix: string): AsyncGenerator<readonly Quad[]> {
    const { format, name, baseIri } = source
    if (source.graph !== undefined) checkGraph(source.graph)
    const graph = source.graph === undefined ? null : changedGraph(source.graph)
    const batches = parseRdf(counted(source.bytes), {
      format,
      fileName: name,
      namespaces,
      blankPrefix,
      onPrefix: (prefix, namespace) => {
        if (!prefixes.has(prefix)) prefixes.set(prefix, namespace)
      },
      ...(graph !== null && { graph: iri(graph) }),
      ...(baseIri !== undefined && { baseIri }),
    })
    for await (const batch of batches) {
      yield batch.some(hasSpecialGraph) ? batch.map((quad) => inChangedGraph(quad, name)) : batch
      quads += batch.length
      report()
    }
  }

  return {
    newQuads(source) {
      const document = documents++
      const version = readVersion()
      return read(source, document === 0 ? `b${version}` : `b${version}d${document}`)
    },
    async *ownQuads(source) {
      for await (const batch of read(source, ownPrefix)) yield batch.map(withOwnNodes)
    },
    freshBlank: () => blank(`b${readVersion()}u${nodes++}`),
    get quads() {
      return quads
    },
    get bytes() {
      return bytes
    },
    prefixes,
  }
}

/** Throws where a graph's name is not an absolute IRI. */
export function checkGraph(graph: string): void {
  if (isAbsoluteIri(graph)) return
  throw new ServiceError('illegalArgument', `The graph <${graph}> is not an absolute IRI.`)
}

function hasSpecialGraph({ graph }: Quad): boolean {
  return graph?.kind === 'iri' && graphKeyword(graph.value) !== undefined
}

/** A quad of a document; a graph that it calls by the name of the default one is that. */
function inChangedGraph(quad: Quad, document: string): Quad {
  const name = quad.graph?.value
  if (name === undefined || !hasSpecialGraph(quad)) return quad
  if (graphKeyword(name) === 'default') return { ...quad, graph: null }
  throw new ServiceError('invalidRdf', `${document}: ${severalGraphs(name)}`)
}

function withOwnNodes(quad: Quad): Quad {
  const { subject, predicate, object, graph } = quad
  return {
    subject: subject.kind === 'blank' ? ownNode(subject) : subject,
    predicate,
    object: object.kind === 'blank' ? ownNode(object) : object,
    graph: graph?.kind === 'blank' ? ownNode(graph) : graph,
  }
}

function ownNode(node: BlankNode): BlankNode {
  return node.value.startsWith(`${ownPrefix}_`) ? blank(node.value.slice(ownPrefix.length + 1)) : node
}
