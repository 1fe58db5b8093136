import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../src/compiler/compile.ts'
import { RefusedQuery } from '../src/compiler/refused-query.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import type { SelectQuery } from '../src/sparql/algebra.ts'
import { printQuery } from '../src/sparql/print.ts'
import type { SqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { embeddedAnswer, embeddedOf } from './embedded.ts'
import { parseQuads } from './oxigraph.ts'
import { parseSelect } from './parse-select.ts'
import type { ReferenceRequest } from './reference/operation-facts.ts'

const data = `
  @prefix : <http://api.stardog.com/> .
  :ann a :Person ; :name "Ann" ; :age 41 ; :knows :ben .
  :ben a :Person ; :name "Ben", "Benny"@en ; :age 35 .
  :vault a :Secret ; :name "hidden" ; :code "1234" .
  :box { :vault :key "5678" . }
`

let store: SqliteStore

beforeAll(async () => {
  store = await embeddedOf(parseQuads(data, 'application/trig'))
})

afterAll(() => store.close())

/** The top-level objects of an answer, or the refusal. */
async function answer(request: ReferenceRequest): Promise<readonly unknown[] | RefusedQuery> {
  try {
    const parsed: unknown = JSON.parse(await embeddedAnswer(store, request))
    if (typeof parsed !== 'object' || parsed === null || !('data' in parsed) || !Array.isArray(parsed.data)) {
      throw new Error('No list of objects.')
    }
    return parsed.data
  } catch (error) {
    if (error instanceof RefusedQuery) return error
    throw error
  }
}

/** What a query that asks for nothing hostile answers. */
async function plainAnswer(): Promise<readonly unknown[]> {
  const objects = await answer({ query: '{ Person { name age } }' })
  if (objects instanceof RefusedQuery) throw objects
  return objects
}

async function rowsOf(query: SelectQuery): Promise<readonly string[]> {
  const solutions = store.select(query)
  const rows: string[] = []
  for await (const batch of solutions.batches) {
    for (const row of batch) {
      const terms = row.flatMap((cell, column) =>
        cell === null ? [] : [[solutions.variables[column], solutions.term(cell)]],
      )
      rows.push(JSON.stringify(terms.sort()))
    }
  }
  return rows.sort()
}

/** That the printed text is SPARQL that says what was planned, and nothing else. */
async function expectFaithfulText(request: ReferenceRequest): Promise<void> {
  const facts = { namespaces: defaultNamespaces, statistics: store.statistics() }
  const { operation, plan } = compile(request, facts)
  const options = { namespaces: operation.namespaces, prefixes: true, scope: 'none' } as const
  const text = printQuery(plan.query, options)
  const parsed = parseSelect(text, { namespaces: new Map() })
  expect(withoutHead(printQuery(parsed, options))).toBe(withoutHead(text))
  expect(await rowsOf(parsed)).toEqual(await rowsOf(plan.query))
}

/** Without the line that lists the variables, or says all. */
function withoutHead(sparql: string): string {
  return sparql.replace(/^SELECT .*$/m, '')
}

function expectRefusedWithPlace(refused: RefusedQuery): void {
  for (const { locations, message } of refused.errors) {
    expect(locations?.[0], message).toMatchObject({
      line: expect.any(Number),
      column: expect.any(Number),
    })
  }
}

const deep = (levels: number): string => `${'('.repeat(levels)}1${')'.repeat(levels)}`

/** Texts that are no expression, or are one that may not be. */
const refusedExpressions: readonly string[] = [
  'true) . ?s ?p ?o . FILTER(true',
  'true) } UNION { ?s ?p ?o . FILTER(true',
  'true) } } #',
  'true)\n} #',
  'true \\u007D UNION \\u007B ?s ?p ?o',
  'true \\u0029 . ?s ?p ?o . FILTER \\u0028 true',
  'true\\u0029 \\u007D #',
  'true \\U0000007D',
  '$name) BIND(?o AS ?y',
  'EXISTS { ?s ?p ?o }',
  'NOT EXISTS { ?s ?p ?o }',
  'exists{?s :code ?o}',
  '!EXISTS { ?s :code ?o }',
  'E\\u0058ISTS { ?s :code ?o }',
  'EXI\\u0053TS { ?s :code ?o }',
  'C\\u004FUNT($name) > 0',
  'C\\u004fUNT(*)',
  '\\u0053UM($age)',
  'SAMPL\\u0045($name)',
  '\\u0028SELECT * { ?s ?p ?o }\\u0029',
  'IF(EXISTS { ?s :code "1234" }, 1, 2)',
  'EXISTS # a comment\n { ?s ?p ?o }',
  'EXISTS { SELECT * { ?s ?p ?o } }',
  'EXISTS { GRAPH ?g { ?s ?p ?o } }',
  'EXISTS { SERVICE <http://example.org/sparql> { ?s ?p ?o } }',
  '(SELECT (COUNT(*) AS ?n) { ?s ?p ?o })',
  '{ SELECT * { ?s ?p ?o } }',
  'SERVICE <http://example.org/sparql> { ?s ?p ?o }',
  'COUNT($name)',
  'COUNT(*)',
  'sum($age) > 3',
  'GROUP_CONCAT($name; separator=",")',
  'SAMPLE($name)',
  '<http://example.org/function>($name)',
  '<http://example.org/function>()',
  '<javascript:alert(1)>($name)',
  ':name($name)',
  'xsd:nothing($name)',
  'unknown:thing',
  '<relative>',
  '<http://example.org/a b>',
  '<http://example.org/> . ?s ?p ?o',
  '$secret',
  '?code',
  '$name ?p',
  '$',
  '$name $age',
  '1 1',
  '1; DROP ALL',
  'INSERT DATA { :a :b :c }',
  'PREFIX x: <http://x/> x:y',
  'BASE <http://x/> <y>',
  '',
  '   ',
  '#',
  '# only a comment',
  '"',
  '"""',
  '"\n"',
  "'it's'",
  '"\\q"',
  '$name AS ?x',
  '*',
  'true UNION false',
  'true . FILTER(true)',
  '_:b = 1',
  '[] = 1',
  '[ :code ?c ]',
  '(1 2)',
  '<< :ann :name "Ann" >>',
  'STR()',
  'STR($name, $name)',
  'BOUND("x")',
  'SUBSTR($name)',
  '\u0000',
  `"${'x'.repeat(5_000)}"`,
  deep(10_000),
  `${'!'.repeat(3_000)}true`,
  `${'-'.repeat(500)}1`,
  Array.from({ length: 300 }, () => '1').join(' + '),
  `CONCAT(${Array.from({ length: 300 }, () => '"x"').join(', ')})`,
]

/** Texts that look hostile and are one harmless expression. */
const harmlessExpressions: readonly string[] = [
  'true # ) } UNION { ?s ?p ?o',
  '"} UNION { ?s ?p ?o } #"',
  '"\\") } #"',
  "'\"'",
  '"""a " quote } and\na line # not a comment"""',
  '"\\u007D \\u0022 ) }"',
  '"EXISTS { ?s ?p ?o }"',
  '"SERVICE <http://example.org/>"',
  '<http://example.org/EXISTS>',
  '<http://example.org/#COUNT(x)>',
  '"a"^^<http://example.org/COUNT>',
  '$name = "\u0000"',
  '"\u2028\u202e"',
  'CONCAT($name, "\'); DROP TABLE quads; --")',
  "$name = 'x\\' OR 1=1 --'",
  'REGEX($name, "^(A|B)")',
  'REGEX($name, ")")',
  'REPLACE($name, "(", "")',
  '1 / 0',
  'IRI("http://example.org/> . ?s ?p ?o")',
  'IRI("} #")',
  'STRDT("x", <http://example.org/}>)',
  'STRLANG("x", "en\\") } #")',
  'ENCODE_FOR_URI("} #")',
  'xsd:integer("1) } #")',
  deep(20),
]

describe('a hostile expression', () => {
  it.each(refusedExpressions.map((text) => [text.slice(0, 80), text] as const))(
    'is refused with its place: %s',
    async (_shown, text) => {
      for (const directive of [
        `x @optional @bind(to: ${quoted(text)})`,
        `age @filter(if: ${quoted(text)})`,
      ]) {
        const outcome = await answer({ query: `{ Person { name\n ${directive} } }` })
        if (!(outcome instanceof RefusedQuery)) throw new Error(`Not refused: ${JSON.stringify(outcome)}`)
        expect(outcome.errors[0]?.locations?.[0]?.line).toBe(2)
        expect(outcome.errors[0]?.extensions['code']).toMatch(/^(BAD_USER_INPUT|LIMIT_EXCEEDED|UNSUPPORTED)$/)
      }
    },
  )

  it.each(harmlessExpressions.map((text) => [text.slice(0, 80), text] as const))(
    'or is one harmless expression: %s',
    async (_shown, text) => {
      const bound = { query: `{ Person { name age hostile @optional @bind(to: ${quoted(text)}) } }` }
      const objects = await answer(bound)
      if (objects instanceof RefusedQuery) return expectRefusedWithPlace(objects)
      expect(objects.map(without('hostile'))).toEqual(await plainAnswer())
      await expectFaithfulText(bound)

      const filtered = { query: `{ Person { name age @filter(if: ${quoted(text)}) } }` }
      const kept = await answer(filtered)
      if (kept instanceof RefusedQuery) throw kept
      expect(JSON.stringify(kept)).not.toMatch(/hidden|1234|5678/)
      expect(kept.length).toBeLessThanOrEqual((await plainAnswer()).length)
      await expectFaithfulText(filtered)
    },
  )
})

/** Names, IRIs, tags and values, each in its place in a query that otherwise answers as the plain one. */
const places: readonly (readonly [string, ReferenceRequest])[] = [
  ...[
    'http://x/> . ?s ?p ?o . #',
    'http://x/> { ?s ?p ?o }',
    'http://x/\\u003E . ?s ?p ?o',
    'http://x/\n> } #',
    'javascript:alert(1)',
    'not an iri',
    '',
    '> } #',
    'http://x/%3E%20%7D#',
    'http://x/"><script>',
    'http://x/{}',
    'urn:x:)}#',
  ].flatMap((text): readonly (readonly [string, ReferenceRequest])[] => [
    [`prefix ${text}`, { query: `query @prefix(p: ${quoted(text)}) { Person { name age p_x @optional } }` }],
    [
      `alias ${text}`,
      { query: `query @config(alias: {x: ${quoted(text)}}) { Person { name age x @optional } }` },
    ],
    [`argument iri ${text}`, { query: `{ Person(iri: [ann, ben, ${quoted(text)}]) { name age } }` }],
  ]),
  ...[
    'http://x/> { ?s ?p ?o } #',
    'http://x/> FROM <http://api.stardog.com/box',
    'a b',
    '',
    'urn:x:)}#',
    'tag:stardog:api:context:local> #',
  ].map((text): readonly [string, ReferenceRequest] => [
    `graph ${text}`,
    { query: `query @config(graph: ["default", ${quoted(text)}]) { Person { name age } }` },
  ]),
  ...['en") } #', 'en" || true || "', '*") . ?s ?p ?o', 'e n', '', ',', 'en,,de', '\\u0022', 'de-*'].map(
    (text): readonly [string, ReferenceRequest] => [
      `language ${text}`,
      { query: `{ Person { name age n: name @optional @lang(prefer: ${quoted(text)}) } }` },
    ],
  ),
]

describe('a hostile name, IRI, tag or graph', () => {
  it.each(places)('is refused with its place, or changes nothing: %s', async (_name, request) => {
    const objects = await answer(request)
    if (objects instanceof RefusedQuery) return expectRefusedWithPlace(objects)
    expect(objects.map(without('n'))).toEqual(await plainAnswer())
    await expectFaithfulText(request)
  })
})

const hostileValues: readonly unknown[] = [
  'Ann" || true || "',
  'Ann"} UNION {?s ?p ?o} #',
  "Ann' OR 1=1 --",
  'Ann\\',
  'Ann\\u0022',
  '\u0000',
  '\ud800',
  '?s',
  '$name',
  'x'.repeat(100_000),
]

describe('a hostile value of a variable', () => {
  it.each(hostileValues.map((value) => [JSON.stringify(value).slice(0, 60), value] as const))(
    'is a value and nothing else: %s',
    async (_shown, value) => {
      const argument: ReferenceRequest = {
        query: 'query($v: String) { Person(name: $v) { name age } }',
        variables: { v: value },
      }
      expect(await answer(argument)).toEqual([])
      // Half of a surrogate pair cannot be written as SPARQL; no text is made of it here.
      const isText = !String(value).includes('\ud800')
      if (isText) await expectFaithfulText(argument)

      const expression: ReferenceRequest = {
        query: 'query($v: String) { Person { name age h @bind(to: "$v") same @bind(to: "$name = $v") } }',
        variables: { v: value },
      }
      const objects = await answer(expression)
      if (objects instanceof RefusedQuery) throw objects
      expect(objects.map(without('h', 'same'))).toEqual(await plainAnswer())
      if (isText) await expectFaithfulText(expression)
    },
  )

  it.each([['http://x/> . ?s ?p ?o'], ['a b'], ['<http://x/>'], ['_:b } #'], ['x:y"'], ['']])(
    'is refused with its place, or changes nothing, as a name: %j',
    async (value) => {
      for (const query of [
        'query($v: Node) { Person(knows: [$v, ben]) { name age } }',
        'query($v: Node) { Person { name age h @optional @bind(to: "$v") } }',
        'query($v: Node) @config(graph: ["default", $v]) { Person { name age } }',
      ]) {
        const request = { query, variables: { v: value } }
        const objects = await answer(request)
        if (objects instanceof RefusedQuery) expectRefusedWithPlace(objects)
        else {
          const shown = objects.map(without('h'))
          expect(await plainAnswer()).toEqual(expect.arrayContaining(shown))
          await expectFaithfulText(request)
        }
      }
    },
  )
})

it('a name in a document cannot hold anything but letters, digits and underscores', async () => {
  for (const name of ['a} #', 'a;b', 'a.b', 'a<b', 'é', 'a-b', '?s', 'a"b']) {
    const outcome = await answer({ query: `{ Person { name ${name} } }` })
    // `a.b`, `a-b` and the like are syntax errors; none is a field.
    expect(outcome).toBeInstanceOf(RefusedQuery)
  }
})

function quoted(text: string): string {
  return JSON.stringify(text)
}

/** An object of an answer without some of its keys. */
function without(...keys: readonly string[]): (object: unknown) => unknown {
  return (object) =>
    typeof object === 'object' && object !== null
      ? Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
      : object
}
