import type { EndpointAsker, EndpointToken } from '../../store/remote/endpoint-asker.ts'
import type { RemoteDatabase } from '../database.ts'
import { isObject } from '../is-object.ts'
import type { EndpointTarget } from './database-orders.ts'
import type { Job } from './pool.ts'
import { type ErrorRecord, readErrorRecord, recordError, restoreError } from './protocol.ts'
import type { OperationContext } from './serve-operations.ts'

/** On whose behalf an endpoint is asked, as another process is told it: tokens come as pieces of an input, when they are wanted. */
interface OrderedAsker {
  readonly key: string
  /** Number of the input. */
  readonly input: number
}

/** What a piece of that input says. */
type TokenPiece = { readonly token: EndpointToken } | { readonly error: ErrorRecord }

/** The same job, whose process can ask for the tokens of who asks; where nobody is told of, it is the job as it is. */
export function withAsker(job: Omit<Job, 'prepare'>): Omit<Job, 'prepare'> {
  const { argument, inputs = [] } = job
  if (!isObject(argument) || !('database' in argument)) return job
  const { database } = argument
  if (!isObject(database) || !('asker' in database)) return job
  const { asker, ...rest } = database
  const told = { ...argument, database: rest }
  if (!isAsker(asker)) return { ...job, argument: told }
  const ordered: OrderedAsker = { key: asker.key, input: inputs.length }
  return { ...job, argument: { ...told, asker: ordered }, inputs: [...inputs, tokenPieces(asker)] }
}

/** The database that an order is about, on behalf of who is told of in it. */
export function askedDatabase(order: EndpointTarget, context: OperationContext): RemoteDatabase {
  const { database } = order
  if (!('asker' in order)) return database
  const { asker } = order
  if (!isOrderedAsker(asker)) throw new Error('On whose behalf an endpoint is asked cannot be read.')
  return { ...database, asker: askerOf(asker, context) }
}

function askerOf({ key, input }: OrderedAsker, context: OperationContext): EndpointAsker {
  let before: Promise<unknown> = Promise.resolve()

  async function next(): Promise<EndpointToken> {
    const bytes = await context.input(input)
    if (bytes === undefined) throw new Error('There are no more tokens.')
    const piece = readPiece(bytes)
    if ('error' in piece) throw restoreError(piece.error)
    return piece.token
  }

  return {
    key,
    signal: context.signal,
    token() {
      // An input is asked for one piece at a time.
      const taken = before.then(next, next)
      before = taken
      return taken
    },
  }
}

/** A token each time that one is wanted, or why there is none: that ends what needs it, and nothing beside. */
async function* tokenPieces(asker: EndpointAsker): AsyncGenerator<Uint8Array> {
  for (;;) yield Buffer.from(JSON.stringify(await tokenPiece(asker)))
}

async function tokenPiece(asker: EndpointAsker): Promise<TokenPiece> {
  try {
    return { token: await asker.token() }
  } catch (error) {
    return { error: recordError(error) }
  }
}

function readPiece(bytes: Uint8Array): TokenPiece {
  const piece: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
  if (isObject(piece) && 'error' in piece) return { error: readErrorRecord(piece.error) }
  if (isObject(piece) && 'token' in piece && isToken(piece.token)) return { token: piece.token }
  throw new Error('A token cannot be read.')
}

function isToken(value: unknown): value is EndpointToken {
  return (
    isObject(value) &&
    'text' in value &&
    typeof value.text === 'string' &&
    'expires' in value &&
    typeof value.expires === 'number'
  )
}

function isAsker(value: unknown): value is EndpointAsker {
  return (
    isObject(value) &&
    'key' in value &&
    typeof value.key === 'string' &&
    'token' in value &&
    typeof value.token === 'function'
  )
}

function isOrderedAsker(value: unknown): value is OrderedAsker {
  return (
    isObject(value) &&
    'key' in value &&
    typeof value.key === 'string' &&
    'input' in value &&
    typeof value.input === 'number'
  )
}
