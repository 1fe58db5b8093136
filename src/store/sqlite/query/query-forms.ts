import type { DatabaseSync } from 'node:sqlite'
import type { Quad } from '../../../rdf/term.ts'
import type { SelectQuery } from '../../../sparql/algebra.ts'
import type { AskQuery, ConstructQuery, DescribeQuery } from '../../../sparql/query-form.ts'
import { type RunOptions, StaleQuery, type Store } from '../../store.ts'
import { constructSelect, constructTriples } from '../../triples/construct.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { describeTriples } from './describe.ts'

/** What the other forms of query are answered with. */
export interface FormConnection {
  readonly database: DatabaseSync
  readonly dictionary: Dictionary
  readonly select: Store['select']
}

/** Whether a query has a solution; it ends with the first. */
export async function answerAsk(
  { select }: FormConnection,
  { dataset, operation }: AskQuery,
  options: RunOptions,
): Promise<boolean> {
  const query: SelectQuery = {
    kind: 'select',
    ...(dataset === undefined ? {} : { dataset }),
    operation: {
      kind: 'slice',
      operand: { kind: 'project', operand: operation, variables: [] },
      offset: 0,
      limit: 1,
    },
  }
  for (;;) {
    try {
      for await (const batch of select(query, options).batches) return batch.length > 0
      return false
    } catch (error) {
      // A commit came between the plan and the first row.
      if (!(error instanceof StaleQuery)) throw error
    }
  }
}

/** The triples of a CONSTRUCT or DESCRIBE, each once, of one state of the data. */
export async function* answerGraph(
  { database, dictionary, select }: FormConnection,
  query: ConstructQuery | DescribeQuery,
  options: RunOptions,
): AsyncGenerator<readonly Quad[]> {
  const release = holdState(database)
  try {
    if (query.kind === 'describe') yield* describeTriples(query, (one) => select(one, options))
    else yield* constructTriples(query, select(constructSelect(query), options), dictionary)
  } finally {
    release()
  }
}

/** Lets no commit of another connection be seen until the function returned is called: an open statement keeps its state. */
function holdState(database: DatabaseSync): () => void {
  const rows = database.prepare('SELECT name FROM meta').iterate()
  rows.next()
  return () => {
    rows.return?.()
  }
}
