import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compile } from '../src/compiler/compile.ts'
import { RefusedQuery } from '../src/compiler/refused-query.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import { iri, literal, type Quad } from '../src/rdf/term.ts'
import { embeddedAnswer, embeddedOf } from './embedded.ts'
import { asLists, everythingSchema } from './everything-schema.ts'
import { expectedAnswer } from './expected-answer.ts'
import { base } from './generate-graphs.ts'
import { schemaCases } from './generate-schema-cases.ts'
import { cases } from './generators.ts'
import { nQuads } from './n-quads.ts'
import { insertionOrder, oxigraphOf } from './oxigraph.ts'
import { oxigraphAnswer } from './oxigraph-answer.ts'
import { randomTimeout } from './random-timeout.ts'
import { referenceAnswer } from './reference/answer.ts'
import { canonicalJson } from './reference/canonical-json.ts'
import type { ReferenceRequest } from './reference/operation-facts.ts'
import { schemaRefusals } from './reference/schema-refusals.ts'
import { schemaFacts } from './schema-facts.ts'
import { statisticsOf } from './statistics.ts'

/** Random cases of each property. */
const numRuns = Number(process.env['NUM_RUNS'] ?? 500)

const timeout = randomTimeout

/** Runs a property and, where it fails, prints the smallest failure as the files of a golden case. */
async function check<T extends { readonly quads: readonly Quad[]; readonly request: ReferenceRequest }>(
  arbitrary: fc.Arbitrary<T>,
  property: (one: T) => Promise<void>,
): Promise<void> {
  const details = await fc.check(fc.asyncProperty(arbitrary, property), { numRuns })
  if (!details.failed) return
  const [smallest] = details.counterexample ?? []
  throw new Error(
    `seed ${details.seed}, path ${details.counterexamplePath}\n${smallest && caseText(smallest)}\n${details.errorInstance}`,
  )
}

function caseText(one: { readonly quads: readonly Quad[]; readonly request: ReferenceRequest }): string {
  const { quads, request } = one
  const schema = 'schema' in one ? `--- schema.graphql\n${String(one.schema)}` : ''
  const variables = request.variables && `--- variables.json\n${JSON.stringify(request.variables)}\n`
  return `${schema}--- query.graphql\n${request.query}\n${variables ?? ''}--- data.trig (as N-Quads)\n${nQuads(quads)}`
}

describe('random documents by random schemas over random graphs', () => {
  let answered = 0
  let refused = 0

  it('are answered on the embedded store as the reference says, or refused', { timeout }, async () => {
    await check(schemaCases(false), async (one) => {
      const { quads, request, schema } = one
      const expected = expectedAnswer(one)
      if (expected === undefined) {
        refused += 1
        const facts = { namespaces: defaultNamespaces, ...schemaFacts(schema) }
        expect(() => compile(request, facts), schemaRefusals(schema, request).join('\n')).toThrow(
          RefusedQuery,
        )
        return
      }
      if (expected.choseComputed) return
      answered += 1
      const { computed } = expected
      const store = await embeddedOf(quads)
      try {
        const json = await embeddedAnswer(store, request, 'nodes', schema)
        expect(canonicalJson(json, computed, 'kept')).toBe(
          canonicalJson(`{"data":${expected.json}}`, computed, 'kept'),
        )
        const shaped = await embeddedAnswer(store, request, 'graphql', schema)
        expect(canonicalJson(shaped, computed, 'kept')).toBe(
          canonicalJson(`{"data":${expected.graphqlJson}}`, computed, 'kept'),
        )
      } finally {
        store.close()
      }
    })
  })

  it('were both answered and refused in large number', () => {
    expect(answered).toBeGreaterThan(numRuns / 3)
    expect(refused).toBeGreaterThan(numRuns / 20)
  })

  it('mean on Oxigraph what they mean on the embedded store', { timeout }, async () => {
    let compared = 0
    await check(schemaCases(true), async (one) => {
      const { quads, request, schema } = one
      const expected = expectedAnswer(one)
      // SPARQL has no name for a blank node.
      if (expected === undefined || /"_:/.test(JSON.stringify(request))) return
      const oxigraph = oxigraphOf(quads, expected.graphs)
      if (!oxigraph.isFaithful || expected.roots.some((root) => root.cutAmongEquals)) return
      compared += 1
      const order = insertionOrder(quads)
      const answer = await oxigraphAnswer(oxigraph, order, request, statisticsOf(quads), expected, schema)
      expect(canonicalJson(answer.json), answer.sparql).toBe(canonicalJson(`{"data":${expected.json}}`))
      expect(answer.isInOrder, answer.sparql).toBe(true)
    })
    expect(compared).toBeGreaterThan(numRuns / 6)
  })
})

describe('a schema that declares everything, as lists and as it is', () => {
  it('gives the answer that there is without one, but for the shapes', { timeout }, async () => {
    let compared = 0
    await check(cases(true), async ({ quads, request }) => {
      // What a type is called, a schema says.
      if (request.query.includes('__typename')) return
      const facts = { namespaces: defaultNamespaces, ...schemaFacts(everythingSchema) }
      if (isRefused(request, { namespaces: defaultNamespaces }) || isRefused(request, facts)) return
      compared += 1
      const store = await embeddedOf(quads)
      try {
        const { computed } = referenceAnswer(quads, request)
        const [plain, listed] = [
          await embeddedAnswer(store, request),
          await embeddedAnswer(store, request, 'nodes', everythingSchema),
        ]
        expect(canonicalJson(asLists(listed), computed)).toBe(canonicalJson(asLists(plain), computed))
      } finally {
        store.close()
      }
    })
    expect(compared).toBeGreaterThan(numRuns / 8)
  })
})

function isRefused(request: ReferenceRequest, facts: Parameters<typeof compile>[1]): boolean {
  try {
    compile(request, facts)
    return false
  } catch (error) {
    if (error instanceof RefusedQuery) return true
    throw error
  }
}

describe('what a schema does not declare', () => {
  it('is in no answer and in no error', { timeout }, async () => {
    const predicate = iri(`${base}secret`)
    await check(schemaCases(false), async ({ quads, request, schema }) => {
      const subjects = new Map(quads.map(({ subject }) => [subject.value, subject]))
      const secrets = [...subjects.values()].map((subject, at): Quad => {
        return { subject, predicate, object: literal(`not to be seen ${at}`), graph: null }
      })
      const store = await embeddedOf([...quads, ...secrets])
      try {
        const text = await embeddedAnswer(store, request, 'graphql', schema).catch((error: unknown) => {
          if (error instanceof RefusedQuery) return error.message
          throw error
        })
        expect(text).not.toContain('not to be seen')
        const without = await embeddedOf(quads)
        try {
          if (isRefused(request, { namespaces: defaultNamespaces, ...schemaFacts(schema) })) return
          expect(await embeddedAnswer(without, request, 'graphql', schema)).toBe(text)
        } finally {
          without.close()
        }
      } finally {
        store.close()
      }
    })
  })
})
