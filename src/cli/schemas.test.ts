import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ProgramContext, type ProgramResult, runInProcess } from '../../test/program-in-process.ts'
import { type RealServer, startRealServer } from '../../test/real-server.ts'

const data = `@prefix : <http://people.example/> .
:ada a :Person ; :name "Ada" ; :age 36 .
:bob a :Person ; :name "Bob" ; :age 40 .
`
const people = `schema { query: Query }

type Query { Person(orderBy: OrderBy): [Person!] }
type Person { name: String, age: String } # a remark`
const broken = 'schema { query: Q }\ntype Q { people: [Persn] }\ntype Person { name: Strin }\n'
const brokenPlaces = (file: string): string =>
  [
    '2 errors',
    `${file}:2:19  GRAPHQL_VALIDATION_FAILED  Unknown type "Persn". Did you mean "Person"?`,
    '  2 │ type Q { people: [Persn] }',
    '    │                   ^',
    `${file}:3:21  GRAPHQL_VALIDATION_FAILED  Unknown type "Strin". Did you mean "String"?`,
    '  3 │ type Person { name: Strin }',
    '    │                     ^',
    '',
  ].join('\n')

const query = '{ Person(orderBy: name) { age } }'
const asTexts = { data: [{ age: '36' }, { age: '40' }] }

let folder: string
const path = (name: string): string => join(folder, name)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-schemas-'))
  writeFileSync(path('people.ttl'), data)
  writeFileSync(path('people.graphql'), people)
  writeFileSync(path('broken.graphql'), broken)
  writeFileSync(path('latin.graphql'), Uint8Array.of(0x23, 0xe4))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Result = Pick<ProgramResult, 'code' | 'out' | 'error'>

async function runCommand(words: readonly string[], context: Partial<ProgramContext>): Promise<Result> {
  const { code, out, error } = await runInProcess(words, { environment: {}, directory: folder, ...context })
  return { code, out, error }
}

