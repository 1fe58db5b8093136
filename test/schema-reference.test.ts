import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../src/engine/open-database.ts'
import { InvalidSchema } from '../src/graphql/read/invalid-schema.ts'
import { readSchema } from '../src/graphql/read/read-schema.ts'
import type { Schema } from '../src/graphql/schema.ts'
import { embeddedOf } from './embedded.ts'
import { readGarden } from './garden.ts'
import { layOutJson } from './lay-out-json.ts'
import { canonicalJson } from './reference/canonical-json.ts'
import { type Block, outcomeOf } from './reference-examples.ts'
import {
  type GeneratedExample,
  generatedExamples,
  type SchemaExample,
  schemaExamples,
} from './schema-examples.ts'

const isUpdate = process.env['UPDATE_DOCS'] !== undefined
const root = new URL('../', import.meta.url)
const path = new URL('docs/schemas.md', root)
const width = 130

const { quads, namespaces } = await readGarden()
const store = await embeddedOf(quads)

/** What comes of an example: the errors of a schema, or the answer to a query without its SPARQL. */
async function blocksOf(example: SchemaExample): Promise<readonly Block[]> {
  const schema = readOrRefuse(example.schema)
  if (example.kind === 'schema') return schema.kind === 'errors' ? [{ info: 'text', text: schema.text }] : []
  if (schema.kind === 'errors') throw new Error(schema.text)
  const blocks = await outcomeOf(example, store, namespaces, schema.schema)
  return blocks.filter(({ info }) => info !== 'sparql')
}

type ReadSchema =
  | { readonly kind: 'schema'; readonly schema: Schema }
  | { readonly kind: 'errors'; readonly text: string }

function readOrRefuse(text: string): ReadSchema {
  try {
    return { kind: 'schema', schema: readSchema(text, namespaces) }
  } catch (error) {
    if (!(error instanceof InvalidSchema)) throw error
    const lines = error.errors.map(({ message, locations = [] }) => {
      const [place] = locations
      return `${place === undefined ? '-' : `${place.line}:${place.column}`} ${message}\n`
    })
    return { kind: 'errors', text: lines.join('') }
  }
}

/** An outcome as it is written into the document. */
function markdownOf({ info, text }: Block): string {
  return `\n\`\`\`${info}\n${info.startsWith('json') ? layOutJson(text, width) : text}\`\`\`\n`
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
  let text = readFileSync(path, 'utf8')
  const made = [
    ...schemaExamples(text).map((example) => ({ ...example, make: () => blocksOf(example) })),
    ...generatedExamples(text).map((example) => ({ ...example, make: () => generatedOf(example) })),
  ]
  for (const example of made.toSorted((a, b) => b.start - a.start)) {
    const outcome = await example.make()
    text = text.slice(0, example.start) + outcome.map(markdownOf).join('') + text.slice(example.end)
  }
  writeFileSync(path, text)
}

/** Blocks with their JSON in one spelling. */
function comparable(blocks: readonly Block[]): readonly Block[] {
  return blocks.map(({ info, text }) => ({
    info,
    text: info.startsWith('json') ? canonicalJson(text) : text,
  }))
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
