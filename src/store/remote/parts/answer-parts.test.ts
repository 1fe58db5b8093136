import { describe, expect, it } from 'vitest'
import { unorderedJson } from '../../../../test/reference/canonical-json.ts'
import type { PlainClientOptions } from '../../../../test/remote/plain-client.ts'
import { plainAnswer, plainGraph, plainRows, plainStore } from '../../../../test/remote/plain-store.ts'

/** Persons, some with many friends and some with none, some described by blank nodes. */
const persons = Array.from({ length: 40 }, (_, number) => {
  const friends = Array.from({ length: number % 7 }, (_, at) =>
    `:k :p${(number * 3 + at) % 40} .`.replace(':k', `:p${number} :k`),
  )
  const address = number % 5 === 0 ? `:p${number} :a [ :s "s${number}", "t${number}" ] .` : ''
  return `:p${number} a :P ; :n "${number % 10}" ; :n "x${number}" . ${friends.join(' ')} ${address}`
}).join('\n')
const cities = ':c1 a :C ; :n "c1", "c2", "c3" . :c2 a :C ; :n "d" .'

const questions = [
  '{ P { iri n k @optional { iri } } }',
  '{ P { iri n a @optional { s } } }',
  '{ P { n @optional } }',
  '{ P(orderBy: {field: iri, desc: true}) { iri k @optional { n } } }',
  '{ P(orderBy: n, first: 17, skip: 3) { iri n k @optional { iri } } }',
  '{ P(first: 9, orderBy: iri) { iri k { n } } }',
  '{ C { n } P { iri k { n } } D: C(orderBy: iri) { iri n } }',
  '{ P }',
]

const caps = [4, 5, 7, 12, 30, 90]

