import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compile } from '../src/compiler/compile.ts'
import { RefusedQuery } from '../src/compiler/refused-query.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import type { UsedReasoning } from '../src/reasoning/used-reasoning.ts'
import { printQuery } from '../src/sparql/print.ts'
import { embeddedAnswer, embeddedOf } from './embedded.ts'
import { type GoldenCase, goldenCases, isIntrospection, quadsOf, readIfThere } from './golden-cases.ts'
import { goldenReasoner } from './golden-reasoner.ts'
import { insertionOrder, oxigraphOf } from './oxigraph.ts'
import { oxigraphAnswer } from './oxigraph-answer.ts'
import { referenceAnswer } from './reference/answer.ts'
import { canonicalJson } from './reference/canonical-json.ts'
import { schemaFacts } from './schema-facts.ts'
import { statisticsOf } from './statistics.ts'

const isUpdate = process.env['UPDATE_GOLDEN'] !== undefined

/** Compares what came out with a file of the case; `undefined` stands for no file. Writes it when updating. */
function expectFile(folder: string, name: string, actual: string | undefined): void {
  const path = join(folder, name)
  if (!isUpdate) expect(actual).toBe(readIfThere(path))
  else if (actual === undefined) rmSync(path, { force: true })
  else writeFileSync(path, actual)
}

/** The JSON text of an answer as it is kept: each root object on a line of its own. */
function layOut(json: string): string {
  const depth = json.startsWith('{"data":[') ? 2 : 3
  let open = 0
  const lines = json.replace(/"(?:[^"\\]|\\.)*"|\[\]|[[\]{},]/g, (token) => {
    if (token === '[' || token === '{') open += 1
    const isBreak = open === depth && (token === ',' || token === '[')
    if (token === ']' || token === '}') open -= 1
    return isBreak ? `${token}\n` : token
  })
  return `${lines}\n`
}

function errorText(refused: RefusedQuery): string {
  return refused.errors
    .map(({ message, locations, extensions }) => {
      const place = locations?.map(({ line, column }) => `${line}:${column}`).join(' ') ?? '-'
      return `${extensions['code']} ${place} ${message}\n`
    })
    .join('')
}

interface Outcome {
  readonly error?: string
  readonly sparql?: string
  readonly json?: string
  readonly reasoning?: string
}

/** The axioms that were used, and those of the vocabulary that are left out. */
function reasoningText({ axioms, warnings }: UsedReasoning): string {
  return [...axioms, ...warnings.map((warning) => `left out: ${warning}`)].map((line) => `${line}\n`).join('')
}

/** What the embedded store makes of a case. */
async function outcome(one: GoldenCase): Promise<Outcome> {
  const store = await embeddedOf(quadsOf(one))
  try {
    const statistics = store.statistics()
    const reasoner = goldenReasoner(one)
    const { operation, plan, reasoning } = compile(one.request, {
      namespaces: defaultNamespaces,
      statistics,
      reasoner,
      ...schemaFacts(one.schema),
    })
    const sparql = printQuery(plan.query, { namespaces: operation.namespaces })
    const json = await embeddedAnswer(store, one.request, 'nodes', one.schema, reasoner)
    return { sparql, json, ...(reasoning && { reasoning: reasoningText(reasoning) }) }
  } catch (error) {
    if (!(error instanceof RefusedQuery)) throw error
    return { error: errorText(error) }
  } finally {
    store.close()
  }
}

describe.each(goldenCases().map((one) => [one.name, one] as const))('%s', (_name, one) => {
  it('comes to what is written down', async () => {
    const { error, sparql, json, reasoning } = await outcome(one)
    expectFile(one.folder, 'error.txt', error)
    expectFile(one.folder, 'query.sparql', sparql)
    expectFile(one.folder, 'reasoning.txt', reasoning)
    expectFile(one.folder, 'result.json', json && layOut(canonicalJson(json, undefined, 'kept')))
  })

  const result = isIntrospection(one) ? undefined : readIfThere(join(one.folder, 'result.json'))
  it.skipIf(result === undefined)(
    'means the same to the reference, in both forms, and to Oxigraph',
    async () => {
      const quads = quadsOf(one)
      const expected = referenceAnswer(quads, one.request, one.schema, one.reasoning)
      const { computed } = expected
      const wanted = canonicalJson(result ?? '', computed)
      expect(canonicalJson(`{"data":${expected.json}}`, computed)).toBe(wanted)
      const store = await embeddedOf(quads)
      try {
        const shaped = await embeddedAnswer(store, one.request, 'graphql', one.schema, goldenReasoner(one))
        const inBoth = `{"data":${expected.graphqlJson}}`
        expect(canonicalJson(shaped, computed, 'kept')).toBe(canonicalJson(inBoth, computed, 'kept'))
      } finally {
        store.close()
      }
      const oxigraph = oxigraphOf(quads, expected.graphs)
      if (!oxigraph.isFaithful || expected.roots.some((root) => root.cutAmongEquals)) return
      const answer = await oxigraphAnswer(
        oxigraph,
        insertionOrder(quads),
        one.request,
        statisticsOf(quads),
        expected,
        one.schema,
        goldenReasoner(one),
      )
      expect(canonicalJson(answer.json, computed)).toBe(wanted)
      expect(answer.isInOrder).toBe(true)
    },
  )
})
