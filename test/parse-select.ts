import type { SelectQuery } from '../src/sparql/algebra.ts'
import { parseQuery } from '../src/sparql/parse.ts'
import type { ParseOptions } from '../src/sparql/parse-text.ts'

/** Parses a query that a test knows to be a SELECT. */
export function parseSelect(text: string, options: ParseOptions): SelectQuery {
  const query = parseQuery(text, options)
  if (query.kind !== 'select') throw new Error(`A query of the form "${query.kind}" where SELECT is expected`)
  return query
}
