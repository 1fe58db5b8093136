import { afterEach, describe, expect, it } from 'vitest'
import type { Isolation } from '../src/engine/engine.ts'
import { type OpenOptions, openDatabase, type ToldWarnings } from '../src/index.ts'
import { type AdministeredHome, closeHomes, openAdministeredHome } from './administered-home.ts'

const prefixes = `PREFIX : <http://api.stardog.com/> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX owl: <http://www.w3.org/2002/07/owl#>`
const data = `INSERT DATA { :Oak rdfs:subClassOf :Tree . :oak1 a :Oak . :elm1 a :Elm ; owl:sameAs :elm2 .
  GRAPH :elms { :Elm rdfs:subClassOf :Tree } }`

afterEach(closeHomes)

async function trees({ service }: AdministeredHome): Promise<unknown> {
  const request = { query: '{ Tree(orderBy: iri) { iri } }', extensions: { reasoning: true } }
  const answer = await service.execute('trees', request)
  if (answer.kind === 'errors') return answer.errors
  const chunks: Uint8Array[] = []
  for await (const chunk of answer.chunks) chunks.push(chunk)
  const { data: found }: { readonly data: readonly { readonly iri: string }[] } = JSON.parse(
    Buffer.concat(chunks).toString(),
  )
  return found.map(({ iri }) => iri.replace(/^.*\//u, ''))
}

describe.each<Isolation>(['none', 'process'])('options of reasoning, isolation %s', (isolation) => {
  it('hold from the next query on', async () => {
    const home = openAdministeredHome(isolation)
    const { service, sparql, administration } = home
    await service.create('trees', [])
    await sparql.update('trees', { text: `${prefixes} ${data}` })
    expect(await trees(home)).toEqual(['elm1', 'oak1'])
    await administration.setOptions('trees', {
      'reasoning.schema.graphs': 'http://api.stardog.com/elms,urn:none',
    })
    expect(await trees(home)).toEqual(['elm1'])
    await administration.setOptions('trees', { 'reasoning.sameas': 'on' })
    expect(await trees(home)).toEqual(['elm1', 'elm2'])
    await administration.setOptions('trees', { 'reasoning.schema.graphs': null, 'reasoning.sameas': 'OFF' })
    expect(await trees(home)).toEqual(['elm1', 'oak1'])
  })

  it('are those of a program too', async () => {
    const ask = async (reasoning: OpenOptions['reasoning']): Promise<number> => {
      const db = await openDatabase(undefined, { isolation, ...(reasoning && { reasoning }) })
      try {
        await db.update(`${prefixes} ${data}`)
        const { data: found } = await db.graphql<readonly unknown[]>('{ Tree { iri } }', { reasoning: true })
        return found?.length ?? 0
      } finally {
        await db.close()
      }
    }
    expect(await ask(undefined)).toBe(2)
    expect(await ask({ schemaGraphs: ['http://api.stardog.com/elms'] })).toBe(1)
    expect(
      await ask({ schemaGraphs: ['http://api.stardog.com/elms', 'tag:stardog:api:context:local'] }),
    ).toBe(2)
    expect(await ask({ sameAs: true })).toBe(3)
  })

  it('have warnings told once', async () => {
    const told: ToldWarnings[] = []
    const db = await openDatabase(undefined, { isolation, onWarnings: (warnings) => told.push(warnings) })
    try {
      const ask = () =>
        Promise.all([1, 2].map(() => db.graphql('{ Tree { iri } }', { reasoning: true }).then(() => {})))
      await db.update(
        `${prefixes} INSERT DATA { :Elm rdfs:subClassOf [ owl:complementOf :Oak ] ; owl:hasKey (:p) }`,
      )
      await db.update(`${prefixes} INSERT DATA { [ owl:complementOf :Oak ] rdfs:subClassOf :Tree }`)
      await ask()
      await ask()
      expect(told).toHaveLength(1)
      expect(told[0]).toEqual({ database: 'memory', warnings: [expect.stringContaining('owl:complementOf')] })
      await db.update(`${prefixes} INSERT DATA { :Oak rdfs:subClassOf :Tree }`)
      await ask()
      expect(told).toHaveLength(1)
      await db.update(`${prefixes} INSERT DATA { :Tree owl:equivalentClass [ owl:complementOf :Elm ] }`)
      await ask()
      expect(told).toHaveLength(2)
      expect(told[1]?.warnings).toEqual([expect.stringContaining(':Elm')])
    } finally {
      await db.close()
    }
  })
})

it.each([
  [[], 'not an empty list.'],
  [['graph'], 'not "graph".'],
] as const)('the graphs %j of a vocabulary are refused', async (schemaGraphs, message) => {
  await expect(openDatabase(undefined, { reasoning: { schemaGraphs } })).rejects.toMatchObject({
    kind: 'illegalArgument',
    message: expect.stringContaining(message),
  })
})
