import { changeAll } from '../change/change-group.ts'
import { stageStep } from '../change/stage-step.ts'
import { createWritingStores } from '../change/writing-stores.ts'
import { countTriples } from '../count-triples.ts'
import type { RemoteAccess } from '../federation/remote-access.ts'
import { loadSources } from '../load-sources.ts'
import { createOpenStores } from '../open-store.ts'
import type { VocabularySource } from '../reasoning/kept-reasoner.ts'
import { isGroupOrder } from './change-groups.ts'
import { stepOfOrder, stepsOfOrder } from './change-job.ts'
import { isChangeOrder, isLoadOrder, isTarget } from './database-orders.ts'
import { inputOf } from './input-of.ts'
import { queryOperations, type Reading } from './query-operations.ts'
import type { Operation } from './serve-operations.ts'
import { isWithinSteps } from './sparql-orders.ts'
import { spoolable } from './spool.ts'
import { isStageOrder } from './stage-job.ts'
import { upkeepOperations } from './upkeep-operations.ts'

/**
 * What a database process does; each of its databases is opened when it is first asked for.
 *
 * @param onRead is told of each vocabulary that is read for reasoning
 */
export function databaseOperations(
  remote: RemoteAccess,
  onRead?: VocabularySource['onRead'],
): Readonly<Record<string, Operation>> {
  const stores = createOpenStores(remote, onRead)
  const writing = createWritingStores(stores)

  /** Reads a database, or what the steps of a transaction make of it. */
  const reading: Reading = async (order, { signal }, work) => {
    if (!isTarget(order) || !isWithinSteps(order)) throw new Error('The order of a query cannot be read.')
    const { database, steps } = order
    if (steps === undefined) return work(stores.take(database).readableBy(database), database)
    return writing.read(database, stepsOfOrder(steps, noInput), { signal }, (open) => work(open, database))
  }

  return {
    ...spoolable(queryOperations(reading)),
    ...upkeepOperations(writing),

    async size(order, { signal }) {
      if (!isTarget(order)) throw new Error('The order of a size cannot be read.')
      const { database } = order
      return { value: await countTriples(stores.take(database).readableBy(database), signal) }
    },

    async release(order) {
      if (!isTarget(order)) throw new Error('The order of a release cannot be read.')
      stores.release(order.database)
      return {}
    },

    async load(order, context) {
      if (!isTarget(order) || !isLoadOrder(order)) throw new Error('The order of a load cannot be read.')
      const { database } = order
      const sources = order.sources.map((source, index) => ({ ...source, bytes: inputOf(index, context) }))
      const options = { signal: context.signal, onProgress: context.progress }
      const report = await writing.use(database, ({ connection }) =>
        loadSources(connection, sources, database, options),
      )
      return { value: report }
    },

    async change(order, context) {
      if (!isTarget(order) || !isChangeOrder(order)) throw new Error('The order of a change cannot be read.')
      const { database } = order
      const steps = stepsOfOrder(order.steps, (number) => inputOf(number, context))
      const options = { signal: context.signal, onProgress: context.progress }
      return { value: await writing.change(database, steps, options) }
    },

    async changeAll(order) {
      if (!isGroupOrder(order)) throw new Error('The order of a group of changes cannot be read.')
      const { database } = order
      const changes = order.changes.map(({ steps, access }) => ({
        steps: stepsOfOrder(steps, noInput),
        access,
      }))
      const value = await writing.use(database, (open) => changeAll(open, changes, database.namespaces))
      return { value }
    },

    async stage(order, context) {
      if (!isStageOrder(order)) throw new Error('The order of a step to keep cannot be read.')
      const { database, file } = order
      const options = { signal: context.signal, onProgress: context.progress }
      const step = stepOfOrder(order.step, () => inputOf(0, context))
      return { value: await stageStep(step, file, database, options) }
    },
  }
}

function noInput(): never {
  throw new Error('These steps read nothing that is sent.')
}
