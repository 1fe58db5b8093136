import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '../../errors.ts'
import type { Quad } from '../../rdf/term.ts'
import { blankText } from '../../rdf/term-text.ts'
import { writeRdf } from '../../rdf/write-rdf.ts'
import type { ChangeScope, ChangeStep } from '../change/change.ts'
import { writableQuads } from '../change/require-writable-step.ts'
import { cancelledError } from '../failures.ts'
import type { LoadOptions, RdfSource } from '../rdf-source.ts'
import { createSourceReader } from '../source-reader.ts'

/** The quads of a source, read to their end and known to be right. */
export interface StagedQuads {
  /** Absolute path of a file that has them as N-Quads. */
  readonly file: string
  /** Bytes of that file. */
  readonly size: number
  /** How many there are, each a line. */
  readonly count: number
  /** The graphs that they stand in, two at most; `null` is the default graph. */
  readonly graphs: readonly (string | null)[]
  readonly hasBlankNodes: boolean
}

/** No quads, in no file. */
export const noQuads: StagedQuads = { file: '', size: 0, count: 0, graphs: [], hasBlankNodes: false }

/** A step whose source has been read. */
export type StagedStep =
  | { readonly kind: 'add' | 'remove'; readonly quads: StagedQuads }
  | Exclude<ChangeStep, { readonly kind: 'add' | 'remove' }>

/** How quads are staged. */
export interface StagingOptions extends LoadOptions, ChangeScope {
  /** A number that no other source of the same change has: no two of them share a blank node. */
  readonly document: number
}

/** What staging a source came to. */
export interface StagedSource {
  readonly staged: StagedQuads
  readonly quads: number
  /** Bytes read of the source, before decompression. */
  readonly bytes: number
  readonly prefixes: ReadonlyMap<string, string>
}

/**
 * Reads a source to its end and writes its quads as N-Quads to a file, so that nothing reaches an endpoint of data that
 * have an error further on.
 *
 * @throws ServiceError `invalidRdf`, `illegalArgument`, `unsupported`; `forbidden` at the first quad of a graph that may not be changed
 */
export async function stageSource(
  source: RdfSource,
  file: string,
  { namespaces, access, document, ...options }: StagingOptions,
): Promise<StagedSource> {
  const reader = createSourceReader(() => document, namespaces, options)
  const graphs = new Set<string | null>()
  let hasBlankNodes = false

  async function* looked(): AsyncGenerator<readonly Quad[]> {
    for await (const batch of writableQuads(reader.newQuads(source), access)) {
      for (const { subject, object, graph } of batch) {
        hasBlankNodes ||= subject.kind === 'blank' || object.kind === 'blank'
        if (graph?.kind === 'blank') throw unnameable(blankText(graph))
        if (graphs.size < 2) graphs.add(graph?.value ?? null)
      }
      yield batch
    }
  }

  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(Readable.from(writeRdf(looked(), { format: 'n-quads' })), output, {
      ...(options.signal && { signal: options.signal }),
    })
  } catch (error) {
    throw options.signal?.aborted ? cancelledError() : error
  }
  const { quads, bytes, prefixes } = reader
  return {
    staged: { file, size: output.bytesWritten, count: quads, graphs: [...graphs], hasBlankNodes },
    quads,
    bytes,
    prefixes,
  }
}

function unnameable(label: string): ServiceError {
  return new ServiceError(
    'unsupported',
    `The data have a graph whose name is a blank node, ${label}, which an endpoint cannot be told.`,
  )
}
