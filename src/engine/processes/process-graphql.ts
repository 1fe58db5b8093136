import type { AnswerLimits } from '../answer-limits.ts'
import type { Database } from '../database.ts'
import type { DatabaseEngine } from '../engine.ts'
import type { DocumentLimits, GraphQLRequest, RequestOptions } from '../graphql/answer.ts'
import type { RequestSettings } from '../graphql/answer-request.ts'
import type { SchemaSource } from '../schemas/schema-source.ts'
import type { GraphQLWork } from './database-orders.ts'
import { isAnswerErrors, isExplanationAnswer } from './database-results.ts'
import type { Job } from './pool.ts'
import type { Call } from './running-call.ts'

/** Where the work on GraphQL is given to a process. */
export interface GraphQLProcesses<On extends Database> {
  run(database: On, job: Omit<Job, 'prepare'>): Promise<Call>
  /** Milliseconds that a request may take which asks for this time. */
  timeout(asked: number | undefined): number
  readonly limits: Partial<DocumentLimits>
  readonly answerLimits: AnswerLimits
}

/** The part of an engine with processes that speaks GraphQL. */
export function processGraphql<On extends Database>(
  processes: GraphQLProcesses<On>,
): Pick<DatabaseEngine<On>, 'graphql' | 'explain'> {
  const { limits, answerLimits } = processes

  function run(
    operation: string,
    database: On,
    work: GraphQLWork,
    { timeout, signal, schema }: RequestOptions,
  ): Promise<Call> {
    const job = { operation, timeout: processes.timeout(timeout), signal }
    const order: GraphQLWork & { readonly database: On } = { ...work, database }
    if (schema === undefined) return processes.run(database, { ...job, argument: order })
    const { name, id } = schema
    // A process that has read the text before does not ask for it.
    return processes.run(database, {
      ...job,
      argument: { ...order, schema: { name, id } } satisfies GraphQLWork,
      inputs: [bytesOf(schema)],
    })
  }

  return {
    async graphql(database, request, options = {}) {
      const { form } = options
      const settings = { limits, answerLimits, ...(form && { form }), ...reasoningOf(options) }
      const call = await run('graphql', database, { request: bare(request), settings }, options)
      if ((await call.begun) === 'chunk') return { kind: 'data', chunks: call.chunks }
      const value = await call.result
      return isAnswerErrors(value)
        ? { kind: 'errors', errors: value.errors }
        : { kind: 'data', chunks: call.chunks }
    },

    async explain(database, request, options = {}) {
      const settings = { limits, ...reasoningOf(options) }
      const work = { request: bare(request), settings, profile: options.profile === true }
      const call = await run('explain', database, work, options)
      const value = await call.result
      if (!isExplanationAnswer(value)) throw new Error('A database process explained nothing.')
      return value
    },
  }
}

function reasoningOf({ reasoning }: RequestOptions): Pick<RequestSettings, 'reasoning'> {
  return reasoning === undefined ? {} : { reasoning }
}

async function* bytesOf(schema: SchemaSource): AsyncGenerator<Uint8Array> {
  yield Buffer.from(schema.text)
}

/** Only what a process needs of a request: its caller may have more in the object than can be sent. */
function bare({ query, variables, operationName, extensions }: GraphQLRequest): GraphQLRequest {
  return {
    query,
    ...(variables !== undefined && { variables }),
    ...(operationName !== undefined && { operationName }),
    ...(extensions !== undefined && { extensions }),
  }
}
