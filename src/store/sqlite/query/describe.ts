import type { Quad, Term } from '../../../rdf/term.ts'
import { termKey } from '../../../rdf/term-key.ts'
import { type SelectQuery, variable } from '../../../sparql/algebra.ts'
import { meantTerm } from '../../../sparql/meant-term.ts'
import type { DescribeQuery } from '../../../sparql/query-form.ts'
import type { Solutions } from '../../../sparql/solutions.ts'
import { createSeenKeys } from '../../triples/seen-keys.ts'

/** Terms whose triples one statement looks up. */
const lookedUpAtOnce = 500

/** Runs a query on the state of the data that the description is of. */
export type Select = (query: SelectQuery) => Solutions

/**
 * Concise bounded descriptions of terms: the triples that a term is the subject of in the query's default graph, and those
 * of the blank nodes that are their objects, and so on. Each subject is described once, and so comes each triple.
 */
export async function* describeTriples(
  query: DescribeQuery,
  select: Select,
): AsyncGenerator<readonly Quad[]> {
  const seen = createSeenKeys()
  try {
    for await (const terms of describedTerms(query, select)) {
      // Depth first, so that what waits is what one branch holds.
      const waiting: Term[] = terms.filter((term) => seen.add(termKey(term)))
      while (waiting.length > 0) {
        const subjects = waiting.splice(-lookedUpAtOnce)
        for await (const quads of triplesOf(subjects, query, select)) {
          yield quads
          for (const { object } of quads)
            if (object.kind === 'blank' && seen.add(termKey(object))) waiting.push(object)
        }
      }
    }
  } finally {
    seen.close()
  }
}

/** The terms given, and those that the variables are bound to, in batches. */
async function* describedTerms(query: DescribeQuery, select: Select): AsyncGenerator<readonly Term[]> {
  const given = query.terms.flatMap((term) => (term.kind === 'iri' ? [meantTerm(term)] : []))
  if (given.length > 0) yield given
  const variables = query.terms.flatMap((term) => (term.kind === 'variable' ? [term.name] : []))
  if (variables.length === 0) return
  const solutions = select({
    kind: 'select',
    ...datasetOf(query),
    operation: { kind: 'distinct', operand: { kind: 'project', operand: query.operation, variables } },
  })
  for await (const batch of solutions.batches) {
    const cells = new Set(batch.flat().filter((cell) => cell !== null))
    const terms = [...cells].map((cell) => solutions.term(cell))
    yield terms.filter((term) => term.kind !== 'literal')
  }
}

async function* triplesOf(
  subjects: readonly Term[],
  query: DescribeQuery,
  select: Select,
): AsyncGenerator<readonly Quad[]> {
  const [subject, predicate, object] = [variable('s'), variable('p'), variable('o')]
  const solutions = select({
    kind: 'select',
    ...datasetOf(query),
    operation: {
      kind: 'join',
      operands: [
        { kind: 'values', variables: [subject.name], rows: subjects.map((term) => [term]) },
        { kind: 'bgp', patterns: [{ subject, predicate, object }] },
      ],
    },
  })
  const columns = [subject, predicate, object].map(({ name }) => solutions.variables.indexOf(name))
  for await (const batch of solutions.batches) {
    yield batch.map((row): Quad => {
      const [s, p, o] = columns.map((column) => {
        const cell = row[column] ?? null
        if (cell === null) throw new Error('A triple pattern binds its variables.')
        return solutions.term(cell)
      })
      if (s === undefined || s.kind === 'literal' || p?.kind !== 'iri' || o === undefined)
        throw new Error('The table of quads holds what is no triple.')
      return { subject: s, predicate: p, object: o, graph: null }
    })
  }
}

function datasetOf({ dataset }: DescribeQuery): Pick<SelectQuery, 'dataset'> {
  return dataset === undefined ? {} : { dataset }
}
