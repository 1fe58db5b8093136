import { iri } from '../../../rdf/term.ts'
import { termOfKey } from '../../../rdf/term-key.ts'
import {
  bgp,
  call,
  type Dataset,
  filter,
  type Operation,
  type TriplePattern,
  unit,
  variable,
} from '../../../sparql/algebra.ts'
import { printQuery } from '../../../sparql/print.ts'
import type { UnionScope } from '../endpoint.ts'
import type { EndpointClient, ExchangeOptions } from '../endpoint-client.ts'
import { engines, quirksOf } from '../engine-quirks.ts'
import { isRefusal } from './is-refusal.ts'

/** Triples that are looked at at once, and those of them that are kept. */
const looks = 200
const keptSamples = 16

/**
 * How an endpoint's union of all graphs is asked for, found out by samples: triples of named graphs and of the default
 * graph, of which it is seen where else they show. Where there is no triple in a named graph, the default graph is all that
 * there is; of an endpoint without data the engine tells, or each graph is asked.
 */
export async function probeUnion(
  client: EndpointClient,
  engine: string | undefined,
  options: ExchangeOptions = {},
): Promise<UnionScope> {
  const ofNamed = await samples(client, inGraphs(ofIris), options)
  // Samples are triples that can be said again; where there are none of named graphs, they may have others all the same.
  const hasNamed = ofNamed.length > 0 || (await finds(client, inGraphs(anyTriple), undefined, options))
  if (hasNamed && (await shows(client, ofNamed, undefined, options)) && !(await hidesNamed(client, options)))
    return 'default'
  const ofDefault = await samples(client, ofIris, options)
  const all = [...ofNamed, ...ofDefault]
  if (all.length > 0) {
    for (const name of unionNames) {
      if (await shows(client, all, { default: [name], named: [] }, options)) return { iri: name }
    }
  }
  if (hasNamed) return 'graphs'
  return quirksOf(engine).union ?? (ofDefault.length > 0 ? 'default' : 'graphs')
}

/** What engines call the union of all graphs, or of the named ones, which is the same where the default graph is empty. */
const unionNames = [
  ...new Set(
    Object.values(engines).flatMap(({ union, graphNames }) => [
      ...(typeof union === 'object' ? [union.iri] : []),
      ...(graphNames?.named === undefined ? [] : [graphNames.named]),
    ]),
  ),
]

const anyTriple = bgp([{ subject: variable('s'), predicate: variable('p'), object: variable('o') }])

// Only IRIs are the same in every query: blank nodes cannot be named, and engines spell literals anew.
const ofIris = filter(anyTriple, [call('isIRI', variable('s')), call('isIRI', variable('o'))])

function inGraphs(operand: Operation): Operation {
  return { kind: 'graph', name: variable('g'), operand }
}

/** Whether named graphs have a triple, of those that are looked at, that the default graph has not. */
async function hidesNamed(client: EndpointClient, options: ExchangeOptions): Promise<boolean> {
  const looked: Operation = {
    kind: 'slice',
    operand: { kind: 'project', operand: inGraphs(anyTriple), variables: ['s', 'p', 'o'] },
    offset: 0,
    limit: looks,
  }
  const hidden: Operation = filter(looked, [{ kind: 'exists', negated: true, operand: anyTriple }])
  return finds(client, hidden, undefined, options)
}

/** Some triples that an operation finds, first one of each graph that is seen at a glance. */
async function samples(
  client: EndpointClient,
  found: Operation,
  options: ExchangeOptions,
): Promise<readonly TriplePattern[]> {
  const variables = ['s', 'p', 'o', ...(found.kind === 'graph' ? ['g'] : [])]
  const operation: Operation = {
    kind: 'slice',
    operand: { kind: 'project', operand: found, variables },
    offset: 0,
    limit: looks,
  }
  const ofGraphs = new Map<string | null | undefined, TriplePattern>()
  const further: TriplePattern[] = []
  const { batches } = await client.select(textOf(operation), variables, options)
  for await (const batch of batches) {
    for (const [s, p, o, g] of batch) {
      const [subject, predicate, object] = [nameOf(s), nameOf(p), nameOf(o)]
      if (subject === undefined || predicate === undefined || object === undefined) continue
      const triple = { subject, predicate, object }
      if (ofGraphs.has(g)) further.push(triple)
      else ofGraphs.set(g, triple)
    }
  }
  return [...ofGraphs.values(), ...further].slice(0, keptSamples)
}

function nameOf(key: string | null | undefined) {
  const term = key ? termOfKey(key) : undefined
  return term?.kind === 'iri' ? iri(term.value) : undefined
}

/** Whether all of these triples are in the default graph of a dataset; without one, in the endpoint's own. */
async function shows(
  client: EndpointClient,
  triples: readonly TriplePattern[],
  dataset: Dataset | undefined,
  options: ExchangeOptions,
): Promise<boolean> {
  try {
    return await finds(client, triples.length === 0 ? unit : bgp(triples), dataset, options)
  } catch (error) {
    // Engines that know the names of their graphs may refuse another one.
    if (dataset !== undefined && isRefusal(error)) return false
    throw error
  }
}

/** Whether an operation has a solution. */
async function finds(
  client: EndpointClient,
  operand: Operation,
  dataset: Dataset | undefined,
  options: ExchangeOptions,
): Promise<boolean> {
  const found: Operation = {
    kind: 'extend',
    operand,
    variable: 'found',
    expression: { kind: 'term', term: iri('tag:espalier:found') },
  }
  const operation: Operation = {
    kind: 'slice',
    operand: { kind: 'project', operand: found, variables: ['found'] },
    offset: 0,
    limit: 1,
  }
  let rows = 0
  const { batches } = await client.select(textOf(operation, dataset), ['found'], options)
  for await (const batch of batches) rows += batch.length
  return rows > 0
}

function textOf(operation: Operation, dataset?: Dataset): string {
  return printQuery(
    { kind: 'select', operation, ...(dataset !== undefined && { dataset }) },
    { namespaces: new Map(), scope: 'none' },
  )
}
