import { describe, expect, it } from 'vitest'
import { ServiceError } from '../errors.ts'
import { blank, iri } from '../rdf/term.ts'
import { bgp, namedGraphs, variable } from './algebra.ts'
import { parseUpdate } from './parse-update.ts'
import type { QuadTemplate, Update } from './update.ts'

const namespaces = new Map([['', 'http://e.org/']])
const name = (local: string) => iri(`http://e.org/${local}`)
const parse = (text: string) => parseUpdate(text, { namespaces }).operations
const triple = { subject: variable('s'), predicate: name('p'), object: variable('o') }
const quad = (graph: QuadTemplate['graph'], part: Partial<QuadTemplate> = {}) => ({
  ...triple,
  ...part,
  graph,
})
const failure = (text: string): string => {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'invalidQuery') return error.message
    throw error
  }
  throw new Error('No error')
}

describe('parseUpdate', () => {
  it.each<[string, readonly Update[]]>([
    ['', []],
    ['PREFIX x: <http://x.org/>', []],
    [
      'INSERT DATA { :a :p _:x GRAPH :g { _:x :p [] } }; INSERT DATA { _:y :p :a };',
      [
        {
          kind: 'insertData',
          quads: [
            quad(null, { subject: name('a'), object: blank('b0') }),
            quad(name('g'), { subject: blank('b0'), object: blank('b1') }),
          ],
        },
        { kind: 'insertData', quads: [quad(null, { subject: blank('b0'), object: name('a') })] },
      ],
    ],
    [
      'DELETE DATA { GRAPH :g { :a :p :b } }',
      [{ kind: 'deleteData', quads: [quad(name('g'), { subject: name('a'), object: name('b') })] }],
    ],
    [
      'DELETE WHERE { ?s :p ?o GRAPH ?g { ?s :p ?o } }',
      [
        {
          kind: 'modify',
          delete: [quad(null), quad(variable('g'))],
          insert: [],
          using: false,
          operation: {
            kind: 'join',
            operands: [bgp([triple]), { kind: 'graph', name: variable('g'), operand: bgp([triple]) }],
          },
        },
      ],
    ],
    [
      'WITH :w DELETE { ?s :p ?o } INSERT { ?s :p _:x GRAPH :g { ?s :p _:x } } WHERE { ?s :p ?o }',
      [
        {
          kind: 'modify',
          delete: [quad(name('w'))],
          insert: [quad(name('w'), { object: blank('b0') }), quad(name('g'), { object: blank('b0') })],
          dataset: { default: ['http://e.org/w'], named: [namedGraphs] },
          using: false,
          operation: bgp([triple]),
        },
      ],
    ],
    [
      'WITH :w DELETE { ?s :p ?o } USING :u USING NAMED :n WHERE { ?s :p ?o }',
      [
        {
          kind: 'modify',
          delete: [quad(name('w'))],
          insert: [],
          dataset: { default: ['http://e.org/u'], named: ['http://e.org/n'] },
          using: true,
          operation: bgp([triple]),
        },
      ],
    ],
    [
      'INSERT { ?s :p ?o } WHERE { GRAPH :g { ?s :p ?o } }',
      [
        {
          kind: 'modify',
          delete: [],
          insert: [quad(null)],
          using: false,
          operation: { kind: 'graph', name: name('g'), operand: bgp([triple]) },
        },
      ],
    ],
    [
      'BASE <http://b.org/> LOAD <x> ; PREFIX : <y#> LOAD SILENT :z INTO GRAPH <g>',
      [
        { kind: 'load', source: 'http://b.org/x', into: null, silent: false },
        { kind: 'load', source: 'http://b.org/y#z', into: 'http://b.org/g', silent: true },
      ],
    ],
    [
      'CLEAR ALL; CLEAR SILENT NAMED; CLEAR DEFAULT; DROP GRAPH :g',
      [
        { kind: 'clear', target: 'all', silent: false },
        { kind: 'clear', target: 'named', silent: true },
        { kind: 'clear', target: 'default', silent: false },
        { kind: 'drop', target: name('g'), silent: false },
      ],
    ],
    [
      'CREATE SILENT GRAPH :g; ADD DEFAULT TO :g; COPY SILENT GRAPH :g TO :h; MOVE :h TO DEFAULT',
      [
        { kind: 'create', graph: 'http://e.org/g', silent: true },
        { kind: 'add', from: null, to: 'http://e.org/g', silent: false },
        { kind: 'copy', from: 'http://e.org/g', to: 'http://e.org/h', silent: true },
        { kind: 'move', from: 'http://e.org/h', to: null, silent: false },
      ],
    ],
  ])('reads %j', (text, operations) => {
    expect(parse(text)).toEqual(operations)
  })

  it.each([
    ['SELECT * { }', 'Line 1, column 1: Expected an update, not a query.'],
    ['INSERT DATA {\n ?s :p :o }', 'Line 2, column 2: Unexpected "?s".'],
    ['INSERT DATA { GRAPH ?g { :s :p :o } }', 'Line 1, column 21: Unexpected "?g".'],
    ['DELETE DATA { :s :p _:x }', 'Line 1, column 21: Unexpected "_:x".'],
    ['DELETE { :s :p [] } WHERE { }', 'Line 1, column 16: Unexpected "[]".'],
    ['DELETE WHERE { :s :p _:x }', 'Line 1, column 22: Unexpected "_:x".'],
    ['CLEAR ALL DROP ALL', 'Line 1, column 11: Unexpected "DROP".'],
    ['CREATE GRAPH x:g', 'Line 1, column 14: Unknown prefix "x".'],
    ['LOAD <x>', 'Line 1, column 6: The relative IRI <x> has no base.'],
    ['INSERT { ?s :p/:q ?o } WHERE { }', 'Line 1, column 15: Unexpected "/".'],
    [
      'INSERT DATA {\n  GRAPH <tag:stardog:api:context:local> { :s :p :o } }',
      'Line 2, column 9: <tag:stardog:api:context:local> stands for several graphs, and none of its own: name the graph that is meant, or the default graph.',
    ],
    [
      'CREATE GRAPH <tag:stardog:api:context:default>',
      'Line 1, column 14: The default graph is always there: it cannot be created.',
    ],
  ])('refuses %j with its place', (text, message) => {
    expect(failure(text)).toBe(message)
  })

  it.each([
    'DELETE DATA { GRAPH G { :s :p :o } }',
    'DELETE WHERE { GRAPH G { ?s :p :o } }',
    'WITH G DELETE { ?s :p ?o } WHERE { ?s :p ?o }',
    'INSERT { GRAPH G { ?s :p ?o } } WHERE { ?s :p ?o }',
    'LOAD <http://e.org/x> INTO GRAPH G',
    'COPY G TO :g',
    'MOVE SILENT :g TO G',
    'CREATE SILENT GRAPH G',
  ])('refuses to change several graphs as one: %s', (text) => {
    for (const word of ['named', 'local', 'all']) {
      const name = `<tag:stardog:api:context:${word}>`
      expect(failure(text.replace(/\bG\b/, name))).toContain(`${name} stands for several graphs`)
    }
  })

  it('reads the name of the default graph as that, and names of several as these where they are cleared', () => {
    const named = (graph: string) => `<tag:stardog:api:context:${graph}>`
    const pairs = [
      ['INSERT DATA { GRAPH G { :s :p :o } }', 'INSERT DATA { :s :p :o }'],
      ['DELETE DATA { GRAPH G { :s :p :o } }', 'DELETE DATA { :s :p :o }'],
      ['LOAD <http://e.org/x> INTO GRAPH G', 'LOAD <http://e.org/x>'],
      ['CLEAR GRAPH G', 'CLEAR DEFAULT'],
      ['DROP SILENT GRAPH G', 'DROP SILENT DEFAULT'],
      ['COPY G TO :g ; ADD :g TO G', 'COPY DEFAULT TO :g ; ADD :g TO DEFAULT'],
      ['MOVE SILENT GRAPH G TO :g', 'MOVE SILENT DEFAULT TO :g'],
    ]
    for (const [text = '', meant = ''] of pairs)
      expect(parse(text.replaceAll('G ', `${named('default')} `).replace(/G$/, named('default')))).toEqual(
        parse(meant),
      )
    for (const [graph, word] of [
      ['named', 'NAMED'],
      ['local', 'ALL'],
      ['all', 'ALL'],
    ] as const)
      expect(parse(`CLEAR GRAPH ${named(graph)}`)).toEqual(parse(`CLEAR ${word}`))
    const template = parse(`DELETE { GRAPH ${named('default')} { ?s :p 1 } } WHERE { ?s :p 1 }`)
    expect(template).toEqual(parse('DELETE { ?s :p 1 } WHERE { ?s :p 1 }'))
  })

  it('reads data of many triples, and says of too many that they are', () => {
    const data = (count: number) => `INSERT DATA { ${'_:a :p [] . '.repeat(count)} }`
    const [insert] = parse(data(20_000))
    expect(insert?.kind === 'insertData' && insert.quads.length).toBe(20_000)
    expect(insert?.kind === 'insertData' && insert.quads.at(-1)).toEqual(
      quad(null, { subject: blank('b0'), object: blank('b20000') }),
    )
    expect(failure(data(150_000))).toContain('too many triples in one block')
  }, 60_000)

  // A name declared after an operation is not declared in it (SPARQL 1.1 Update, 19.8: each Update1 has its prologue).
  it('does not read a declaration backwards', () => {
    expect(failure('CREATE GRAPH x:g; PREFIX x: <http://x.org/> CREATE GRAPH x:h')).toContain(
      'Unknown prefix "x"',
    )
  })
})
