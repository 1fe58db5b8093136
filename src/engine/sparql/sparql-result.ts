import { parseRdf } from '../../rdf/parse.ts'
import { type BlankNode, blank, type Quad, type Term } from '../../rdf/term.ts'
import { readResults } from '../../sparql/results/read-results.ts'
import type { ResultPart } from '../../sparql/results/result-reader.ts'
import type { ResultFormats, SparqlAnswer } from './sparql-request.ts'

/** One solution of a query: the terms of its variables by name; those that are not bound are absent. */
export type Solution = Readonly<Record<string, Term>>

/**
 * What a SPARQL query came to, by its form. Rows and quads come as they are computed, once: a consumer reads them to
 * their end, or stops early and so ends the query.
 */
export type SparqlResult =
  | {
      readonly kind: 'solutions'
      readonly variables: readonly string[]
      readonly rows: AsyncIterable<Solution>
    }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** Of CONSTRUCT and DESCRIBE; the graph of each quad is the default graph. */
  | { readonly kind: 'graph'; readonly quads: AsyncIterable<Quad> }

/** The syntaxes in which {@link readSparqlResult} takes answers. */
export const readFormats: ResultFormats = { solutions: 'json', boolean: 'json', graph: 'n-triples' }

const name = 'The answer'

/** The result that the bytes of an answer in {@link readFormats} say. */
export async function readSparqlResult(answer: SparqlAnswer): Promise<SparqlResult> {
  switch (answer.kind) {
    case 'noFormat':
      throw new Error('The engine has no syntax of an answer that it is asked for.')
    case 'graph':
      return { kind: 'graph', quads: readQuads(answer.chunks) }
    case 'solutions':
    case 'boolean':
      return readParts(readResults('json', answer.chunks, name))
  }
}

async function readParts(batches: AsyncGenerator<readonly ResultPart[]>): Promise<SparqlResult> {
  const { value: first = [] } = await batches.next()
  const [head, ...rest] = first
  if (head?.kind === 'boolean') return { kind: 'boolean', value: head.value }
  if (head?.kind !== 'variables') throw new Error('The engine answers with solutions before their variables.')
  return { kind: 'solutions', variables: head.names, rows: solutionsOf(rest, batches) }
}

async function* solutionsOf(
  first: readonly ResultPart[],
  rest: AsyncGenerator<readonly ResultPart[]>,
): AsyncGenerator<Solution> {
  try {
    yield* solutionsOfParts(first)
    for await (const batch of rest) yield* solutionsOfParts(batch)
  } finally {
    await rest.return(undefined)
  }
}

function* solutionsOfParts(parts: readonly ResultPart[]): Generator<Solution> {
  for (const part of parts) {
    if (part.kind === 'solutions') for (const terms of part.solutions) yield Object.fromEntries(terms)
  }
}

/** What stands before labels of blank nodes while they are read, until it is taken away. */
const labelPrefix = 'own'

async function* readQuads(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Quad> {
  const batches = parseRdf(chunks, { format: 'n-triples', fileName: name, blankPrefix: labelPrefix })
  for await (const batch of batches) for (const quad of batch) yield withOwnLabels(quad)
}

function withOwnLabels({ subject, predicate, object }: Quad): Quad {
  return {
    subject: subject.kind === 'blank' ? ownLabel(subject) : subject,
    predicate,
    object: object.kind === 'blank' ? ownLabel(object) : object,
    graph: null,
  }
}

function ownLabel({ value }: BlankNode): BlankNode {
  return blank(value.slice(labelPrefix.length + 1))
}
