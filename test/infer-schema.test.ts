import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DataFacts,
  mostClasses,
  type PropertyFacts,
  readDataFacts,
} from '../src/engine/schemas/data-facts.ts'
import { generateSchema } from '../src/engine/schemas/generate-schema.ts'
import { readSchema } from '../src/graphql/read/read-schema.ts'
import { type PropertyDefinition, plainPredicate, type Schema } from '../src/graphql/schema.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import { iri, type Quad, rdf, xsd } from '../src/rdf/term.ts'
import { quads as randomQuads } from './generate-graphs.ts'
import { lubmPath, lubmQuads } from './lubm-data.ts'
import { naiveFacts, sorted } from './naive-facts.ts'
import { behindEndpoint, embedded, kept, type Opened } from './opened.ts'
import { parse } from './rdf-documents.ts'
import { mixture } from './vocabulary-documents.ts'

async function factsOf({ open, database }: Opened): Promise<unknown> {
  return sorted(await readDataFacts(open, database, undefined))
}

async function schemaOf({ open, database }: Opened): Promise<string> {
  return generateSchema(open, database, 'data')
}

describe('the counts of data', () => {
  it('are those of a naive count', async () => {
    const quads = await parse('trig', mixture)
    const naive = naiveFacts(quads)
    expect(await factsOf(kept(await embedded(quads)))).toEqual(sorted(naive))
    expect([naive.classes.size, naive.classless]).toEqual([4, 3])
    expect(naive.classes.get('http://api.stardog.com/Person')?.nodes).toBe(3)
  })

  it.each(['default', 'graphs', { iri: 'urn:all' }] as const)(
    'are the same behind an endpoint whose union is %j, also where it cuts answers',
    async (union) => {
      const quads = await parse('trig', mixture)
      const whole = sorted(naiveFacts(quads))
      expect(await factsOf(kept(await behindEndpoint(quads, { union })))).toEqual(whole)
      const traits = { union, mostRows: 3, isKnown: true }
      expect(await factsOf(kept(await behindEndpoint(quads, traits)))).toEqual(whole)
    },
  )

  it('are those of the graphs that GraphQL asks', async () => {
    const quads = await parse('trig', mixture)
    const one = kept(await embedded(quads))
    const graphqlGraphs = ['http://api.stardog.com/g', 'tag:stardog:api:context:default']
    const database = { ...one.database, graphqlGraphs }
    const facts = await readDataFacts(one.open, database, undefined)
    expect(sorted(facts)).toEqual(sorted(naiveFacts(quads, [null, 'http://api.stardog.com/g'])))
  })

  it('are those of random data', async () => {
    await fc.assert(
      fc.asyncProperty(randomQuads, async (quads) => {
        const one = await embedded(quads)
        try {
          expect(await factsOf(one)).toEqual(sorted(naiveFacts(quads)))
        } finally {
          await one.close()
        }
      }),
      { numRuns: 60 },
    )
  })
})

/** Says of each field whether it is what the data have. */
function expectTrue(schema: Schema, facts: DataFacts): void {
  const types = [...schema.types.values()].filter(({ kind }) => kind !== 'union')
  expect(types.flatMap(({ classes }) => classes).toSorted()).toEqual([...facts.classes.keys()].toSorted())
  expect([...schema.roots.values()].flatMap(({ classes }) => classes).toSorted()).toEqual(
    [...facts.classes.keys()].toSorted(),
  )
  for (const { classes, fields } of types) {
    const [iri = ''] = classes
    const { nodes = 0, properties = new Map<string, PropertyFacts>() } = facts.classes.get(iri) ?? {}
    const declared = [...fields.values()].flatMap((field) => (field.kind === 'property' ? [field] : []))
    expect(declared.map(({ path }) => plainPredicate(path)).toSorted()).toEqual(
      [...properties.keys()].toSorted(),
    )
    for (const field of declared) {
      const of = properties.get(plainPredicate(field.path) ?? '')
      if (of === undefined) throw new Error(`The data have no ${field.name}.`)
      expect([field.isList, field.isNonNull]).toEqual([of.values > of.nodes, of.nodes === nodes])
      expectRange(schema, field, of)
    }
  }
}

