import { describe, expect, it } from 'vitest'
import { defaultNamespaces } from '../rdf/namespaces.ts'
import { compile } from './compile.ts'
import { RefusedQuery } from './refused-query.ts'

function refused(query: string): RefusedQuery {
  try {
    compile({ query }, { namespaces: defaultNamespaces })
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

function fragmentBomb(levels: number): string {
  const fragments = Array.from(
    { length: levels },
    (_, n) => `fragment F${n} on Human { ${n + 1 < levels ? `...F${n + 1} ...F${n + 1}` : 'name'} }`,
  )
  return `{ Human { ...F0 } } ${fragments.join(' ')}`
}
