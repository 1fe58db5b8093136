import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChangeStep } from '../../src/engine/change/change.ts'
import { blank, iri, literal, type Quad } from '../../src/rdf/term.ts'
import { termText } from '../../src/rdf/term-text.ts'
import { startLoopback } from '../sparql-endpoint.ts'
import { add, changeFar, clear, ns, remove, update } from './changing.ts'
import { type OxigraphEndpoint, startOxigraphEndpoint } from './oxigraph-endpoint.ts'

const garden = iri(`${ns}garden`)
const start: readonly Quad[] = [
  { subject: iri(`${ns}a`), predicate: iri(`${ns}p`), object: literal('old'), graph: null },
  { subject: iri(`${ns}b`), predicate: iri(`${ns}p`), object: literal('old'), graph: garden },
  { subject: blank('x'), predicate: iri(`${ns}p`), object: literal('of nobody'), graph: garden },
]

let endpoint: OxigraphEndpoint
beforeEach(async () => {
  endpoint = await startOxigraphEndpoint(start)
})
afterEach(() => endpoint.close())

type Url = 'updateUrl' | 'graphStoreUrl'
const both: readonly Url[] = ['updateUrl', 'graphStoreUrl']

async function change(
  steps: readonly ChangeStep[],
  urls: readonly Url[] = both,
  options: Parameters<typeof changeFar>[2] = {},
) {
  const given = Object.fromEntries(urls.map((url) => [url, endpoint[url]]))
  return changeFar({ queryUrl: endpoint.queryUrl, ...given }, steps, options)
}

/** What the endpoint holds, a line a quad; blank nodes are `_:`. */
function held(): readonly string[] {
  return endpoint
    .quads()
    .map(({ subject, predicate, object, graph }) =>
      [subject, predicate, object, ...(graph === null ? [] : [graph])]
        .map((term) => (term.kind === 'blank' ? '_:' : termText(term).replace(ns, '')))
        .join(' '),
    )
    .toSorted()
}

/** Methods and paths of what was asked, without the reads. */
function writes(): readonly string[] {
  return endpoint.requests
    .filter(({ path }) => !path.startsWith('/query'))
    .map(({ method, path }) => `${method} ${decodeURIComponent(path)}`)
}

const before = ['<a> <p> "old"', '<b> <p> "old" <garden>', '_: <p> "of nobody" <garden>']

