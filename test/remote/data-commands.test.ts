import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { blank, iri, literal, type Quad } from '../../src/rdf/term.ts'
import { termText } from '../../src/rdf/term-text.ts'
import { type ProgramResult, runInProcess } from '../program-in-process.ts'
import { type RealServer, startRealServer } from '../real-server.ts'
import { type OxigraphEndpoint, startOxigraphEndpoint } from './oxigraph-endpoint.ts'

const ns = 'http://example.com/'
const garden = iri(`${ns}garden`)
const quads: readonly Quad[] = [
  { subject: iri(`${ns}a`), predicate: iri(`${ns}p`), object: literal('old'), graph: null },
  { subject: iri(`${ns}b`), predicate: iri(`${ns}p`), object: literal('old'), graph: garden },
  { subject: blank('x'), predicate: iri(`${ns}p`), object: literal('of nobody'), graph: garden },
]

describe.each(['a home folder', 'a server'])('commands on the data of a remote database, on %s', (where) => {
  let folder: string
  let server: RealServer | undefined
  let endpoint: OxigraphEndpoint

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-data-commands-'))
    mkdirSync(join(folder, 'home'))
    if (where === 'a server') server = await startRealServer()
  })
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    endpoint = await startOxigraphEndpoint(quads)
    await told('db', 'create', 'far', '--remote', endpoint.queryUrl, '--option', 'remote.union=graphs')
    await told('db', 'options', 'far', '--set', `remote.update.url=${endpoint.updateUrl}`)
  })
  afterEach(async () => {
    await told('db', 'drop', 'far')
    await endpoint.close()
  })

  function run(words: readonly string[], input = ''): Promise<ProgramResult> {
    const home = { ESPALIER_HOME: join(folder, 'home') }
    const environment = server === undefined ? home : { ...home, ESPALIER_SERVER: server.url }
    return runInProcess(words, { environment, directory: folder, input })
  }

  /** What a command that succeeds tells beside its output. */
  async function told(...words: readonly string[]): Promise<string> {
    const { code, error } = await run(words)
    expect({ code, words, error }).toMatchObject({ code: 0 })
    return error
  }

  function file(name: string, text: string): string {
    writeFileSync(join(folder, name), text)
    return name
  }

  const held = (): readonly string[] =>
    endpoint
      .quads()
      .map(({ subject, predicate, object, graph }) =>
        [subject, predicate, object, ...(graph === null ? [] : [graph])]
          .map((term) => (term.kind === 'blank' ? '_:' : termText(term).replace(ns, '')))
          .join(' '),
      )
      .toSorted()

  const before = ['<a> <p> "old"', '<b> <p> "old" <garden>', '_: <p> "of nobody" <garden>']

  it('adds files, and says how many quads were sent', async () => {
    const one = file('one.ttl', `<${ns}c> <${ns}p> "new", [] .`)
    expect(await told('data', 'add', 'far', one, '--graph', garden.value)).toMatch(
      /^one\.ttl: 2 quads, sent \([\d,]+ quads\/s\)\.\n$/,
    )
    expect(held()).toEqual([...before, '<c> <p> "new" <garden>', '<c> <p> _: <garden>'].toSorted())
    const bad = file('bad.ttl', `<${ns}c> <${ns}p> "never`)
    expect(await run(['data', 'add', 'far', bad])).toMatchObject({
      error: expect.stringContaining('bad.ttl'),
    })
    expect(held()).toHaveLength(5)
  })

  it('removes the triples of files, but for blank nodes', async () => {
    const one = file('one.ttl', `<${ns}b> <${ns}p> "old", "other" .`)
    expect(await told('data', 'remove', 'far', one, '--graph', garden.value)).toBe(
      'Done. The endpoint does not tell what changed.\n',
    )
    expect(held()).toEqual(['<a> <p> "old"', '_: <p> "of nobody" <garden>'])
    const other = file('other.ttl', `[] <${ns}p> "of nobody" .`)
    expect(await run(['data', 'remove', 'far', other, '--graph', garden.value])).toMatchObject({
      error: expect.stringContaining('DELETE WHERE'),
    })
    expect(held()).toHaveLength(2)
  })

  it('clears one graph, the default one, or all', async () => {
    const done = 'Done. The endpoint does not tell what changed.\n'
    expect(await told('data', 'clear', 'far', '--graph', garden.value, '--yes')).toBe(done)
    expect(held()).toEqual(['<a> <p> "old"'])
    expect(await told('data', 'clear', 'far', '--graph', garden.value, '--yes')).toBe('Nothing changed.\n')
    expect(await told('data', 'clear', 'far', '--default', '--yes')).toBe(done)
    expect(held()).toEqual([])
    await told(
      'query',
      'execute',
      'far',
      `INSERT DATA { <${ns}c> <${ns}p> 1 GRAPH <${ns}g> { <${ns}c> <${ns}p> 1 } }`,
    )
    expect(held()).toHaveLength(2)
    expect(await told('data', 'clear', 'far', '--yes')).toBe(done)
    expect(held()).toEqual([])
  })

  it('counts and exports what there is', async () => {
    expect((await run(['data', 'size', 'far'])).out).toBe('3\n')
    const { out } = await run(['data', 'export', 'far', '--graph', garden.value, '--format', 'n-triples'])
    expect(out.trim().split('\n')).toHaveLength(2)
  })

  it('refuses what nothing takes, and names the option that is missing', async () => {
    await told('db', 'options', 'far', '--reset', 'remote.update.url')
    const one = file('one.ttl', `<${ns}c> <${ns}p> "new" .`)
    for (const [words, option] of [
      [['data', 'add', 'far', one], 'remote.update.url or remote.graph.store.url'],
      [['data', 'remove', 'far', one], 'remote.update.url'],
      [['data', 'clear', 'far', '--yes'], 'remote.update.url'],
      [['query', 'execute', 'far', 'CLEAR ALL'], 'remote.update.url'],
    ] as const) {
      const { code, error } = await run(words)
      expect([words, code !== 0, error]).toEqual([words, true, expect.stringContaining(option)])
    }
    expect(held()).toEqual(before)
  })
})
