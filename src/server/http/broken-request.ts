import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorCodes } from '../../errors.ts'
import type { HttpLimits } from '../server-parts.ts'
import { failureBody } from './error-reply.ts'
import { status } from './status.ts'

/** Answers bytes that are no HTTP request, headers over the limit, and headers that do not come to an end. */
export function answerBrokenRequest(
  error: { readonly code?: string },
  socket: Duplex,
  limits: HttpLimits,
): void {
  // Before TLS is agreed on nothing can be sent.
  const isTls = /^ERR_(?:SSL|TLS)_/u.test(error.code ?? '')
  if (error.code === 'ECONNRESET' || isTls || !socket.writable) {
    socket.destroy()
    return
  }
  const { code, name, message } = refusalOf(error.code, limits)
  const body = JSON.stringify(failureBody(message, errorCodes[name], false))
  socket.end(
    [
      `HTTP/1.1 ${code} ${STATUS_CODES[code] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `SD-Error-Code: ${errorCodes[name]}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

function refusalOf(
  code: string | undefined,
  limits: HttpLimits,
): { readonly code: number; readonly name: 'limitExceeded' | 'illegalArgument'; readonly message: string } {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        code: status.headersTooLarge,
        name: 'limitExceeded',
        message: `The headers of a request can have ${limits.headerBytes} bytes; these have more.`,
      }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        code: status.requestTimeout,
        name: 'limitExceeded',
        message: `The headers of the request took longer than ${limits.headersMilliseconds} ms to arrive.`,
      }
    default:
      return { code: status.badRequest, name: 'illegalArgument', message: 'This is no HTTP request.' }
  }
}
