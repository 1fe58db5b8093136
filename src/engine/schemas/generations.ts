import { ServiceError } from '../../errors.ts'
import { cancelledError, timeoutError } from '../failures.ts'
import { putSchema } from './put-schema.ts'
import type { RegisteredSchema, SchemaHolder } from './schema-holder.ts'
import { checkSchemaLength, defaultSchemaName } from './schema-limits.ts'
import type { SchemaOptions, SchemaOrigin } from './schema-source.ts'

/** Default schemas that are being generated, one for a database at a time. */
export interface Generations {
  /**
   * The generated default schema of a database, as soon as it is kept: one generation serves all who ask meanwhile, and goes on
   * where one of them waits no longer. Where it fails, it fails for all of them, and whoever asks next begins another one.
   *
   * @throws ServiceError what kept it from being generated; `queryCancelled` and `queryTimeout` by the options
   */
  take(holder: SchemaHolder, origin: SchemaOrigin, options: SchemaOptions): Promise<RegisteredSchema>
}

/** No generations. */
export function createGenerations(): Generations {
  const running = new Map<string, Promise<RegisteredSchema>>()

  return {
    take(holder, origin, options) {
      const { key } = holder
      const known = running.get(key)
      if (known !== undefined) return awaited(known, options)
      const begun = generate(holder, origin).finally(() => running.delete(key))
      running.set(key, begun)
      return awaited(begun, options)
    },
  }
}

async function generate(holder: SchemaHolder, origin: SchemaOrigin): Promise<RegisteredSchema> {
  const { shelf } = holder
  try {
    const text = await holder.generate(origin, {})
    checkSchemaLength(text)
    const [problem] = await holder.check(text, {})
    if (problem !== undefined) throw new ServiceError('invalidSchema', problem.message)
    holder.checkStillThere()
    // One that was added meanwhile is the one that is wanted.
    if (shelf.find(defaultSchemaName) === undefined) putSchema(shelf, defaultSchemaName, text, true)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const message = `The default schema could not be generated (graphql.auto.schema): ${error.message}`
    const detail = error.detail === undefined ? {} : { detail: error.detail }
    throw new ServiceError(error.kind, message, { ...detail, cause: error })
  }
  const kept = shelf.find(defaultSchemaName)
  if (kept === undefined) throw new Error('A generated schema was not kept.')
  return kept
}

/** What comes of work that others wait for too, as long as this one may wait. */
async function awaited<Result>(work: Promise<Result>, { signal, timeout }: SchemaOptions): Promise<Result> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(cancelledError())
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = timeout === undefined ? undefined : setTimeout(() => reject(timeoutError(timeout)), timeout)
  try {
    return await Promise.race([work, ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
