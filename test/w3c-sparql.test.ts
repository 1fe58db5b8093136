import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../src/errors.ts'
import { formatOfFileName } from '../src/rdf/formats.ts'
import { parseRdf } from '../src/rdf/parse.ts'
import { blank, iri, languageString, literal, type Quad, type Term, xsd } from '../src/rdf/term.ts'
import { isNumeric, literalValue, numericKey } from '../src/rdf/value.ts'
import { defaultGraph, type Operation, type SelectQuery } from '../src/sparql/algebra.ts'
import { parseQuery } from '../src/sparql/parse.ts'
import { inMemory, openDatabase } from '../src/store/sqlite/connection.ts'
import { loadQuads } from '../src/store/sqlite/load.ts'
import { createSqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { termKey } from './reference/graph.ts'

const root = new URL('../../shared/w3c/sparql/', import.meta.url)
const mf = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#'
const qt = 'http://www.w3.org/2001/sw/DataAccess/tests/test-query#'
const rs = 'http://www.w3.org/2001/sw/DataAccess/tests/result-set#'
const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
const base = 'http://manifest/'

const suites = [
  ...[
    'algebra',
    'basic',
    'bnode-coreference',
    'boolean-effective-value',
    'bound',
    'cast',
    'dataset',
    'distinct',
    'expr-builtin',
    'expr-equals',
    'expr-ops',
    'graph',
    'i18n',
    'open-world',
    'optional',
    'optional-filter',
    'reduced',
    'regex',
    'solution-seq',
    'sort',
    'triple-match',
    'type-promotion',
  ].map((name) => `sparql10/${name}`),
  ...[
    'aggregates',
    'bind',
    'bindings',
    'cast',
    'exists',
    'functions',
    'grouping',
    'negation',
    'project-expression',
    'property-path',
    'subquery',
  ].map((name) => `sparql11/${name}`),
]

/** Tests that are not passed, with the reason. */
const exclusions: Readonly<Record<string, string>> = {
  'sparql10/open-world/date-1': 'dates without a zone are taken as UTC',
  'sparql10/open-world/date-2': 'a date and a dateTime are not compared',
  'sparql11/functions/iri01': 'the BASE of a query resolves its own IRIs, not those that it makes',
  'sparql10/optional-filter/dawg-optional-filter-005-simplified':
    'contradicts its twin, which SPARQL 1.1 follows',
}

interface Case {
  readonly name: string
  readonly query: string
  readonly data: readonly string[]
  readonly graphs: readonly string[]
  readonly result: string
}

async function read(file: string): Promise<readonly Quad[]> {
  const format = formatOfFileName(file)
  if (format === undefined) throw new Error(`${file} tells no syntax.`)
  const quads: Quad[] = []
  const input = createReadStream(new URL(file, root))
  const blankPrefix = file.replaceAll(/[^A-Za-z0-9]/g, '')
  for await (const batch of parseRdf(input, { format, baseIri: base + file, blankPrefix }))
    quads.push(...batch)
  return quads
}

function objectsOf(quads: readonly Quad[], subject: Term, predicate: string): readonly Term[] {
  return quads
    .filter((quad) => quad.subject.value === subject.value && quad.predicate.value === predicate)
    .map((quad) => quad.object)
}

const local = (term: Term | undefined) => term?.value.slice(base.length) ?? ''

async function cases(suite: string): Promise<readonly Case[]> {
  const quads = await read(`${suite}/manifest.ttl`)
  return quads
    .filter((quad) => quad.predicate.value === type && quad.object.value === `${mf}QueryEvaluationTest`)
    .flatMap(({ subject }) => {
      const [action] = objectsOf(quads, subject, `${mf}action`)
      const [result] = objectsOf(quads, subject, `${mf}result`)
      if (action === undefined || result === undefined) return []
      const graphs = objectsOf(quads, action, `${qt}graphData`)
      return [
        {
          name: subject.value.replace(/^.*#/, ''),
          query: local(objectsOf(quads, action, `${qt}query`)[0]),
          data: objectsOf(quads, action, `${qt}data`).map(local),
          graphs: graphs.map(local),
          result: local(result),
        },
      ]
    })
}

interface Result {
  readonly variables: readonly string[]
  readonly solutions: readonly ReadonlyMap<string, Term>[]
  readonly ordered: boolean
}

function unescapeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

function readXml(text: string): Result | undefined {
  if (!text.includes('<results')) return undefined
  const variables = [...text.matchAll(/<variable\s+name=["']([^"']*)["']/g)].map((match) => match[1] ?? '')
  const solutions = [...text.matchAll(/<result>(.*?)<\/result>|<result\s*\/>/gs)].map((match) => {
    const bindings = (match[1] ?? '').matchAll(/<binding\s+name=["']([^"']*)["']\s*>\s*(.*?)\s*<\/binding>/gs)
    return new Map([...bindings].map((binding) => [binding[1] ?? '', xmlTerm(binding[2] ?? '')] as const))
  })
  return { variables, solutions, ordered: false }
}

function xmlTerm(text: string): Term {
  const match = /^<(uri|bnode|literal)([^>]*?)(?:\/>|>(.*)<\/\1>)$/s.exec(text)
  if (match === null) throw new Error(`No term: ${text}`)
  const [, kind, attributes = '', content = ''] = match
  const value = unescapeXml(content)
  if (kind === 'uri') return iri(value)
  if (kind === 'bnode') return blank(value)
  const language = /xml:lang=["']([^"']*)["']/.exec(attributes)?.[1]
  const datatype = /datatype=["']([^"']*)["']/.exec(attributes)?.[1]
  return language === undefined ? literal(value, datatype ?? xsd.string) : languageString(value, language)
}

interface JsonTerm {
  readonly type: string
  readonly value: string
  readonly datatype?: string
  readonly 'xml:lang'?: string
}

function readJson(text: string): Result {
  const { head, results }: { head: { vars: string[] }; results: { bindings: Record<string, JsonTerm>[] } } =
    JSON.parse(text)
  const solutions = results.bindings.map(
    (row) => new Map(Object.entries(row).map(([name, one]) => [name, jsonTerm(one)] as const)),
  )
  return { variables: head.vars, solutions, ordered: false }
}

function jsonTerm({ type: kind, value, datatype, 'xml:lang': language }: JsonTerm): Term {
  if (kind === 'uri') return iri(value)
  if (kind === 'bnode') return blank(value)
  return language === undefined ? literal(value, datatype) : languageString(value, language)
}

function readResultSet(quads: readonly Quad[]): Result | undefined {
  const set = quads.find((quad) => quad.predicate.value === type && quad.object.value === `${rs}ResultSet`)
  if (set === undefined) return undefined
  const variables = objectsOf(quads, set.subject, `${rs}resultVariable`).map((term) => term.value)
  const rows = objectsOf(quads, set.subject, `${rs}solution`).map((solution) => ({
    index: Number(objectsOf(quads, solution, `${rs}index`)[0]?.value ?? Number.NaN),
    solution: new Map(
      objectsOf(quads, solution, `${rs}binding`).flatMap((binding) => {
        const [name] = objectsOf(quads, binding, `${rs}variable`)
        const [value] = objectsOf(quads, binding, `${rs}value`)
        return name === undefined || value === undefined ? [] : [[name.value, value] as const]
      }),
    ),
  }))
  const ordered = rows.length > 0 && rows.every(({ index }) => !Number.isNaN(index))
  if (ordered) rows.sort((a, b) => a.index - b.index)
  return { variables, solutions: rows.map(({ solution }) => solution), ordered }
}

async function expected(file: string): Promise<Result | undefined> {
  const text = () => readFileSync(new URL(file, root), 'utf8')
  if (file.endsWith('.srx')) return readXml(text())
  if (file.endsWith('.srj')) return readJson(text())
  return file.endsWith('.ttl') || file.endsWith('.rdf') ? readResultSet(await read(file)) : undefined
}

/** Solutions as text: numbers by value and datatype, blank nodes alike. */
function solutionText(solution: ReadonlyMap<string, Term>): string {
  return [...solution]
    .map(([name, term]) => {
      if (term.kind === 'blank') return `${name}=_`
      const value = term.kind === 'literal' ? literalValue(term) : undefined
      return value !== undefined && isNumeric(value) && term.kind === 'literal'
        ? `${name}=${numericKey(value)}^${term.datatype}`
        : `${name}=${termKey(term)}`
    })
    .sort()
    .join(' ')
}

async function dataOf({ data, graphs }: Case): Promise<readonly Quad[]> {
  const quads = await Promise.all(data.map(read))
  const named = await Promise.all(
    graphs.map(async (file) => (await read(file)).map((quad) => ({ ...quad, graph: iri(base + file) }))),
  )
  return [...quads.flat(), ...named.flat()]
}

function isSorted(operation: Operation): boolean {
  switch (operation.kind) {
    case 'orderBy':
      return true
    case 'project':
    case 'distinct':
    case 'slice':
      return isSorted(operation.operand)
    default:
      return false
  }
}

/** The test's query; `undefined` where it is of a kind that is not answered, which its error says. */
function queryOf(one: Case): SelectQuery | undefined {
  try {
    return parseQuery(readFileSync(new URL(one.query, root), 'utf8'), {
      namespaces: new Map(),
      baseIri: base + one.query,
    })
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'unsupported') return undefined
    throw error
  }
}

const isPresent = existsSync(fileURLToPath(root))

describe.skipIf(!isPresent)('W3C SPARQL test suites (../shared/w3c)', async () => {
  for (const suite of isPresent ? suites : []) {
    for (const one of await cases(suite)) {
      const reason = exclusions[`${suite}/${one.name}`]
      const title = `${suite} ${one.name}`
      if (reason !== undefined) {
        it.skip(`${title}: ${reason}`, () => {})
        continue
      }
      it(title, async (context) => {
        const result = await expected(one.result)
        const query = queryOf(one)
        if (query === undefined || result === undefined) {
          context.skip('asks for what is not supported')
          return
        }
        if (query.dataset !== undefined) {
          context.skip('loads the graphs that its FROM names')
          return
        }
        const quads = await dataOf(one)
        const database = openDatabase(inMemory)
        try {
          await loadQuads(database, [quads])
          const graphs = one.graphs.map((file) => base + file)
          const solutions = createSqliteStore(database).select({
            ...query,
            dataset: { default: [defaultGraph], named: graphs },
          })
          const found: string[] = []
          for await (const batch of solutions.batches) {
            for (const row of batch) {
              const bound = solutions.variables.flatMap((name, index) => {
                const cell = row[index] ?? null
                return cell === null ? [] : [[name, solutions.term(cell)] as const]
              })
              found.push(solutionText(new Map(bound)))
            }
          }
          const wanted = result.solutions.map(solutionText)
          if (result.ordered && isSorted(query.operation)) expect(found).toEqual(wanted)
          else expect(found.sort()).toEqual(wanted.sort())
        } finally {
          database.close()
        }
      })
    }
  }
})
