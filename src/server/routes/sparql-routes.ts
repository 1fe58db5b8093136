import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { planText } from '../../engine/graphql/plan-text.ts'
import { defaultNamespaces, type Namespaces } from '../../rdf/namespaces.ts'
import { clientSignal } from '../http/answer-reply.ts'
import { answerSyntaxes, contentTypeOfAnswer, formatsOf } from '../http/answer-syntax.ts'
import { sendChunks } from '../http/chunk-reply.ts'
import { HttpFailure } from '../http/error-reply.ts'
import { addMethods, type Handler } from '../http/method-table.ts'
import { type ParameterList, singleValue } from '../http/parameter-list.ts'
import { readBodyWhole } from '../http/request-body.ts'
import { databaseOf, transactionOf } from '../http/request-parameters.ts'
import { type OperationName, readOperation } from '../http/sparql-operation.ts'
import { queryOfParameters, settingsOfParameters, updateOfParameters } from '../http/sparql-parameters.ts'
import { status } from '../http/status.ts'
import { varyByAccept } from '../http/vary-by-accept.ts'
import { reasoningText } from '../reasoning-text.ts'
import type { ServerParts } from '../server-parts.ts'
import { need, readDatabase } from '../sign-in/needs.ts'

/** `/{db}/query`, `/{db}/update` and `/{db}/explain` (SPARQL 1.1 Protocol), and the same in a transaction. */
export function addSparqlRoutes(app: FastifyInstance, parts: ServerParts): void {
  void app.register(async (routes) => {
    readBodyWhole(routes, parts.limits.queryBytes, parts.limits.requestMilliseconds)
    const query = handler(parts, 'query', answerQuery)
    const update = handler(parts, 'update', answerUpdate)
    const explain = handler(parts, 'query', answerExplanation)
    for (const prefix of ['/:db', '/:db/:tx']) {
      addMethods(routes, `${prefix}/query`, { GET: query, POST: query }, reading)
      addMethods(routes, `${prefix}/update`, { POST: update }, { POST: updating })
      addMethods(routes, `${prefix}/explain`, { GET: explain, POST: explain }, reading)
    }
  })
}

const reading = { GET: readDatabase, POST: readDatabase }

/** An update tells by what it changes what it finds. */
const updating = [need('READ', 'db', ':db'), need('WRITE', 'db', ':db')]

/** An operation to carry out, and what answers it. */
interface OperationRequest {
  readonly parameters: ParameterList
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** What the operation is carried out with: where it belongs, how long it may take, what ends it. */
  readonly settings: {
    readonly signal: AbortSignal
    readonly timeout?: number
    readonly transaction?: string
  }
}

function handler(
  parts: ServerParts,
  name: OperationName,
  answer: (operation: OperationRequest) => Promise<unknown>,
): Handler {
  return async (request, reply) => {
    const parameters = readOperation(request, name)
    const { timeout } = settingsOfParameters(parameters)
    const transaction = transactionOf(request)
    const settings = {
      signal: clientSignal(request, reply, parts.stopping),
      ...(timeout === undefined ? {} : { timeout }),
      ...(transaction === undefined ? {} : { transaction }),
    }
    return answer({ parameters, request, reply, settings })
  }
}

async function answerQuery({ parameters, request, reply, settings }: OperationRequest): Promise<unknown> {
  varyByAccept(reply)
  const syntaxes = answerSyntaxes(request, settingsOfParameters(parameters).format)
  const namespaces = await namespacesOf(request, parameters)
  const query = queryOfParameters(parameters, endpointOf(request), namespaces)
  const answer = await request.services.sparql.query(databaseOf(request), query, {
    ...settings,
    formats: formatsOf(syntaxes),
  })
  const contentType = contentTypeOfAnswer(answer, syntaxes)
  // A header that is set as a value is sent as it is: clients compare some media types, without a charset.
  reply.code(status.ok).header('Content-Type', contentType)
  return answer.kind === 'noFormat' ? reply.send('') : sendChunks(answer.chunks, request, reply)
}

async function answerUpdate({ parameters, request, reply, settings }: OperationRequest): Promise<unknown> {
  const update = updateOfParameters(parameters, endpointOf(request))
  const { added, removed } = await request.services.sparql.update(databaseOf(request), update, settings)
  varyByAccept(reply).code(status.ok)
  // Clients know an answer without a body; who prefers JSON to text is told what changed.
  return request.type(['text/plain', 'application/json']) === 'application/json'
    ? { added, removed }
    : reply.send('')
}

async function answerExplanation({
  parameters,
  request,
  reply,
  settings,
}: OperationRequest): Promise<unknown> {
  varyByAccept(reply)
  const media = request.type(['text/plain', 'application/json'])
  if (media !== 'text/plain' && media !== 'application/json') {
    throw new HttpFailure(
      status.notAcceptable,
      'illegalArgument',
      'An explanation is text/plain or application/json. Take one of them by Accept.',
    )
  }
  const profile = singleValue(parameters, 'profile')?.toLowerCase() === 'true'
  const namespaces = await namespacesOf(request, parameters)
  const query = queryOfParameters(parameters, endpointOf(request), namespaces)
  const explanation = await request.services.sparql.explainQuery(databaseOf(request), query, {
    ...settings,
    profile,
  })
  if (media === 'application/json') return explanation
  const { sparql, plan, reasoning } = explanation
  const used = reasoning === undefined ? '' : `\n${reasoningText(reasoning)}`
  return reply.type('text/plain; charset=utf-8').send(`${sparql}\n${planText(plan)}${used}`)
}

/** The prefixes of a database, where terms are given that may be written with them. */
async function namespacesOf(request: FastifyRequest, parameters: ParameterList): Promise<Namespaces> {
  const hasTerms = parameters.some(([name]) => name.startsWith('$'))
  return hasTerms ? request.services.administration.namespaces(databaseOf(request)) : defaultNamespaces
}

/** The URL of the endpoint, which is the base of its queries and updates (SPARQL 1.1 Protocol, "Determining the Base IRI"). */
function endpointOf(request: FastifyRequest): string {
  return `http://${request.host}/${encodeURIComponent(databaseOf(request))}/query`
}
