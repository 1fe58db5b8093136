import { ServiceError } from '../errors.ts'
import { openDatabase } from '../store/sqlite/connection.ts'
import { answerRequest, explainRequest } from './answer-request.ts'
import { isLoadOrder, isQueryOrder, isTarget } from './database-orders.ts'
import { loadSources } from './load-sources.ts'
import { createOpenStores } from './open-store.ts'
import type { Operation, OperationContext } from './serve-operations.ts'

/** Bytes of a chunk of an answer, about. */
const chunkBytes = 65_536

/** What a database process does; each of its databases is opened when it is first asked for. */
export function databaseOperations(): Readonly<Record<string, Operation>> {
  const stores = createOpenStores()
  return {
    async graphql(order, context) {
      if (!isQueryOrder(order)) throw new Error('The order of a query cannot be read.')
      const { database, request, settings } = order
      const answer = await answerRequest(stores.take(database), database, request, settings)
      if (answer.kind === 'errors') return { value: { errors: answer.errors } }
      return { bytes: await emitPieces(answer.pieces, context) }
    },

    async explain(order) {
      if (!isQueryOrder(order)) throw new Error('The order of an explanation cannot be read.')
      const { database, request, profile, settings } = order
      const answer = await explainRequest(
        stores.take(database),
        database,
        request,
        profile === true,
        settings,
      )
      return { value: answer }
    },

    async size(order) {
      if (!isTarget(order)) throw new Error('The order of a size cannot be read.')
      return { value: stores.take(order.database).store.statistics()?.triples ?? 0 }
    },

    async release(order) {
      if (!isTarget(order)) throw new Error('The order of a release cannot be read.')
      stores.release(order.database)
      return {}
    },

    async load(order, context) {
      if (!isLoadOrder(order)) throw new Error('The order of a load cannot be read.')
      const { database } = order
      const sources = order.sources.map((source, index) => ({ ...source, bytes: inputOf(index, context) }))
      const connection =
        database.kind === 'file' ? openDatabase(database.path) : stores.take(database).connection
      try {
        const report = await loadSources(connection, sources, database.namespaces, {
          signal: context.signal,
          onProgress: context.progress,
        })
        return { value: report }
      } finally {
        if (database.kind === 'file') connection.close()
      }
    },
  }
}

/** Hands on text as chunks of bytes, also where it comes in long pieces; returns the last chunk, which may be short. */
async function emitPieces(pieces: AsyncIterable<string>, context: OperationContext): Promise<Uint8Array> {
  let parts: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece)
    for (let start = 0; start < bytes.length; start += chunkBytes) {
      const part = bytes.subarray(start, start + chunkBytes)
      parts.push(part)
      length += part.length
      if (length < chunkBytes) continue
      await context.emit(Buffer.concat(parts))
      parts = []
      length = 0
    }
  }
  if (context.signal.aborted) throw new ServiceError('queryCancelled', 'The request was cancelled.')
  return Buffer.concat(parts)
}

async function* inputOf(source: number, context: OperationContext): AsyncGenerator<Uint8Array> {
  for (let bytes = await context.input(source); bytes !== undefined; bytes = await context.input(source)) {
    yield bytes
  }
}
