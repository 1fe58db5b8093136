import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { InvalidSchema } from '../src/graphql/invalid-schema.ts'
import { readSchema } from '../src/graphql/read-schema.ts'
import type { Schema } from '../src/graphql/schema.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import { parseRdf } from '../src/rdf/parse.ts'
import type { Quad } from '../src/rdf/term.ts'
import { embeddedOf } from './embedded.ts'
import { layOutJson } from './lay-out-json.ts'
import { canonicalJson } from './reference/canonical-json.ts'
import { type Block, outcomeOf } from './reference-examples.ts'
import { type SchemaExample, schemaExamples } from './schema-examples.ts'

const isUpdate = process.env['UPDATE_DOCS'] !== undefined
const root = new URL('../', import.meta.url)
const path = new URL('docs/schemas.md', root)
const width = 130

const quads: Quad[] = []
const namespaces = new Map(defaultNamespaces)
for await (const batch of parseRdf(createReadStream(new URL('examples/garden.trig', root)), {
  format: 'trig',
  fileName: 'garden.trig',
  onPrefix: (prefix, namespace) => namespaces.set(prefix, namespace),
})) {
  quads.push(...batch)
}
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

if (isUpdate) {
  let text = readFileSync(path, 'utf8')
  for (const example of schemaExamples(text).toReversed()) {
    const outcome = await blocksOf(example)
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

const examples = schemaExamples(readFileSync(path, 'utf8'))

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
})
