import { explain } from '../../compiler/explain.ts'
import { defaultDocumentLimits } from '../../compiler/limits.ts'
import { RefusedQuery } from '../../compiler/refused-query.ts'
import { shapeAnswer } from '../../compiler/shape.ts'
import { StaleQuery } from '../../store/store.ts'
import { type AnswerLimits, limitSolutions, noAnswerLimits } from '../answer-limits.ts'
import type { Database } from '../database.ts'
import type { ExplanationAnswer } from '../engine.ts'
import type { OpenStore } from '../open-store.ts'
import type { AnswerForm, DocumentLimits, Explanation, GraphQLRequest, RequestError } from './answer.ts'
import { type QueryFacts, type ReadyQuery, readyQuery } from './plan-cache.ts'
import { planText } from './plan-text.ts'
import { splitRequest } from './special-variables.ts'

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
  /** None unless given; that of bytes is looked at where the text becomes bytes. */
  readonly answerLimits?: AnswerLimits
}

/** How a request is run. */
export interface RunSettings extends RequestSettings {
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
  const facts = factsOf(database, settings)
  try {
    if (special.explain) {
      const explanation = await explainQuery(open, facts, split.request, special.profile, settings.signal)
      return { kind: 'text', pieces: onePiece(explanationText(explanation, special.planAsData)) }
    }
    const take = (): ReadyQuery => open.plans.take(split.request, facts)
    return { kind: 'text', pieces: answerPieces(take(), take, settings) }
  } catch (error) {
    return { kind: 'errors', errors: requestErrors(error) }
  }
}

/** Runs a query, planned anew where a commit came before its first rows. */
async function* answerPieces(
  ready: ReadyQuery,
  take: () => ReadyQuery,
  { form, answerLimits = noAnswerLimits, signal }: RunSettings,
): AsyncGenerator<string> {
  for (let query = ready; ; query = take()) {
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
  try {
    const { profile, signal } = settings
    const measured = profile || split.special.profile
    const facts = factsOf(database, settings)
    return {
      kind: 'explanation',
      explanation: await explainQuery(open, facts, split.request, measured, signal),
    }
  } catch (error) {
    return { kind: 'errors', errors: requestErrors(error) }
  }
}

async function explainQuery(
  open: OpenStore,
  facts: QueryFacts,
  request: GraphQLRequest,
  profile: boolean,
  signal: AbortSignal | undefined,
): Promise<Explanation> {
  const query = readyQuery(open.store, request, facts, profile)
  if (profile) await runToEnd(query, signal)
  open.labelBy(query.compiled.operation.namespaces)
  return explain(query.compiled, query.prepared.plan)
}

function factsOf(
  { namespaces, defaultLimit, graphqlGraphs }: Database,
  { limits }: RequestSettings,
): QueryFacts {
  return {
    namespaces,
    defaultLimit,
    graphs: graphqlGraphs,
    ...(limits && { limits: { ...defaultDocumentLimits, ...limits } }),
  }
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
  return error.errors.map(({ message, locations, path, extensions }) => {
    const { code } = extensions
    return {
      message,
      ...(locations && { locations: locations.map(({ line, column }) => ({ line, column })) }),
      ...(path && { path }),
      extensions: { code: typeof code === 'string' ? code : 'GRAPHQL_VALIDATION_FAILED' },
    }
  })
}
