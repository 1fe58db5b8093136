import { ServiceError } from '../src/errors.ts'
import type { Quad } from '../src/rdf/term.ts'
import { type Dataset, defaultGraph, namedGraphs } from '../src/sparql/algebra.ts'
import { parseQuery } from '../src/sparql/parse.ts'
import { printQuery } from '../src/sparql/print.ts'
import type { Query } from '../src/sparql/query-form.ts'
import type { SqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { embeddedOf } from './embedded.ts'
import type { ReasoningCase } from './generate-reasoning-cases.ts'
import { isomorphic } from './isomorphic.ts'
import { nQuads } from './n-quads.ts'
import { ontologyQuads } from './ontology-triples.ts'
import { reasonerOf } from './reasoner-of.ts'
import { type ClosingScope, closeNaively, propertiesOfLiterals } from './reference/close-naively.ts'
import { solutionKeys } from './solution-keys.ts'

/** What a query of a case was answered: refused, left open, or answered, and how that compares. */
export type Comparison =
  | { readonly kind: 'refused' | 'open' }
  | {
      readonly kind: 'answered'
      readonly isEmpty: boolean
      /** Whether the answer is another one without reasoning. */
      readonly isChanged: boolean
      /** Absent where the answer with reasoning is the one over all that follows. */
      readonly difference?: string
    }

/** Larger queries tell no more, and take long. */
const mostTriplePatterns = 80

const wholeDataset: Dataset = { default: [defaultGraph], named: [namedGraphs] }

/** Asks the queries of a case, of whose axioms all are supported: with reasoning of the data, and without of all that follows. */
export async function compareWithClosure(one: ReasoningCase): Promise<readonly Comparison[]> {
  const { sameAs, isVocabularyInData } = one
  const vocabulary = ontologyQuads(one.axioms)
  const quads = isVocabularyInData ? [...vocabulary, ...one.data] : one.data
  const reasoner = reasonerOf(isVocabularyInData ? quads : vocabulary, sameAs, isVocabularyInData)
  const ofLiterals = propertiesOfLiterals(quads, { vocabulary, sameAs })
  const store = await embeddedOf(quads)
  const closures = new Map<string, SqliteStore>()
  const compared: Comparison[] = []
  try {
    for (const text of one.texts) compared.push(await compare(text))
    return compared
  } finally {
    for (const each of [store, ...closures.values()]) each.close()
  }

  async function compare(text: string): Promise<Comparison> {
    const parsed = parseQuery(text, { namespaces: new Map() })
    const isOfDefaultGraph = one.isOfDefaultGraph && parsed.dataset === undefined
    const query = isOfDefaultGraph ? { ...parsed, dataset: wholeDataset } : parsed
    const isVocabularyInScope = isVocabularyInData && query.dataset === undefined
    const isOfAll = isVocabularyInScope && !text.includes('GRAPH')
    if (isOpen(text, isOfAll, ofLiterals)) return { kind: 'open' }
    const rewritten = rewrittenOf(() =>
      reasoner.rewriting({ isVocabularyInScope, triplePatterns: mostTriplePatterns }).query(query),
    )
    if (rewritten === undefined) return { kind: 'refused' }
    const closed = await closureOf(query.dataset)
    const named = query.dataset?.named ?? [namedGraphs]
    const expected = await answerOf(closed, { ...query, dataset: { default: [defaultGraph], named } })
    const actual = await answerOf(store, rewritten)
    const answered = {
      kind: 'answered',
      isEmpty: expected.rows.length + expected.triples.length === 0,
      isChanged: !isSame(expected, await answerOf(store, query)),
    } as const
    if (isSame(actual, expected)) return answered
    const sparql = printQuery(rewritten, { namespaces: new Map(), scope: 'none' })
    return { ...answered, difference: `${text}\n--- rewritten\n${sparql}\n${differenceOf(actual, expected)}` }
  }

  async function closureOf(dataset: Dataset | undefined): Promise<SqliteStore> {
    const key = JSON.stringify(dataset ?? null)
    const closed =
      closures.get(key) ?? (await embeddedOf(closeNaively(quads, { vocabulary, sameAs }, scopeOf(dataset))))
    closures.set(key, closed)
    return closed
  }
}

/** A path that is repeated, and one that may be of no length. */
const [repeated, ofNoLength] = [/[)\w][?*+](?=[)\s/|])/, /[)\w][?*](?=[)\s/|])/]

/**
 * What no property path can say. One of no length goes from each node to itself: names that only an axiom brings in are no
 * nodes where the axioms are not asked. One that is repeated may pass through a literal that is the subject of what follows.
 */
function isOpen(text: string, isOfAll: boolean, ofLiterals: ReadonlySet<string>): boolean {
  if (ofNoLength.test(text) && !isOfAll) return true
  return repeated.test(text) && [...ofLiterals].some((property) => text.includes(localName(property)))
}

function localName(iri: string): string {
  return `:${iri.replace(/^.*[#/]/, '')}`
}

/** `undefined` for a path that cannot be rewritten, and for what would be too large. */
function rewrittenOf(rewrite: () => Query): Query | undefined {
  try {
    return rewrite()
  } catch (error) {
    if (error instanceof ServiceError && (error.kind === 'unsupported' || error.kind === 'limitExceeded'))
      return undefined
    throw error
  }
}

/** Which graphs are closed together, and which by themselves. */
function scopeOf(dataset: Dataset | undefined): ClosingScope {
  if (dataset === undefined) return { merged: () => true, named: () => true }
  return {
    merged: (graph) => dataset.default.includes(graph ?? defaultGraph),
    named: (graph) => dataset.named.includes(namedGraphs) || dataset.named.includes(graph),
  }
}

interface Answer {
  readonly rows: readonly string[]
  readonly triples: readonly Quad[]
}

/** Solutions without an order; the truth as one or none; triples. */
async function answerOf(store: SqliteStore, query: Query): Promise<Answer> {
  switch (query.kind) {
    case 'select':
      return { rows: (await solutionKeys(store, query)).toSorted(), triples: [] }
    case 'ask':
      return { rows: (await store.ask(query)) ? ['true'] : [], triples: [] }
    case 'construct':
    case 'describe': {
      const triples: Quad[] = []
      for await (const batch of store.graph(query)) triples.push(...batch)
      return { rows: [], triples }
    }
  }
}

function isSame(a: Answer, b: Answer): boolean {
  return (
    a.rows.length === b.rows.length &&
    a.rows.every((row, index) => row === b.rows[index]) &&
    isomorphic(a.triples, b.triples)
  )
}

/** Solutions and triples that are too many and too few. */
function differenceOf(actual: Answer, expected: Answer): string {
  const without = (some: readonly string[], others: readonly string[]): readonly string[] => {
    const left = [...others]
    return some.filter((one) => !left.includes(one) || left.splice(left.indexOf(one), 1).length === 0)
  }
  const lines = ({ rows, triples }: Answer): readonly string[] => [
    ...rows,
    ...triples.map((triple) => nQuads([triple])),
  ]
  const [given, due] = [lines(actual), lines(expected)]
  return `--- too many\n${without(given, due).join('\n')}\n--- too few\n${without(due, given).join('\n')}`
}

/** A case as text. */
export function reasoningCaseText({ axioms, data, texts, ...rest }: ReasoningCase): string {
  return `${JSON.stringify(rest)}\n--- axioms\n${nQuads(ontologyQuads(axioms))}--- data\n${nQuads(data)}--- queries\n${texts.join('\n---\n')}`
}
