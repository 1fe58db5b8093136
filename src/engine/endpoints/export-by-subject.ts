import { ServiceError } from '../../errors.ts'
import type { Quad } from '../../rdf/term.ts'
import type { SelectQuery } from '../../sparql/algebra.ts'
import { endpointLabel } from '../../store/remote/endpoint-label.ts'
import { quirksOf } from '../../store/remote/engine-quirks.ts'
import type { QueryPart } from '../../store/store.ts'
import type { Database, RemoteDatabase } from '../database.ts'

/**
 * How the quads of an endpoint that cuts answers are asked for: by their subjects, so that the answer can go on where it is
 * cut; `undefined` where a query is answered whole.
 */
export function subjectParts(
  database: Database,
  { operation }: SelectQuery,
): readonly QueryPart[] | undefined {
  if (database.kind !== 'remote' || database.endpoint.mostRows === undefined) return undefined
  const quads = operation.kind === 'project' ? operation.operand : operation
  return [{ node: 's', operation: quads, comparators: [] }]
}

/**
 * The same quads. Where they are more than one answer of their endpoint holds, its labels of blank nodes have to be the same
 * in all of its answers.
 *
 * @throws ServiceError `limitExceeded` where one blank node would become several
 */
export function withSameBlankNodes(
  batches: AsyncIterable<readonly Quad[]>,
  database: Database,
): AsyncIterable<readonly Quad[]> {
  return database.kind === 'remote' ? sameBlankNodes(batches, database) : batches
}

async function* sameBlankNodes(
  batches: AsyncIterable<readonly Quad[]>,
  { name, endpoint }: RemoteDatabase,
): AsyncGenerator<readonly Quad[]> {
  const { mostRows = Number.POSITIVE_INFINITY } = endpoint
  const isStable = quirksOf(endpoint.engine).blankNodeIri !== undefined
  let count = 0
  let hasBlank = false
  for await (const batch of batches) {
    count += batch.length
    hasBlank ||=
      !isStable && batch.some(({ subject, object }) => subject.kind === 'blank' || object.kind === 'blank')
    if (hasBlank && count > mostRows) {
      const label = endpointLabel(name, endpoint.queryUrl)
      throw new ServiceError(
        'limitExceeded',
        `${label}: the endpoint cuts an answer after ${mostRows} rows (its own limit, which remote.rows tells of). These are more, with blank nodes, whose labels hold for one answer only. Export smaller graphs one by one.`,
      )
    }
    yield batch
  }
}
