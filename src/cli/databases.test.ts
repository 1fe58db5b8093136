import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProgramResult, runInProcess } from '../../test/program-in-process.ts'
import { type RealServer, startRealServer } from '../../test/real-server.ts'
import type { Environment } from './terminal.ts'

const people = `@prefix : <http://people.example/> .
:ada :name "Ada" ; :age 36 ; :knows :bob .
:bob :name "Bób" .
`

type CommandResult = Pick<ProgramResult, 'code' | 'out' | 'error'>

/** Runs a command line in this process, as a program would that reads its output. */
async function runCommand(
  words: readonly string[],
  environment: Environment,
  input = '',
): Promise<CommandResult> {
  const { code, out, error } = await runInProcess(words, { environment, input })
  return { code, out, error }
}

describe.each(['a home folder', 'a server'])('the commands on databases, on %s', (where) => {
  let folder: string
  let server: RealServer | undefined
  const path = (name: string) => join(folder, name)
  const run = (words: readonly string[], input = ''): Promise<CommandResult> =>
    runCommand(
      words,
      { ESPALIER_HOME: path('home'), ...(server === undefined ? {} : { ESPALIER_SERVER: server.url }) },
      input,
    )
  /** What a command that succeeds prints. */
  const output = async (...words: readonly string[]): Promise<string> => {
    const { code, out, error } = await run(words)
    expect({ code, words, error: code === 0 ? '' : error }).toEqual({ code: 0, words, error: '' })
    return out
  }
  /** What a command that succeeds tells beside it. */
  const told = async (...words: readonly string[]): Promise<string> => {
    const { code, error } = await run(words)
    expect({ code, words, error }).toMatchObject({ code: 0 })
    return error
  }
  const rows = async (query: string, database = 'p') =>
    JSON.parse(await output('query', 'execute', database, query)).results.bindings.length

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-databases-'))
    writeFileSync(path('people.ttl'), people)
    writeFileSync(
      path('bob.ttl'),
      '@prefix : <http://people.example/> . :bob :name "Bób" . :eve :name "Eve" .',
    )
    if (where === 'a server') server = await startRealServer()
    await output('db', 'create', 'p', path('people.ttl'))
  })
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  describe('query execute', () => {
    it('answers queries of every form in every syntax', async () => {
      const select = 'SELECT ?n { ?p :name ?n ; :age ?a }'
      expect(JSON.parse(await output('query', 'execute', 'p', select))).toEqual({
        head: { vars: ['n'] },
        results: { bindings: [{ n: { type: 'literal', value: 'Ada' } }] },
      })
      const inFormat = (format: string, query = select) =>
        output('query', 'execute', 'p', query, '--format', format)
      expect(await inFormat('csv')).toBe('n\r\nAda\r\n')
      expect(await inFormat('tsv')).toBe('?n\n"Ada"\n')
      expect(await inFormat('xml')).toContain('<literal>Ada</literal>')
      expect(await inFormat('table', 'SELECT ?p ?n { ?p :name ?n } ORDER BY ?n')).toBe(
        'p     n\n────  ─────\n:ada  "Ada"\n:bob  "Bób"\n2 rows\n',
      )
      expect(JSON.parse(await output('query', 'execute', 'p', 'ASK { :ada :age 36 }'))).toEqual({
        head: {},
        boolean: true,
      })
      expect(await inFormat('table', 'ASK { :ada :age 37 }')).toBe('false\n')
      expect(await inFormat('csv', 'ASK { }')).toBe('true\n')
      const construct = 'CONSTRUCT { ?p :called ?n } WHERE { ?p :name ?n ; :age ?a }'
      const triple = '<http://people.example/ada> <http://people.example/called> "Ada" .\n'
      expect(await inFormat('n-triples', construct)).toBe(triple)
      expect(await output('query', 'execute', 'p', construct)).toContain(':ada :called "Ada" .')
      expect(await inFormat('json-ld', 'DESCRIBE :bob')).toContain('http://people.example/bob')
    })

    it('reads the query from a file and from the standard input', async () => {
      writeFileSync(path('ask.rq'), 'ASK { :bob :name ?n }')
      expect(await output('query', 'execute', 'p', path('ask.rq'), '--format', 'tsv')).toBe('true\n')
      const piped = await run(['query', 'execute', 'p', '-', '--format', 'tsv'], 'ASK { :bob :age ?n }')
      expect(piped).toMatchObject({ code: 0, out: 'false\n' })
    })

    it('binds variables, cuts solutions, and asks the graphs that are named', async () => {
      const all = 'SELECT ?s ?o { ?s :name ?o } ORDER BY ?o'
      const tsv = (...words: readonly string[]) =>
        output('query', 'execute', 'p', all, '--format', 'tsv', ...words)
      expect(await tsv('--bind', 's=:ada')).toContain('"Ada"\n')
      expect(await tsv('--bind', 'o="Bób"', '--limit', '5')).toBe(
        '?s\t?o\n<http://people.example/bob>\t"Bób"\n',
      )
      expect(await tsv('--limit', '1')).toContain('"Ada"\n')
      expect((await tsv('--offset', '1')).split('\n')).toHaveLength(3)
      expect(await tsv('--graph', 'http://none.example/')).toBe('?s\t?o\n')
      expect(
        await output('query', 'execute', 'p', 'ASK { <ada> ?p ?o }', '--base', 'http://people.example/'),
      ).toContain('true')
    })

    it.each([
      ['malformed SPARQL', 1, 'SELECT ?x {', []],
      ['a syntax of graphs for solutions', 2, 'SELECT ?x { }', ['--format', 'turtle']],
      ['a syntax of solutions for a graph', 2, 'DESCRIBE :ada', ['--format', 'csv']],
      ['an unknown syntax', 2, 'ASK { }', ['--format', 'jsn']],
      ['a binding that is no term', 2, 'ASK { }', ['--bind', 'x=1 + 1']],
      ['a binding without a name', 2, 'ASK { }', ['--bind', '=1']],
      ['a limit that is no number', 2, 'ASK { }', ['--limit', '-1']],
      ['a graph that is no IRI', 2, 'ASK { }', ['--graph', 'g']],
      ['an update with a limit', 2, 'CLEAR ALL', ['--limit', '1']],
      ['a malformed update', 1, 'INSERT DATA { :a :b }', []],
    ] as const)('refuses %s', async (_name, code, query, words) => {
      const refused = await run(['query', 'execute', 'p', query, ...words])
      expect(refused).toMatchObject({ code, out: '' })
      expect(refused.error).toMatch(/^espalier: \S/u)
    })

    it('carries out updates, and tells what they changed', async () => {
      const update = (text: string, ...words: readonly string[]) =>
        told('query', 'execute', 'p', text, ...words)
      expect(await update('INSERT DATA { :eve :name "Eve" . GRAPH :g { :eve :age 1 } }')).toBe(
        'Added 2 quads.\n',
      )
      expect(await update('DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }', '--graph', 'http://none.example/')).toBe(
        'Nothing changed.\n',
      )
      expect(await rows('SELECT * { :eve ?p ?o }')).toBe(1)
      expect(await update('DELETE DATA { :eve :name "Eve" } ; DROP GRAPH :g')).toBe('Removed 2 quads.\n')
    })

    it('explains', async () => {
      const text = await output('query', 'explain', 'p', 'SELECT ?n { ?p :name ?n }')
      expect(text).toMatch(
        /^SPARQL\n(?:PREFIX .*\n)*SELECT \?n\n[\s\S]*\n\nPLAN\nProjection\(\?n\) \[#\d+\]\n/u,
      )
      expect(await output('query', 'explain', 'p', '--profile', 'SELECT ?n { ?p :name ?n }')).toContain(
        'rows: 2',
      )
      expect((await run(['query', 'explain', 'p', 'CLEAR ALL'])).code).toBe(2)
    })
  })

  describe('data', () => {
    it('removes what files hold', async () => {
      await output('db', 'create', 'removed', path('people.ttl'))
      expect(await told('data', 'remove', 'removed', path('bob.ttl'))).toBe('Removed 1 quad.\n')
      expect(await told('data', 'remove', 'removed', path('bob.ttl'))).toBe('Nothing changed.\n')
      const other = ['--graph', 'http://g.example/']
      expect(await told('data', 'remove', 'removed', path('people.ttl'), ...other)).toBe('Nothing changed.\n')
      const piped = await run(['data', 'remove', 'removed', '-', '--format', 'ttl'], people)
      expect(piped).toMatchObject({ code: 0, error: 'Removed 3 quads.\n' })
      expect(await output('data', 'size', 'removed')).toBe('0\n')
    })

    it('takes all files away, or none, where one is malformed', async () => {
      writeFileSync(path('broken.ttl'), '<a:b> <a:c> .')
      const failed = await run(['data', 'remove', 'p', path('people.ttl'), path('broken.ttl')])
      expect(failed.code).toBe(1)
      expect(failed.error).toMatch(/^espalier: broken\.ttl, line 1, column \d+/u)
      expect(await output('data', 'size', 'p')).toBe('4\n')
    })

    it('adds from the standard input, in the syntax that is named', async () => {
      const words = ['data', 'add', 'p', '-', '--graph', 'http://g.example/']
      expect(await run(words, '<a:b> <a:c> 1 .')).toMatchObject({ code: 2, out: '' })
      expect(await run([...words, '--format', 'turtle'], '<a:b> <a:c> 1 .')).toMatchObject({ code: 0 })
      expect(await rows('SELECT * { GRAPH <http://g.example/> { ?s ?p ?o } }')).toBe(1)
      writeFileSync(path('no-extension'), '<a:b> <a:c> 1 .')
      expect((await run(['data', 'add', 'p', path('no-extension')])).code).toBe(2)
      expect((await run(['data', 'add', 'p', path('no-extension'), '--format', 'nt'])).code).toBe(1)
    })

    it('clears a graph, the default graph, and all, where it may', async () => {
      const data = `${people}`
      writeFileSync(path('graphs.trig'), `${data} <g:1> { <a:b> <a:c> 1, 2 } <g:2> { <a:b> <a:c> 3 }`)
      await output('db', 'create', 'cleared', path('graphs.trig'))
      const refused = await run(['data', 'clear', 'cleared'])
      expect(refused).toMatchObject({ code: 2, out: '' })
      expect(refused.error).toContain('--yes')
      expect(await told('data', 'clear', 'cleared', '--yes', '--graph', 'g:1')).toBe('Removed 2 quads.\n')
      expect(await told('data', 'clear', 'cleared', '-y', '--default')).toBe('Removed 4 quads.\n')
      expect(await output('data', 'size', 'cleared', '--exact')).toBe('1\n')
      expect(await told('data', 'clear', 'cleared', '--yes')).toBe('Removed 1 quad.\n')
      expect((await run(['data', 'clear', 'cleared', '--yes', '--default', '--graph', 'g:1'])).code).toBe(2)
    })

    it('exports what can be loaded again', async () => {
      writeFileSync(path('two.trig'), `${people} <g:1> { <a:b> <a:c> 1, 2 }`)
      await output('db', 'create', 'exported', path('two.trig'))
      const lines = async (...words: readonly string[]) =>
        (await output('data', 'export', 'exported', ...words)).trim().split('\n')
      expect(await lines('--format', 'n-quads')).toHaveLength(6)
      expect(await lines('--format', 'nt', '--graph', 'g:1')).toEqual([
        '<a:b> <a:c> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .',
        '<a:b> <a:c> "2"^^<http://www.w3.org/2001/XMLSchema#integer> .',
      ])
      expect(await output('data', 'export', 'exported')).toContain('<g:1> {')
      expect(await told('data', 'export', 'exported', '-o', path('out.trig.gz'))).toMatch(/^Wrote \d+ B to /u)
      expect(gunzipSync(readFileSync(path('out.trig.gz'))).toString()).toContain('<g:1> {')
      await output('db', 'create', 'again', path('out.trig.gz'))
      expect(await output('data', 'size', 'again')).toBe('6\n')
      expect((await run(['data', 'export', 'nowhere', '-o', path('nothing.ttl')])).code).toBe(1)
      const missing = await run(['data', 'export', 'exported', '--graph', 'g:2', '-o', path('nothing.ttl')])
      expect(missing).toMatchObject({ code: 1, out: '' })
      expect(missing.error).toContain('There is no graph <g:2>.')
      expect(existsSync(path('nothing.ttl'))).toBe(false)
    })
  })

  describe('db', () => {
    it('prints and sets options', async () => {
      await output('db', 'create', 'o')
      expect(await output('db', 'options', 'o')).toContain('\nquery.all.graphs=false\n')
      expect(
        await told('db', 'options', 'o', '--set', 'query.timeout=7s', '--set', 'query.all.graphs=true'),
      ).toBe('Set query.timeout, query.all.graphs of o.\n')
      expect(await output('db', 'options', 'o', 'query.timeout')).toBe('7s\n')
      expect(await output('db', 'options', 'o', 'query.all.graphs', 'query.timeout')).toBe(
        'query.all.graphs=true\nquery.timeout=7s\n',
      )
      await output('db', 'options', 'o', '--reset', 'query.timeout')
      expect(await output('db', 'options', 'o', 'query.timeout')).toBe('5m\n')
      for (const [words, code] of [
        [['query.timeot'], 2],
        [['--set', 'query.timeot=1s'], 1],
        [['--set', 'query.timeout=x', '--set', 'query.all.graphs=false'], 1],
        [['--set', 'query.timeout=1s', '--reset', 'query.timeout'], 2],
        [['--set', 'query.timeout'], 2],
        [['query.timeout', '--set', 'query.timeout=1s'], 2],
      ] as const) {
        const refused = await run(['db', 'options', 'o', ...words])
        expect(refused, words.join(' ')).toMatchObject({ code, out: '' })
      }
      expect(await output('db', 'options', 'o', 'query.all.graphs')).toBe('true\n')
    })

    it('takes a database offline, and online again', async () => {
      await output('db', 'create', 'resting', path('people.ttl'))
      expect(await told('db', 'offline', 'resting')).toContain('is offline.\n')
      const refused = await run(['query', 'execute', 'resting', 'ASK { }'])
      expect(refused).toMatchObject({ code: 3, out: '' })
      expect(refused.error).toContain('espalier db online resting')
      expect(await told('db', 'online', 'resting')).toContain('is online.\n')
      expect(await rows('SELECT * { ?s ?p ?o }', 'resting')).toBe(4)
    })

    it('optimizes', async () => {
      expect(await told('db', 'optimize', 'p')).toContain('Optimized the database p')
      expect((await run(['db', 'optimize', 'nowhere'])).code).toBe(1)
    })

    it('backs up and restores, with options and namespaces', async () => {
      await output('db', 'create', 'kept', path('people.ttl'), '--option', 'query.timeout=9s')
      await output('namespace', 'add', 'kept', 'k', 'http://kept.example/')
      const file = (await output('db', 'backup', 'kept')).trim()
      expect(file).toMatch(/^kept-/u)
      if (server === undefined) expect(readdirSync(join(path('home'), 'backups'))).toContain(file)
      expect(await output('db', 'backup', 'kept', '--to', path('kept.backup'))).toBe(
        `${path('kept.backup')}\n`,
      )
      const taken = await run(['db', 'restore', path('kept.backup')])
      expect(taken).toMatchObject({ code: 1, out: '' })
      await told('data', 'clear', 'kept', '--yes')
      expect(await told('db', 'restore', path('kept.backup'), '--overwrite')).toMatch(/kept with 4 triples/u)
      expect(await told('db', 'restore', path('kept.backup'), '--name', 'copy')).toMatch(
        /copy with 4 triples/u,
      )
      for (const name of ['kept', 'copy']) {
        expect(await rows('SELECT * { ?s ?p ?o }', name)).toBe(4)
        expect(await output('db', 'options', name, 'query.timeout')).toBe('9s\n')
        expect(await output('namespace', 'list', name)).toContain('k\thttp://kept.example/\n')
      }
    })

    it('restores nothing of a file that is no backup, or half of one', async () => {
      await output('db', 'backup', 'p', '--to', path('half.backup'))
      truncateSync(path('half.backup'), 200)
      writeFileSync(path('other.backup'), people)
      for (const name of ['half.backup', 'other.backup', 'missing.backup']) {
        const refused = await run(['db', 'restore', path(name), '--name', 'half'])
        expect(refused.code, name).toBe(name === 'missing.backup' ? 2 : 1)
        expect(refused.error).not.toContain('bug')
      }
      expect(await output('db', 'list')).not.toContain('half')
    })

    it('checks one database, and all', async () => {
      expect(await run(['db', 'check', 'p'])).toEqual({ code: 0, out: '', error: 'p: nothing is wrong.\n' })
      expect((await run(['db', 'check', '--all'])).error).toContain('p: nothing is wrong.\n')
      expect((await run(['db', 'check'])).code).toBe(2)
      expect((await run(['db', 'check', 'p', '--all'])).code).toBe(2)
    })
  })

  describe('namespace', () => {
    it('lists, adds, removes, imports and exports', async () => {
      await output('db', 'create', 'n')
      const list = async () =>
        new Map(
          (await output('namespace', 'list', 'n'))
            .trim()
            .split('\n')
            .map((line) => {
              const [prefix = '', iri = ''] = line.split('\t')
              return [prefix, iri] as const
            }),
        )
      const before = await list()
      expect(before.get('rdf')).toBe('http://www.w3.org/1999/02/22-rdf-syntax-ns#')
      await told('namespace', 'add', 'n', 'ex', 'http://ex.example/')
      await told('namespace', 'add', 'n', 'ex:', 'http://example.org/')
      expect((await list()).get('ex')).toBe('http://example.org/')
      await output('namespace', 'export', 'n', '-o', path('namespaces.ttl'))
      expect(readFileSync(path('namespaces.ttl'), 'utf8')).toContain('@prefix ex: <http://example.org/> .\n')
      expect(await told('namespace', 'remove', 'n', 'ex')).toBe('Removed the namespace ex: from n.\n')
      expect(await list()).toEqual(before)
      expect(await told('namespace', 'import', 'n', path('namespaces.ttl'))).toMatch(/^Added \d+ namespaces/u)
      expect((await list()).get('ex')).toBe('http://example.org/')
      await told('namespace', 'remove', 'n', ':')
      expect((await list()).has('')).toBe(false)
      await told('namespace', 'add', 'n', ':', 'http://default.example/')
      expect((await list()).get('')).toBe('http://default.example/')
      for (const words of [['ex', 'no-iri'], ['a b', 'http://x/'], ['ex']]) {
        expect((await run(['namespace', 'add', 'n', ...words])).code).toBe(2)
      }
      expect((await run(['namespace', 'remove', 'n', 'unknown'])).code).toBe(1)
    })
  })
})

describe('query execute --data', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-data-'))
    writeFileSync(join(folder, 'people.ttl'), people)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const run = (...words: readonly string[]) =>
    runCommand([...words, '--data', join(folder, 'people.ttl')], { ESPALIER_HOME: join(folder, 'home') })

  it('asks and explains files, and changes nothing', async () => {
    expect(await run('query', 'execute', 'ASK { :ada :knows/:name "Bób" }', '--format', 'tsv')).toEqual({
      code: 0,
      out: 'true\n',
      error: '',
    })
    expect((await run('query', 'explain', 'SELECT * { ?s ?p ?o }')).out).toContain('\nPLAN\n')
    const refused = await run('query', 'execute', 'CLEAR ALL')
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.error).toContain('An update needs a database')
    expect(existsSync(join(folder, 'home'))).toBe(false)
  })
})
