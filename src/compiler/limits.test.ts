import { describe, expect, it } from 'vitest'
import { defaultNamespaces } from '../rdf/namespaces.ts'
import { compile } from './compile.ts'
import { RefusedQuery } from './refused-query.ts'

function refused(query: string, variables: Record<string, unknown> = {}): RefusedQuery {
  try {
    compile({ query, variables }, { namespaces: defaultNamespaces })
  } catch (error) {
    if (error instanceof RefusedQuery) return error
    throw error
  }
  throw new Error('The query was not refused.')
}

describe('a document past a limit is refused before it is worked on', () => {
  it.each<[what: string, query: string, message: RegExp]>([
    ['a text of 2 MB', `{ Human(name: "${'x'.repeat(2_000_000)}") { name } }`, /1,048,576/],
    [
      'nesting of 10,000 selection sets',
      '{a'.repeat(10_000) + '}'.repeat(10_000),
      /levels of nested fields; the limit is 30/,
    ],
    [
      'nesting of 10,000 lists',
      `{ Human(name: ${'['.repeat(10_000)}${']'.repeat(10_000)}) { name } }`,
      /limit is 30/,
    ],
    ['31 selection sets', '{a'.repeat(31) + '}'.repeat(31), /limit is 30/],
    ['20,000 fields', `{ Human { ${'name '.repeat(20_000)} } }`, /more tokens; the limit is 15,000/],
    [
      '21 top-level fields',
      `{ ${Array.from({ length: 21 }, (_, n) => `a${n}: Human`).join(' ')} }`,
      /21 top-level fields; the limit is 20/,
    ],
    [
      'fragments that spread to 2^30 fields',
      fragmentBomb(30),
      /more fields, its fragments spread; the limit is 5,000/,
    ],
    ['4,900 fields', `{ Human { ${numbered(4_900)} } }`, /4,901 triple patterns.*the limit is 1,000/],
    [
      '3,500 arguments',
      `{ Human(${numbered(3_500, ':1')}) { name } }`,
      /triple patterns.*the limit is 1,000/,
    ],
    [
      '3,500 arguments of a nested field',
      `{ Human { friends(${numbered(3_500, ':1')}) } }`,
      /triple patterns.*the limit is 1,000/,
    ],
    [
      '900 sort keys',
      `{ Human(orderBy: [${numbered(900)}]) { name } }`,
      /900 sort keys in one "orderBy"; the limit is 20/,
    ],
  ])('%s', (_, query, message) => {
    const [error] = refused(query).errors
    expect(error?.message).toMatch(message)
    expect(error?.extensions['code']).toBe('LIMIT_EXCEEDED')
  })

  it.each<[what: string, query: string]>([
    ['30 selection sets', '{a'.repeat(30) + '}'.repeat(30)],
    ['20 top-level fields', `{ ${Array.from({ length: 20 }, (_, n) => `a${n}: Human`).join(' ')} }`],
  ])('%s are within it', (_, query) => {
    expect(() => compile({ query }, { namespaces: defaultNamespaces })).not.toThrow()
  })
})

it('refuses a variable of 100,000 nested lists', () => {
  let nested: unknown = 1
  for (let depth = 0; depth < 100_000; depth++) nested = [nested]
  const [error] = refused('query($v: Any) { Human(name: $v) { name } }', { v: nested }).errors
  expect(error?.message).toMatch(/^Variable "\$v" of type "Any" cannot be \[\[/)
})

it('refuses a variable of more values than a store has room for', () => {
  const query = 'query($n: [Int!]) { Human(age: $n) { name } }'
  const numbers = Array.from({ length: 5_000 }, (_, n) => n)
  const [error] = refused(query, { n: numbers }).errors
  expect(error?.message).toMatch(/^The query has 5,005 IRIs and values .*; the limit is 5,000\.$/)
  expect(() =>
    compile({ query, variables: { n: numbers.slice(5) } }, { namespaces: defaultNamespaces }),
  ).not.toThrow()
})

it('tells the first errors of thousands', () => {
  expect(refused(`{ Human { ${numbered(4_000, '', '__f')} } }`).errors).toHaveLength(20)
})

it('names some of the thousands of names that an expression could have meant', () => {
  const [error] = refused(`{ Human { ${numbered(900)} name @filter(if: "$nam = 1") } }`).errors
  expect(error?.message).toMatch(/^Unknown name "\$nam" .* \$f18, \$f19, and 881 more\.$/)
})

/** `f0 f1 f2 …` */
function numbered(length: number, end = '', start = 'f'): string {
  return Array.from({ length }, (_, n) => `${start}${n}${end}`).join(' ')
}

function fragmentBomb(levels: number): string {
  const fragments = Array.from(
    { length: levels },
    (_, n) => `fragment F${n} on Human { ${n + 1 < levels ? `...F${n + 1} ...F${n + 1}` : 'name'} }`,
  )
  return `{ Human { ...F0 } } ${fragments.join(' ')}`
}
