import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSchema } from '../../graphql/read/read-schema.ts'
import { inMemory, openDatabase } from '../../store/sqlite/connection.ts'
import { type EmbeddedStore, openStore } from '../open-store.ts'
import type { QueryFacts } from './plan-cache.ts'

const namespaces = new Map([['', 'http://t.example/']])
const schemaOf = (types: number) =>
  readSchema(
    `schema { query: Q } type Q { T0: T0 } ${Array.from({ length: types }, (_, n) => `type T${n} { name: String }`).join(' ')}`,
    namespaces,
  )
const introspection = (alias: string) => ({
  query: `{ ${alias}: __schema { types { name fields { name type { name kind } } } } }`,
})

let open: EmbeddedStore
beforeAll(() => {
  open = openStore(openDatabase(inMemory))
})
afterAll(() => open.store.close())

const taken = (query: { readonly query: string }, facts: QueryFacts) => open.plans.take(query, facts)

it('remembers plans by the schema that they were made by', () => {
  const query = { query: '{ T0 { name } }' }
  const without = taken(query, { namespaces })
  const first = taken(query, { namespaces, schema: schemaOf(1), schemaId: 'a' })
  expect(first).not.toBe(without)
  expect(taken(query, { namespaces, schema: schemaOf(1), schemaId: 'a' })).toBe(first)
  expect(taken(query, { namespaces, schema: schemaOf(2), schemaId: 'b' })).not.toBe(first)
  expect(taken(query, { namespaces })).toBe(without)
})

it('remembers few of those that hold long texts, and the others beside them', () => {
  const facts = { namespaces, schema: schemaOf(1500), schemaId: 'long' }
  const short = taken({ query: '{ T0 { name } }' }, facts)
  const first = taken(introspection('first'), facts)
  expect(taken(introspection('first'), facts)).toBe(first)
  for (const alias of ['b', 'c', 'd', 'e', 'f']) taken(introspection(alias), facts)
  expect(taken(introspection('first'), facts)).not.toBe(first)
  expect(taken({ query: '{ T0 { name } }' }, facts)).toBe(short)
})
