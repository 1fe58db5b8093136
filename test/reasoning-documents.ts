import { compile } from '../src/compiler/compile.ts'
import { defaultDocumentLimits } from '../src/compiler/limits.ts'
import { RefusedQuery } from '../src/compiler/refused-query.ts'
import { shapeAnswer } from '../src/compiler/shape.ts'
import type { Schema } from '../src/graphql/schema.ts'
import { createNamer, defaultNamespaces } from '../src/rdf/namespaces.ts'
import { iri, type Quad } from '../src/rdf/term.ts'
import type { Reasoner } from '../src/reasoning/reasoner.ts'
import type { SqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { embeddedAnswer, embeddedOf } from './embedded.ts'
import type { ReasoningDocumentCase } from './generate-reasoning-cases.ts'
import { nQuads } from './n-quads.ts'
import { ontologyQuads } from './ontology-triples.ts'
import { reasonerBySchema, reasonerOf } from './reasoner-of.ts'
import type { Comparison } from './reasoning-answers.ts'
import { type ReferenceAnswer, referenceAnswer } from './reference/answer.ts'
import { canonicalJson } from './reference/canonical-json.ts'
import { closeTriples } from './reference/close-naively.ts'
import { NoAnswer } from './reference/collected.ts'
import { defaultGraphName } from './reference/graph.ts'
import type { ReferenceReasoning } from './reference/inferred-graph.ts'
import { operationFacts, type ReferenceRequest } from './reference/operation-facts.ts'
import { schemaRefusals } from './reference/schema-refusals.ts'
import { schemaFacts } from './schema-facts.ts'

/** Asks the document of a case, of whose axioms all are supported: with reasoning of the data, and without of all that follows. */
export async function compareDocumentWithClosure(one: ReasoningDocumentCase): Promise<Comparison> {
  const { axioms, sameAs, quads } = one
  // What a type is called, reasoning has a rule of its own for.
  const request = { ...one.request, query: one.request.query.replace(/__typename/g, 'iri') }
  const vocabulary = ontologyQuads(axioms)
  const all = [...quads, ...vocabulary]
  const { graphs } = operationFacts(request)
  const isAsked = ({ graph }: Quad): boolean => graphs?.includes(graph?.value ?? defaultGraphName) ?? true
  const following = closeTriples(all.filter(isAsked), { vocabulary, sameAs })
  const computed = computedIn(following, ofDefaultGraph(request))
  if (computed === undefined) return { kind: 'open' }
  const [store, closed] = [await embeddedOf(all), await embeddedOf([...putAside(all), ...following])]
  try {
    const reasoner = reasonerOf(all, sameAs)
    const [expected, actual, plain] = [
      await answerOr(() => embeddedAnswer(closed, ofDefaultGraph(request))),
      await answerOr(() => answerWith(reasoner, store, { ...one, request })),
      await answerOr(() => embeddedAnswer(store, request)),
    ]
    if (actual === tooLarge) return { kind: 'refused' }
    const answered = {
      kind: 'answered',
      isEmpty: !expected.includes('"', expected.indexOf(':')),
      isChanged: plain !== actual,
    } as const
    const [due, given] = [canonicalJson(expected, computed), canonicalJson(actual, computed)]
    return due === given
      ? answered
      : { ...answered, difference: `--- with reasoning\n${given}\n--- due\n${due}` }
  } finally {
    store.close()
    closed.close()
  }
}

/** Keys whose values are computed and in no order; `undefined` where fields conflict. */
function computedIn(quads: readonly Quad[], request: ReferenceRequest): ReadonlySet<string> | undefined {
  try {
    const { computed, choseComputed } = referenceAnswer(quads, request)
    return choseComputed ? undefined : computed
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}

/** The request, asked of the default graph. */
function ofDefaultGraph(request: ReferenceRequest): ReferenceRequest {
  const query = request.query.replace(
    /@config\((alias: \{[^}]*\})(?:, graph: (?:\w+|\[[^\]]*\]))?\)/,
    '@config($1, graph: default)',
  )
  return { ...request, query }
}

