import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as operations from '@graphql-codegen/typescript-operations'
import { parse, printSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { introspected } from './introspected.ts'
import { type SchemaServer, startSchemaServer } from './orchard.ts'

const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))

let server: SchemaServer
let folder: string
beforeAll(async () => {
  server = await startSchemaServer()
  folder = mkdtempSync(join(tmpdir(), 'espalier-codegen-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server[Symbol.asyncDispose]()
})

/** A document with the directives that change neither the names nor the shapes of fields, as `@hide` does. */
const document = `query Gardeners($least: Int!, $name: String, $order: OrderBy)
@prefix(so: "https://schema.org/")
@config(graph: ["default"]) {
  gardeners(first: 5, name: $name, orderBy: $order) {
    __typename
    iri
    name @lang(prefer: "en,*")
    born @filter(if: "$born > $least")
    email @optional
    age @bind(to: "2000 - $born")
    learnedFrom @optional { name }
    tends(name: "Ash") @optional { name height @includeIf(expr: "$height > 10") tenders { name @lang(prefer: "*") } }
  }
  growing { __typename ... on Tree { name height @skip(if: true) } }
}
`

const usage = `import type { GardenersQuery, GardenersQueryVariables } from './types.ts'

const variables: GardenersQueryVariables = { least: 1900, name: 'Ada' }
const data: GardenersQuery = JSON.parse(JSON.stringify({ variables }))
for (const gardener of data.gardeners) {
  const kind: 'Gardener' = gardener.__typename
  const born: number | null | undefined = gardener.born
  const email: string | null | undefined = gardener.email
  const teacher: string | undefined = gardener.learnedFrom?.name
  const tended: readonly string[] = gardener.tends.flatMap((tree) => tree.tenders.map((one) => one.name))
  console.log(kind, born, email, teacher, tended)
}
`

/** The types that the generator makes of the schema and the document. */
async function generate(): Promise<string> {
  return codegen({
    filename: 'types.ts',
    schema: parse(printSchema(await introspected(server.url))),
    documents: [{ location: 'gardeners.graphql', document: parse(document) }],
    plugins: [{ typescript: {} }, { operations: {} }],
    pluginMap: { typescript, operations },
    config: { scalars: { Decimal: 'string', OrderBy: 'unknown' } },
  })
}

/** What the compiler of TypeScript has against a program that uses types; empty where it has nothing. */
async function problems(types: string, program: string): Promise<string> {
  writeFileSync(join(folder, 'types.ts'), types)
  writeFileSync(join(folder, 'program.ts'), program)
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
    '--module',
    'esnext',
  ]
  const more = ['--moduleResolution', 'bundler', '--target', 'es2024', '--lib', 'es2024,dom', '--types', '']
  try {
    await promisify(execFile)(tsc, [...options, ...more, 'program.ts'], { cwd: folder })
    return ''
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return String(error.stdout)
    throw error
  }
}

describe('graphql-codegen', () => {
  it('makes types of the schema and of a document with our directives, which type-check', async () => {
    const types = await generate()
    expect(types).toContain('export type GardenersQuery ')
    expect(await problems(types, usage)).toBe('')
  })

  it('makes types that find what is not asked for', async () => {
    const wrong = usage.replace('gardener.email', 'gardener.mail').replace('least: 1900', "least: '1900'")
    const found = await problems(await generate(), wrong)
    expect(found).toContain("Property 'mail' does not exist")
    expect(found).toContain("Type 'string' is not assignable to type 'number'")
  })

  it('makes types that fit the answer', async () => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/graphql-response+json' },
      body: JSON.stringify({ query: document, variables: { least: 1900, name: 'Ada', order: 'name' } }),
    })
    const { data } = Object(await response.json())
    expect(data).toEqual({
      gardeners: [
        {
          __typename: 'Gardener',
          iri: 'http://api.stardog.com/ada',
          name: 'Ada',
          born: 1980,
          email: 'ada@garden.example',
          age: '20',
          learnedFrom: null,
          tends: [{ name: 'Ash', height: '20.5', tenders: [{ name: 'Ada' }] }],
        },
      ],
      growing: ['Ash', 'Beech', 'Cedar'].map((name) => ({ __typename: 'Tree', name })),
    })
    const program = `import type { GardenersQuery } from './types.ts'
export const data: GardenersQuery = ${JSON.stringify(data)}
`
    expect(await problems(await generate(), program)).toBe('')
  })
})