describe('a change of an endpoint', () => {
  it('adds a file of one graph by its graph store, as N-Triples, and counts what it read', async () => {
    const report = await change([add('@prefix e: <http://e/> . :a :p "new", [ :q 1 ] .')])
    expect(report).toMatchObject({ quads: 3, bytes: 48, removed: 0, prefixes: new Map([['e', 'http://e/']]) })
    expect(report.added).toBeUndefined()
    expect(writes()).toEqual(['POST /store?default'])
    // Virtuoso takes nothing of a body whose length it is not told.
    expect(endpoint.requests[0]?.headers).toMatchObject({
      'content-type': 'application/n-triples',
      'content-length': String(Buffer.byteLength(endpoint.requests[0]?.text ?? '')),
    })
    expect(held()).toEqual(
      [
        ...before,
        '<a> <p> "new"',
        '<a> <p> _:',
        '_: <q> "1"^^<http://www.w3.org/2001/XMLSchema#integer>',
      ].toSorted(),
    )
  })

  it('adds to a named graph, whatever stands in the literals', async () => {
    const odd = String.raw`:a :p "\" <http://example.com/garden> .\n\u2028", <http://example.com/garden>, "ü€😀" .`
    await change([add(odd, 'turtle', garden.value)])
    expect(writes()).toEqual([`POST /store?graph=${garden.value}`])
    const added = endpoint
      .quads()
      .filter(({ subject, graph }) => subject.value === `${ns}a` && graph !== null)
    expect(added.map(({ object }) => termText(object)).toSorted()).toEqual([
      '"\\" <http://example.com/garden> .\\n\\u2028"',
      '"ü€😀"',
      '<http://example.com/garden>',
    ])
    expect(held()).toHaveLength(before.length + 3)
  })

  it('finds that N-Quads have one graph', async () => {
    await change([add(`<${ns}c> <${ns}p> "new" <${ns}g> .`, 'n-quads')])
    expect(writes()).toEqual([`POST /store?graph=${ns}g`])
    expect(held()).toContain('<c> <p> "new" <g>')
  })

  it('adds to several graphs by one update', async () => {
    await change([add(':a :p [] . :g { :a :p [], "x\\\\u0022\\n" }', 'trig')])
    expect(writes()).toEqual(['POST /update'])
    expect(held()).toEqual(
      [...before, '<a> <p> _:', '<a> <p> _: <g>', '<a> <p> "x\\\\u0022\\n" <g>'].toSorted(),
    )
  })

  it('shares no blank node between sources, by graph store or by update', async () => {
    const same = () => [add('_:b0 :p "one" .'), add('_:b0 :q "two" .')]
    for (const urls of [['graphStoreUrl'], ['updateUrl']] as const) {
      await change(same(), urls)
      const joined = endpoint.quads().filter(({ predicate }) => predicate.value !== `${ns}p`)
      expect(joined).toHaveLength(urls[0] === 'updateUrl' ? 2 : 1)
      const subjects = endpoint.quads().map(({ subject }) => subject.value)
      const added = subjects.filter((value) => ![`${ns}a`, `${ns}b`].includes(value))
      expect(new Set(added).size).toBe(added.length)
    }
    expect(writes()).toEqual(['POST /store?default', 'POST /update'])
  })

  it('replaces a graph', async () => {
    const report = await change([clear(garden.value), add(':n :p "new" .', 'turtle', garden.value)])
    expect(report.steps).toEqual([{ added: 0 }, { removed: 0 }])
    expect(writes()).toEqual([`PUT /store?graph=${garden.value}`])
    expect(held()).toEqual(['<a> <p> "old"', '<n> <p> "new" <garden>'])
  })

  it('replaces a graph by one update where there is no graph store', async () => {
    await change([clear(garden.value), add(':n :p "new" .', 'turtle', garden.value)], ['updateUrl'])
    expect(writes()).toEqual(['POST /update'])
    expect(held()).toEqual(['<a> <p> "old"', '<n> <p> "new" <garden>'])
  })

  it.each([[['updateUrl']], [['graphStoreUrl']]] as const)(
    'makes a graph anew, which was not there, by %j',
    async (urls) => {
      const report = await change([clear(`${ns}new`), add(':n :p "new" .', 'turtle', `${ns}new`)], urls)
      expect(report.steps[0]).toEqual({ added: 0, removed: 0 })
      expect(held()).toEqual([...before, '<n> <p> "new" <new>'].toSorted())
      expect(writes()).toHaveLength(1)
    },
  )

  it.each([[['updateUrl']], [['graphStoreUrl']]] as const)(
    'clears a graph, and tells one that is not there, by %j',
    async (urls) => {
      const report = await change([clear(garden.value)], urls)
      expect([report.added, report.removed]).toEqual([0, undefined])
      expect(held()).toEqual(['<a> <p> "old"'])
      expect(await change([clear(garden.value)], urls)).toMatchObject({ added: 0, removed: 0 })
      expect(await change([clear(`${ns}no`), add('')], urls)).toMatchObject({ added: 0, removed: 0 })
      expect(writes()).toHaveLength(1)
      await change([{ kind: 'clear', graphs: 'default' }], urls)
      expect(held()).toEqual([])
    },
  )

  it('clears all graphs, and those with a name, by updates', async () => {
    await change([{ kind: 'clear', graphs: 'named' }])
    expect(held()).toEqual(['<a> <p> "old"'])
    await change([{ kind: 'clear', graphs: 'all' }])
    expect(held()).toEqual([])
    await expect(change([{ kind: 'clear', graphs: 'all' }], ['graphStoreUrl'])).rejects.toMatchObject({
      kind: 'unsupported',
      message: expect.stringMatching(/"far".*graph store only.*remote\.update\.url/),
    })
  })

  it('removes triples by one update', async () => {
    const report = await change([
      remove(':a :p "old", "other" .'),
      remove(':b :p "old" .', 'turtle', garden.value),
    ])
    expect([report.added, report.removed, report.quads]).toEqual([0, undefined, 3])
    expect(writes()).toEqual(['POST /update'])
    expect(held()).toEqual(['_: <p> "of nobody" <garden>'])
  })

  it('does not guess which blank node is to be removed', async () => {
    await expect(change([remove('_:x :p "of nobody" .', 'turtle', garden.value)])).rejects.toMatchObject({
      kind: 'unsupported',
      message: expect.stringContaining('DELETE WHERE'),
    })
    expect(held()).toEqual(before)
  })

  it('carries out several steps as one update, in order', async () => {
    const report = await change([
      update('INSERT DATA { :s :p 1 }'),
      clear(`${ns}never`),
      add(':s :p 2 . :s :p 3 .'),
      update(
        'DELETE { ?s :p ?o } INSERT { ?s :q ?o } WHERE { ?s :p ?o FILTER(?o > 1) } ; DELETE WHERE { ?s :p "old" }',
      ),
    ])
    expect([report.added, report.removed]).toEqual([undefined, undefined])
    expect(report.steps).toEqual([{}, { added: 0 }, { removed: 0 }, {}])
    expect(writes()).toEqual(['POST /update'])
    const typed = (n: number) => `"${n}"^^<http://www.w3.org/2001/XMLSchema#integer>`
    expect(held()).toEqual(
      [...before.slice(1), `<s> <p> ${typed(1)}`, `<s> <q> ${typed(2)}`, `<s> <q> ${typed(3)}`].toSorted(),
    )
  })

  it('sends nothing where there is nothing to do', async () => {
    expect(await change([add(''), remove('')], [])).toMatchObject({ added: 0, removed: 0, quads: 0 })
    expect(await change([], [])).toMatchObject({ added: 0, removed: 0, steps: [] })
    expect(endpoint.requests).toEqual([])
  })
})

