import { describe, expect, it } from 'vitest'
import { nQuads } from '../../../../test/n-quads.ts'
import { parseQuads } from '../../../../test/oxigraph.ts'
import { storyText } from '../../../../test/reasoned-story.ts'
import { reasonerOf } from '../../../../test/reasoner-of.ts'
import { unorderedJson } from '../../../../test/reference/canonical-json.ts'
import { closeNaively } from '../../../../test/reference/close-naively.ts'
import { plainAnswer, plainStore } from '../../../../test/remote/plain-store.ts'

/** Persons of several classes, stated more than once or not at all, with friends that are inferred of each other. */
const persons = Array.from({ length: 24 }, (_, number) => {
  const friends = Array.from(
    { length: number % 4 },
    (_, at) => `:p${number} :k :p${(number * 3 + at) % 24} .`,
  )
  const address = number % 5 === 0 ? `:p${number} :a [ a :Home ; :s "s${number}" ; :t "t${number}" ] .` : ''
  const type = [':P', ':Q', ':P, :R', ':R, :Q', undefined][number % 5]
  return `${type === undefined ? '' : `:p${number} a ${type} .`}
    :p${number} :n "${number % 10}" ; :m "x${number}" ; :leads :p${(number + 1) % 24} . ${friends.join(' ')} ${address}`
}).join('\n')

const text = storyText(
  `:Q rdfs:subClassOf :P . :R rdfs:subClassOf :Q . :m rdfs:subPropertyOf :n . :t rdfs:subPropertyOf :s .
  :k a owl:SymmetricProperty . :leads rdfs:domain :P . :above a owl:TransitiveProperty .
  :leads rdfs:subPropertyOf :above . :Home rdfs:subClassOf :Place . :s rdfs:domain :Place .
  ${persons}`,
  'http://e.org/',
)
const quads = parseQuads(text, 'application/trig')
const reasoner = reasonerOf(quads)
const closed = plainStore(nQuads(closeNaively(quads, { vocabulary: quads, sameAs: false })))

const questions = [
  '{ P { iri n k @optional { iri } } }',
  '{ P { iri ... on Q { n } ... on R { k { n } } } }',
  '{ P { iri a @optional { s } } }',
  '{ P { iri a { Place @type { s } } } }',
  '{ P(orderBy: {field: iri, desc: true}) { iri k @optional { n } } }',
  '{ P(orderBy: [n, iri], first: 17, skip: 3) { iri k @optional { iri } } }',
  '{ P(first: 9, orderBy: iri) { iri k { n } } }',
  '{ P(first: 9, orderBy: [{field: n, desc: true}, iri]) { n iri } }',
  '{ P(n: ["3", "x4", "x7"], orderBy: iri, first: 6) { iri n } }',
  '{ Q { m } P(first: 15, orderBy: iri) { iri k { n } } D: Q(orderBy: iri) { iri n } }',
  '{ P(first: 3, orderBy: iri) { iri above @optional { iri } } }',
  '{ P }',
]

const caps = [Number.POSITIVE_INFINITY, 5, 12, 90]

describe.each(questions)('%s with reasoning', (question) => {
  it.each(caps)('is answered whole by answers of %d rows', async (mostRows) => {
    const expected = await plainAnswer(closed.store, question)
    for (const announce of [true, false]) {
      const options = { mostRows, announce, relabel: true }
      const { store } = plainStore(text, announce ? {} : { mostRows }, options)
      const json = await plainAnswer(store, question, reasoner)
      expect(unorderedJson(json, 'alike')).toBe(unorderedJson(expected, 'alike'))
      expect(irisOf(json)).toEqual(irisOf(expected))
    }
  })
})

/** The IRIs of root objects that show them, as they come. */
function irisOf(json: string): readonly unknown[] {
  const { data } = JSON.parse(json)
  const lists: readonly { readonly iri?: string }[][] = Array.isArray(data) ? [data] : Object.values(data)
  return lists.flat().map(({ iri }) => iri)
}

describe('many top-level fields', () => {
  const names = Array.from({ length: 19 }, (_, at) => `f${at}`)

  it('are asked for by several queries, none of which orders by more than 20 keys', async () => {
    const question = `{ ${names.map((name) => `${name}: P(n: "3") { iri }`).join(' ')} }`
    const { store, client } = plainStore(text)
    const { data } = JSON.parse(await plainAnswer(store, question, reasoner))
    expect(Object.keys(data)).toEqual(names)
    for (const name of names) expect(data[name]).toEqual(data['f0'])
    expect(data['f0'].length).toBeGreaterThan(1)
    expect(client.asked).toHaveLength(2)
  })
})

describe('what an endpoint is asked with reasoning', () => {
  const question = '{ P(first: 2, orderBy: iri) { iri n k @optional { iri } } }'

  it('is the page, and then what is shown of its nodes, each row once', async () => {
    const { store, client } = plainStore(text)
    await plainAnswer(store, question, reasoner)
    const [page, shown, ...others] = client.asked
    expect(others).toEqual([])
    expect(page).toMatch(
      /^SELECT DISTINCT \?0\n\{\nSELECT DISTINCT \?0\n[\s\S]*LIMIT 2\n\}\nORDER BY \?0\nLIMIT 2\n$/m,
    )
    expect(shown).toMatch(/SELECT DISTINCT \?0 [\s\S]*VALUES \(\?0\) \{\n\(:p0\)\n\(:p1\)\n\}/)
    expect(shown).not.toContain('LIMIT')
    for (const asked of client.asked) expect(asked.match(/SELECT/g)?.length).toBeLessThanOrEqual(3)
  })

  it('is what is asked without, where nothing can be inferred', async () => {
    const { store, client } = plainStore(text)
    const plain = '{ Home(first: 2) { iri t } }'
    await plainAnswer(store, plain)
    const without = [...client.asked]
    await plainAnswer(store, plain, reasoner)
    expect(client.asked.slice(without.length)).toEqual(without)
  })
})
