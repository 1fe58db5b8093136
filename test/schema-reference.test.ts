import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../src/engine/open-database.ts'
import { readSchema } from '../src/graphql/read/read-schema.ts'
import { embeddedOf } from './embedded.ts'
import { readGarden } from './garden.ts'
import { type Block, comparable, outcomeOf, withOutcomes } from './reference-examples.ts'
import { errorsOf } from './refused-schema.ts'
import {
  type GeneratedExample,
  generatedExamples,
  type SchemaExample,
  schemaExamples,
} from './schema-examples.ts'

const isUpdate = process.env['UPDATE_DOCS'] !== undefined
const root = new URL('../', import.meta.url)
const path = new URL('docs/schemas.md', root)

const { quads, namespaces } = await readGarden()
const store = await embeddedOf(quads)

/** What comes of an example: the errors of a schema, or the answer to a query without its SPARQL. */
async function blocksOf(example: SchemaExample): Promise<readonly Block[]> {
  if (example.kind === 'schema') {
    const errors = errorsOf(example.schema, namespaces)
    return errors.length > 0 ? [{ info: 'text', text: `${errors.join('\n')}\n` }] : []
  }
  const blocks = await outcomeOf(example, store, namespaces, readSchema(example.schema, namespaces))
  return blocks.filter(({ info }) => info !== 'sparql')
}

/** The schema that is made of the data of an example. */
async function generatedOf({ origin, turtle }: GeneratedExample): Promise<readonly Block[]> {
  const database = await openDatabase(undefined, {
    isolation: 'none',
    ...(origin === 'data' ? {} : { autoSchema: origin }),
  })
  try {
    await database.load({ name: 'example.ttl', format: 'turtle', bytes: onePiece(Buffer.from(turtle)) })
    const text = await (origin === 'data' ? database.schemas.infer() : database.schemas.show('default'))
    return [{ info: 'graphql generated', text }]
  } finally {
    await database.close()
  }
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

if (isUpdate) {
  const text = readFileSync(path, 'utf8')
  const made = [
    ...schemaExamples(text).map((example) => ({ ...example, make: () => blocksOf(example) })),
    ...generatedExamples(text).map((example) => ({ ...example, make: () => generatedOf(example) })),
  ]
  writeFileSync(path, await withOutcomes(text, made))
}

const markdown = readFileSync(path, 'utf8')
const examples = schemaExamples(markdown)
const generated = generatedExamples(markdown)

describe('docs/schemas.md', () => {
  it('has examples, each with what comes of it', () => {
    expect(examples.filter(({ kind }) => kind === 'query').length).toBeGreaterThan(10)
    const silent = examples.filter(({ kind, query, outcome }) => {
      return outcome.length === 0 && (kind === 'query' || query.info.includes('refused'))
    })
    expect(silent).toEqual([])
  })

  it.each(examples.map((example): [string, SchemaExample] => [example.name, example]))(
    '%s',
    async (_name, example) => {
      expect(comparable(example.outcome)).toEqual(comparable(await blocksOf(example)))
    },
  )

  it('has a schema of every source', () => {
    expect(generated.map(({ origin }) => origin)).toEqual(['owl', 'shacl', 'data'])
  })

  it.each(generated)('makes the schema of $origin', async (example) => {
    expect(example.outcome).toEqual(await generatedOf(example))
  })
})
