import { ServiceError } from '../../errors.ts'
import type { RemoteEndpoint } from '../../store/remote/endpoint.ts'
import { quirksOf } from '../../store/remote/engine-quirks.ts'
import type { StagedQuads, StagedStep } from './staged-step.ts'

/** A request of the Graph Store Protocol. */
export interface GraphRequest {
  readonly kind: 'graphStore'
  readonly method: 'PUT' | 'POST' | 'DELETE'
  /** `null` is the default graph. */
  readonly graph: string | null
  readonly quads: readonly StagedQuads[]
}

/** The one request that a change of an endpoint is. */
export type EndpointRequest =
  /** There is nothing to do. */
  | { readonly kind: 'none' }
  | GraphRequest
  | { readonly kind: 'update'; readonly steps: readonly StagedStep[] }

/** What the endpoint of a database takes. */
export interface ChangeableEndpoint {
  /** Of the database. */
  readonly name: string
  readonly endpoint: Pick<RemoteEndpoint, 'updateUrl' | 'graphStoreUrl' | 'engine'>
}

/**
 * Which request carries out steps, all of them or none: what is about one graph goes to the graph store, where data can
 * be of any size; everything else is one request of SPARQL Update.
 *
 * @throws ServiceError `unsupported` where the endpoint takes no request that does it
 */
export function endpointRequest(
  steps: readonly StagedStep[],
  { name, endpoint }: ChangeableEndpoint,
): EndpointRequest {
  const effective = steps.filter((step) => !isEmpty(step))
  if (effective.length === 0) return { kind: 'none' }
  const ofGraph = graphRequest(effective)
  const isNameless = ofGraph?.graph === null || effective.some(hasNameless)
  if (isNameless && quirksOf(endpoint.engine).onlyNamedGraphs === true) throw nameless(name)
  if (ofGraph !== undefined && endpoint.graphStoreUrl !== undefined) return ofGraph
  if (endpoint.updateUrl !== undefined) return { kind: 'update', steps: effective }
  throw new ServiceError('unsupported', refusal(name, ofGraph !== undefined, endpoint))
}

function refusal(
  name: string,
  isOfOneGraph: boolean,
  { graphStoreUrl }: ChangeableEndpoint['endpoint'],
): string {
  if (graphStoreUrl !== undefined)
    return `Database "${name}" is remote and has a graph store only, which changes one graph at a time. Set its option remote.update.url to send it updates.`
  const options = isOfOneGraph ? 'remote.update.url or remote.graph.store.url' : 'remote.update.url'
  return `Database "${name}" is remote and can only be read. Set its option ${options} to change it.`
}

function nameless(name: string): ServiceError {
  return new ServiceError(
    'unsupported',
    `Database "${name}" is remote, and its engine has named graphs only: name the graph that is meant.`,
  )
}

/** Whether data stand in the default graph; of data of many graphs not all are known. */
function hasNameless(step: StagedStep): boolean {
  return (step.kind === 'add' || step.kind === 'remove') && step.quads.graphs.includes(null)
}

function isEmpty(step: StagedStep): boolean {
  return (step.kind === 'add' || step.kind === 'remove') && step.quads.graphs.length === 0
}

/** The request of the Graph Store Protocol that steps come to; `undefined` where they are not about one graph as a whole. */
function graphRequest(steps: readonly StagedStep[]): GraphRequest | undefined {
  const [first, ...others] = steps
  const cleared = first?.kind === 'clear' ? clearedGraph(first.graphs) : undefined
  if (first?.kind === 'clear' && cleared === undefined) return undefined
  const rest = cleared === undefined ? steps : others
  const quads: StagedQuads[] = []
  const graphs = new Set<string | null>(cleared === undefined ? [] : [cleared])
  for (const step of rest) {
    if (step.kind !== 'add') return undefined
    quads.push(step.quads)
    for (const graph of step.quads.graphs) graphs.add(graph)
  }
  const [graph] = graphs
  if (graph === undefined || graphs.size > 1) return undefined
  const method = cleared === undefined ? 'POST' : quads.length === 0 ? 'DELETE' : 'PUT'
  return { kind: 'graphStore', method, graph, quads }
}

/** The graph that is cleared, where it is one. */
function clearedGraph(
  graphs: Extract<StagedStep, { readonly kind: 'clear' }>['graphs'],
): string | null | undefined {
  if (graphs === 'default') return null
  return typeof graphs === 'object' ? graphs.iri : undefined
}
