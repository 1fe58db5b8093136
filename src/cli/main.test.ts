import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runCommand, type ServerProcess, startCommand, startServer } from '../../test/command-line.ts'
import { packageVersion } from './package-folder.ts'

let folder: string
let home: string
let people: string
let broken: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-cli-'))
  home = join(folder, 'home')
  people = join(folder, 'people.ttl')
  broken = join(folder, 'broken.ttl')
  writeFileSync(
    people,
    '@prefix : <http://people.example/> .\n:ada a :Person ; :name "Ada" ; :age 36 .\n:bob a :Person ; :name "Bob" .\n',
  )
  writeFileSync(broken, '@prefix : <http://people.example/> .\n:ada a :Person ;; :name "Ada .\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const names = '{ Person(orderBy: name) { name } }'

/** Bad input to `graphql execute`, after the database or the data: operands, exit code and what is said. */
const badQueries: readonly (readonly [string, readonly string[], string])[] = [
  ['malformed GraphQL', ['{ Person {'], 'GRAPHQL_PARSE_FAILED'],
  [
    'an unknown operation',
    ['query a { Person { name } }', '--operation', 'b'],
    'OPERATION_RESOLUTION_FAILURE',
  ],
  ['a missing variable', ['query ($n: Int!) { Person(first: $n) { name } }'], 'BAD_USER_INPUT'],
  [
    'a variable of a wrong type',
    ['query ($n: Int) { Person(first: $n) { name } }', '--variables', '{"n":"x"}'],
    'BAD_USER_INPUT',
  ],
  ['a negative first', ['{ Person(first: -1) { name } }'], 'BAD_USER_INPUT'],
  [
    'an unknown argument of a directive',
    ['{ Person { name @optional(if: true) } }'],
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['an unknown prefix', ['{ Person { rdff_label } }'], 'UNKNOWN_PREFIX'],
  ['an unknown directive', ['{ Person { name @optionl } }'], 'GRAPHQL_VALIDATION_FAILED'],
]

describe('without a server', () => {
  it('prints its version', async () => {
    expect(await runCommand(['--version'], home)).toEqual({
      code: 0,
      out: `${packageVersion()}\n`,
      error: '',
    })
  })

  it('refuses a wrong command line with 2', async () => {
    const result = await runCommand(['graphql', 'exekute'], home)
    expect(result).toMatchObject({ code: 2, out: '' })
    expect(result.error).toContain('Did you mean "graphql execute"?')
  })

  it('says that there is no home folder, and makes none', async () => {
    const missing = join(folder, 'missing')
    const result = await runCommand(['db', 'list'], missing)
    expect(result.code).toBe(3)
    expect(result.error).toContain(`There is no home folder ${missing}`)
    expect(existsSync(missing)).toBe(false)
  })

  it('creates, asks, adds to, lists and drops a database in the home folder', async () => {
    const created = await runCommand(['db', 'create', 'p', people], home)
    expect(created).toMatchObject({ code: 0, out: '' })
    expect(created.error).toContain('Created the database p with 5 quads')
    expect(await runCommand(['graphql', 'execute', 'p', names], home)).toEqual({
      code: 0,
      out: '{"data":[{"name":"Ada"},{"name":"Bob"}]}\n',
      error: '',
    })
    const added = await runCommand(['data', 'add', 'p', people, '--graph', 'http://g.example/'], home)
    expect(added).toMatchObject({ code: 0, out: '' })
    expect((await runCommand(['data', 'size', 'p'], home)).out).toBe('5\n')
    expect((await runCommand(['db', 'list'], home)).out).toBe('p\n')
    const taken = await runCommand(['db', 'create', 'p'], home)
    expect(taken).toMatchObject({ code: 1, out: '' })
    expect((await runCommand(['db', 'drop', 'p'], home)).code).toBe(0)
    expect((await runCommand(['data', 'size', 'p'], home)).code).toBe(1)
  })

  it('leaves no database behind where a file is malformed, and names the place', async () => {
    const result = await runCommand(['db', 'create', 'q', people, broken], home)
    expect(result.code).toBe(1)
    expect(result.error).toMatch(/broken\.ttl, line 2, column \d+/u)
    expect((await runCommand(['db', 'list'], home)).out).not.toContain('q')
  })

  it('answers a query from the standard input on files', async () => {
    const result = await runCommand(['graphql', 'execute', '--data', people, '-'], home, { input: names })
    expect(result).toEqual({ code: 0, out: '{"data":[{"name":"Ada"},{"name":"Bob"}]}\n', error: '' })
  })

  it('answers in the form that --shape says', async () => {
    const query = '{ Person(orderBy: name) { name age @optional } }'
    const ask = (...shape: readonly string[]) =>
      runCommand(['graphql', 'execute', '--data', people, ...shape, query], home)
    const bare = '{"data":[{"name":"Ada","age":36},{"name":"Bob"}]}\n'
    const whole = '{"data":{"Person":[{"name":"Ada","age":36},{"name":"Bob","age":null}]}}\n'
    expect(await ask()).toMatchObject({ code: 0, out: bare })
    expect(await ask('--shape', 'nodes')).toMatchObject({ code: 0, out: bare })
    expect(await ask('--shape', 'graphql')).toMatchObject({ code: 0, out: whole })
    const refused = await ask('--shape', 'tree')
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.error).toContain('--shape is nodes or graphql, not "tree".')
  })

  it('creates a database with options, and refuses those that there are not', async () => {
    const create = (...options: readonly string[]) =>
      runCommand(['db', 'create', 'formed', people, ...options.flatMap((one) => ['--option', one])], home)
    for (const [option, message] of [
      ['graphql.default.limti=1', 'Did you mean "graphql.default.limit"?'],
      ['graphql.default.limit=0', 'is a whole number from 1'],
      ['graphql.default.limit', '--option needs NAME=VALUE'],
    ] as const) {
      const refused = await create(option)
      expect(refused).toMatchObject({ code: 2, out: '' })
      expect(refused.error).toContain(message)
    }
    expect((await create('graphql.default.limit=1', 'graphql.response.shape=graphql')).code).toBe(0)
    const ask = (...shape: readonly string[]) =>
      runCommand(['graphql', 'execute', 'formed', names, ...shape], home)
    expect((await ask()).out).toBe('{"data":{"Person":[{"name":"Ada"}]},"extensions":{"truncated":true}}\n')
    expect((await ask('--shape', 'nodes')).out).toBe(
      '{"data":[{"name":"Ada"}],"extensions":{"truncated":true}}\n',
    )
    expect((await runCommand(['db', 'drop', 'formed'], home)).code).toBe(0)
  })

  it('explains a query on files', async () => {
    const result = await runCommand(['graphql', 'explain', '--data', people, '{ Person { name } }'], home)
    expect(result.code).toBe(0)
    expect(result.out).toMatch(/^SPARQL\n[\s\S]*\?0 :name \?1 \.\n[\s\S]*\nFIELDS\n0: \{1: name\}\n\nPLAN\n/u)
  })

  it('answers with --reasoning where nothing can be inferred', async () => {
    const result = await runCommand(['graphql', 'execute', '--reasoning', '--data', people, names], home)
    expect(result).toEqual({ code: 0, out: '{"data":[{"name":"Ada"},{"name":"Bob"}]}\n', error: '' })
  })

  it.each(badQueries)('refuses %s', async (_name, words, code) => {
    const result = await runCommand(['graphql', 'execute', '--data', people, ...words], home)
    expect(result.code).toBe(1)
    expect(JSON.parse(result.out).errors[0].extensions.code).toBe(code)
  })

  it('refuses a query of two megabytes and one nested ten thousand deep', async () => {
    const deep = `{ Person ${'{ a '.repeat(10_000)}${'}'.repeat(10_000)} }`
    for (const input of [`{ Person { ${'a '.repeat(1_000_000)} } }`, deep]) {
      const result = await runCommand(['graphql', 'execute', '--data', people, '-'], home, { input })
      expect(result.code).toBe(1)
      expect(result.out.length + result.error.length).toBeLessThan(10_000)
    }
  })

  it('prints a large answer whole, and ends quietly when its reader goes away', async () => {
    const many = join(folder, 'many.nt')
    const type = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>'
    const person = (n: number) =>
      `<x:${n}> ${type} <http://api.stardog.com/Person> .\n<x:${n}> <http://api.stardog.com/name> "${'n'.repeat(90)}${n}" .\n`
    writeFileSync(many, Array.from({ length: 10_000 }, (_, n) => person(n)).join(''))
    const words = ['graphql', 'execute', '--data', many, '{ Person { name } }']
    const whole = await runCommand(words, home)
    expect(whole).toMatchObject({ code: 0, error: '' })
    expect(JSON.parse(whole.out).data).toHaveLength(10_000)

    const child = startCommand(words, home)
    const exited = once(child, 'exit')
    let error = ''
    child.stderr.on('data', (piece) => {
      error += String(piece)
    })
    child.stdout.once('data', () => child.stdout.destroy())
    expect(await exited).toEqual([0, null])
    expect(error).toBe('')
  })

  it('tells that no server answers with 3', async () => {
    const result = await runCommand(['db', 'list', '--server', 'http://127.0.0.1:1'], home)
    expect(result).toMatchObject({ code: 3, out: '' })
    expect(result.error).toContain('No server answers at http://127.0.0.1:1.')
  })
})

describe('with a server', () => {
  let server: ServerProcess
  const served = () => join(folder, 'served')
  beforeAll(async () => {
    server = await startServer(served())
  })
  afterAll(async () => {
    await server.end('SIGTERM')
  })

  it('prints lines that work, and that it answers on this machine only', async () => {
    const { banner, url } = server
    expect(banner).toContain('on this machine only')
    const curl = /curl (\S+) -H 'Content-Type: application\/json' -d '(.*)'\n/u.exec(banner)
    expect(curl?.[1]).toBe(`${url}/demo/graphql`)
    const answer = await fetch(curl?.[1] ?? '', { method: 'POST', body: Buffer.from(curl?.[2] ?? '') })
    const body = await answer.text()
    expect(JSON.parse(body).data).toHaveLength(3)
    const command = /graphql execute --server (\S+) demo '(.*)'\n/u.exec(banner)
    const words = ['graphql', 'execute', '--server', command?.[1] ?? '', 'demo', command?.[2] ?? '']
    expect(await runCommand(words, home)).toEqual({ code: 0, out: `${body}\n`, error: '' })
  })

  it('creates, asks, explains, adds to, lists and drops a database of the server', async () => {
    expect((await runCommand(['db', 'create', 'p', people], served())).error).toContain(`in ${server.url}`)
    expect((await runCommand(['graphql', 'execute', `${server.url}/p`, names], home)).out).toBe(
      '{"data":[{"name":"Ada"},{"name":"Bob"}]}\n',
    )
    expect((await runCommand(['graphql', 'explain', 'p', names], served())).out).toContain('\nPLAN\n')
    expect((await runCommand(['data', 'add', 'p', people], served())).error).toContain(
      '5 quads, 0 of them new',
    )
    expect((await runCommand(['data', 'size', `${server.url}/p`], home)).out).toBe('5\n')
    expect((await runCommand(['db', 'create', 'p'], served())).code).toBe(1)
    const malformed = await runCommand(['data', 'add', 'p', broken], served())
    expect(malformed.code).toBe(1)
    expect(malformed.error).toMatch(/line 2, column \d+/u)
    expect((await runCommand(['db', 'drop', 'p'], served())).code).toBe(0)
    expect((await runCommand(['db', 'list'], served())).out).toBe('demo\n')
    expect((await runCommand(['graphql', 'execute', 'p', names], served())).code).toBe(1)
  })

  it.each(badQueries)('answers %s by HTTP with errors', async (_name, words, code) => {
    const option = (name: string) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined)
    const variables = option('--variables')
    const answer = await fetch(`${server.url}/demo/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: words[0],
        operationName: option('--operation'),
        ...(variables === undefined ? {} : { variables: JSON.parse(variables) }),
      }),
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code } }] })
  })

  it('answers a query nested ten thousand deep, and one of two megabytes, with errors', async () => {
    const post = (query: string) =>
      fetch(`${server.url}/demo/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
    const deep = await post(`{ Person ${'{ a '.repeat(10_000)}${'}'.repeat(10_000)} }`)
    expect(deep.status).toBe(200)
    expect(await deep.json()).toMatchObject({ errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] })
    expect((await post('x'.repeat(2_000_000))).status).toBe(413)
  })

  it('creates a database of the server with options, and asks it in either form', async () => {
    const formed = ['--option', 'graphql.response.shape=graphql']
    expect((await runCommand(['db', 'create', 'formed', people, ...formed], home)).code).toBe(0)
    const ask = (...shape: readonly string[]) =>
      runCommand(['graphql', 'execute', 'formed', names, ...shape], home)
    expect((await ask()).out).toBe('{"data":{"Person":[{"name":"Ada"},{"name":"Bob"}]}}\n')
    expect((await ask('--shape', 'nodes')).out).toBe('{"data":[{"name":"Ada"},{"name":"Bob"}]}\n')
    expect((await runCommand(['db', 'drop', 'formed'], home)).code).toBe(0)
  })

  it('ends a query at its time-out with 4', async () => {
    // The pattern tries 2^60 ways to split the text: it does not end by itself, however fast the machine is.
    const query = `{ Tree { name @filter(if: "REGEX(CONCAT($name, '${'a'.repeat(60)}!'), '(a+)+$')") } }`
    const result = await runCommand(['graphql', 'execute', 'demo', query, '--timeout', '50ms'], served())
    expect(result).toMatchObject({ code: 4, out: '' })
  })

  it('refuses a second server on its home folder', async () => {
    const result = await runCommand(['server', 'start', '--port', '0'], served())
    expect(result.code).toBe(3)
    expect(result.error).toContain(server.url)
  })

  it('tells where it answers', async () => {
    expect((await runCommand(['server', 'status'], served())).out).toContain(server.url)
  })
})

