import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  blank,
  iri,
  type Literal,
  languageString,
  literal,
  type NamedNode,
  type Quad,
  type Term,
  xsd,
} from '../../../rdf/term.ts'
import {
  bgp,
  call,
  type Expression,
  filter,
  type Operation,
  term,
  variable,
} from '../../../sparql/algebra.ts'
import { compileExpression } from '../../../sparql/evaluate.ts'
import { effectiveBooleanValue } from '../../../sparql/functions/boolean.ts'
import { loadQuads } from '../change/load.ts'
import { inMemory, openDatabase } from '../connection.ts'
import { createSqliteStore } from '../sqlite-store.ts'

const date = 'http://www.w3.org/2001/XMLSchema#date'

/** Terms of all kinds, in several spellings, ill-typed, huge and without value. */
const constants: readonly (NamedNode | Literal)[] = [
  iri('http://example.com/a'),
  iri('http://example.com/b'),
  ...[
    '1',
    '01',
    '2',
    '-3',
    '9007199254740993',
    '9223372036854775807',
    '9223372036854775808',
    '99999999999999999999',
    'abc',
  ].map((value) => literal(value, xsd.integer)),
  ...['1.0', '1.50', '-3', '0.1'].map((value) => literal(value, xsd.decimal)),
  ...['1', '1.5e0', 'NaN', 'INF', '-INF', '1e19', '-0.0'].map((value) => literal(value, xsd.double)),
  ...['1', '1.5', 'NaN', '0.1'].map((value) => literal(value, xsd.float)),
  ...['true', '1', 'false', 'yes'].map((value) => literal(value, xsd.boolean)),
  ...[
    '2020-01-01T12:00:00',
    '2020-01-01T12:00:00Z',
    '2020-01-01T13:00:00+01:00',
    '2021-01-01T00:00:00Z',
    'today',
  ].map((value) => literal(value, xsd.dateTime)),
  ...['2020-01-01', '2020-01-01Z', '2019-12-31'].map((value) => literal(value, date)),
  ...['12:00:00', '12:00:00Z', '13:00:00+02:00'].map((value) => literal(value, xsd.time)),
  ...['P1D', 'PT24H', 'PT5M'].map((value) => literal(value, xsd.dayTimeDuration)),
  ...['', 'a', 'b', 'B', 'é', '𝄞', '1'].map((value) => literal(value)),
  languageString('a', 'en'),
  languageString('a', 'de'),
  literal('a', 'http://example.com/datatype'),
  literal('b', 'http://example.com/datatype'),
]
const terms: readonly Term[] = [...constants, blank('x'), blank('y')]

const subject = iri('http://example.com/s')
const values = { predicate: iri('http://example.com/value') }
const quads: readonly Quad[] = terms.map((object) => ({
  subject,
  predicate: values.predicate,
  object,
  graph: null,
}))
const absent = [
  literal('77', xsd.integer),
  literal('absent'),
  iri('http://example.com/absent'),
  literal('2', xsd.decimal),
]

const database = openDatabase(inMemory)
await loadQuads(database, [quads])
const store = createSqliteStore(database)

const pairs: Operation = bgp(
  ['a', 'b'].map((name) => ({
    subject,
    predicate: values.predicate,
    object: variable(name),
  })),
)

const operand = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'unbound').map(variable) },
  { weight: 2, arbitrary: fc.constantFrom(...constants, ...absent).map(term) },
)
const simple: fc.Arbitrary<Expression> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom('=', '!=', '<', '>', '<=', '>=', 'sameTerm'), operand, operand).map(
      ([operator, a, b]): Expression => ({
        kind: 'call',
        operator: operatorOf(operator),
        arguments: [a, b],
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(operand, fc.array(operand, { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([a, list, negated]) => call(negated ? 'NOT IN' : 'IN', a, ...list)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('isIRI', 'isBlank', 'isLiteral', 'isNumeric', 'BOUND'),
        fc.constantFrom('a', 'b', 'unbound'),
      )
      .map(
        ([operator, name]): Expression => ({
          kind: 'call',
          operator: operatorOf(operator),
          arguments: [variable(name)],
        }),
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('STR', 'LANG'),
        fc.constantFrom('a', 'b'),
        fc.constantFrom('a', '1', 'en', '', 'http://example.com/a'),
      )
      .map(([operator, name, value]) =>
        call(
          '=',
          { kind: 'call', operator: operatorOf(operator), arguments: [variable(name)] },
          term(literal(value)),
        ),
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('a', 'b'),
        fc.constantFrom(xsd.integer, xsd.string, date, 'http://example.com/none'),
        fc.boolean(),
      )
      .map(([name, datatype, negated]) =>
        call(negated ? '!=' : '=', call('DATATYPE', variable(name)), term(iri(datatype))),
      ),
  },
)

const { condition } = fc.letrec<{ condition: Expression }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    { weight: 5, arbitrary: simple },
    { weight: 2, arbitrary: fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => call('&&', a, b)) },
    { weight: 2, arbitrary: fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => call('||', a, b)) },
    { weight: 2, arbitrary: tie('condition').map((a) => call('!', a)) },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('condition'), operand, operand).map(([a, b, c]) => call('IF', a, b, c)),
    },
    { weight: 1, arbitrary: fc.tuple(tie('condition'), operand).map(([a, b]) => call('COALESCE', a, b)) },
  ),
}))

function operatorOf(name: string) {
  switch (name) {
    case '=':
    case '!=':
    case '<':
    case '>':
    case '<=':
    case '>=':
    case 'sameTerm':
    case 'isIRI':
    case 'isBlank':
    case 'isLiteral':
    case 'isNumeric':
    case 'BOUND':
    case 'STR':
    case 'LANG':
      return name
    default:
      throw new Error(name)
  }
}

async function pairsOf(operation: Operation): Promise<readonly string[]> {
  const solutions = store.select({ kind: 'select', operation })
  const [a, b] = ['a', 'b'].map((name) => solutions.variables.indexOf(name))
  const found: string[] = []
  for await (const batch of solutions.batches)
    for (const row of batch) found.push(`${row[a ?? 0]} ${row[b ?? 0]}`)
  return found.sort()
}

const all = terms.map((one) => ({ one, cell: Number(cellOf(one)) }))

function cellOf(one: Term): unknown {
  const type = one.kind === 'blank' ? 1 : one.kind === 'iri' ? 2 : undefined
  const language = one.kind === 'literal' ? one.language : ''
  const rows = database
    .prepare(
      'SELECT t.id, t.type, d.iri FROM term AS t LEFT JOIN datatype AS d ON d.id = t.type WHERE t.value = ? AND t.lang = ?',
    )
    .all(one.value, language)
  const row = rows.find((found) =>
    type === undefined ? one.kind === 'literal' && found['iri'] === one.datatype : found['type'] === type,
  )
  return row?.['id']
}

it('filters in SQL exactly as expressions evaluate, whatever the terms', async () => {
  await fc.assert(
    fc.asyncProperty(condition, async (expression) => {
      const evaluate = compileExpression(expression, ['a', 'b'])
      const expected = all
        .flatMap((a) => all.map((b) => ({ a, b })))
        .filter(({ a, b }) => {
          const value = evaluate([a.one, b.one])
          return value !== undefined && effectiveBooleanValue(value) === true
        })
        .map(({ a, b }) => `${a.cell} ${b.cell}`)
        .sort()
      expect(await pairsOf(filter(pairs, [expression]))).toEqual(expected)
    }),
    { numRuns: Number(process.env['NUM_RUNS'] ?? 200) },
  )
}, 300_000)
