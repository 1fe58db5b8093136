import { inspectEndpoint } from '../../store/remote/inspect/inspect-endpoint.ts'
import { countTriples } from '../count-triples.ts'
import { changeEndpoint } from '../endpoints/change-endpoint.ts'
import { createOpenEndpoints } from '../endpoints/open-endpoints.ts'
import type { RemoteAccess } from '../federation/remote-access.ts'
import type { VocabularySource } from '../reasoning/kept-reasoner.ts'
import { askedDatabase } from './asker-orders.ts'
import { stepsOfOrder } from './change-job.ts'
import { isChangeOrder, isEndpointTarget } from './database-orders.ts'
import { inputOf } from './input-of.ts'
import { queryOperations, type Reading } from './query-operations.ts'
import type { Operation } from './serve-operations.ts'

/**
 * What the process does that asks endpoints; all of its operations on one share a client.
 *
 * @param onRead is told of each vocabulary that is read for reasoning
 */
export function endpointOperations(
  remote: RemoteAccess,
  onRead?: VocabularySource['onRead'],
): Readonly<Record<string, Operation>> {
  const endpoints = createOpenEndpoints(remote, onRead)

  const reading: Reading = (order, context, work) => {
    if (!isEndpointTarget(order)) throw new Error('The order of a query cannot be read.')
    const database = askedDatabase(order, context)
    return endpoints.use(database, (open) => work(open.readableBy(database), database))
  }

  return {
    ...queryOperations(reading),

    async size(order, context) {
      if (!isEndpointTarget(order)) throw new Error('The order of a size cannot be read.')
      const database = askedDatabase(order, context)
      const { signal } = context
      return {
        value: await endpoints.use(database, (open) => countTriples(open.readableBy(database), signal)),
      }
    },

    async inspect(order, context) {
      if (!isEndpointTarget(order)) throw new Error('The order of an inspection cannot be read.')
      const database = askedDatabase(order, context)
      const { signal } = context
      return { value: await endpoints.use(database, ({ client }) => inspectEndpoint(client, { signal })) }
    },

    async health(order, context) {
      if (!isEndpointTarget(order)) throw new Error('The order of a look at an endpoint cannot be read.')
      const database = askedDatabase(order, context)
      const { signal } = context
      return { value: await endpoints.use(database, ({ client }) => client.health({ signal })) }
    },

    async change(order, context) {
      if (!isEndpointTarget(order) || !isChangeOrder(order)) {
        throw new Error('The order of a change cannot be read.')
      }
      const database = askedDatabase(order, context)
      const steps = stepsOfOrder(order.steps, (number) => inputOf(number, context))
      const options = { signal: context.signal, onProgress: context.progress }
      return {
        value: await endpoints.use(database, (open) => changeEndpoint(open, database, steps, options)),
      }
    },

    async forgetVocabulary(order) {
      if (!isEndpointTarget(order)) throw new Error('The order to forget a vocabulary cannot be read.')
      endpoints.forgetVocabulary(order.database)
      return {}
    },

    async release(order) {
      if (!isEndpointTarget(order)) throw new Error('The order of a release cannot be read.')
      endpoints.release(order.database)
      return {}
    },
  }
}
