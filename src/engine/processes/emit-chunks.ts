import { ServiceError } from '../../errors.ts'
import type { OperationContext } from './serve-operations.ts'

/** Hands on chunks; returns the last one, which goes with the end of the operation. */
export async function emitChunks(
  chunks: AsyncIterable<Uint8Array>,
  context: OperationContext,
): Promise<Uint8Array> {
  let last: Uint8Array | undefined
  for await (const chunk of chunks) {
    if (last !== undefined) await context.emit(last)
    last = chunk
  }
  if (context.signal.aborted) throw new ServiceError('queryCancelled', 'The request was cancelled.')
  return last ?? new Uint8Array(0)
}
