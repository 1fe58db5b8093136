import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../../test/command-line.ts'
import { type ProgramResult, runInProcess } from '../../test/program-in-process.ts'
import { type RealServer, startRealServer } from '../../test/real-server.ts'

const data = `@prefix : <http://plants.example/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Tree rdfs:subClassOf :Plant .
:Weed owl:equivalentClass [ owl:complementOf :Planted ] .
:ash a :Tree ; :name "Ash" .
:thyme a :Plant ; :name "Thyme" .
`
const graphqlText = '{ Plant(orderBy: name) { name } }'
const sparqlText = 'SELECT ?n { ?p a :Plant ; :name ?n } ORDER BY ?n'
const all = '{"data":[{"name":"Ash"},{"name":"Thyme"}]}\n'
const stated = '{"data":[{"name":"Thyme"}]}\n'
const left = ':Weed owl:equivalentClass [owl:complementOf :Planted]'
const section = new RegExp(
  String.raw`\n\nREASONING\n:Tree rdfs:subClassOf :Plant\nWarning: ${left.replaceAll(/[[\]]/g, String.raw`\$&`)}: [^\n]+\n$`,
  'u',
)

let folder: string
const path = (name: string): string => join(folder, name)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-reasoning-'))
  writeFileSync(path('plants.ttl'), data)
  writeFileSync(
    path('plants.graphql'),
    'type Query { Plant(orderBy: OrderBy): [Plant] Living(orderBy: OrderBy): [Living] } interface Living { name: String } type Plant implements Living { name: String }',
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(['files', 'a home folder', 'a server'])('--reasoning, on %s', (where) => {
  let server: RealServer | undefined
  const run = (...words: readonly string[]): Promise<ProgramResult> => {
    const place = server === undefined ? {} : { ESPALIER_SERVER: server.url }
    return runInProcess(words, { environment: { ESPALIER_HOME: path('home'), ...place }, directory: folder })
  }
  /** Asks what there is by a command such as `graphql execute`. */
  const ask = (command: string, query: string, ...options: readonly string[]): Promise<ProgramResult> =>
    run(...command.split(' '), ...(where === 'files' ? ['--data', 'plants.ttl'] : ['p']), query, ...options)
  /** What is told beside an answer: where a server answers it is in its log. */
  const expectWarning = (error: string): void => {
    if (where === 'a server') expect(error).toBe('')
    else {
      expect(error.startsWith(`Warning: Reasoning leaves out ${left}: `), error).toBe(true)
      expect(error.split('\n')).toHaveLength(2)
    }
  }

  beforeAll(async () => {
    if (where === 'a server') server = await startRealServer()
    if (where !== 'files') expect(await run('db', 'create', 'p', 'plants.ttl')).toMatchObject({ code: 0 })
  })
  afterAll(() => server?.[Symbol.asyncDispose]())

  it('is off unless it is given', async () => {
    expect(await ask('graphql execute', graphqlText)).toMatchObject({ code: 0, out: stated, error: '' })
    const { out } = await ask('query execute', sparqlText, '--format', 'csv')
    expect(out).toBe('n\r\nThyme\r\n')
    expect((await ask('graphql explain', graphqlText)).out).not.toContain('REASONING')
    expect((await ask('query explain', sparqlText)).out).not.toContain('REASONING')
  })

  it('has inferred nodes answer GraphQL', async () => {
    const { code, out, error } = await ask('graphql execute', graphqlText, '--reasoning')
    expect({ code, out }).toEqual({ code: 0, out: all })
    expectWarning(error)
  })

  it('comes before what the variables say', async () => {
    const variables = ['--variables', '{"@reasoning": false}']
    expect((await ask('graphql execute', graphqlText, ...variables)).out).toBe(stated)
    expect((await ask('graphql execute', graphqlText, ...variables, '--reasoning')).out).toBe(all)
    expect((await ask('graphql execute', graphqlText, '--variables', '{"@reasoning": true}')).out).toBe(all)
  })

  it('has an interface of a schema be a superclass', async () => {
    const query = '{ Living(orderBy: name) { __typename name } }'
    if (where !== 'files') await run('graphql', 'schema', '--add', 'plants', 'p', 'plants.graphql')
    const schema = where === 'files' ? ['--schema-file', 'plants.graphql'] : ['--schema', 'plants']
    expect((await ask('graphql execute', query, ...schema)).out).toBe('{"data":[]}\n')
    expect(JSON.parse((await ask('graphql execute', query, ...schema, '--reasoning')).out)).toEqual({
      data: [
        { __typename: 'Plant', name: 'Ash' },
        { __typename: 'Plant', name: 'Thyme' },
      ],
    })
  })

  it('has inferred triples answer SPARQL', async () => {
    const { code, out, error } = await ask('query execute', sparqlText, '--reasoning', '--format', 'csv')
    expect({ code, out }).toEqual({ code: 0, out: 'n\r\nAsh\r\nThyme\r\n' })
    expectWarning(error)
  })

  it('adds the section REASONING to explanations, and nothing on the error output', async () => {
    const ofGraphql = await ask('graphql explain', graphqlText, '--reasoning')
    expect(ofGraphql).toMatchObject({ code: 0, error: '' })
    expect(ofGraphql.out).toMatch(/^SPARQL\n[\s\S]*\n\nFIELDS\n[\s\S]*\n\nPLAN\n/u)
    expect(ofGraphql.out).toMatch(section)
    const ofSparql = await ask('query explain', sparqlText, '--reasoning', '--profile')
    expect(ofSparql).toMatchObject({ code: 0, error: '' })
    expect(ofSparql.out).toMatch(/^SPARQL\n[\s\S]*\n\nPLAN\n[\s\S]*rows: 2/u)
    expect(ofSparql.out).toMatch(section)
  })

  it('says in explanations that no axiom was needed', async () => {
    const { out } = await ask('query explain', 'ASK { :ash :name ?n }', '--reasoning')
    expect(out).toMatch(/\n\nREASONING\nNo axiom was needed\.\nWarning: [^\n]+\n$/u)
  })

  it('is refused of an update', async () => {
    const refused = await ask('query execute', 'CLEAR ALL', '--reasoning')
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.error).toContain('--reasoning is for queries; this is an update.')
    expect((await ask('query execute', sparqlText, '--format', 'csv')).out).toBe('n\r\nThyme\r\n')
  })
})