describe('an update of an endpoint', () => {
  it('is matched in what the parameters of the protocol say', async () => {
    const text = 'INSERT { :found :in ?s } WHERE { ?s :p "old" }'
    await change([{ kind: 'update', update: { text, usingGraphs: [garden.value] } }])
    expect(held()).toEqual([...before, '<found> <in> <b>'].toSorted())
  })

  it('says WITH and USING as they were said', async () => {
    await change([
      update(`WITH :garden DELETE { ?s :p "old" } INSERT { ?s :p "new" } WHERE { ?s :p "old" }`),
      update(`INSERT { :both :p ?o } USING :garden WHERE { ?s :p ?o FILTER(ISIRI(?s)) }`),
    ])
    expect(held()).toEqual(
      [
        '<a> <p> "old"',
        '<b> <p> "new" <garden>',
        '<both> <p> "new"',
        '_: <p> "of nobody" <garden>',
      ].toSorted(),
    )
  })

  it('names the default graph and the union of all graphs as here', async () => {
    const special = 'tag:stardog:api:context:'
    await change([update(`INSERT DATA { GRAPH <${special}default> { :c :p "new" } }`)])
    expect(held()).toContain('<c> <p> "new"')
    await change([
      update(`DELETE { GRAPH ?g { ?s :p ?o } } USING <${special}local> USING NAMED <${special}named>
      WHERE { ?s :p ?o . ?t :p "old" GRAPH ?g { ?s :p ?o } FILTER(ISIRI(?s)) }`),
    ])
    expect(held()).toEqual(['<a> <p> "old"', '<c> <p> "new"', '_: <p> "of nobody" <garden>'])
    await change([update(`CLEAR GRAPH <${special}default>`)])
    expect(held()).toEqual(['_: <p> "of nobody" <garden>'])
    await change([
      update(`INSERT { :found :in ?s } WHERE { GRAPH <${special}named> { ?s :p "of nobody" }
        FILTER NOT EXISTS { GRAPH <${special}default> { ?s :p ?o } } }`),
    ])
    expect(held()).toEqual(['<found> <in> _:', '_: <p> "of nobody" <garden>'])
    for (const graph of ['local', 'named', 'all'])
      await expect(
        change([update(`INSERT DATA { GRAPH <${special}${graph}> { :c :p "new" } }`)]),
      ).rejects.toMatchObject({ kind: 'invalidQuery', message: expect.stringContaining('several graphs') })
  })

  it('takes the default graph by its name, in data and in all operations', async () => {
    const byName = 'tag:stardog:api:context:default'
    await change([add(`<${ns}c> <${ns}p> "quad" <${byName}> .`, 'n-quads')], ['graphStoreUrl'])
    await change([add(':c :p "target" .', 'turtle', byName)], ['updateUrl'])
    expect(held()).toEqual([...before, '<c> <p> "quad"', '<c> <p> "target"'].toSorted())
    await change([
      update(`WITH <${byName}> DELETE { ?s :p "old" } INSERT { ?s :q "old" } WHERE { ?s :p "old" }`),
    ])
    await change([
      update(`WITH <${byName}> INSERT { GRAPH :h { ?s ?p ?o } } WHERE { ?s ?p ?o FILTER(?o = "quad") }`),
    ])
    await change([update(`ADD :h TO <${byName}> ; MOVE <${byName}> TO :moved`)])
    const moved = [
      '<a> <q> "old" <moved>',
      '<c> <p> "quad" <h>',
      '<c> <p> "quad" <moved>',
      '<c> <p> "target" <moved>',
    ]
    expect(held()).toEqual([...before.slice(1), ...moved].toSorted())
    await change(
      [add(':c :p "new" .'), remove(`<${ns}c> <${ns}p> "new" <${byName}> .`, 'n-quads')],
      ['updateUrl'],
    )
    expect(held()).toEqual([...before.slice(1), ...moved].toSorted())
    await change([add(':c :p "new" .')])
    await change([clear(byName)], ['graphStoreUrl'])
    expect(held()).toEqual([...before.slice(1), ...moved].toSorted())
    await expect(change([update(`CREATE SILENT GRAPH <${byName}>`)])).rejects.toMatchObject({
      kind: 'unsupported',
    })
  })

  it('asks no other endpoint, and reads no document, on its behalf', async () => {
    for (const text of [
      'INSERT { ?s :p ?o } WHERE { SERVICE <http://elsewhere.example/> { ?s :p ?o } }',
      'INSERT { ?s :p ?o } WHERE { ?s :p ?o FILTER EXISTS { SERVICE <http://elsewhere.example/> { ?s :p ?o } } }',
      'LOAD <http://elsewhere.example/> ; CLEAR DEFAULT',
      'LOAD <http://elsewhere.example/>',
    ])
      await expect(change([update(text)])).rejects.toMatchObject({ kind: 'unsupported' })
    expect(endpoint.requests).toEqual([])
  })

  it('adds the document of a LOAD that is read here', async () => {
    const documents = await startLoopback((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/turtle' }).end('<#it> <p> "loaded" .')
    })
    try {
      const name = `${documents.origin}/d`
      await change([update(`LOAD <${name}> INTO GRAPH :loaded`)], both, { allowed: [documents.origin] })
      expect(writes()).toEqual([`POST /store?graph=${ns}loaded`])
      expect(held()).toContain(`<${name}#it> <${documents.origin}/p> "loaded" <loaded>`)
    } finally {
      await documents.close()
    }
  })

  it('passes over what LOAD SILENT cannot read', async () => {
    const documents = await startLoopback((request, response) => {
      if (request.url === '/broken')
        response.writeHead(200, { 'content-type': 'text/turtle' }).end('<a> <b> "')
      else response.writeHead(404).end()
    })
    try {
      for (const path of ['broken', 'none']) {
        const text = `<${documents.origin}/${path}>`
        const allowed = [documents.origin]
        expect(await change([update(`LOAD SILENT ${text}`)], both, { allowed })).toMatchObject({ added: 0 })
        await expect(change([update(`LOAD ${text}`)], both, { allowed })).rejects.toMatchObject({
          kind: expect.stringMatching(/^(invalidRdf|remoteFailed)$/),
        })
      }
      expect(await change([update('LOAD SILENT <http://elsewhere.example/>')])).toMatchObject({ removed: 0 })
      expect(endpoint.requests).toEqual([])
    } finally {
      await documents.close()
    }
  })

  it('tells where a text is wrong, before anything is sent', async () => {
    await expect(change([update('INSERT DATA { :a :p }')])).rejects.toMatchObject({ kind: 'invalidQuery' })
    expect(endpoint.requests).toEqual([])
  })

  it('fails as the endpoint does, which changes nothing', async () => {
    await expect(change([update('INSERT DATA { :a :p 1 } ; CREATE GRAPH :garden')])).rejects.toMatchObject({
      kind: 'remoteFailed',
      message: expect.stringMatching(/"far".*127\.0\.0\.1:\d+/),
    })
    expect(held()).toEqual(before)
  })
})

