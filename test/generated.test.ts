import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generateSchema } from '../src/engine/schemas/generate-schema.ts'
import { ontologyModel } from '../src/graphql/generate/ontology/ontology-model.ts'
import { printSchema } from '../src/graphql/generate/print/print-schema.ts'
import { shapesModel } from '../src/graphql/generate/shapes/shapes-model.ts'
import { readSchema } from '../src/graphql/read/read-schema.ts'
import { defaultNamespaces, type Namespaces } from '../src/rdf/namespaces.ts'
import { embedded } from './opened.ts'
import { parseQuads } from './oxigraph.ts'
import { expectReadable } from './readable-schema.ts'

const root = join(import.meta.dirname, 'generated')
const isUpdate = process.env['UPDATE_GOLDEN'] !== undefined

/** The prefixes that a document declares, beside those of a new database. */
function namespacesOf(turtle: string): Namespaces {
  const declared = [...turtle.matchAll(/^@prefix (\w*): <([^>]*)> \.$/gm)]
  return new Map([
    ...defaultNamespaces,
    ...declared.map(([, prefix = '', iri = '']) => [prefix, iri] as const),
  ])
}

describe.each(readdirSync(root))('the schema generated of %s', (name) => {
  const kind = existsSync(join(root, name, 'shapes.ttl')) ? 'shapes' : 'ontology'
  const turtle = readFileSync(join(root, name, `${kind}.ttl`), 'utf8')
  const namespaces = namespacesOf(turtle)
  const quads = parseQuads(turtle, 'text/turtle')
  const generate = kind === 'shapes' ? shapesModel : ontologyModel
  const path = join(root, name, 'schema.graphql')
  const texts = [
    ['schema.graphql', 'with what classes inherit', true],
    ['stated.graphql', 'with what is stated of each class alone', false],
  ] as const

  it.each(texts)('is what is written down in %s, %s', (file, _, reasoning) => {
    const text = printSchema(generate(quads, { reasoning }), namespaces)
    if (isUpdate) writeFileSync(join(root, name, file), text)
    expect(text).toBe(readFileSync(join(root, name, file), 'utf8'))
  })

  it.each(texts)('of %s is read without an error', (file) => {
    expectReadable(readFileSync(join(root, name, file), 'utf8'), namespaces)
  })

  it('is made without what classes inherit where the database says so', async () => {
    const opened = await embedded(quads)
    try {
      const origin = kind === 'shapes' ? 'shacl' : 'owl'
      const database = { ...opened.database, reasoning: { generatedSchemas: false } }
      const text = await generateSchema(opened.open, database, origin)
      expect(text).toBe(printSchema(generate(quads, { reasoning: false }), defaultNamespaces))
    } finally {
      await opened.close()
    }
  })

  it('does not depend on the order of the triples', () => {
    const text = printSchema(generate([...quads].reverse()), namespaces)
    expect(text).toBe(readFileSync(path, 'utf8'))
  })

  it('is the same when the triples are read from a store', async () => {
    const opened = await embedded(quads)
    try {
      const origin = kind === 'shapes' ? 'shacl' : 'owl'
      const text = await generateSchema(opened.open, opened.database, origin)
      expect(text).toBe(printSchema(generate(quads), defaultNamespaces))
    } finally {
      await opened.close()
    }
  })

  it('means the same without any namespace', () => {
    const bare = printSchema(generate(quads), new Map())
    const schema = readSchema(bare, new Map())
    const known = readSchema(readFileSync(path, 'utf8'), namespaces)
    const classes = (one: typeof schema): string[] =>
      [...one.roots.values()].flatMap((field) => field.classes).sort()
    expect(classes(schema)).toEqual(classes(known))
  })
})
