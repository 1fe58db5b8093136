import { describe, expect, it } from 'vitest'
import { generateSchema } from '../src/engine/schemas/generate-schema.ts'
import type { SchemaOrigin } from '../src/engine/schemas/schema-source.ts'
import { readSchema } from '../src/graphql/read/read-schema.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import type { Quad } from '../src/rdf/term.ts'
import { behindEndpoint, embedded, kept, type Opened } from './opened.ts'
import { parse } from './rdf-documents.ts'

const prefixes = `
  @prefix : <http://api.stardog.com/> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`

const documents = {
  owl: `
    :ontology { :Person a owl:Class . :Cat a rdfs:Class ; rdfs:label "Cat" .
      :name a owl:FunctionalProperty ; rdfs:domain [ owl:unionOf (:Person :Cat) ] ; rdfs:range xsd:string . }
    :knows rdfs:domain :Person ; rdfs:range :Person .
    :ann a :Person ; :name "Ann" ; :unknown 1 .`,
  shacl: `
    :shapes { :PersonShape a sh:NodeShape ; sh:targetClass :Person ;
      sh:property [ sh:path :name ; sh:datatype xsd:string ; sh:maxCount 1 ] ,
        [ sh:path [ sh:inversePath :owner ] ; sh:name "cats" ; sh:class :Cat ] ,
        [ sh:path :mood ; sh:in ("merry" "sad") ; sh:maxCount 1 ] .
      :CatShape a sh:NodeShape ; sh:targetClass :Cat ; sh:property [ sh:path :name ; sh:datatype xsd:string ] . }
    :ann a :Person ; :name "Ann" ; :unknown 1 .`,
  data: `
    :ann a :Person ; :name "Ann" ; :knows :bob . :g { :bob a :Person ; :name "Bob", "Rob" . :tom a :Cat ; :name "Tom" . }`,
} as const

function quadsOf(origin: SchemaOrigin): Promise<Quad[]> {
  return parse('trig', `${prefixes} ${documents[origin]}`)
}

async function schemaOf({ open, database }: Opened, origin: SchemaOrigin): Promise<string> {
  return generateSchema(open, database, origin)
}

function fieldsOf(text: string): readonly string[] {
  const { graphql } = readSchema(text, defaultNamespaces)
  return ['Person', 'Cat'].flatMap((name) => {
    const type = graphql.getType(name)
    if (type === undefined || !('getFields' in type)) throw new Error(`There is no type ${name}.`)
    return Object.values(type.getFields()).map((field) => `${name}.${field.name}: ${field.type}`)
  })
}

describe('a generated schema', () => {
  it('has the classes and properties of an ontology in any graph', async () => {
    expect(fieldsOf(await schemaOf(kept(await embedded(await quadsOf('owl'))), 'owl'))).toEqual([
      'Person.iri: ID!',
      'Person.knows: [Person!]',
      'Person.name: String',
      'Cat.iri: ID!',
      'Cat.name: String',
    ])
  })

  it('has the shapes of classes', async () => {
    const text = await schemaOf(kept(await embedded(await quadsOf('shacl'))), 'shacl')
    expect(fieldsOf(text)).toEqual([
      'Person.iri: ID!',
      'Person.cats: [Cat!]',
      'Person.mood: Mood',
      'Person.name: String',
      'Cat.iri: ID!',
      'Cat.name: [String!]',
    ])
  })

  it('has the classes of the data', async () => {
    const text = await schemaOf(kept(await embedded(await quadsOf('data'))), 'data')
    expect(fieldsOf(text)).toEqual([
      'Person.iri: ID!',
      'Person.knows: Person',
      'Person.name: [String!]!',
      'Cat.iri: ID!',
      'Cat.name: String!',
    ])
  })

  it.each(['owl', 'shacl', 'data'] as const)('is the same text behind endpoints: %s', async (origin) => {
    const quads = await quadsOf(origin)
    const text = await schemaOf(kept(await embedded(quads)), origin)
    for (const union of ['default', 'graphs'] as const) {
      expect(await schemaOf(kept(await behindEndpoint(quads, { union })), origin)).toBe(text)
      const traits = { union, mostRows: 25, isKnown: true }
      expect(await schemaOf(kept(await behindEndpoint(quads, traits)), origin)).toBe(text)
    }
  })

  it.each([
    ['owl', 'shacl', 'the data have no class of RDFS or OWL'],
    ['shacl', 'owl', 'the data have no SHACL shape of a class'],
  ] as const)('is refused where there is nothing to make it of: %s', async (origin, other, message) => {
    for (const quads of [[], await quadsOf(other)]) {
      await expect(schemaOf(kept(await embedded(quads)), origin)).rejects.toMatchObject({
        kind: 'invalidSchema',
        message: expect.stringContaining(message),
      })
    }
  })
})