function expectRange(schema: Schema, { value }: PropertyDefinition, facts: PropertyFacts): void {
  const literals = [...facts.datatypes.values()].reduce((sum, count) => sum + count, 0)
  if (value.kind === 'node') {
    expect(literals).toBe(0)
    const classes = schema.types.get(value.type)?.classes ?? []
    const whole = [...facts.classes].filter(([, count]) => count === facts.values).map(([iri]) => iri)
    if (whole.length > 0) expect(whole).toContain(classes[0])
    else expect([...classes].toSorted()).toEqual([...facts.classes.keys()].toSorted())
    return
  }
  if (value.kind !== 'scalar') throw new Error('Data have no enums.')
  if (literals === 0) {
    expect([value.scalar, facts.classes.size]).toEqual(['ID', 0])
    return
  }
  const [datatype, ...others] = facts.datatypes.keys()
  const only = literals === facts.values && others.length === 0 ? datatype : undefined
  if (only === xsd.integer) expect(value.scalar).toBe(facts.large > 0 ? 'Long' : 'Int')
  if (only === xsd.boolean) expect(value.scalar).toBe('Boolean')
  if (only === xsd.date) expect(value.scalar).toBe('Date')
  if (literals < facts.values || facts.datatypes.has(xsd.string)) expect(value.scalar).toBe('String')
}

describe('a schema of data', () => {
  it('says what they are, with the counts', async () => {
    const one = kept(await embedded(await parse('trig', mixture)))
    const text = await schemaOf(one)
    expect(text.split('\n').slice(0, 2)).toEqual([
      '# Made of the data as they were: the counts are those of that moment.',
      '# 3 nodes have no class: no top-level field lists them.',
    ])
    const { graphql } = readSchema(text, defaultNamespaces)
    const person = graphql.toConfig().types.find(({ name }) => name === 'Person')
    expect(person?.description).toBe('3 nodes.')
    const fields = person !== undefined && 'getFields' in person ? Object.values(person.getFields()) : []
    expect(fields.map(({ name, type, description }) => `${name}: ${type} # ${description ?? ''}`)).toEqual([
      'iri: ID! # ',
      'age: Float! # All have it. Values: 2 xsd:integer, 1 xsd:decimal.',
      'at: ID # 1 of 3 have it.',
      'born: Date # 1 of 3 have it.',
      'grew: Long # 1 of 3 have it.',
      'knows: [Person_or_Tomcat!] # 1 of 3 have it, with 3 values together. Values: 2 nodes, 1 node without a class.',
      'likes: [String!] # 1 of 3 have it, with 2 values together. Values: 1 xsd:string, 1 node.',
      'name: [String!]! # All have it, with 4 values together. Values: 3 xsd:string, 1 rdf:langString.',
      'owner: Gardener # 1 of 3 have it.',
    ])
  })

  it('is true of random data', async () => {
    await fc.assert(
      fc.asyncProperty(randomQuads, async (quads) => {
        const one = await embedded(quads)
        const facts = naiveFacts(quads)
        try {
          if (facts.classes.size === 0) {
            await expect(schemaOf(one)).rejects.toMatchObject({ kind: 'invalidSchema' })
          } else {
            expectTrue(readSchema(await schemaOf(one), defaultNamespaces), facts)
          }
        } finally {
          await one.close()
        }
      }),
      { numRuns: 60 },
    )
  })

  it('is refused where nothing has a class', async () => {
    const none = kept(await embedded([]))
    const quads = (await parse('trig', mixture)).filter(({ predicate }) => predicate.value !== rdf.type)
    const classless = kept(await embedded(quads))
    for (const one of [none, classless]) {
      await expect(schemaOf(one)).rejects.toMatchObject({
        kind: 'invalidSchema',
        message: expect.stringContaining('no node of the data has a class'),
      })
    }
  })

  it('is refused where there are more classes than anybody reads', async () => {
    const of = (count: number): Quad[] =>
      Array.from({ length: count }, (_, at) => ({
        subject: iri(`urn:node${at}`),
        predicate: iri(rdf.type),
        object: iri(`urn:class${at}`),
        graph: null,
      }))
    const few = kept(await embedded(of(mostClasses)))
    expect((await readDataFacts(few.open, few.database, undefined)).classes.size).toBe(mostClasses)
    await expect(schemaOf(kept(await embedded(of(mostClasses + 1))))).rejects.toMatchObject({
      kind: 'limitExceeded',
      message: expect.stringContaining('more than 10,000 classes'),
    })
  })

  it('ends where its caller gives it up', async () => {
    const one = kept(await embedded(await parse('trig', mixture)))
    const signal = AbortSignal.abort(new Error('Given up.'))
    await expect(generateSchema(one.open, one.database, 'data', { signal })).rejects.toThrow()
  })
})

const one = lubmPath(1)

describe.skipIf(one === undefined)('the schema of a university, in a file', () => {
  it('is what a naive count says', { timeout: 120_000 }, async () => {
    if (one === undefined) return
    const quads: readonly Quad[] = lubmQuads(one)
    const folder = await mkdtemp(join(tmpdir(), 'espalier-infer-'))
    const here = await embedded(quads, join(folder, 'university.db'))
    try {
      const facts = naiveFacts(quads)
      expect(await factsOf(here)).toEqual(sorted(facts))
      expectTrue(readSchema(await schemaOf(here), defaultNamespaces), facts)
    } finally {
      await here.close()
      rmSync(folder, { recursive: true })
    }
  })
})