describe('the life of a server', () => {
  let server: ServerProcess | undefined
  afterEach(async () => {
    server?.process.kill('SIGKILL')
    server = undefined
  })

  it('makes no demo where it is not wanted, or not the first start', async () => {
    const own = join(folder, 'no-demo')
    server = await startServer(own, ['--no-demo'])
    expect(server.banner).not.toContain('curl')
    expect(await server.end('SIGTERM')).toBe(0)
    server = await startServer(own)
    expect(server.banner).not.toContain('curl')
    expect(await server.end('SIGINT')).toBe(0)
  })

  it('stops by command', async () => {
    const own = join(folder, 'stopped')
    server = await startServer(own, ['--no-demo'])
    const exited = once(server.process, 'exit')
    expect((await runCommand(['server', 'stop'], own)).code).toBe(0)
    expect(await exited).toEqual([0, null])
    expect((await runCommand(['server', 'status'], own)).code).toBe(3)
    expect((await runCommand(['server', 'stop'], own)).code).toBe(3)
  })

  it('starts again on the home folder of a server that was killed, with its data', async () => {
    const own = join(folder, 'killed')
    server = await startServer(own)
    const exited = once(server.process, 'exit')
    server.process.kill('SIGKILL')
    await exited
    server = await startServer(own)
    const size = await fetch(`${server.url}/demo/size`)
    expect(Number(await size.text())).toBeGreaterThan(300)
  })
})
