import { expect, it } from 'vitest'
import { rdfSyntaxes } from '../rdf/formats.ts'
import { iri } from '../rdf/term.ts'
import { writeRdf } from '../rdf/write-rdf.ts'
import { freshBlankNodes } from './instantiate.ts'

// Of many supplies, because what a label begins with is left to chance.
const supplies = Array.from({ length: 200 }, freshBlankNodes)
const nodes = supplies.flatMap((fresh) => [fresh(), fresh()])

it('gives out blank nodes that are all different', () => {
  expect(new Set(nodes.map(({ value }) => value)).size).toBe(400)
})

it('gives out labels of a few characters that no loaded document has', () => {
  for (const { value } of nodes) expect(value).toMatch(/^[a-z][a-z0-9]{1,29}$/u)
})

it.each(rdfSyntaxes.map(({ format }) => format))(
  'gives out labels that %s writes as they are',
  async (format) => {
    async function* batches() {
      yield nodes.map((subject) => ({
        subject,
        predicate: iri('http://e/p'),
        object: iri('http://e/o'),
        graph: null,
      }))
    }
    let text = ''
    for await (const piece of writeRdf(batches(), { format, namespaces: new Map() })) text += piece
    expect(text).not.toContain('x-0')
    for (const { value } of nodes) expect(text).toContain(value)
  },
)