describe.each(questions)('%s', (question) => {
  it.each(caps)('is answered whole by answers of %d rows', async (mostRows) => {
    const whole = plainStore(persons + cities)
    const expected = await plainAnswer(whole.store, question)
    for (const announce of [true, false]) {
      const options: PlainClientOptions = { mostRows, announce, relabel: true }
      const { store } = plainStore(persons + cities, announce ? {} : { mostRows }, options)
      const json = await plainAnswer(store, question)
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

const lists = (count: number) => Array.from({ length: count }, (_, at) => `"${at}"`).join(', ')

describe('an answer that is cut', () => {
  it('pages through the rows of one node that are more than an answer holds, equal numbers among them', async () => {
    const numbers = Array.from({ length: 20 }, (_, at) => `${at}, ${at}.0, "${at}", "${at}"@en`).join(', ')
    const { store, client } = plainStore(`:a a :P ; :n ${numbers} . :b a :P ; :n 1 .`, { mostRows: 7 })
    const { data } = JSON.parse(await plainAnswer(store, '{ P { n } }'))
    expect(data[0].n).toHaveLength(80)
    expect(data[1]).toEqual({ n: 1 })
    expect(client.asked.some((text) => /LIMIT 7\nOFFSET 77/.test(text))).toBe(true)
  })

  it('fails by the name of the limit where rows of one node have blank nodes and are too many', async () => {
    const { store } = plainStore(`:a a :P ; :n ${lists(9)}, [] .`, { mostRows: 7 })
    await expect(plainAnswer(store, '{ P { n } }')).rejects.toMatchObject({
      kind: 'limitExceeded',
      message: expect.stringMatching(/^Plain endpoint: .* after 7 rows .*remote\.rows.*blank nodes/),
    })
  })

  it('fails by the name of the limit among blank root nodes', async () => {
    const { store } = plainStore(`[] a :P ; :n ${lists(9)} . :b a :P ; :n 1 .`, { mostRows: 7 })
    await expect(plainAnswer(store, '{ P { n } }')).rejects.toMatchObject({ kind: 'limitExceeded' })
  })

  it('goes on behind blank root nodes that it holds whole', async () => {
    const { store } = plainStore(`[] a :P ; :n ${lists(3)} . :b a :P ; :n ${lists(5)} . :c a :P ; :n 1 .`, {
      mostRows: 5,
    })
    const { data } = JSON.parse(await plainAnswer(store, '{ P { n } }'))
    expect(data.map(({ n }: { n: unknown }) => [n].flat().length)).toEqual([3, 5, 1])
  })

  it('is known by its end on a round number of rows, and from then on', async () => {
    const nodes = Array.from({ length: 700 }, (_, at) => `:p${at} a :P ; :n "a", "b" .`).join(' ')
    const { store, client } = plainStore(nodes, {}, { mostRows: 1_000 })
    const { data } = JSON.parse(await plainAnswer(store, '{ P { iri n } }'))
    expect(new Set(data.map(({ iri }: { iri: string }) => iri)).size).toBe(700)
    expect(data.every(({ n }: { n: unknown }) => Array.isArray(n) && n.length === 2)).toBe(true)
    expect(client.asked[1]).toMatch(/LIMIT 1\nOFFSET 1000/)
    expect(client.asked[1]).not.toContain('ORDER BY')
  })

  it('is not looked at again in batches that are shorter than what the endpoint gave already', async () => {
    const nodes = Array.from({ length: 700 }, (_, at) => `:p${at} a :P ; :n "a", "b" .`).join(' ')
    const { store, client } = plainStore(nodes, { mostRows: 1_000 })
    await plainAnswer(store, '{ P { iri n } }')
    expect(client.asked.filter((text) => /LIMIT 1\nOFFSET \d+\n$/.test(text))).toHaveLength(1)
  })

  it('says so where what the endpoint holds changes meanwhile', async () => {
    const { store, client } = plainStore(`:a a :P ; :n ${lists(5)} . :b a :P ; :n ${lists(5)} .`, {
      mostRows: 7,
    })
    const answer = plainAnswer(store, '{ P { n } }')
    client.onAsked(3, (data) => data.update('DELETE WHERE { <http://e.org/a> ?p ?o }'))
    await expect(answer).rejects.toMatchObject({
      kind: 'remoteFailed',
      message: expect.stringContaining('changed'),
    })
  })
})

describe('a page that several queries ask for', () => {
  const people = Array.from({ length: 20 }, (_, at) => `:p${at} a :P ; :n "${at % 2}", "x" .`).join(' ')
  /** The order by which the page itself is chosen, in each query that asks for it. */
  const orders = (asked: readonly string[]) =>
    asked.flatMap((text) => {
      const order = /(?:ORDER BY ([^\n]*)\n)?(?:LIMIT 9|OFFSET 4)\n(?:OFFSET 2\n)?\}/.exec(text)
      return order === null ? [] : [order[1] ?? 'none']
    })

  it.each([
    ['{ P(first: 9) { iri n } }', '?0', 9],
    ['{ P(skip: 4) { iri n } }', '?0', 16],
    ['{ P(first: 9, skip: 2, orderBy: n) { iri n } }', '?x2 ?0', 9],
  ])('holds the same of equal nodes in each: %s', async (question, order, count) => {
    for (const isKnown of [true, false]) {
      const options = { mostRows: 4, announce: !isKnown }
      const { store, client } = plainStore(people, isKnown ? { mostRows: 4 } : {}, options)
      const { data } = JSON.parse(await plainAnswer(store, question))
      expect(new Set(data.map(({ iri }: { iri: string }) => iri)).size).toBe(count)
      // The first query finds the limit that nobody knew of, and nothing of its answer is given; the second makes sure.
      expect(new Set(orders(client.asked).slice(isKnown ? 0 : 2))).toEqual(new Set([order]))
    }
  })

  it('is asked for with no order of ours where one query does', async () => {
    const { store, client } = plainStore(people)
    await plainAnswer(store, '{ P(first: 9) { iri n } }')
    expect(orders(client.asked)).toEqual(['none'])
  })
})

it.each(Array.from({ length: 20 }, (_, at) => at + 2))(
  'tells no node twice where others come before query %d',
  async (number) => {
    const people = Array.from({ length: 9 }, (_, at) => `:p${at + 1} a :P ; :n 1, 2, 3 .`).join(' ')
    for (const question of ['{ P { iri n } }', '{ P(first: 9, orderBy: iri) { iri n } }']) {
      const { store, client } = plainStore(people, { mostRows: 4 })
      client.onAsked(number, (data) => {
        for (const name of ['o1', 'o2', 'o3'])
          data.update(`PREFIX : <http://e.org/> INSERT DATA { :${name} a :P ; :n 1 }`)
      })
      const json = await plainAnswer(store, question).catch((error: Error) => error.message)
      // The last node that was listed may have left the page by now.
      if (question.includes('first') && json.endsWith('Ask again.')) continue
      const { data } = JSON.parse(json)
      const iris: string[] = data.map(({ iri }: { iri: string }) => iri)
      expect(iris).toHaveLength(new Set(iris).size)
      if (!question.includes('first')) expect(iris.filter((iri) => iri.includes('/p'))).toHaveLength(9)
    }
  },
)

describe('the answer to a query of a user', () => {
  const numbers = `:a :n ${lists(20)} .`
  const known = { mostRows: 10 }

  it.each([
    'SELECT ?v { ?s :n ?v }',
    'SELECT ?v { ?s :n ?v } ORDER BY ?v',
    'SELECT DISTINCT ?v { ?s :n ?v } LIMIT 11',
    'SELECT ?v { ?s :n ?v } OFFSET 5',
  ])('fails by the name of the limit where it is cut: %s', async (query) => {
    const { store } = plainStore(numbers, known)
    await expect(plainRows(store, query)).rejects.toMatchObject({
      kind: 'limitExceeded',
      message: expect.stringMatching(/after 10 rows .*LIMIT and OFFSET/),
    })
  })

  it.each([
    ['SELECT ?v { ?s :n ?v } LIMIT 10', 10],
    ['SELECT ?v { ?s :n ?v } ORDER BY ?v OFFSET 10', 10],
    ['SELECT ?v { ?s :n ?v FILTER(STRLEN(?v) = 1) }', 10],
    ['SELECT ?v { ?s :n ?v } OFFSET 13', 7],
  ])('is given where it is whole: %s', async (query, count) => {
    const { store } = plainStore(numbers, known)
    expect(await plainRows(store, query)).toHaveLength(count)
  })

  it.each([9_999, 10_000, 12_000])(
    'fails after OFFSET %d too, which an unknown limit counts',
    async (offset) => {
      const many = `:a :n ${lists(12_001)} .`
      const { store } = plainStore(many, {}, { mostRows: 10_000, countsOffset: true })
      await expect(plainRows(store, `SELECT ?v { ?s :n ?v } OFFSET ${offset}`)).rejects.toMatchObject({
        kind: 'limitExceeded',
      })
      expect(await plainRows(store, 'SELECT ?v { ?s :n ?v } OFFSET 12001')).toEqual([])
    },
  )

  it.each([2_500, 8_192])('fails where it is cut after %d rows, which nobody told of', async (mostRows) => {
    const { store } = plainStore(`:a :n ${lists(mostRows + 1)} .`, { mostRows: 10_000 }, { mostRows })
    await expect(plainRows(store, 'SELECT ?v { ?s :n ?v }')).rejects.toMatchObject({ kind: 'limitExceeded' })
  })

  it('fails where solutions that a graph is made of are cut', async () => {
    const { store } = plainStore(numbers, known)
    await expect(plainGraph(store, 'CONSTRUCT { ?s :m ?v } { ?s :n ?v }')).rejects.toMatchObject({
      kind: 'limitExceeded',
    })
  })
})
