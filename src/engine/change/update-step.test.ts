import { describe, expect, it } from 'vitest'
import { readUpdate } from './update-step.ts'

const namespaces = new Map([['', 'http://e/']])
const usingGraphs = ['http://g/1', 'http://g/2']

describe('an update with parameters', () => {
  it('is matched in the graphs that they name', () => {
    const text = 'INSERT DATA { :a :b :c } ; DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }'
    expect(readUpdate({ text }, namespaces)).not.toHaveProperty('dataset')
    expect(readUpdate({ text, usingGraphs }, namespaces).dataset).toEqual({ default: usingGraphs, named: [] })
    expect(readUpdate({ text, usingNamedGraphs: usingGraphs }, namespaces).dataset).toEqual({
      default: [],
      named: usingGraphs,
    })
  })

  // SPARQL 1.1 Protocol, 2.2.3: an error with USING, USING NAMED or WITH, in whichever operation.
  it.each([
    'DELETE { ?s ?p ?o } USING :g WHERE { ?s ?p ?o }',
    'INSERT { ?s ?p ?o } USING NAMED :g WHERE { GRAPH :g { ?s ?p ?o } }',
    'WITH :g DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }',
    'INSERT DATA { :a :b :c } ; WITH :g INSERT { ?s ?p 1 } WHERE { ?s ?p ?o }',
  ])('does not contradict them: %s', (text) => {
    expect(readUpdate({ text }, namespaces).request.operations.length).toBeGreaterThan(0)
    const contradiction = expect.objectContaining({ kind: 'illegalArgument' })
    expect(() => readUpdate({ text, usingGraphs }, namespaces)).toThrow(contradiction)
    expect(() => readUpdate({ text, usingNamedGraphs: usingGraphs }, namespaces)).toThrow(contradiction)
  })

  it('has absolute names of graphs, and a base for others', () => {
    const text = 'INSERT DATA { <a> :b :c }'
    expect(() => readUpdate({ text }, namespaces)).toThrow(expect.objectContaining({ kind: 'invalidQuery' }))
    expect(readUpdate({ text, baseIri: 'http://base/' }, namespaces).request.operations).toMatchObject([
      { kind: 'insertData', quads: [{ subject: { value: 'http://base/a' } }] },
    ])
    expect(() => readUpdate({ text: '', usingGraphs: ['g'] }, namespaces)).toThrow(
      expect.objectContaining({ kind: 'illegalArgument' }),
    )
  })
})
