import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChangeReport, ChangeStep, StepReport } from '../change/change.ts'
import { clearedGraphs } from '../change/cleared-graphs.ts'
import { requireWritableStep } from '../change/require-writable-step.ts'
import type { RemoteDatabase } from '../database.ts'
import { cancelledError } from '../failures.ts'
import { isPassedOver } from '../federation/load-document.ts'
import type { LoadOptions, RdfSource } from '../rdf-source.ts'
import { checkGraph } from '../source-reader.ts'
import { type EndpointRequest, endpointRequest } from './endpoint-request.ts'
import { graphExists } from './graph-exists.ts'
import { type LoadedDocument, loadedDocument } from './load-step.ts'
import type { OpenEndpoint } from './open-endpoint.ts'
import { requireKnownGraphs } from './restricted-update.ts'
import { triplesLength, triplesText } from './staged-quads.ts'
import { noQuads, type StagedQuads, type StagedSource, type StagedStep, stageSource } from './staged-step.ts'
import { updateText } from './update-text.ts'

/**
 * Carries out steps on the database of an endpoint by one request, so that all of them are done or none, as far as the
 * endpoint itself keeps to that. Sources are read to their end before anything is sent.
 *
 * @throws ServiceError `invalidRdf`, `invalidQuery`, `illegalArgument`, `forbidden`; `unsupported` where no single request does it, with
 * the reason; `limitExceeded`; `remoteFailed`, `remoteUnavailable`; `queryCancelled`, after which it is not known whether
 * the endpoint has done it
 */
export async function changeEndpoint(
  { client, remote }: Pick<OpenEndpoint, 'client' | 'remote'>,
  database: RemoteDatabase,
  given: readonly ChangeStep[],
  options: LoadOptions = {},
): Promise<ChangeReport> {
  const steps = given.map((step) =>
    step.kind === 'clear' ? { ...step, graphs: clearedGraphs(step.graphs) } : step,
  )
  const { namespaces, access } = database
  const { signal } = options
  for (const step of steps) requireChangeable(step, database)
  const folder = await mkdtemp(join(remote.documents.folder ?? tmpdir(), 'espalier-change-'))
  const staged: StagedStep[] = []
  const sources: StagedSource[] = []
  try {
    for (const step of steps) {
      signal?.throwIfAborted()
      const loaded = await loadedDocument(step, { access: remote.documents, namespaces, signal })
      if (loaded !== undefined) staged.push({ kind: 'add', quads: await stageDocument(loaded) })
      else if (step.kind === 'add' || step.kind === 'remove')
        staged.push({ kind: step.kind, quads: await stage(step.source) })
      else staged.push(step)
    }
    const request = endpointRequest(staged, database)
    const moot = await mootClears(staged, client, signal)
    await send(request, moot)
    const reports = staged.map((step) => reportOf(step, moot.has(step)))
    const prefixes = new Map(sources.toReversed().flatMap((source) => [...source.prefixes]))
    return { ...totalOf(reports), ...sumOf(sources), steps: reports, prefixes }
  } catch (error) {
    throw signal?.aborted ? cancelledError() : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }

  async function stage(given: RdfSource): Promise<StagedQuads> {
    const document = sources.length
    const source = await stageSource(given, join(folder, String(document)), {
      namespaces,
      access,
      document,
      ...progressAfter(sumOf(sources), options),
    })
    sources.push(source)
    return source.staged
  }

  async function stageDocument({ source, silent }: LoadedDocument): Promise<StagedQuads> {
    if (source === undefined) return noQuads
    try {
      return await stage(source)
    } catch (error) {
      if (silent && isPassedOver(error)) return noQuads
      throw error
    }
  }

  async function send(request: EndpointRequest, moot: ReadonlySet<StagedStep>): Promise<void> {
    switch (request.kind) {
      case 'none':
        return
      case 'update': {
        const effective = request.steps.filter((step) => !moot.has(step))
        const text = await updateText(effective, database)
        if (text !== '') await client.update(text, { signal })
        return
      }
      case 'graphStore': {
        const { method, graph, quads } = request
        if (method === 'DELETE' && moot.size > 0) return
        if (method === 'DELETE') return client.graphStore(method, graph, undefined, { signal })
        const length = triplesLength(quads, graph)
        return client.graphStore(method, graph, triplesText(quads, graph), { signal, length })
      }
    }
  }
}

/** Holds that a step changes no graph that may not be changed, before the endpoint is asked anything of it. */
function requireChangeable(step: ChangeStep, database: RemoteDatabase): void {
  requireWritableStep(step, database)
  const { name, access } = database
  if (access !== undefined && step.kind === 'clear') requireKnownGraphs(name, step.graphs, access)
}

/** Of the graphs that are cleared before anything else is done, those that are not there. */
async function mootClears(
  steps: readonly StagedStep[],
  client: OpenEndpoint['client'],
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<StagedStep>> {
  const moot = new Set<StagedStep>()
  for (const step of steps) {
    if (step.kind !== 'clear') break
    if (typeof step.graphs !== 'object') continue
    checkGraph(step.graphs.iri)
    if (!(await graphExists(client, step.graphs.iri, signal))) moot.add(step)
  }
  return moot
}

/** What is known of a step; what is absent is not. */
function reportOf(step: StagedStep, isMoot: boolean): Partial<StepReport> {
  switch (step.kind) {
    case 'add':
      return step.quads.graphs.length === 0 ? { added: 0, removed: 0 } : { removed: 0 }
    case 'remove':
      return step.quads.graphs.length === 0 ? { added: 0, removed: 0 } : { added: 0 }
    case 'clear':
      return isMoot ? { added: 0, removed: 0 } : { added: 0 }
    case 'update':
      return {}
  }
}

function totalOf(reports: readonly Partial<StepReport>[]): Partial<StepReport> {
  const added = sumOrNothing(reports.map((report) => report.added))
  const removed = sumOrNothing(reports.map((report) => report.removed))
  return { ...(added === undefined ? {} : { added }), ...(removed === undefined ? {} : { removed }) }
}

function sumOrNothing(counts: readonly (number | undefined)[]): number | undefined {
  return counts.reduce(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  )
}

function sumOf(sources: readonly StagedSource[]): { readonly quads: number; readonly bytes: number } {
  return {
    quads: sources.reduce((sum, { quads }) => sum + quads, 0),
    bytes: sources.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** The same options; progress counts what came before too. */
function progressAfter(
  before: { readonly quads: number; readonly bytes: number },
  { signal, onProgress }: LoadOptions,
): LoadOptions {
  return {
    ...(signal && { signal }),
    ...(onProgress && {
      onProgress: ({ quads, bytes }) =>
        onProgress({ quads: before.quads + quads, bytes: before.bytes + bytes }),
    }),
  }
}
