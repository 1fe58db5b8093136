import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { HttpFailure } from './error-reply.ts'
import { bodyText } from './json-body.ts'
import { allValues, type ParameterList, parseParameters, urlParameters } from './parameter-list.ts'
import { mediaTypeOf } from './request-parameters.ts'
import { status } from './status.ts'

/** What the text of an operation is called, as a parameter and in `application/sparql-…`. */
export type OperationName = 'query' | 'update'

const formType = 'application/x-www-form-urlencoded'

/**
 * The parameters of a SPARQL operation (SPARQL 1.1 Protocol, 2.1 and 2.2), its text among them under `name`: those of
 * the URL for GET, those of URL and form for a POST of a form, and those of the URL with the body as the text for a POST
 * of `application/sparql-query` or `application/sparql-update`.
 *
 * @throws HttpFailure 415 for a body of another type or another charset than UTF-8
 * @throws ServiceError `illegalArgument` for text that is not UTF-8
 */
export function readOperation(request: FastifyRequest, name: OperationName): ParameterList {
  const inUrl = urlParameters(request)
  if (request.method === 'GET' || request.method === 'HEAD') return inUrl
  const direct = `application/sparql-${name}`
  const mediaType = mediaTypeOf(request)
  if (mediaType !== formType && mediaType !== direct) {
    throw unsupported(
      mediaType === ''
        ? `The request has no Content-Type. Send the ${name} as ${direct}, or in a form as ${formType}.`
        : `The ${name} cannot be sent as ${mediaType}. Send it as ${direct}, or in a form as ${formType}.`,
    )
  }
  refuseOtherCharset(request)
  refuseEncoding(request, name)
  const text = bodyText(request.body)
  if (mediaType === formType) return [...inUrl, ...parseParameters(text)]
  if (allValues(inUrl, name).length > 0) {
    throw new ServiceError(
      'illegalArgument',
      `The ${name} is given twice, in the URL and as the body. Leave one of them out.`,
    )
  }
  return [...inUrl, [name, text]]
}

function refuseOtherCharset(request: FastifyRequest): void {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]*)/iu.exec(request.headers['content-type'] ?? '') ?? []
  if (charset === undefined || ['utf-8', 'utf8', 'us-ascii'].includes(charset.toLowerCase())) return
  throw unsupported(`SPARQL is sent as UTF-8, not as ${JSON.stringify(charset.slice(0, 60))}.`)
}

function refuseEncoding(request: FastifyRequest, name: OperationName): void {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() === 'identity') return
  throw unsupported(`The ${name} cannot be sent with Content-Encoding ${encoding.slice(0, 60)}.`)
}

function unsupported(message: string): HttpFailure {
  return new HttpFailure(status.unsupportedMediaType, 'illegalArgument', message)
}
