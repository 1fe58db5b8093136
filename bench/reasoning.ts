import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../src/index.ts'
import {
  classCount,
  classOfSomeone,
  reasoningGraph,
  reasoningGraphVersion,
  someone,
  somewhere,
} from './reasoning-graph.ts'

/** Milliseconds that each question is asked for. */
const period = 4_000

/** A question that is asked with reasoning, and what it is compared with, asked without. */
interface Comparison {
  readonly name: string
  readonly language: 'graphql' | 'sparql'
  readonly without: string
  readonly inferred: string
}

const prefix = 'PREFIX : <http://api.stardog.com/>'
const arms = Array.from({ length: classCount }, (_, number) => `{ ?x a :Class${number} }`)

const comparisons: readonly Comparison[] = [
  ...[
    ['nothing to infer: one node', `{ Company(iri: "${somewhere}") { title } }`],
    ['nothing to infer: a page of ten', '{ Company(first: 10) { title } }'],
    ['nothing to infer: everyone', '{ Company { title } }'],
  ].map(
    ([name = '', query = '']) => ({ name, language: 'graphql', without: query, inferred: query }) as const,
  ),
  {
    name: `${classCount} classes : their plain union`,
    language: 'sparql',
    without: `${prefix} SELECT ?x ?name { ${arms.join(' UNION ')} ?x :name ?name }`,
    inferred: `${prefix} SELECT ?x ?name { ?x a :Class0 . ?x :name ?name }`,
  },
  stated(
    'a page of ten of 500 classes',
    '{ Everyone(first: 10) { name } }',
    '{ Class0(first: 10) { name } }',
  ),
  stated(
    'one node',
    `{ ${classOfSomeone}(iri: "${someone}") { name } }`,
    `{ Class0(iri: "${someone}") { name } }`,
  ),
  stated(
    'three subproperties of one node',
    `{ Everyone(iri: "${someone}") { name knowsAnyhow { name } } }`,
    `{ Class0(iri: "${someone}") { name knows { name } } }`,
    { knowsAnyhow: 'knows' },
  ),
  stated(
    'a transitive property of one node',
    `{ Company(iri: "${somewhere}") { isWithin { title } } }`,
    `{ Company(iri: "${somewhere}") { within { title } } }`,
    { isWithin: 'within' },
  ),
]

/** Compares with what is stated in other words, which are answered by the same keys. */
function stated(
  name: string,
  without: string,
  inferred: string,
  keys: Readonly<Record<string, string>> = {},
): Comparison {
  const renamed = Object.entries(keys).reduce(
    (text, [from, to]) => text.replace(from, `${to}: ${from}`),
    without,
  )
  return { name: `${name} : stated`, language: 'graphql', without: renamed, inferred }
}

/** Asks a database of a million quads with reasoning, and the like without, in turns; the answers have to be equal. */
export async function measureReasoning(anew: boolean): Promise<void> {
  const database = await openDatabase(await pathOf(anew), { isolation: 'none', timeout: 600_000 })
  try {
    console.log('median milliseconds | without reasoning | with it | ratio')
    for (const comparison of comparisons) await compare(database, comparison)
  } finally {
    await database.close()
  }
}

async function compare(database: Database, { name, language, without, inferred }: Comparison): Promise<void> {
  const ask = async (query: string, reasoning: boolean) => {
    if (language === 'graphql') return textOf(database.stream(query, { reasoning }))
    const result = await database.sparql(query, { reasoning })
    if (result.kind !== 'solutions') throw new Error('No solutions.')
    const rows: string[] = []
    for await (const { x, name: called } of result.rows) rows.push(`${x?.value} ${called?.value}`)
    return rows.toSorted().join('\n')
  }
  const ways = [() => ask(without, false), () => ask(inferred, true)]
  const [one, other] = [await ways[0]?.(), await ways[1]?.()]
  if (one === undefined || other === undefined || sortedLines(one) !== sortedLines(other))
    throw new Error(`The answers to "${name}" differ.`)
  const times = ways.map((): number[] => [])
  const end = performance.now() + period
  for (let round = -3; round < 5 || performance.now() < end; round++) {
    for (const [at, way] of round % 2 === 0 ? ways.entries() : [...ways.entries()].toReversed()) {
      const start = performance.now()
      await way()
      if (round >= 0) times[at]?.push(performance.now() - start)
    }
  }
  const [plain = Number.NaN, reasoned = Number.NaN] = times.map(median)
  console.log(
    [name, plain.toPrecision(3), reasoned.toPrecision(3), (reasoned / plain).toFixed(2)].join(' | '),
  )
}

/** Solutions come in any order. */
function sortedLines(answer: string): string {
  return answer
    .split(/(?<=\}),\s*(?=\{)/)
    .toSorted()
    .join('\n')
    .replaceAll(/[\s[\]]/g, '')
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const chunk of chunks) pieces.push(chunk)
  return Buffer.concat(pieces).toString()
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN
}

/** The path of the database, kept between runs. */
async function pathOf(anew: boolean): Promise<string> {
  const folder = join(tmpdir(), 'espalier-bench')
  const path = join(folder, `reasoning-${reasoningGraphVersion}.db`)
  if (existsSync(path) && !anew) return path
  mkdirSync(folder, { recursive: true })
  const unfinished = `${path}.building`
  for (const suffix of ['', '-wal', '-shm']) rmSync(unfinished + suffix, { force: true })
  const database = await openDatabase(unfinished)
  const { quads } = await database.load({ name: 'reasoning.nt', format: 'n-triples', bytes: bytesOf() })
  console.log(`loaded ${quads.toLocaleString('en')} quads`)
  await database.close()
  renameSync(unfinished, path)
  return path
}

async function* bytesOf(): AsyncGenerator<Uint8Array> {
  let text = ''
  for (const piece of reasoningGraph()) {
    text += piece
    if (text.length < 1 << 16) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}