describe('what an endpoint is not told', () => {
  it.each([
    [[], () => add(':a :p 1 .'), /"far".*only be read.*remote\.update\.url or remote\.graph\.store\.url/],
    [[], () => update('CLEAR ALL'), /"far".*only be read.*remote\.update\.url to/],
    [['graphStoreUrl'], () => update('CLEAR ALL'), /graph store only.*remote\.update\.url/],
    [['graphStoreUrl'], () => remove(':a :p 1 .'), /graph store only.*remote\.update\.url/],
    [['graphStoreUrl'], () => add(':a :p 1 . :g { :a :p 2 }', 'trig'), /graph store only/],
  ] as const)('with the URLs %j: %s', async (urls, step, message) => {
    await expect(change([step()], urls)).rejects.toMatchObject({
      kind: 'unsupported',
      message: expect.stringMatching(message),
    })
    expect(endpoint.requests).toEqual([])
  })

  it('sends nothing of data with an error at their end', async () => {
    const text = `${':a :p "many" .\n'.repeat(20_000)}:a :p "never ended .`
    await expect(change([add(text)])).rejects.toMatchObject({ kind: 'invalidRdf' })
    expect(endpoint.requests).toEqual([])
  })

  it('refuses a graph without a name', async () => {
    await expect(change([add(`<${ns}a> <${ns}p> "x" _:g .`, 'n-quads')])).rejects.toMatchObject({
      kind: 'unsupported',
      message: expect.stringContaining('blank node'),
    })
  })

  it('refuses more than one update holds, and says what to do', async () => {
    const line = (n: number) => `<${ns}a> <${ns}p> "${n}${'x'.repeat(1000)}" .\n`
    const text = Array.from({ length: 8500 }, (_, n) => line(n)).join('')
    await expect(change([add(text, 'n-triples')], ['updateUrl'])).rejects.toMatchObject({
      kind: 'limitExceeded',
      message: expect.stringMatching(/8 MiB.*8\.\d MiB.*remote\.graph\.store\.url/),
    })
    expect(endpoint.requests).toEqual([])
    await change([add(text, 'n-triples')])
    expect(endpoint.quads()).toHaveLength(8503)
  })

  it('ends where nobody waits any more', async () => {
    const ended = AbortSignal.abort()
    await expect(change([add(':a :p 1 .')], both, { signal: ended })).rejects.toMatchObject({
      kind: 'queryCancelled',
    })
    expect(endpoint.requests).toEqual([])
  })
})
