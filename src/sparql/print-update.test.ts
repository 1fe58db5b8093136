import { describe, expect, it } from 'vitest'
import { iri } from '../rdf/term.ts'
import { bgp, namedGraphs } from './algebra.ts'
import { parseUpdate } from './parse-update.ts'
import { printUpdate } from './print-update.ts'
import type { Update } from './update.ts'

const namespaces = new Map([
  ['', 'http://e.org/'],
  ['x', 'http://x.org/'],
])
const options = { namespaces, baseIri: 'http://b.org/' }
const print = (...operations: Update[]) => printUpdate({ kind: 'update', operations }, { namespaces })

describe('printUpdate', () => {
  it('prints an update for people', () => {
    const text = `WITH :w
DELETE {
?s :p ?o .
}
INSERT {
?s :p _:b0 .
GRAPH ?g {
_:b0 :q "a" .
}
?s :r _:b0 .
}
WHERE {
?s :p ?o .
GRAPH ?g {
?s :q ?o .
}
}
`
    const written = text.replace('?s :r _:b0', 'GRAPH :w { ?s :r _:b0 }')
    const { operations } = parseUpdate(written, options)
    // The graph of WITH is that of quads outside of GRAPH: it is said of each.
    expect(print(...operations)).toBe(
      text
        .replace('DELETE {\n?s :p ?o .\n}', 'DELETE {\nGRAPH :w {\n?s :p ?o .\n}\n}')
        .replace('INSERT {\n?s :p _:b0 .\n', 'INSERT {\nGRAPH :w {\n?s :p _:b0 .\n}\n')
        .replace('?s :r _:b0 .\n}\nWHERE', 'GRAPH :w {\n?s :r _:b0 .\n}\n}\nWHERE'),
    )
  })

  it.each([
    '',
    'INSERT DATA { :a :p _:x, "a\\\\u0022"@en, 1.5 GRAPH :g { _:x :p [] } :a :p :b }',
    'INSERT DATA { :a :p _:x, [] } ; INSERT DATA { _:y :p _:z } ; INSERT { ?s :p _:x } WHERE { ?s :p _:w }',
    'DELETE DATA { GRAPH :g { :a :p :b } :a :p :b }',
    'DELETE WHERE { ?s :p ?o GRAPH ?g { ?s :p ?o } GRAPH :h { ?s :q ?o } }',
    'WITH :w DELETE { ?s :p ?o } INSERT { ?s :p _:x GRAPH :g { ?s :p _:x } } WHERE { ?s :p ?o }',
    'WITH :w DELETE { } USING :u USING NAMED :n WHERE { ?s :p ?o }',
    'DELETE { ?s :p ?o } USING NAMED :n WHERE { GRAPH ?g { ?s :p+ ?o } }',
    'INSERT { ?s :p "x" } WHERE { SELECT ?s { ?s :p ?o } LIMIT 1 }',
    'LOAD <x>; LOAD SILENT :z INTO GRAPH <g>',
    'CLEAR ALL; CLEAR SILENT NAMED; DROP DEFAULT; DROP GRAPH :g',
    'CREATE SILENT GRAPH x:g; ADD DEFAULT TO :g; COPY SILENT :g TO :h; MOVE :h TO DEFAULT',
    'BASE <http://c.org/> INSERT { ?x :p ?i } WHERE { BIND(IRI("x") AS ?i) }; BASE <d> INSERT { ?x :p ?i } WHERE { BIND(IRI("x") AS ?i) }',
  ])('prints %j so that it says the same', (text) => {
    const request = parseUpdate(text, options)
    expect(
      parseUpdate(printUpdate(request, { namespaces, prefixes: true }), { namespaces: new Map() }),
    ).toEqual(request)
  })

  it('says a label of a blank node in one operation only', () => {
    const insert = 'INSERT DATA { _:x :p _:x , [] }'
    const { operations } = parseUpdate(`${insert} ; INSERT DATA { _:y :p [] }`, options)
    const labels = print(...operations, ...operations).match(/_:\w+/g)
    expect(labels).toEqual(
      ['b0', 'b0', 'b0', 'b1', 'b2', 'b3', 'b4', 'b4', 'b4', 'b5', 'b6', 'b7'].map((label) => `_:${label}`),
    )
  })

  it('says a dataset of no graphs', () => {
    const dataset = { default: [], named: [] }
    const update = {
      kind: 'modify',
      delete: [],
      insert: [],
      dataset,
      using: true,
      operation: bgp([]),
    } as const
    expect(parseUpdate(print(update), { namespaces }).operations).toEqual([update])
  })

  it('does not move quads of the default graph into the graph of WITH', () => {
    const quad = {
      subject: iri('http://e.org/s'),
      predicate: iri('http://e.org/p'),
      object: iri('http://e.org/o'),
    }
    const dataset = { default: ['http://e.org/w'], named: [namedGraphs] }
    const insert = [{ ...quad, graph: null }]
    const text = print({ kind: 'modify', delete: [], insert, dataset, using: false, operation: bgp([]) })
    expect(text).toContain('USING <http://e.org/w>\nUSING NAMED <tag:stardog:api:context:named>')
    expect(text).not.toContain('WITH')
  })
})
