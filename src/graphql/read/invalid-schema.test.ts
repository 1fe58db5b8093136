import { describe, expect, it } from 'vitest'
import { errorsOf, refusedSchema } from '../../../test/refused-schema.ts'

const start = 'type Query { man: Man } type Man { a: Int } '

function many(count: number, item: (index: number) => string, between = ' '): string {
  return Array.from({ length: count }, (_, index) => item(index)).join(between)
}

describe('a schema past a limit is refused', () => {
  it.each([
    [
      'bytes',
      `${start}# ${'é'.repeat(5_242_880)}`,
      'The schema has 10,485,806 bytes; the limit is 10,485,760.',
    ],
    [
      'tokens',
      `${start} union U = ${'|A'.repeat(1_000_000)}`,
      'The schema has more tokens; the limit is 2,000,000.',
    ],
    [
      'lists',
      `type Query { man: ${'['.repeat(100_000)}`,
      'The schema has more levels of brackets; the limit is 64.',
    ],
    [
      'values',
      `type Query { man(a: A = ${'{a:'.repeat(100_000)}`,
      'The schema has more levels of brackets; the limit is 64.',
    ],
    [
      'names',
      `type ${'A'.repeat(1_001)} { a: Int }`,
      'The schema has more characters in one name; the limit is 1,000.',
    ],
    [
      'definitions',
      start + many(19_999, (index) => `scalar S${index}`),
      'The schema has 20,001 definitions; the limit is 20,000.',
    ],
    [
      'parts',
      `${start} enum E { ${many(299_999, (index) => `v${index}`)} }`,
      'The schema has 300,001 fields, arguments, values, members and interfaces; the limit is 300,000.',
    ],
    [
      'interfaces that types implement',
      `${start} interface I { ${many(999, (index) => `f${index}: Int`)} f(a: Int): Int }
       ${many(1_999, (index) => `type T${index} implements I { f: Int }`)}`,
      'The schema has 2,000,999 fields and arguments of interfaces that types implement; the limit is 2,000,000.',
    ],
  ])('of %s, with the limit', (_, text, message) => {
    const [error, ...others] = refusedSchema(text)?.errors ?? []
    expect(others).toEqual([])
    expect(error?.message).toBe(message)
    expect(error?.extensions).toEqual({ code: 'LIMIT_EXCEEDED' })
    expect(error?.locations).toHaveLength(1)
  })

  it.each([
    [
      `type Query { man(${many(201, (index) => `a${index}: Int`)}): Man } type Man { a: Int }`,
      '1:14 "man" of "Query" has 201 arguments; the limit is 200.',
    ],
    [
      `${start} type B implements ${many(101, (index) => `I${index}`, ' & ')} { a: Int } ${many(101, (index) => `interface I${index} { a: Int }`)}`,
      '1:51 "B" has 101 interfaces; the limit is 100.',
    ],
    [
      `${start} union U = ${many(2_001, (index) => `T${index}`, ' | ')} ${many(2_001, (index) => `type T${index} { a: Int }`)}`,
      '1:52 "U" has 2,001 members; the limit is 2,000.',
    ],
    [
      `${start} enum E { ${many(10_001, (index) => `v${index}`)} }`,
      '1:51 "E" has 10,001 values; the limit is 10,000.',
    ],
    [
      `${start} input I { ${many(201, (index) => `v${index}: Int`)} }`,
      '1:52 "I" has 201 input fields; the limit is 200.',
    ],
  ])('where it stands', (text, error) => {
    expect(errorsOf(text)).toEqual([error])
  })
})

describe('the errors of a schema', () => {
  it.each([
    ['type {', 'GRAPHQL_PARSE_FAILED'],
    ['type Query { a: Man }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('of %s have the code %s', (text, code) => {
    expect(refusedSchema(text)?.errors.map(({ extensions }) => extensions)).toEqual([{ code }])
  })

  it('are told together in the message', () => {
    expect(refusedSchema('type Query { a: Man b: Tree }')?.message).toBe(
      'Unknown type "Man".\nUnknown type "Tree".',
    )
  })

  it('end where nobody would read on', () => {
    const errors = errorsOf(`${start}\ntype B {\n${many(3_000, (index) => `f${index}: X${index}`, '\n')} }`)
    expect(errors).toHaveLength(1_001)
    expect(errors[0]).toBe('3:5 Unknown type "X0".')
    expect(errors[1_000]).toBe('1003:8 There are 2,000 more errors from here on.')
  })

  it('that graphql-js would find by the million end as well', () => {
    const interfaces = many(
      50,
      (index) => `interface I${index} { ${many(400, (field) => `f${field}: Int`)} }`,
    )
    const types = many(
      50,
      (index) => `type T${index} implements ${many(50, (one) => `I${one}`, ' & ')} { a: Int }`,
    )
    const errors = errorsOf(`${start} ${interfaces} ${types}`)
    expect(errors[0]).toMatch(/ Interface field I0\.f0 expected but T0 does not provide it\.$/)
    expect(errors.length).toBeLessThanOrEqual(1_001)
  })

  it.each([
    [
      'values',
      `${many(3_000, (index) => `input I${index} { a: I${index + 1} = {} }`)} input I3000 { a: Int }`,
    ],
    ['fields', many(3_000, (index) => `input I${index} { a: I${(index + 1) % 3_000}! }`)],
  ])('tell of input types that refer to each other by %s, however long the way', (_, inputs) => {
    const message = refusedSchema(start + inputs)?.message ?? ''
    expect(message).toMatch(/^$|refer to each other|references itself/)
  })

  it('leave nothing of how they were found', () => {
    const { captureStackTrace } = Error
    expect(errorsOf('type Query { a: Man @x }')).not.toEqual([])
    expect(Error.captureStackTrace).toBe(captureStackTrace)
    expect(new Error('later').stack).toMatch('invalid-schema.test')
  })
})