describe.each(['a home folder', 'a server'])('graphql schema, on %s', (where) => {
  let server: RealServer | undefined
  const run = (words: readonly string[], context: Partial<ProgramContext> = {}): Promise<Result> => {
    const place = server === undefined ? {} : { ESPALIER_SERVER: server.url }
    return runCommand(words, { environment: { ESPALIER_HOME: path('home'), ...place }, ...context })
  }
  const schema = (...words: readonly string[]): Promise<Result> => run(['graphql', 'schema', ...words])

  beforeAll(async () => {
    if (where === 'a server') server = await startRealServer()
    expect(await run(['db', 'create', 'p', 'people.ttl'])).toMatchObject({ code: 0 })
  })
  afterEach(() => schema('--clear', 'p', '--yes'))
  afterAll(() => server?.[Symbol.asyncDispose]())

  it('adds, shows, lists, replaces and removes', async () => {
    expect(await schema('--list', 'p')).toEqual({ code: 0, out: '', error: '' })
    expect(await schema('--add', 'people', 'p', 'people.graphql')).toEqual({
      code: 0,
      out: '',
      error: 'Added the schema people to p.\n',
    })
    expect(await schema('--show', 'people', 'p')).toEqual({ code: 0, out: people, error: '' })
    writeFileSync(path('other.graphql'), `\u{feff}${people}\r\n`)
    expect(await schema('--add', 'people', 'p', 'other.graphql')).toMatchObject({
      code: 0,
      error: 'Replaced the schema people of p.\n',
    })
    expect((await schema('--show', 'people', 'p')).out).toBe(`\u{feff}${people}\r\n`)
    await schema('--add', 'another', 'p', 'people.graphql')
    expect((await schema('--list', 'p')).out).toBe('another\npeople\n')
    expect(await schema('--remove', 'people', 'p')).toEqual({
      code: 0,
      out: '',
      error: 'Removed the schema people of p.\n',
    })
    expect((await schema('--list', 'p')).out).toBe('another\n')
  })

  it('reads a schema from the standard input', async () => {
    const words = ['graphql', 'schema', 'p', '-', '--add', 'people']
    expect(await run(words, { input: people })).toMatchObject({ code: 0 })
    expect((await schema('--show', 'people', 'p')).out).toBe(people)
  })

  it('tells the errors of a schema from the standard input with their places', async () => {
    const words = ['graphql', 'schema', 'p', '-', '--add', 'people']
    const { code, error } = await run(words, { input: 'type Query { a: Man }' })
    expect(code).toBe(1)
    expect(error).toContain('The schema in the standard input cannot be used.\n')
    expect(error).toContain('\nthe standard input:1:17  GRAPHQL_VALIDATION_FAILED  Unknown type "Man".\n')
  })

  it('writes a schema to a file', async () => {
    await schema('--add', 'people', 'p', 'people.graphql')
    expect(await schema('--show', 'people', 'p', '-o', 'copy.graphql')).toEqual({
      code: 0,
      out: '',
      error: '',
    })
    expect(readFileSync(path('copy.graphql'), 'utf8')).toBe(people)
    expect(await schema('--show', 'nobody', 'p', '-o', 'none.graphql')).toMatchObject({ code: 1 })
    expect(existsSync(path('none.graphql'))).toBe(false)
  })

  it('infers a schema that can be added', async () => {
    const { code, out } = await schema('--infer', 'p')
    expect(code).toBe(0)
    expect(out).toContain('type Person')
    writeFileSync(path('inferred.graphql'), out)
    expect(await schema('--add', 'inferred', 'p', 'inferred.graphql')).toMatchObject({ code: 0 })
    const answer = await run(['graphql', 'execute', 'p', query, '--schema', 'inferred'])
    expect(JSON.parse(answer.out)).toEqual({ data: [{ age: 36 }, { age: 40 }] })
    expect((await schema('--list', 'p')).out).toBe('inferred\n')
  })

  it('tells every error of a schema with its place, and keeps the one that was there', async () => {
    await schema('--add', 'people', 'p', 'people.graphql')
    expect(await schema('--add', 'people', 'p', 'broken.graphql')).toEqual({
      code: 1,
      out: '',
      error: `espalier: The schema in broken.graphql cannot be used.\n${brokenPlaces('broken.graphql')}`,
    })
    expect((await schema('--show', 'people', 'p')).out).toBe(people)
  })

  it.each([
    [['--show', 'nobody', 'p'], 1, 'nobody'],
    [['--remove', 'nobody', 'p'], 1, 'nobody'],
    [['--add', 'schemas', 'p', 'people.graphql'], 1, '/graphql/schemas'],
    [['--add', '../p', 'p', 'people.graphql'], 1, '../p'],
    [['--add', 'x'.repeat(129), 'p', 'people.graphql'], 1, '128'],
    [['--list', 'nowhere'], 1, "Database 'nowhere' does not exist."],
    [['--infer', 'nowhere'], 1, "Database 'nowhere' does not exist."],
    [['--clear', 'nowhere', '--yes'], 1, "Database 'nowhere' does not exist."],
    [['--add', 'people', 'nowhere', 'people.graphql'], 1, "Database 'nowhere' does not exist."],
    [
      ['--add', 'people', 'p', 'missing.graphql'],
      2,
      'Cannot read the file missing.graphql: there is no such file',
    ],
    [['--add', 'people', 'p', '.'], 2, 'it is a folder'],
    [['--add', 'people', 'p', 'latin.graphql'], 2, 'The schema in latin.graphql is not UTF-8 text.'],
  ] as const)('says what is wrong with %j', async (words, code, text) => {
    const result = await schema(...words)
    expect(result).toMatchObject({ code, out: '' })
    expect(result.error).toContain(text)
    expect((await schema('--list', 'p')).out).toBe('')
  })

  it('clears all schemas when that is confirmed', async () => {
    await schema('--add', 'a', 'p', 'people.graphql')
    await schema('--add', 'b', 'p', 'people.graphql')
    expect(await schema('--clear', 'p')).toMatchObject({ code: 2, error: expect.stringContaining('--yes') })
    const words = ['graphql', 'schema', '--clear', 'p']
    expect(await run(words, { typed: true, input: 'n\n' })).toMatchObject({
      code: 0,
      error: 'Remove all schemas of p? [y/N] Nothing changed.\n',
    })
    expect((await schema('--list', 'p')).out).toBe('a\nb\n')
    const removed = await run(words, { typed: true, input: 'y\n' })
    expect(removed).toMatchObject({ code: 0, error: expect.stringContaining('Removed 2 schemas of p.\n') })
    expect((await schema('--list', 'p')).out).toBe('')
    expect((await schema('--clear', 'p', '-y')).error).toBe('Removed 0 schemas of p.\n')
  })

  it('answers and explains queries by a schema', async () => {
    await schema('--add', 'people', 'p', 'people.graphql')
    const execute = (...words: readonly string[]) => run(['graphql', 'execute', 'p', ...words])
    expect(JSON.parse((await execute(query, '--schema', 'people')).out)).toEqual(asTexts)
    const variables = ['--variables', '{"@schema": "nobody"}']
    const answer = await execute(
      '{ Person { name @filter(if: "$name = \'Bob\'") age } }',
      ...variables,
      '--schema',
      'people',
    )
    expect(answer.error).toBe('')
    expect(JSON.parse(answer.out)).toMatchObject({ data: [{ age: '40' }] })
    const explained = await run(['graphql', 'explain', 'p', query, '--schema', 'people'])
    expect(explained).toMatchObject({ code: 0, out: expect.stringContaining('FIELDS') })
    for (const command of ['execute', 'explain']) {
      const undeclared = await run(['graphql', command, 'p', '{ Person { email } }', '--schema', 'people'])
      expect(undeclared.code).toBe(1)
      expect(JSON.parse(undeclared.out)).toMatchObject({
        errors: [{ locations: [{ line: 1, column: 12 }], extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
      })
      const unknown = await run(['graphql', command, 'p', query, '--schema', 'peple'])
      expect(unknown.code).toBe(1)
      expect(`${unknown.out}${unknown.error}`).toContain('people')
    }
  })

  it('keeps schemas while the database is offline, and in its backups', async () => {
    await schema('--add', 'people', 'p', 'people.graphql')
    expect(await run(['db', 'backup', 'p', '--to', 'p.espalier'])).toMatchObject({ code: 0 })
    expect(await run(['db', 'restore', 'p.espalier', '--name', 'q'])).toMatchObject({ code: 0 })
    expect(await schema('--show', 'people', 'q')).toMatchObject({ code: 0, out: people })
    expect(await run(['db', 'offline', 'q'])).toMatchObject({ code: 0 })
    expect(await schema('--add', 'more', 'q', 'people.graphql')).toMatchObject({ code: 0 })
    expect((await schema('--list', 'q')).out).toBe('more\npeople\n')
    expect(await schema('--infer', 'q')).toMatchObject({ code: 3, out: '' })
    expect(await run(['db', 'drop', 'q'])).toMatchObject({ code: 0 })
    expect(await run(['db', 'create', 'q'])).toMatchObject({ code: 0 })
    expect((await schema('--list', 'q')).out).toBe('')
    expect(await run(['db', 'drop', 'q'])).toMatchObject({ code: 0 })
    rmSync(path('p.espalier'))
  })

  it('shows no control characters of a schema on a terminal', async () => {
    const text = `# \u001b[31m red \u009b \u202e\n${people}`
    writeFileSync(path('coloured.graphql'), text)
    expect(await schema('--add', 'coloured', 'p', 'coloured.graphql')).toMatchObject({ code: 0 })
    const { out } = await run(['graphql', 'schema', '--show', 'coloured', 'p'], { typed: true })
    expect(out).toBe(`# \\u001B[31m red \\u009B \\u202E\n${people}`)
    expect((await schema('--show', 'coloured', 'p')).out).toBe(text)
  })
})

describe('the command line of graphql schema', () => {
  it.each([
    [[], 'Say what is to be done: --add, --remove, --show, --list, --infer, --clear.'],
    [['p'], 'Say what is to be done'],
    [['--list', '--infer', 'p'], 'Give --list or --infer, not both.'],
    [['--add'], '--add'],
    [['--add', 'people', 'p'], 'The operand FILE is missing.'],
    [['--add', 'people'], 'The operand DB is missing.'],
    [['--list', 'p', 'q'], 'Unexpected operand "q".'],
    [['--list', 'p', '--data', 'people.ttl'], '--data is of --infer, not of --list.'],
    [['--list', 'p', '-o', 'x'], '--output is of --show and --infer, not of --list.'],
    [['--show', 'people', 'p', '--yes'], '--yes is of --clear, not of --show.'],
    [['--infer', 'p', '--data', 'people.ttl'], 'Unexpected operand "p".'],
    [['--infer', 'p', '--timeout', 'soon'], '--timeout'],
  ])('refuses %j', async (words, text) => {
    const { code, error } = await runCommand(['graphql', 'schema', ...words], {
      environment: { ESPALIER_HOME: path('none') },
    })
    expect(error).toContain(text)
    expect(code).toBe(2)
  })

  it('tells of its options', async () => {
    const { out } = await runCommand(['graphql', 'schema', '--help'], {})
    for (const option of ['--add NAME', '--remove NAME', '--show NAME', '--list', '--infer', '--clear']) {
      expect(out).toContain(`  ${option}`)
    }
  })
})

describe('files in place of a database', () => {
  const execute = (...words: readonly string[]): Promise<Result> =>
    runCommand(['graphql', 'execute', '--data', 'people.ttl', ...words], {})

  it('are asked by a schema in a file', async () => {
    const answer = await execute(query, '--schema-file', 'people.graphql')
    expect(answer.error).toBe('')
    expect(JSON.parse(answer.out)).toEqual(asTexts)
    const undeclared = await execute('{ Person { email } }', '--schema-file', 'people.graphql')
    expect(undeclared.code).toBe(1)
    expect(JSON.parse(undeclared.out)).toMatchObject({ errors: [{ locations: [{ line: 1, column: 12 }] }] })
    const words = ['graphql', 'explain', '--data', 'people.ttl', query, '--schema-file', 'people.graphql']
    expect(await runCommand(words, {})).toMatchObject({ code: 0, out: expect.stringContaining('SPARQL') })
  })

  it('take a schema from the standard input', async () => {
    const words = ['graphql', 'execute', '--data', 'people.ttl', query, '--schema-file', '-']
    expect(JSON.parse((await runCommand(words, { input: people })).out)).toEqual(asTexts)
  })

  it('tell the errors of a schema with their places', async () => {
    expect(await execute(query, '--schema-file', 'broken.graphql')).toEqual({
      code: 1,
      out: '',
      error: `espalier: The schema in broken.graphql cannot be used.\n${brokenPlaces('broken.graphql')}`,
    })
  })

  it('have a schema made of them', async () => {
    const { code, out } = await runCommand(['graphql', 'schema', '--infer', '--data', 'people.ttl'], {})
    expect(code).toBe(0)
    writeFileSync(path('of-files.graphql'), out)
    const answer = await execute(query, '--schema-file', 'of-files.graphql')
    expect(JSON.parse(answer.out)).toEqual({ data: [{ age: 36 }, { age: 40 }] })
  })

  it.each([
    [['--data', 'people.ttl', query, '--schema', 'people'], '--schema-file FILE'],
    [['p', query, '--schema-file', 'people.graphql'], 'espalier graphql schema --add NAME p FILE'],
    [['--data', 'people.ttl', query, '--schema-file', 'none.graphql'], 'Cannot read the file none.graphql'],
    [['--data', 'people.ttl', '-', '--schema-file', '-'], 'The standard input can be read once only.'],
  ])('refuse %j', async (words, text) => {
    const { code, error } = await runCommand(['graphql', 'execute', ...words], { input: query })
    expect(error).toContain(text)
    expect(code).toBe(2)
  })
})
