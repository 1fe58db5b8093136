import type { OperationContext } from './serve-operations.ts'

/** The bytes of an input of an operation, which are asked for as they are read. */
export async function* inputOf(source: number, context: OperationContext): AsyncGenerator<Uint8Array> {
  for (let bytes = await context.input(source); bytes !== undefined; bytes = await context.input(source)) {
    yield bytes
  }
}
