import { explain } from '../../compiler/explain.ts'
import { interfacePairs } from '../../compiler/interface-pairs.ts'
import { defaultDocumentLimits } from '../../compiler/limits.ts'
import { RefusedQuery } from '../../compiler/refused-query.ts'
import { shapeAnswer } from '../../compiler/shape.ts'
import { StaleQuery } from '../../store/store.ts'
import { type AnswerLimits, limitSolutions, noAnswerLimits } from '../answer-limits.ts'
import type { Database } from '../database.ts'
import type { ExplanationAnswer } from '../engine.ts'
import type { OpenStore } from '../open-store.ts'
import { whileCurrent } from '../reasoning/while-current.ts'
import type { SchemaReading } from '../schemas/read-schemas.ts'
import type { AnswerForm, DocumentLimits, Explanation, GraphQLRequest, RequestError } from './answer.ts'
import { type QueryFacts, type ReadyQuery, readyQuery } from './plan-cache.ts'
import { planText } from './plan-text.ts'
import { type SplitRequest, splitRequest } from './special-variables.ts'
import { writtenError } from './written-error.ts'

/** What a request came to, as pieces of JSON text that are still to be read, or its errors. */
export type TextAnswer =
  | { readonly kind: 'text'; readonly pieces: AsyncIterable<string> }
  | { readonly kind: 'errors'; readonly errors: readonly RequestError[] }

/** How a request is worked on, beside what it asks for. */
export interface RequestSettings {
  /** `nodes` unless given. */
  readonly form?: AnswerForm
  /** In place of the default ones. */
  readonly limits?: Partial<DocumentLimits>
  /** In place of what the special variable says. */
  readonly reasoning?: boolean
  /** None unless given; that of bytes is looked at where the text becomes bytes. */
  readonly answerLimits?: AnswerLimits
}

/** How a request is run. */
export interface RunSettings extends RequestSettings {
  /** Reads the schema that the request is answered by, where there is one. */
  readonly schema?: (() => Promise<SchemaReading>) | undefined
  /** Ends the query; its reason, or an error of the store, is thrown. */
  readonly signal?: AbortSignal | undefined
}

/** Compiles a request; its pieces run it on the store as they are read. */
export async function answerRequest(
  open: OpenStore,
  database: Database,
  request: GraphQLRequest,
  settings: RunSettings,
): Promise<TextAnswer> {
  const split = splitRequest(request)
  if (split.kind === 'errors') return split
  const { special } = split
  const read = await readRequest(open, database, split, settings)
  if (read.kind === 'errors') return read
  try {
    if (special.explain) {
      const explanation = await explainQuery(read, special.profile)
      return { kind: 'text', pieces: onePiece(explanationText(explanation, special.planAsData)) }
    }
    const take = (): Promise<ReadyQuery> =>
      withReasoner(read, (facts) => open.plans.take(split.request, facts))
    return { kind: 'text', pieces: answerPieces(await take(), take, settings) }
  } catch (error) {
    return { kind: 'errors', errors: requestErrors(error) }
  }
}

/** Runs a query, planned anew where a commit came before its first rows. */
async function* answerPieces(
  ready: ReadyQuery,
  take: () => Promise<ReadyQuery>,
  { form, answerLimits = noAnswerLimits, signal }: RunSettings,
): AsyncGenerator<string> {
  for (let query = ready; ; query = await take()) {
    const { compiled, prepared, namer } = query
    try {
      const solutions = limitSolutions(prepared.run({ signal }), answerLimits.rows)
      yield* shapeAnswer(solutions, compiled.plan.shape, namer, form)
      return
    } catch (error) {
      if (!(error instanceof StaleQuery)) throw error
    }
  }
}

/** Explains a request; with `profile` it is run too, to its end. */
export async function explainRequest(
  open: OpenStore,
  database: Database,
  request: GraphQLRequest,
  settings: RunSettings & { readonly profile: boolean },
): Promise<ExplanationAnswer> {
  const split = splitRequest(request)
  if (split.kind === 'errors') return split
  const read = await readRequest(open, database, split, settings)
  if (read.kind === 'errors') return read
  try {
    const explanation = await explainQuery(read, settings.profile || split.special.profile)
    return { kind: 'explanation', explanation }
  } catch (error) {
    return { kind: 'errors', errors: requestErrors(error) }
  }
}

async function explainQuery(read: ReadRequest, profile: boolean): Promise<Explanation> {
  const { open, request, signal } = read
  const query = await withReasoner(read, (facts) => readyQuery(open.store, request, facts, profile))
  if (profile) await runToEnd(query, signal)
  open.labelBy(query.compiled.operation.namespaces)
  return explain(query.compiled, query.prepared.plan)
}

/** A request without special variables, and what it is compiled against, but for the vocabulary. */
interface ReadRequest {
  readonly kind: 'request'
  readonly open: OpenStore
  readonly database: Database
  readonly request: GraphQLRequest
  readonly facts: QueryFacts
  readonly isReasoning: boolean
  readonly signal: AbortSignal | undefined
}

/** What a request is compiled against; its schema is read, or remembered. */
async function readRequest(
  open: OpenStore,
  database: Database,
  { request, special }: Extract<SplitRequest, { readonly kind: 'request' }>,
  { limits, schema, signal, reasoning = special.reasoning }: RunSettings,
): Promise<ReadRequest | Extract<TextAnswer, { readonly kind: 'errors' }>> {
  const { namespaces, defaultLimit, graphqlGraphs } = database
  const facts: QueryFacts = {
    namespaces,
    defaultLimit,
    graphs: graphqlGraphs,
    ...(limits && { limits: { ...defaultDocumentLimits, ...limits } }),
  }
  const read = { kind: 'request', open, database, request, isReasoning: reasoning, signal } as const
  if (schema !== undefined) {
    const reading = await schema()
    if (reading.kind === 'errors') return reading
    return { ...read, facts: { ...facts, schema: reading.schema, schemaId: reading.id } }
  }
  if (special.schema === undefined) return { ...read, facts }
  // Whoever keeps schemas has looked this one up: nobody does here.
  const message = `"@schema": there is no schema ${JSON.stringify(special.schema)} here.`
  return { kind: 'errors', errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] }
}

/** Compiles a request with the reasoner of its database as it is now, where it asks for reasoning. */
async function withReasoner(
  { open, database, facts, isReasoning, signal }: ReadRequest,
  ready: (facts: QueryFacts) => ReadyQuery,
): Promise<ReadyQuery> {
  if (!isReasoning) return ready(facts)
  const { schema, schemaId } = facts
  const subclasses =
    schema === undefined || schemaId === undefined
      ? undefined
      : { id: schemaId, pairs: () => interfacePairs(schema) }
  return whileCurrent(
    open.reasoning,
    database,
    { signal, subclasses },
    {
      begin: ({ reasoner }) => ready({ ...facts, reasoner }),
      versionOf: ({ prepared }) => prepared.version,
    },
  )
}

async function runToEnd(
  { compiled, prepared, namer }: ReadyQuery,
  signal: AbortSignal | undefined,
): Promise<void> {
  for await (const piece of shapeAnswer(prepared.run({ signal }), compiled.plan.shape, namer)) void piece
}

function explanationText(explanation: Explanation, planAsData: boolean): string {
  const plan = planAsData ? explanation.plan : planText(explanation.plan.plan)
  return JSON.stringify({ data: { ...explanation, plan } })
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text
}

/** The errors of a refused request as they are written in an answer; anything else is thrown on. */
function requestErrors(error: unknown): readonly RequestError[] {
  if (!(error instanceof RefusedQuery)) throw error
  return error.errors.map(writtenError)
}
