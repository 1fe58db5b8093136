import { parseRdf } from '../src/rdf/parse.ts'
import type { Quad } from '../src/rdf/term.ts'
import { canonicalJson } from '../test/reference/canonical-json.ts'
import { startVirtuoso } from '../test/remote/virtuoso.ts'
import {
  direct,
  type EndpointContender,
  type EndpointQuestion,
  inProgram,
  throughServer,
} from './endpoint-contenders.ts'
import { type QuestionName, questions } from './questions.ts'
import { type RecordedRequest, recordRequests } from './recorded-requests.ts'
import { socialGraph } from './social-graph.ts'

/** 100,000 quads. */
const persons = 6_250
/** Rounds of a question: as many as fit into so many milliseconds, within bounds. */
const patience = 20_000
const leastRounds = 3
const mostRounds = 30

/**
 * Asks a Virtuoso of its own the questions, by itself and through Espalier, in turns, and prints the medians: first without
 * a limit of rows, then with that of Debian's package.
 */
export async function measureRemote(names: readonly QuestionName[]): Promise<void> {
  const quads = await graph()
  for (const mostRows of [0, 10_000]) {
    const limit =
      mostRows === 0 ? 'no limit of rows' : `answers cut after ${mostRows.toLocaleString('en')} rows`
    console.log(`\nVirtuoso, ${quads.length.toLocaleString('en')} quads, ${limit}`)
    const virtuoso = await startVirtuoso({ mostRows, buffers: 20_000 })
    try {
      await virtuoso.load(quads)
      await compareAll(names, virtuoso.queryUrl)
    } finally {
      await virtuoso.close()
    }
  }
}

async function compareAll(names: readonly QuestionName[], queryUrl: string): Promise<void> {
  const contenders = [
    direct('itself', queryUrl, 'application/sparql-results+xml'),
    direct('itself, unordered', queryUrl, 'application/sparql-results+xml', withoutOrder),
    direct('itself, as JSON', queryUrl, 'application/sparql-results+json'),
    await inProgram('Espalier', queryUrl, 'none'),
    await inProgram('Espalier, child process', queryUrl, 'process'),
    await throughServer('Espalier, server', queryUrl),
  ]
  try {
    console.log(['median milliseconds', 'requests', ...contenders.map(({ name }) => name)].join(' | '))
    for (const name of names) await compare(name, queryUrl, contenders)
  } finally {
    await Promise.all(contenders.map((one) => one.close()))
  }
}

async function graph(): Promise<readonly Quad[]> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const piece of socialGraph(persons)) yield Buffer.from(piece)
  }
  const quads: Quad[] = []
  for await (const batch of parseRdf(bytes(), { format: 'n-triples', fileName: 'social.nt' }))
    quads.push(...batch)
  return quads
}

/** What is sent for a question, once it is known what the endpoint is. */
function requestsOf(graphql: string, queryUrl: string): Promise<readonly RecordedRequest[]> {
  return recordRequests(queryUrl, async (url, begin) => {
    const espalier = await inProgram('recorded', url, 'none')
    begin()
    await espalier.ask({ graphql, requests: [] })
    await espalier.close()
  })
}

async function compare(
  name: QuestionName,
  queryUrl: string,
  contenders: readonly EndpointContender[],
): Promise<void> {
  const { graphql, name: title } = questions[name]
  const requests = await requestsOf(graphql, queryUrl)
  const answers = new Set<string>()
  for (const one of contenders) {
    const answer = await one.ask({ graphql, requests })
    if (answer !== '') answers.add(canonicalJson(answer))
  }
  if (answers.size !== 1) throw new Error(`The answers to "${title}" differ.`)
  const times = await timesOf(contenders, { graphql, requests })
  const itself = times.at(0) ?? Number.NaN
  const figures = times.map((time) => `${time.toPrecision(3)} (${(time / itself).toFixed(2)}×)`)
  console.log([title, requests.length, ...figures].join(' | '))
}

/**
 * The median times of contenders that are asked in turns, so that what else the machine does falls on all of them; the first
 * round warms up.
 */
async function timesOf(
  contenders: readonly EndpointContender[],
  question: EndpointQuestion,
): Promise<readonly number[]> {
  const times = contenders.map((): number[] => [])
  const start = performance.now()
  for (let round = 0; round <= leastRounds || performance.now() - start < patience; round++) {
    for (const [at, contender] of contenders.entries()) {
      const asked = performance.now()
      await contender.ask(question)
      if (round > 0) times[at]?.push(performance.now() - asked)
    }
    if (round === mostRounds) break
  }
  return times.map((all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN)
}

/** A query without its last ORDER BY, which puts the rows of a node together, unless it chooses what is shown. */
function withoutOrder(sparql: string): string {
  return sparql.replace(/ORDER BY(?![^{}]*LIMIT)[^{}]*$/, '')
}
