import type { HttpAnswer, HttpRequest } from './connections.ts'
import { headerOf } from './endpoint-limits.ts'

/**
 * The request that a redirect asks for, or why it is not sent. Another server than that which was configured gets neither
 * query nor credentials.
 */
export function redirected(request: HttpRequest, { statusCode, headers }: HttpAnswer): HttpRequest | string {
  const location = headerOf(headers, 'location')
  const target = URL.parse(location, request.url)
  if (location === '' || target === null)
    return `it answered with status ${statusCode}, which does not say where to`
  if (target.origin !== new URL(request.url).origin)
    return `it redirects to ${JSON.stringify(target.origin)}, which is not followed. Change its URL if that is meant`
  // The others make a GET of anything (RFC 9110, 15.4).
  if (request.method !== 'GET' && statusCode !== 307 && statusCode !== 308)
    return `it answered a ${request.method} with the redirect ${statusCode}, which would lose what was sent`
  if (typeof request.body === 'object')
    return 'it redirects while it is being sent RDF, which cannot be sent twice'
  target.hash = ''
  return { ...request, url: target.href }
}
