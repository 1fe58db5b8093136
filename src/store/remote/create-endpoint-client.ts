import { ServiceError } from '../../errors.ts'
import { type AnswerOptions, answerBytes } from './client/answer-bytes.ts'
import { createAskerAuthenticator } from './client/asker-authenticator.ts'
import type { AskerTokens } from './client/asker-tokens.ts'
import { type Authenticator, createAuthenticator } from './client/authenticator.ts'
import { type Circuit, createCircuit } from './client/circuit.ts'
import { type Connections, createConnections, type HttpRequest } from './client/connections.ts'
import { failed, notKnown } from './client/endpoint-failure.ts'
import { announcedRows, headerOf, partialAnswer } from './client/endpoint-limits.ts'
import { graphStoreRequest, queryRequest, updateRequest } from './client/endpoint-requests.ts'
import { type EndpointSettings, usualSettings } from './client/endpoint-settings.ts'
import {
  booleanOfAnswer,
  graphTypes,
  rowsOfAnswer,
  solutionTypes,
  triplesOfAnswer,
} from './client/read-answer.ts'
import { type SendContext, type SendOptions, sendRequest } from './client/send-request.ts'
import type { RemoteEndpoint } from './endpoint.ts'
import type { EndpointClient, ExchangeOptions } from './endpoint-client.ts'
import { endpointLabel } from './endpoint-label.ts'
import { quirksOf } from './engine-quirks.ts'

/** The clients of one endpoint: they share its connections and their limit, and know at once when it is down. */
export interface EndpointClients {
  /**
   * By what the endpoint is told of everybody; where it is told of each of those who ask, this one asks for its health only. All
   * connections end with it.
   */
  readonly own: EndpointClient
  /** On behalf of one of those who ask. */
  as(tokens: AskerTokens): EndpointClient
}

/** The clients of an endpoint, which is not asked yet; `name` is that of the database in errors. */
export function createEndpointClients(
  name: string,
  endpoint: RemoteEndpoint,
  settings: Partial<EndpointSettings> = {},
): EndpointClients {
  const patience = { ...usualSettings, ...settings }
  const link = {
    settings: patience,
    connections: createConnections(endpoint.connections, patience),
    circuit: createCircuit(patience),
  }
  return {
    own: clientOver(link, name, endpoint, createAuthenticator(endpoint.credentials)),
    as: (tokens) => clientOver(link, name, endpoint, createAskerAuthenticator(tokens)),
  }
}

/** A client of an endpoint, with connections of its own; `name` is that of the database in errors. */
export function createEndpointClient(
  name: string,
  endpoint: RemoteEndpoint,
  settings: Partial<EndpointSettings> = {},
): EndpointClient {
  return createEndpointClients(name, endpoint, settings).own
}

/** What the clients of one endpoint share. */
interface EndpointLink {
  readonly connections: Connections
  readonly circuit: Circuit
  readonly settings: EndpointSettings
}

/** Statuses by which an endpoint that is told of nobody says that it is there. */
const asksWho = [401, 403]

function clientOver(
  link: EndpointLink,
  name: string,
  endpoint: RemoteEndpoint,
  authenticator: Authenticator,
): EndpointClient {
  const isOfNobody = endpoint.passThrough === true && !authenticator.isOfAsker
  const asking = contextOf(endpoint.queryUrl, 'remote.query.url')
  const tableTypes = solutionTypes(quirksOf(endpoint.engine).results?.format ?? 'json')
  const { label } = asking

  function contextOf(url: string, urlOption: string): SendContext {
    const label = endpointLabel(name, url)
    return { label, urlOption, authenticator, ...link }
  }

  function requireSomebody(): void {
    if (isOfNobody) throw new Error('An endpoint is asked on behalf of nobody.')
  }

  async function query(sparql: string, accept: string, options: SendOptions) {
    requireSomebody()
    const answer = await sendRequest(asking, queryRequest(endpoint, sparql, accept), options)
    const partial = partialAnswer(answer.statusCode, answer.headers)
    if (partial === undefined) return answer
    answer.body.destroy()
    throw failed(label, partial)
  }

  function reading({ signal }: ExchangeOptions, own = label): AnswerOptions {
    return { label: own, most: endpoint.answerBytes, redact: authenticator.redact, signal }
  }

  async function change(context: SendContext, request: HttpRequest, options: ExchangeOptions): Promise<void> {
    requireSomebody()
    const answer = await sendRequest(context, request, options)
    const partial = partialAnswer(answer.statusCode, answer.headers)
    if (partial !== undefined) {
      answer.body.destroy()
      throw failed(context.label, `${partial}${notKnown}`)
    }
    await toEnd(answerBytes(answer, reading(options, context.label)))
  }

  return {
    label,
    async select(sparql, variables, options = {}) {
      const answer = await query(sparql, tableTypes, options)
      const announcedLimit = announcedRows(answer.headers)
      return {
        batches: rowsOfAnswer(answer, variables, reading(options)),
        ...(announcedLimit === undefined ? {} : { announcedLimit }),
      }
    },
    async ask(sparql, options = {}) {
      return booleanOfAnswer(await query(sparql, tableTypes, options), reading(options))
    },
    async *graph(sparql, options = {}) {
      const answer = await query(sparql, graphTypes, options)
      yield* triplesOfAnswer(answer, endpoint.queryUrl, reading(options))
    },
    async update(sparql, options = {}) {
      const url = endpoint.updateUrl
      const urlOption = 'remote.update.url'
      if (url === undefined) throw withoutUrl(name, 'updates', urlOption)
      await change(contextOf(url, urlOption), updateRequest(url, sparql), options)
    },
    async graphStore(method, graph, body, options = {}) {
      const url = endpoint.graphStoreUrl
      const urlOption = 'remote.graph.store.url'
      if (url === undefined) throw withoutUrl(name, 'whole graphs', urlOption)
      const source = body && watched(body)
      const request = graphStoreRequest(url, method, graph, source, options.length)
      try {
        await change(contextOf(url, urlOption), request, options)
      } catch (error) {
        throw source?.failure() ?? error
      }
    },
    async health(options = {}) {
      const start = performance.now()
      const request = queryRequest(endpoint, 'ASK {}', tableTypes)
      const answer = isOfNobody
        ? await sendRequest(asking, request, { ...options, isProbe: true, answers: asksWho })
        : await query('ASK {}', tableTypes, { ...options, isProbe: true })
      if (isOfNobody && asksWho.includes(answer.statusCode)) answer.body.destroy()
      else await booleanOfAnswer(answer, reading(options))
      const server = authenticator.redact(headerOf(answer.headers, 'server').trim()).slice(0, 200)
      return { latencyMilliseconds: performance.now() - start, ...(server === '' ? {} : { server }) }
    },
    async close() {
      if (!authenticator.isOfAsker) await link.connections.close()
    },
  }
}

/** The bytes as they come, and the error with which they ended, for which the endpoint is not to blame. */
function watched(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> & { failure(): unknown } {
  let failure: unknown
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      yield* body
    } catch (error) {
      failure = error
      throw error
    }
  }
  return { [Symbol.asyncIterator]: read, failure: () => failure }
}

/** Reads what is of no use but for its end, which tells that all of it went well. */
async function toEnd(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}

function withoutUrl(name: string, what: string, option: string): ServiceError {
  return new ServiceError(
    'unsupported',
    `Database "${name}" takes no ${what}: its option ${option} has no URL to send them to.`,
  )
}