describe('the log of a server', () => {
  it('has what is left out once for each state of the vocabulary', async () => {
    const home = path('logging')
    const server = await startServer(home, ['--no-demo'])
    const environment = { ESPALIER_SERVER: server.url }
    const run = async (...words: readonly string[]): Promise<string> => {
      const { code, out, error } = await runInProcess(words, { environment, directory: folder })
      expect({ words, code, error: code === 0 ? '' : error }).toEqual({ words, code: 0, error: '' })
      return out
    }
    const ask = (): Promise<string> => run('graphql', 'execute', 'plants', graphqlText, '--reasoning')
    try {
      await run('db', 'create', 'plants', 'plants.ttl')
      for (let times = 0; times < 3; times++) expect(await ask()).toBe(all)
      await run(
        'query',
        'execute',
        'plants',
        'INSERT DATA { :Rose rdfs:subClassOf :Plant . :rose a :Rose ; :name "Rose" }',
      )
      expect(await ask()).toContain('Rose')
      const second = 'INSERT DATA { :Stone owl:equivalentClass [ owl:complementOf :Plant ] }'
      await run('query', 'execute', 'plants', second)
      for (let times = 0; times < 2; times++) await ask()
    } finally {
      await server.end('SIGTERM')
    }
    const told = server.log
      .split('\n')
      .filter((line) => line.includes('reasoning leaves axioms out'))
      .map((line) => JSON.parse(line))
    expect(told.map(({ level, database }) => ({ level, database }))).toEqual(
      told.map(() => ({ level: 40, database: 'plants' })),
    )
    const warnings = told.flatMap((line) => line.warnings)
    const times = (name: string): number =>
      warnings.filter((warning: string) => warning.startsWith(`:${name} `)).length
    expect({ weed: times('Weed'), stone: times('Stone') }).toEqual({ weed: 1, stone: 1 })
  })
})
