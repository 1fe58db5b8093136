import { expect, it } from 'vitest'
import type { GraphQLRequest } from './answer.ts'
import { splitRequest } from './special-variables.ts'

function specialOf(request: Omit<GraphQLRequest, 'query'>) {
  const split = splitRequest({ query: '{ A }', ...request })
  if (split.kind === 'errors') throw new Error(split.errors.map(({ message }) => message).join(' '))
  return split.special
}

function codeOf(request: Omit<GraphQLRequest, 'query'>): string | undefined {
  const split = splitRequest({ query: '{ A }', ...request })
  return split.kind === 'errors' ? split.errors[0]?.extensions.code : undefined
}

const plain = { explain: false, planAsData: true, profile: false, reasoning: false }

it.each<[what: string, request: Omit<GraphQLRequest, 'query'>, special: object]>([
  ['nothing', {}, plain],
  ['empty carriers', { variables: {}, extensions: {} }, plain],
  ['variables', { variables: { '@explain': true } }, { ...plain, explain: true }],
  ['extensions', { extensions: { explain: true } }, { ...plain, explain: true }],
  [
    'a plan as text',
    { extensions: { explain: true, explainAsJson: false } },
    { ...plain, explain: true, planAsData: false },
  ],
  ['a profile', { extensions: { profile: true } }, { ...plain, explain: true, profile: true }],
  ['variables before extensions', { variables: { '@explain': false }, extensions: { explain: true } }, plain],
  [
    'extensions where the variable is null',
    { variables: { '@explain': null }, extensions: { explain: true } },
    { ...plain, explain: true },
  ],
  ['null', { variables: { '@schema': null, '@reasoning': null }, extensions: { schema: null } }, plain],
  ['false for reasoning', { variables: { '@reasoning': false }, extensions: { reasoning: false } }, plain],
  ['reasoning in variables', { variables: { '@reasoning': true } }, { ...plain, reasoning: true }],
  ['reasoning in extensions', { extensions: { reasoning: true } }, { ...plain, reasoning: true }],
  [
    'variables before extensions on reasoning',
    { variables: { '@reasoning': false }, extensions: { reasoning: true } },
    plain,
  ],
  ['a schema in variables', { variables: { '@schema': 's' } }, { ...plain, schema: 's' }],
  ['a schema in extensions', { extensions: { schema: 's' } }, { ...plain, schema: 's' }],
  [
    'a schema in variables before one in extensions',
    { variables: { '@schema': 's' }, extensions: { schema: 't' } },
    { ...plain, schema: 's' },
  ],
  [
    'a schema in extensions where the variable is null',
    { variables: { '@schema': null }, extensions: { schema: 't' } },
    { ...plain, schema: 't' },
  ],
  ['other extensions', { extensions: { persistedQuery: {}, '@explain': true, some: 'value' } }, plain],
])('reads %s', (_, request, special) => {
  expect(specialOf(request)).toEqual(special)
})

it('leaves the other variables', () => {
  const split = splitRequest({ query: '{ A }', variables: { '@explain': false, v: 1 } })
  expect(split).toMatchObject({ kind: 'request', request: { query: '{ A }', variables: { v: 1 } } })
})

it.each<[what: string, request: Omit<GraphQLRequest, 'query'>, code: string]>([
  ['an unknown name', { variables: { '@explian': true } }, 'BAD_USER_INPUT'],
  ['text in variables', { variables: { '@explain': 'true' } }, 'BAD_USER_INPUT'],
  ['text in extensions', { extensions: { explain: 'true' } }, 'BAD_USER_INPUT'],
  ['a number', { extensions: { profile: 1 } }, 'BAD_USER_INPUT'],
  ['text for reasoning', { variables: { '@reasoning': 'yes' } }, 'BAD_USER_INPUT'],
  ['an empty name of a schema', { variables: { '@schema': '' } }, 'BAD_USER_INPUT'],
  ['an empty name of a schema in extensions', { extensions: { schema: '' } }, 'BAD_USER_INPUT'],
  ['a list of schemas', { variables: { '@schema': ['s'] } }, 'BAD_USER_INPUT'],
  ['a number for a schema', { extensions: { schema: 1 } }, 'BAD_USER_INPUT'],
  ['false for a schema', { variables: { '@schema': false } }, 'BAD_USER_INPUT'],
])('refuses %s', (_, request, code) => {
  expect(codeOf(request)).toBe(code)
})