/** Quads where they are not asked for, in their order: so terms come in the same order. */
function putAside(quads: readonly Quad[]): readonly Quad[] {
  return quads.map((quad) => (quad.graph === null ? { ...quad, graph: iri('http://e.org/aside') } : quad))
}

/** Asks the document of a case, by its schema where it has one, and compares with the reference, which walks over all that follows. */
export async function compareDocumentWithReference(
  one: ReasoningDocumentCase & { readonly schema?: string },
): Promise<Comparison> {
  const { axioms, sameAs, quads, request, schema } = one
  const vocabulary = ontologyQuads(axioms)
  const all = [...quads, ...vocabulary]
  const facts = schemaFacts(schema)
  const reasoner = reasonerBySchema(reasonerOf(all, sameAs), schema)
  // Interfaces can close circles that no property path says.
  if (reasoner.warnings.length > 0) return { kind: 'open' }
  const expected = answerByReference(all, request, schema, { sameAs, vocabulary })
  if (expected === undefined || expected.choseComputed) return { kind: 'open' }
  const store = await embeddedOf(all)
  try {
    const actual = await answerOr(() => answerWith(reasoner, store, one, facts.schema))
    if (actual === tooLarge) return { kind: 'refused' }
    const plain = await answerOr(() => embeddedAnswer(store, request, 'nodes', schema))
    const answered = {
      kind: 'answered',
      isEmpty: expected.json === '[]',
      isChanged: plain !== actual,
    } as const
    const [due, given] = [`{"data":${expected.json}}`, actual].map((json) =>
      canonicalJson(json, expected.computed, schema === undefined ? 'left out' : 'kept'),
    )
    return due === given ? answered : { ...answered, difference: `--- given\n${given}\n--- due\n${due}` }
  } finally {
    store.close()
  }
}

/** `undefined` for a document that the schema refuses, or whose fields conflict. */
function answerByReference(
  quads: readonly Quad[],
  request: ReferenceRequest,
  schema: string | undefined,
  reasoning: ReferenceReasoning,
): ReferenceAnswer | undefined {
  if (schema !== undefined && schemaRefusals(schema, request).length > 0) return undefined
  try {
    return referenceAnswer(quads, request, schema, reasoning)
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}

/** Larger queries tell no more, and take long. */
const limits = { ...defaultDocumentLimits, triplePatterns: 60 }

/** The answer with a reasoner, planned by the counts of the data or without, as behind endpoints. */
async function answerWith(
  reasoner: Reasoner,
  store: SqliteStore,
  { request, isCounted }: ReasoningDocumentCase,
  schema?: Schema,
): Promise<string> {
  const statistics = isCounted ? store.statistics() : undefined
  const { operation, plan } = compile(request, {
    namespaces: defaultNamespaces,
    statistics,
    limits,
    reasoner,
    schema,
  })
  const solutions = store.select(plan.query, { grouping: plan.grouping })
  let json = ''
  const namer = createNamer(operation.namespaces, operation.aliases)
  for await (const piece of shapeAnswer(solutions, plan.shape, namer, 'nodes')) json += piece
  return json
}

const tooLarge = '"too large"'

/** The answer, or why the request is refused. */
async function answerOr(answer: () => Promise<string>): Promise<string> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof RefusedQuery)) throw error
    const codes = error.errors.map(({ extensions }) => extensions['code'])
    return codes.includes('LIMIT_EXCEEDED') ? tooLarge : '"refused"'
  }
}

/** A case as text. */
export function documentCaseText({
  axioms,
  quads,
  request,
  sameAs,
  schema,
}: ReasoningDocumentCase & { readonly schema?: string }): string {
  return `sameAs ${sameAs}\n--- schema.graphql\n${schema}\n--- query.graphql\n${request.query}\n--- variables\n${JSON.stringify(request.variables)}\n--- axioms\n${nQuads(ontologyQuads(axioms))}--- data\n${nQuads(quads)}`
}
