import { describe, expect, it } from 'vitest'
import { parseQuery } from '../../../sparql/parse.ts'
import type { RemoteEndpoint, UnionScope } from '../endpoint.ts'
import { endpointText } from './endpoint-query.ts'

const special = 'tag:stardog:api:context:'

function textOf(pattern: string, union: UnionScope, engine?: string, from = ''): string {
  const query = parseQuery(`SELECT * ${from} { ${pattern} }`, { namespaces: new Map() })
  const dataset = query.dataset ?? { default: [`${special}default`], named: [`${special}named`] }
  const endpoint: RemoteEndpoint = {
    queryUrl: 'http://127.0.0.1/query',
    union,
    connections: 1,
    answerBytes: 1,
    ...(engine === undefined ? {} : { engine }),
  }
  const text = endpointText({ ...query, dataset }, endpoint, new Map())
  return text.slice(text.indexOf('{')).replaceAll(/\s+/g, ' ').trim()
}

const inGraph = (name: string, inner = '?s ?p ?o'): string => `GRAPH <${special}${name}> { ${inner} }`
const inAny = 'GRAPH ?graph0 { ?s ?p ?o . }'

describe('GRAPH with a special name, as an endpoint is asked', () => {
  it('has the name that the engine has for it', () => {
    expect(textOf(inGraph('default'), 'graphs', 'fuseki')).toContain('GRAPH <urn:x-arq:DefaultGraph>')
    expect(textOf(inGraph('named'), 'graphs', 'fuseki')).toContain('GRAPH <urn:x-arq:UnionGraph>')
    expect(textOf(inGraph('local'), { iri: 'urn:all' })).toContain('GRAPH <urn:all>')
    expect(textOf(inGraph('all'), { iri: 'urn:all' }, undefined, 'FROM <urn:g>')).toContain('GRAPH <urn:all>')
  })

  it('is matched where the endpoint has it, without a name', () => {
    expect(textOf(inGraph('default'), 'graphs')).toBe('{ ?s ?p ?o . }')
    expect(textOf(inGraph('named'), 'default')).toBe(`{ SELECT DISTINCT ?s ?p ?o { ${inAny} } }`)
    expect(textOf(inGraph('all'), 'default')).toBe('{ ?s ?p ?o . }')
    expect(textOf(inGraph('local'), 'graphs')).toBe(
      `{ SELECT DISTINCT ?s ?p ?o { { ?s ?p ?o . } UNION { ${inAny} } } }`,
    )
    expect(textOf(`?a ?b ?c FILTER EXISTS { ${inGraph('default')} }`, 'graphs')).not.toContain(special)
  })

  it.each([
    [inGraph('default'), 'default', ''],
    [`GRAPH ?g { ${inGraph('default')} }`, 'graphs', ''],
    [inGraph('named', inGraph('local')), 'graphs', ''],
    [inGraph('named'), 'graphs', 'FROM <urn:g>'],
    [inGraph('default'), 'graphs', 'FROM NAMED <urn:g>'],
  ] as const)('is refused where there is no way to say it: %s, union %j, %s', (pattern, union, from) => {
    expect(() => textOf(pattern, union, undefined, from)).toThrow(
      expect.objectContaining({ kind: 'unsupported', message: expect.stringContaining(special) }),
    )
  })

  it('leaves other graphs alone', () => {
    expect(textOf('GRAPH <urn:g> { ?s ?p ?o GRAPH ?h { ?s ?q ?o } }', 'graphs')).toBe(
      '{ GRAPH <urn:g> { ?s ?p ?o . GRAPH ?h { ?s ?q ?o . } } }',
    )
  })
})
