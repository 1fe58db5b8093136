import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generateSchema } from '../src/engine/schemas/generate-schema.ts'
import { ontologyModel } from '../src/graphql/generate/ontology/ontology-model.ts'
import { printSchema } from '../src/graphql/generate/print/print-schema.ts'
import type { SchemaModel } from '../src/graphql/generate/schema-model.ts'
import { shapesModel } from '../src/graphql/generate/shapes/shapes-model.ts'
import type { Schema } from '../src/graphql/schema.ts'
import { defaultNamespaces, type Namespaces } from '../src/rdf/namespaces.ts'
import type { Quad } from '../src/rdf/term.ts'
import { embedded } from './opened.ts'
import { parseQuads } from './oxigraph.ts'
import { expectReadable } from './readable-schema.ts'

const require = createRequire(import.meta.url)

/** The triples of a vocabulary that stands in a package. */
function quadsOf(name: string): readonly Quad[] {
  const folder = dirname(require.resolve(`@vocabulary/${name}/package.json`))
  return parseQuads(readFileSync(join(folder, `${name}.nq`), 'utf8'), 'application/n-quads')
}

/** The names of a type's fields, each with its declared type. */
function fieldsOf(schema: Schema, type: string): Record<string, string> {
  const found = schema.graphql.getType(type)
  if (found === undefined || !('getFields' in found)) throw new Error(`${type} has no fields.`)
  return Object.fromEntries(
    Object.entries(found.getFields()).map(([name, field]) => [
      name,
      String('type' in field ? field.type : ''),
    ]),
  )
}

/** The schema that a model comes to, with and without a prefix for its terms; that with the prefix. */
function schemaOf(model: SchemaModel, namespaces: Namespaces): Schema {
  expectReadable(printSchema(model, defaultNamespaces), defaultNamespaces)
  return expectReadable(printSchema(model, namespaces), namespaces)
}

const vocabularies: readonly (readonly [
  name: string,
  namespace: string,
  type: string,
  fields: Record<string, string>,
])[] = [
  [
    'foaf',
    'http://xmlns.com/foaf/0.1/',
    'foaf_Person',
    {
      foaf_knows: '[foaf_Person!]',
      foaf_name: '[String!]',
      foaf_homepage: '[foaf_Document!]',
      foaf_age: 'String',
    },
  ],
  [
    'skos',
    'http://www.w3.org/2004/02/skos/core#',
    'skos_Concept',
    { skos_broader: '[skos_Concept!]', skos_topConceptOf: '[skos_ConceptScheme!]' },
  ],
  [
    'org',
    'http://www.w3.org/ns/org#',
    'org_FormalOrganization',
    { org_hasUnit: '[org_OrganizationalUnit!]' },
  ],
  [
    'prov',
    'http://www.w3.org/ns/prov#',
    'prov_Activity',
    { prov_startedAtTime: '[DateTime!]', prov_used: '[prov_Entity!]' },
  ],
  ['dcat', 'http://www.w3.org/ns/dcat#', 'dcat_Dataset', { dcat_distribution: '[dcat_Distribution!]' }],
  ['vcard', 'http://www.w3.org/2006/vcard/ns#', 'vcard_Name', {}],
  ['time', 'http://www.w3.org/2006/time#', 'time_Duration', { time_numericDuration: 'Float' }],
  ['gr', 'http://purl.org/goodrelations/v1#', 'gr_Offering', { gr_validFrom: '[DateTime!]' }],
  ['qudt', 'http://qudt.org/schema/qudt/', 'qudt_Unit', {}],
  ['dash', 'http://datashapes.org/dash#', 'dash_Action', {}],
  ['sh', 'http://www.w3.org/ns/shacl#', 'sh_NodeShape', { sh_property: '[sh_PropertyShape!]' }],
]

describe('the schema generated of a vocabulary', () => {
  it.each(vocabularies)('%s is valid', (name, namespace, type, fields) => {
    const model = ontologyModel(quadsOf(name))
    const schema = schemaOf(model, new Map([...defaultNamespaces, [name, namespace]]))
    expect(schema.types.get(type)?.classes).toEqual([namespace + type.slice(name.length + 1)])
    expect(fieldsOf(schema, type)).toMatchObject({ iri: 'ID!', ...fields })
    expect(schema.roots.size).toBe(model.classes.length)
  })

  it('schema.org is valid', { timeout: 240_000 }, () => {
    const model = ontologyModel(quadsOf('schema'))
    const namespaces = new Map([...defaultNamespaces, ['schema', 'http://schema.org/']])
    const schema = expectReadable(printSchema(model, namespaces), namespaces)
    expect(schema.roots.size).toBeGreaterThan(900)
    expect(fieldsOf(schema, 'schema_Person')).toMatchObject({
      schema_birthDate: '[Date!]',
      schema_name: '[String!]',
      schema_knows: '[schema_Person!]',
      schema_parents: '[schema_Person!]',
    })
    expect(schema.types.has('schema_Text')).toBe(false)
    expect(schema.types.get('schema_3DModel')?.supertypes).toContain('schema_CreativeWork')
  })

  it.each([
    ['dash', 'http://datashapes.org/dash#'],
    ['sh', 'http://www.w3.org/ns/shacl#'],
  ])('the shapes of %s are valid', (name, namespace) => {
    const model = shapesModel(quadsOf(name))
    expect(model.classes.length).toBeGreaterThan(2)
    schemaOf(model, new Map([...defaultNamespaces, [name, namespace]]))
  })

  it.each([
    ['foaf', 'owl'],
    ['org', 'owl'],
    ['time', 'owl'],
    ['vcard', 'owl'],
    ['qudt', 'owl'],
    ['dash', 'shacl'],
    ['sh', 'shacl'],
  ] as const)('%s is the same when its triples are read from a store', async (name, origin) => {
    const quads = quadsOf(name)
    const opened = await embedded(quads)
    try {
      const model = origin === 'owl' ? ontologyModel(quads) : shapesModel(quads)
      const text = await generateSchema(opened.open, opened.database, origin)
      expect(text).toBe(printSchema(model, defaultNamespaces))
    } finally {
      await opened.close()
    }
  })
})
