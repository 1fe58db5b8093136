import { ServiceError } from '../errors.ts'
import { isAbsoluteIri } from '../rdf/iri.ts'
import type { Namespaces } from '../rdf/namespaces.ts'
import { parseRdf } from '../rdf/parse.ts'
import { iri, type Quad } from '../rdf/term.ts'
import { databaseVersion } from '../store/sqlite/connection.ts'
import { loadQuads } from '../store/sqlite/load.ts'
import type { Connection } from './open-store.ts'
import type { LoadCounts, LoadOptions, LoadReport, RdfSource } from './rdf-source.ts'

/** Milliseconds between two reports of progress. */
const progressInterval = 100

/** Reads all sources into the database in one commit; prefixes of `namespaces` may be used undeclared. */
export async function loadSources(
  connection: Connection,
  sources: readonly RdfSource[],
  namespaces: Namespaces,
  options: LoadOptions = {},
): Promise<LoadReport> {
  const prefixes = new Map<string, string>()
  if (sources.length === 0) return { quads: 0, added: 0, bytes: 0, prefixes }
  for (const { graph } of sources) {
    if (graph !== undefined && !isAbsoluteIri(graph)) {
      throw new ServiceError('illegalArgument', `The graph <${graph}> is not an absolute IRI.`)
    }
  }
  // Labels that no commit has used before: blank nodes of different documents are different nodes.
  const blankPrefix = `b${databaseVersion(connection)}`
  let bytes = 0
  let quads = 0
  let reported = performance.now()
  const report = (): void => {
    const now = performance.now()
    if (options.onProgress === undefined || now - reported < progressInterval) return
    reported = now
    options.onProgress({ quads, bytes } satisfies LoadCounts)
  }

  async function* counted(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of input) {
      bytes += piece.length
      report()
      yield piece
    }
  }

  async function* batches(): AsyncGenerator<readonly Quad[]> {
    for (const [index, source] of sources.entries()) {
      const { format, name, graph, baseIri } = source
      yield* parseRdf(counted(source.bytes), {
        format,
        fileName: name,
        namespaces,
        blankPrefix: index === 0 ? blankPrefix : `${blankPrefix}d${index}`,
        onPrefix: (prefix, namespace) => {
          if (!prefixes.has(prefix)) prefixes.set(prefix, namespace)
        },
        ...(graph !== undefined && { graph: iri(graph) }),
        ...(baseIri !== undefined && { baseIri }),
      })
    }
  }

  const result = await loadQuads(connection, batches(), {
    ...(options.signal && { signal: options.signal }),
    onProgress: (count) => {
      quads = count
      report()
    },
  })
  return { quads: result.quads, added: result.added, bytes, prefixes }
}
