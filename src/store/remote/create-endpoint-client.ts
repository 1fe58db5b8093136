import { ServiceError } from '../../errors.ts'
import { type AnswerOptions, answerBytes } from './client/answer-bytes.ts'
import { createAuthenticator } from './client/authenticator.ts'
import { createCircuit } from './client/circuit.ts'
import { createConnections, type HttpRequest } from './client/connections.ts'
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

/** A client of an endpoint, which is not asked yet; `name` is that of the database in errors. */
export function createEndpointClient(
  name: string,
  endpoint: RemoteEndpoint,
  settings: Partial<EndpointSettings> = {},
): EndpointClient {
  const patience = { ...usualSettings, ...settings }
  const connections = createConnections(endpoint.connections, patience)
  const circuit = createCircuit(patience)
  const authenticator = createAuthenticator(endpoint.credentials)
  const asking = contextOf(endpoint.queryUrl, 'remote.query.url')
  const tableTypes = solutionTypes(quirksOf(endpoint.engine).results?.format ?? 'json')
  const { label } = asking

  function contextOf(url: string, urlOption: string): SendContext {
    const label = endpointLabel(name, url)
    return { label, urlOption, connections, circuit, authenticator, settings: patience }
  }

  async function query(sparql: string, accept: string, options: SendOptions) {
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
      const answer = await query('ASK {}', tableTypes, { ...options, isProbe: true })
      await booleanOfAnswer(answer, reading(options))
      const server = authenticator.redact(headerOf(answer.headers, 'server').trim()).slice(0, 200)
      return { latencyMilliseconds: performance.now() - start, ...(server === '' ? {} : { server }) }
    },
    close: () => connections.close(),
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
