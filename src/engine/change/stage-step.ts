import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeRdf } from '../../rdf/write-rdf.ts'
import type { LoadCounts, LoadOptions } from '../rdf-source.ts'
import { checkGraph, createSourceReader } from '../source-reader.ts'
import type { ChangeScope, ChangeStep } from './change.ts'
import { requireWritableStep, writableQuads } from './require-writable-step.ts'
import { readUpdate } from './update-step.ts'

/** What was read of a step that is kept for later. */
export interface StagedCounts extends LoadCounts {
  /** Prefixes that its source declares, in order. */
  readonly prefixes: ReadonlyMap<string, string>
}

/**
 * Checks a step that will be carried out later, and writes the quads of its source as N-Quads to a new file. In what is to
 * be removed, blank nodes keep the labels by which the document names those of the database.
 *
 * @throws ServiceError `invalidRdf`, `invalidQuery`, `illegalArgument`; `forbidden` where it changes a graph that may not be changed, as
 * far as that is known before it is carried out; there is no file then
 */
export async function stageStep(
  step: ChangeStep,
  file: string,
  scope: ChangeScope,
  options: LoadOptions = {},
): Promise<StagedCounts> {
  const { namespaces, access } = scope
  requireWritableStep(step, scope)
  const reader = createSourceReader(() => 0, namespaces, options)
  switch (step.kind) {
    case 'add':
    case 'remove': {
      const quads = step.kind === 'add' ? reader.newQuads(step.source) : reader.ownQuads(step.source)
      const text = Readable.from(writeRdf(writableQuads(quads, access), { format: 'n-quads' }))
      try {
        await pipeline(text, createWriteStream(file, { flags: 'wx', mode: 0o600 }), {
          ...(options.signal && { signal: options.signal }),
        })
      } catch (error) {
        await rm(file, { force: true })
        throw error
      }
      break
    }
    case 'update':
      readUpdate(step.update, namespaces)
      break
    case 'clear':
      if (typeof step.graphs === 'object') checkGraph(step.graphs.iri)
  }
  return { quads: reader.quads, bytes: reader.bytes, prefixes: reader.prefixes }
}
