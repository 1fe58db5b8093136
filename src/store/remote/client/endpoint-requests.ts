import type { RemoteEndpoint } from '../endpoint.ts'
import { acceptedEncodings } from './answer-bytes.ts'
import type { HttpRequest } from './connections.ts'

/** Characters of a URL up to which a query goes into it: what servers and what stands before them take for sure. */
const longestUrl = 2_000

/** Neptune tells behind an answer whether it is whole, to who asks for that. */
const usual = { 'user-agent': 'espalier', te: 'trailers' }

const form = 'application/x-www-form-urlencoded'

/** A query by the SPARQL 1.1 Protocol, 2.1: by GET, or where it is long as a form. */
export function queryRequest(endpoint: RemoteEndpoint, sparql: string, accept: string): HttpRequest {
  const headers = {
    ...usual,
    accept,
    ...(isLoopback(endpoint.queryUrl) ? {} : { 'accept-encoding': acceptedEncodings }),
  }
  const url = withParameter(endpoint.queryUrl, 'query', sparql)
  if (url.length <= longestUrl) return { method: 'GET', url, headers, reads: true }
  return {
    method: 'POST',
    url: endpoint.queryUrl,
    headers: { ...headers, 'content-type': form },
    body: new URLSearchParams({ query: sparql }).toString(),
    reads: true,
  }
}

/** An update by the SPARQL 1.1 Protocol, 2.2, as a form. */
export function updateRequest(url: string, sparql: string): HttpRequest {
  return {
    method: 'POST',
    url,
    headers: { ...usual, 'content-type': form },
    body: new URLSearchParams({ update: sparql }).toString(),
    reads: false,
  }
}

/** A request of the SPARQL 1.1 Graph Store HTTP Protocol, 4.1: the graph is named in the URL. */
export function graphStoreRequest(
  url: string,
  method: 'PUT' | 'POST' | 'DELETE',
  graph: string | null,
  body: AsyncIterable<Uint8Array> | undefined,
  length: number | undefined,
): HttpRequest {
  const known = length === undefined ? {} : { 'content-length': String(length) }
  return {
    method,
    url: graph === null ? withParameter(url, 'default', undefined) : withParameter(url, 'graph', graph),
    headers: body === undefined ? usual : { ...usual, ...known, 'content-type': 'application/n-triples' },
    ...(body && { body }),
    reads: false,
  }
}

/** On the same machine packing costs more than it saves. */
function isLoopback(url: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
}

/** A URL cannot say lone surrogates: they are replacement characters, as in what a database of our own stores. */
function withParameter(url: string, name: string, value: string | undefined): string {
  const parameter = value === undefined ? name : `${name}=${encodeURIComponent(value.toWellFormed())}`
  return `${url}${url.includes('?') ? '&' : '?'}${parameter}`
}
