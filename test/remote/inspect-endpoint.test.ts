import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blank, iri, literal, type Quad } from '../../src/rdf/term.ts'
import { bgp, type SelectQuery, variable } from '../../src/sparql/algebra.ts'
import { createEndpointClient } from '../../src/store/remote/create-endpoint-client.ts'
import type { EndpointClient } from '../../src/store/remote/endpoint-client.ts'
import { type EndpointFindings, inspectEndpoint } from '../../src/store/remote/inspect/inspect-endpoint.ts'
import { probeUnion } from '../../src/store/remote/inspect/probe-union.ts'
import { createRemoteStore } from '../../src/store/remote/remote-store.ts'
import { termKey } from '../reference/graph.ts'
import { type OxigraphEndpointOptions, startOxigraphEndpoint } from './oxigraph-endpoint.ts'

const numRuns = Number(process.env['NUM_RUNS'] ?? 200)

/** The name of the union of all graphs on an endpoint of Stardog's or Espalier's kind. */
const named = 'tag:stardog:api:context:local'

const everything: SelectQuery = {
  kind: 'select',
  operation: bgp([{ subject: variable('s'), predicate: variable('p'), object: variable('o') }]),
}

/** What is found out of an endpoint with quads, by `look`, and the triples that the store then finds there. */
async function inspected<Findings extends Pick<EndpointFindings, 'union' | 'mostRows'> = EndpointFindings>(
  quads: readonly Quad[],
  options: OxigraphEndpointOptions,
  look: (client: EndpointClient) => Promise<Findings>,
): Promise<{ readonly findings: Findings; readonly triples: readonly string[] }> {
  const server = await startOxigraphEndpoint(quads, options)
  const endpoint = {
    queryUrl: server.queryUrl,
    union: 'default',
    connections: 2,
    answerBytes: 2 ** 30,
  } as const
  const client = createEndpointClient('looked-at', endpoint)
  try {
    const findings = await look(client)
    const { union, mostRows } = findings
    const known = { ...endpoint, union, ...(mostRows !== undefined && { mostRows }) }
    const solutions = createRemoteStore(client, known).select(everything)
    const triples: string[] = []
    for await (const batch of solutions.batches) {
      for (const row of batch)
        triples.push(row.map((cell) => (cell === null ? '' : termKey(solutions.term(cell)))).join(' '))
    }
    return { findings, triples: triples.sort() }
  } finally {
    await client.close()
    await server.close()
  }
}

const all = (client: EndpointClient) => inspectEndpoint(client)

/** The limit of rows takes longer to look for. */
const union = async (client: EndpointClient) => ({ union: await probeUnion(client, undefined) })

function unionOf(quads: readonly Quad[]): readonly string[] {
  const keys = quads.map(({ subject, predicate, object }) =>
    [subject, predicate, object].map(termKey).join(' '),
  )
  return [...new Set(keys)].sort()
}

const node = (name: string) => iri(`http://e.org/${name}`)
const quad = (subject: string, object: string, graph: string | null): Quad => ({
  subject: node(subject),
  predicate: node('p'),
  object: node(object),
  graph: graph === null ? null : node(graph),
})

describe('what is found out of an endpoint', () => {
  it.each<readonly [string, OxigraphEndpointOptions, EndpointFindings['union']]>([
    ['its default graph is the union', { union: true }, 'default'],
    ['its union has a name', { union: { iri: named } }, { iri: named }],
    ['its union has no name', {}, 'graphs'],
  ])('%s', async (_name, options, union) => {
    const quads = [quad('a', 'b', null), quad('c', 'd', 'g'), quad('e', 'f', 'h')]
    const { findings, triples } = await inspected(quads, options, all)
    expect(findings.union).toEqual(union)
    expect(triples).toEqual(unionOf(quads))
  })

  it('is its engine, by what it says, and where it cuts answers', async () => {
    const quads = [quad('a', 'b', 'g')]
    const { findings } = await inspected(
      quads,
      { server: 'Virtuoso/07.20.3229 (Linux)  ', mostRows: 10_000 },
      all,
    )
    expect(findings).toMatchObject({ engine: 'virtuoso', mostRows: 10_000 })
    expect(findings.server?.trim()).toBe('Virtuoso/07.20.3229 (Linux)')
    expect((await inspected(quads, { mostRows: 50, announce: true }, all)).findings).toMatchObject({
      mostRows: 50,
    })
    expect((await inspected(quads, {}, all)).findings).not.toHaveProperty('mostRows')
  })

  it.each([
    ['says the same as one graph', ['g'], ['g']],
    ['says what one of two graphs says', ['g'], ['g', 'h']],
    ['says what most graphs say', ['g1', 'g2', 'g3', 'g4'], ['g1', 'g2', 'g3', 'g4', 'h']],
  ])('is not taken in by a default graph that %s', async (_name, repeated, graphs) => {
    const quads = graphs.flatMap((graph) => [quad('s', graph, graph), quad('t', graph, graph)])
    const repeats = repeated.flatMap((graph) => [quad('s', graph, null), quad('t', graph, null)])
    const { triples } = await inspected([...quads, ...repeats], {}, union)
    expect(triples).toEqual(unionOf(quads))
  })

  it.each<readonly [string, readonly Quad[]]>([
    ['of no triples', []],
    ['of one graph', [quad('a', 'b', null)]],
    ['of one named graph', [quad('a', 'b', 'g')]],
    ['of literals', [{ ...quad('a', 'b', 'g'), object: literal('x') }]],
    ['of blank nodes', [{ ...quad('a', 'b', 'g'), subject: blank('x') }, quad('a', 'b', null)]],
  ])('is enough for data %s', async (_name, quads) => {
    for (const options of [{}, { union: true }, { union: { iri: named } }]) {
      const { triples } = await inspected(quads, options, all)
      expect({ options, triples }).toEqual({ options, triples: unionOf(quads) })
    }
  })

  it('shows the union of any data', { timeout: 600_000 }, async () => {
    const term = fc.constantFrom('a', 'b', 'c').map(node)
    const quads = fc.array(
      fc.record({
        subject: term,
        predicate: term,
        object: fc.oneof(term, fc.constantFrom(literal('1'), literal('2'))),
        graph: fc.constantFrom(null, null, node('g'), node('h')),
      }),
      { maxLength: 8 },
    )
    const options = fc.constantFrom<OxigraphEndpointOptions>(
      {},
      { union: true },
      { union: { iri: named } },
      { union: { iri: 'urn:of-its-own' } },
    )
    await fc.assert(
      fc.asyncProperty(quads, options, async (given, kind) => {
        const { findings, triples } = await inspected(given, kind, union)
        expect({ triples, found: findings.union }).toEqual({ triples: unionOf(given), found: findings.union })
      }),
      { numRuns },
    )
  })
})
