import type { Quad, Term } from '../../rdf/term.ts'
import type { Operation, SelectQuery } from '../../sparql/algebra.ts'
import { freshBlankNodes, instantiate } from '../../sparql/instantiate.ts'
import { meantTerm } from '../../sparql/meant-term.ts'
import type { ConstructQuery, TemplateTerm, TripleTemplate } from '../../sparql/query-form.ts'
import type { Cell, Solutions } from '../../sparql/solutions.ts'
import type { QuadTemplate } from '../../sparql/update.ts'
import { createSeenKeys, type SeenKeys } from './seen-keys.ts'

/**
 * The solutions that a CONSTRUCT takes: the variables of its template. A template of one triple comes to each triple once
 * where its solutions do, which the database sees to, often without remembering any.
 */
export function constructSelect({ template, dataset, operation }: ConstructQuery): SelectQuery {
  const parts = template.flatMap(({ subject, predicate, object }) => [subject, predicate, object])
  const hasBlank = parts.some((part) => part.kind === 'blank')
  const variables = [...new Set(parts.flatMap((part) => (part.kind === 'variable' ? [part.name] : [])))]
  const projected: Operation = { kind: 'project', operand: operation, variables }
  return {
    kind: 'select',
    ...(dataset === undefined ? {} : { dataset }),
    operation: isOneTriple(template) && !hasBlank ? { kind: 'distinct', operand: projected } : projected,
  }
}

/** The cells that a store's solutions have for terms. */
export interface TermCells {
  cellOf(term: Term): Cell
}

/** The triples of a template over all solutions of {@link constructSelect}, each once. */
export async function* constructTriples(
  { template }: ConstructQuery,
  solutions: Solutions,
  terms: TermCells,
): AsyncGenerator<readonly Quad[]> {
  const triples = createTriples(template, solutions, terms)
  const freshBlank = freshBlankNodes()
  const seen = createSeenKeys()
  try {
    for await (const batch of solutions.batches) {
      const quads: Quad[] = []
      for (const row of batch) {
        const ofRow = new Set<string>()
        const wanted = triples.filter(({ key, memory }) => isNew(key(row), memory, seen, ofRow))
        if (wanted.length === 0) continue
        const solution = (name: string) => {
          const cell = row[solutions.variables.indexOf(name)] ?? null
          return cell === null ? undefined : solutions.term(cell)
        }
        const templates = wanted.map(({ quad }) => quad)
        quads.push(...instantiate(templates, solution, freshBlank))
      }
      if (quads.length > 0) yield quads
    }
  } finally {
    seen.close()
  }
}

/** Whether solutions that differ come to triples that differ: then the query asks for each solution once. */
function isOneTriple(template: readonly TripleTemplate[]): boolean {
  const [only, ...others] = template
  return only !== undefined && others.length === 0
}

/** A triple of the template with what tells its instances apart, and what has to be remembered of them. */
interface Triple {
  readonly quad: QuadTemplate
  /** `undefined` where a variable is unbound. */
  readonly key: (row: readonly Cell[]) => string | undefined
  /** A triple with a new blank node can come again within its own solution only. */
  readonly memory: 'none' | 'solution' | 'all'
}

function createTriples(
  template: readonly TripleTemplate[],
  { variables }: Solutions,
  terms: TermCells,
): readonly Triple[] {
  const cellOf = (part: TemplateTerm): ((row: readonly Cell[]) => Cell) => {
    if (part.kind === 'variable') {
      const index = variables.indexOf(part.name)
      return (row) => row[index] ?? null
    }
    const cell = part.kind === 'blank' ? ` ${part.value}` : terms.cellOf(meantTerm(part))
    return () => cell
  }
  return template.map((triple) => {
    const parts = [triple.subject, triple.predicate, triple.object]
    const cells = parts.map(cellOf)
    const key = (row: readonly Cell[]) => {
      const values = cells.map((cell) => cell(row))
      return values.includes(null) ? undefined : JSON.stringify(values)
    }
    const isFresh = parts.some((part) => part.kind === 'blank')
    const memory = isOneTriple(template) ? 'none' : isFresh ? 'solution' : 'all'
    return { quad: { ...triple, graph: null }, key, memory }
  })
}

function isNew(
  key: string | undefined,
  memory: Triple['memory'],
  seen: SeenKeys,
  ofRow: Set<string>,
): boolean {
  if (key === undefined) return false
  switch (memory) {
    case 'none':
      return true
    case 'all':
      return seen.add(key)
    case 'solution': {
      const before = ofRow.size
      return ofRow.add(key).size > before
    }
  }
}
