import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getIntrospectionQuery } from 'graphql'
import { startServer } from '../test/command-line.ts'
import { type HttpConnection, httpConnection } from './http-connection.ts'
import { largeOntology, largeSchema } from './large-schema.ts'
import { type QuestionName, questions } from './questions.ts'
import { socialGraph, someoneIri } from './social-graph.ts'

/** Persons of the graph that is asked: 100,000 quads. */
const persons = 6_250
const types = 500
const classes = 2_000

/** Milliseconds that each question is asked for. */
const period = 10_000

/**
 * Asks a server questions with a schema of 500 types and without one, in turns, and times what schemas take as users see it: adding
 * one, generating one of an ontology of 2,000 classes, and introspection of it.
 */
export async function measureSchemas(names: readonly QuestionName[]): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'espalier-schemas-'))
  const server = await startServer(home, ['--no-demo'])
  const connection = httpConnection(server.url)
  try {
    await create(server.url, 'social', socialGraph(persons))
    const text = largeSchema(types)
    console.log(`\na schema of ${types} types, ${kilobytes(text.length)}`)
    const added = await timed(() => putSchema(server.url, text))
    console.log(`checked and added in ${added.toFixed(0)} ms`)
    const lookup = '{ Person(iri: "urn:nobody") { name } }'
    const first = await timed(() => ask(connection, 'social/graphql/large', lookup))
    console.log(`the first query by it, which reads it, in ${first.toFixed(0)} ms`)
    console.log('median milliseconds | without a schema | with it | ratio')
    for (const name of names) await compare(connection, questions[name].name, () => questions[name].graphql)
    let number = 0
    await compare(
      connection,
      'one person by IRI, another text each time',
      () => `{ Person(iri: "${someoneIri}") { name age k${number++}: email company { name city } } }`,
    )
    await measureGenerated(server.url, connection)
  } finally {
    connection.close()
    await server.end('SIGTERM')
    rmSync(home, { recursive: true, force: true })
  }
}

/** Asks a question with and without the schema, in turns, so that what else the machine does falls on both alike. */
async function compare(connection: HttpConnection, name: string, query: () => string): Promise<void> {
  const paths = ['social/graphql', 'social/graphql/large']
  const times = paths.map((): number[] => [])
  const end = performance.now() + period
  for (let round = -3; round < 10 || performance.now() < end; round++) {
    for (const [at, path] of round % 2 === 0 ? paths.entries() : [...paths.entries()].toReversed()) {
      const time = await timed(() => ask(connection, path, query()))
      if (round >= 0) times[at]?.push(time)
    }
  }
  const [without = Number.NaN, by = Number.NaN] = times.map(median)
  console.log([name, without.toPrecision(3), by.toPrecision(3), (by / without).toFixed(2)].join(' | '))
}

/** What a generated schema takes: made when it is first needed, introspected for the first time and again. */
async function measureGenerated(url: string, connection: HttpConnection): Promise<void> {
  await create(url, 'classes', largeOntology(classes), { 'graphql.auto.schema': true })
  const made = await timed(() => connection.ask({ path: '/classes/graphql/schemas' }))
  const { length } = await connection.ask({ path: '/classes/graphql/schemas/default' })
  console.log(
    `\na schema of ${classes.toLocaleString('en')} classes generated in ${made.toFixed(0)} ms: ${kilobytes(length)}`,
  )
  const query = getIntrospectionQuery()
  const first = await timed(() => ask(connection, 'classes/graphql', '{ __typename }'))
  console.log(`the first query by it, which reads it, in ${first.toFixed(0)} ms`)
  const cold = await timed(() => ask(connection, 'classes/graphql', query))
  const answer = await ask(connection, 'classes/graphql', query)
  const times: number[] = []
  for (let run = 0; run < 20; run++) times.push(await timed(() => ask(connection, 'classes/graphql', query)))
  const again = median(times).toFixed(0)
  console.log(`introspected in ${cold.toFixed(0)} ms, again in ${again} ms: ${kilobytes(answer.length)}`)
  const one = '{ __type(name: "Class7") { name fields { name type { name kind ofType { name } } } } }'
  const ofType = await timed(() => ask(connection, 'classes/graphql', one))
  console.log(`one type introspected in ${ofType.toFixed(1)} ms`)
}

async function create(
  url: string,
  dbname: string,
  triples: Iterable<string>,
  options: object = {},
): Promise<void> {
  const body = new FormData()
  body.set('root', new Blob([JSON.stringify({ dbname, options })]), 'root')
  body.set('data.nt', new Blob([...triples]), 'data.nt')
  const created = await fetch(`${url}/admin/databases`, { method: 'POST', body })
  if (!created.ok) throw new Error(await created.text())
}

async function putSchema(url: string, text: string): Promise<void> {
  const reply = await fetch(`${url}/social/graphql/schemas/large`, { method: 'PUT', body: text })
  if (!reply.ok) throw new Error(await reply.text())
  await reply.text()
}

async function ask(connection: HttpConnection, path: string, query: string): Promise<string> {
  const answer = await connection.ask({
    path: `/${path}`,
    type: 'application/json',
    body: JSON.stringify({ query }),
  })
  if (answer.startsWith('{"errors"')) throw new Error(answer)
  return answer
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

function kilobytes(characters: number): string {
  return `${Math.round(characters / 1_000).toLocaleString('en')} kB`
}
