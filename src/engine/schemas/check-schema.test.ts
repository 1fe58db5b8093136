import { expect, it } from 'vitest'
import { defaultNamespaces } from '../../rdf/namespaces.ts'
import { checkSchema } from './check-schema.ts'

it('finds nothing in a schema that is right', () => {
  const text = 'schema { query: Query } type Query { Person: Person } type Person { iri: ID! name: [String] }'
  expect(checkSchema(text, defaultNamespaces)).toEqual([])
})

it('says where a text is no document', () => {
  expect(checkSchema('type Query {\n  Person: Person', defaultNamespaces)).toEqual([
    {
      message: expect.stringContaining('Syntax Error'),
      locations: [{ line: 2, column: 17 }],
      extensions: { code: 'GRAPHQL_PARSE_FAILED' },
    },
  ])
})

it('says all that is wrong, each at its place', () => {
  const text = 'type Query { Person: Person }\ntype Person {\n  name: Text\n  age: Number\n}\n'
  const problems = checkSchema(text, defaultNamespaces)
  expect(problems.map(({ locations }) => locations?.[0])).toEqual([
    { line: 3, column: 9 },
    { line: 4, column: 8 },
  ])
  for (const { extensions } of problems) expect(extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
})

it.each([
  '',
  ' ',
  '# nothing',
  '\0',
  '{ Person }',
  '"',
  'type',
  '🌳',
  '{'.repeat(100_000),
  `"${'x'.repeat(5_000_000)}"`,
])('tells of bad text instead of failing: %.30j', (text) => {
  const problems = checkSchema(text, defaultNamespaces)
  expect(problems.length).toBeGreaterThan(0)
  for (const { message, extensions } of problems) {
    expect(message).not.toBe('')
    expect(extensions.code).toMatch(/^[A-Z_]+$/)
  }
})
