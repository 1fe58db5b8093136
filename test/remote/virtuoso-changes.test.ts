import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChangeStep } from '../../src/engine/change/change.ts'
import { iri, literal, type Quad } from '../../src/rdf/term.ts'
import { add, changeFar, clear, ns, remove, update } from './changing.ts'
import { hasVirtuoso, startVirtuoso, type Virtuoso } from './virtuoso.ts'

const garden = iri(`${ns}garden`)
const yard = iri(`${ns}yard`)
const start: readonly Quad[] = [garden, yard].map((graph) => ({
  subject: iri(`${ns}a`),
  predicate: iri(`${ns}p`),
  object: literal('old'),
  graph,
}))

describe.skipIf(!hasVirtuoso)('Virtuoso', () => {
  let virtuoso: Virtuoso
  beforeAll(async () => {
    virtuoso = await startVirtuoso()
  }, 60_000)
  afterAll(() => virtuoso?.close())
  beforeEach(() => virtuoso.load(start))

  const change = (...steps: readonly ChangeStep[]) =>
    changeFar({ ...virtuoso, engine: 'virtuoso', union: 'default' }, steps)

  const withoutStore = (...steps: readonly ChangeStep[]) => {
    const { queryUrl, updateUrl } = virtuoso
    return changeFar({ queryUrl, updateUrl, engine: 'virtuoso', union: 'default' }, steps)
  }

  /** What it holds of ours, a line a quad, by a query that uses nothing of Espalier. */
  async function held(): Promise<readonly string[]> {
    const query = `SELECT ?s ?p ?o ?g { GRAPH ?g { ?s ?p ?o } FILTER(STRSTARTS(STR(?g), "${ns}")) }`
    const headers = { accept: 'text/csv' }
    const response = await fetch(`${virtuoso.queryUrl}?${new URLSearchParams({ query })}`, { headers })
    const [, ...lines] = (await response.text()).trim().split('\n')
    return lines
      .map((line) =>
        line
          .replaceAll(ns, '')
          .replaceAll(/nodeID:\/\/\w+/g, '_:')
          .replaceAll('"', '')
          .trim(),
      )
      .toSorted()
  }

  const before = ['a,p,old,garden', 'a,p,old,yard']

  describe('is changed', () => {
    it('by its graph store: a graph is extended, replaced, made and removed', async () => {
      await change(add(':c :p "neu ü", [ :q "x" ] .', 'turtle', garden.value))
      expect(await held()).toHaveLength(5)
      await change(clear(garden.value), add(':n :p "new" .', 'turtle', garden.value))
      const made = await change(clear(`${ns}g`), add(':n :p "new" .', 'turtle', `${ns}g`))
      expect(made.steps[0]).toEqual({ added: 0, removed: 0 })
      expect(await held()).toEqual(['a,p,old,yard', 'n,p,new,g', 'n,p,new,garden'])
      await change(clear(garden.value))
      expect(await change(clear(garden.value))).toMatchObject({ added: 0, removed: 0 })
      expect(await held()).toEqual(['a,p,old,yard', 'n,p,new,g'])
    })

    it('by as many triples as there are', async () => {
      const line = (n: number) => `<${ns}n${n}> <${ns}p> "${n}" .\n`
      const text = Array.from({ length: 30_000 }, (_, n) => line(n)).join('')
      await change(add(text, 'n-triples', garden.value))
      const query = `SELECT (COUNT(*) AS ?n) { GRAPH <${garden.value}> { ?s ?p ?o } }`
      const headers = { accept: 'text/csv' }
      const counted = await fetch(`${virtuoso.queryUrl}?${new URLSearchParams({ query })}`, { headers })
      expect(await counted.text()).toContain('30001')
    })

    it('by updates: blank nodes, several graphs, patterns', async () => {
      await change(add(':garden { :c :p [ :q "x" ] } :yard { :c :p "y" }', 'trig'))
      expect(await held()).toEqual([...before, '_:,q,x,garden', 'c,p,_:,garden', 'c,p,y,yard'].toSorted())
      await change(remove(':c :p "y" . :a :p "old" .', 'turtle', yard.value))
      await change(
        update(
          'WITH :garden DELETE { ?s :p ?o } INSERT { ?s :r ?o } WHERE { ?s :p ?o FILTER(ISLITERAL(?o)) }',
        ),
      )
      await change(
        update('DELETE { GRAPH ?g { ?s :p ?o } } WHERE { GRAPH ?g { ?s :p ?o FILTER(ISBLANK(?o)) } }'),
      )
      expect(await held()).toEqual(['_:,q,x,garden', 'a,r,old,garden'])
    })

    it('never by halves, nor by what it only says that it did', async () => {
      const message = /"far".*half done.*one by one/
      await expect(
        change(update('CLEAR GRAPH :garden'), add(':n :p 1 .', 'turtle', yard.value)),
      ).rejects.toMatchObject({ kind: 'unsupported', message: expect.stringMatching(message) })
      await expect(
        withoutStore(clear(garden.value), add(':n :p 1 .', 'turtle', garden.value)),
      ).rejects.toMatchObject({
        kind: 'unsupported',
        message: expect.stringMatching(/half done.*remote\.graph\.store\.url/),
      })
      for (const graphs of ['all', 'named'] as const)
        await expect(change({ kind: 'clear', graphs })).rejects.toMatchObject({
          kind: 'unsupported',
          message: expect.stringContaining(`CLEAR ${graphs.toUpperCase()}`),
        })
      expect(await held()).toEqual(before)
    })

    it('in named graphs only', async () => {
      const nameless = [
        () => add(':n :p 1 .'),
        () => add(':n :p 1 . :yard { :n :p 1 }', 'trig'),
        () => remove(':b :p "yard" .'),
        () => ({ kind: 'clear', graphs: 'default' }) as const,
      ]
      for (const step of nameless)
        await expect(change(step())).rejects.toMatchObject({
          kind: 'unsupported',
          message: expect.stringMatching(/"far".*name the graph/),
        })
      await expect(change(update('INSERT DATA { :n :p 1 }'))).rejects.toMatchObject({
        kind: 'remoteFailed',
        message: expect.stringMatching(/"far".*default graph/),
      })
      expect(await held()).toEqual(before)
    })
  })

  describe('by itself', () => {
    /** Sends an update as a form, which uses nothing of Espalier. */
    const send = async (text: string) => {
      const body = new URLSearchParams({ update: text })
      const response = await fetch(virtuoso.updateUrl, { method: 'POST', body })
      return { status: response.status, text: await response.text() }
    }

    it.each(['CLEAR ALL', 'CLEAR NAMED', 'DROP ALL', 'DROP NAMED'])(
      'answers %s with success, and removes nothing',
      async (text) => {
        expect((await send(text)).status).toBe(200)
        expect(await held()).toEqual(before)
      },
    )

    it('refuses blank nodes in INSERT DATA', async () => {
      const { status, text } = await send(`INSERT DATA { GRAPH <${ns}g> { <${ns}a> <${ns}p> _:x } }`)
      expect([status, text]).toEqual([400, expect.stringContaining('SP031')])
    })

    it('keeps what an update did before the operation that fails', async () => {
      const first = `INSERT DATA { GRAPH <${ns}g> { <${ns}a> <${ns}p> "kept" } }`
      const { status, text } = await send(`${first} ; CREATE GRAPH <${garden.value}>`)
      expect([status, text]).toEqual([500, expect.stringContaining('contains triples already')])
      expect(await held()).toEqual([...before, 'a,p,kept,g'].toSorted())
    })

    it('answers a graph whose length it is not told with 201, and keeps nothing of it', async () => {
      async function* body() {
        yield Buffer.from(`<${ns}a> <${ns}p> "lost" .\n`)
      }
      const url = `${virtuoso.graphStoreUrl}?${new URLSearchParams({ graph: `${ns}g` })}`
      const headers = { 'content-type': 'application/n-triples' }
      const response = await fetch(url, { method: 'PUT', headers, body: body(), duplex: 'half' })
      expect(response.status).toBe(201)
      expect(await held()).toEqual(before)
    })
  })
})
