import { describe, expect, it } from 'vitest'
import { brokenAnswer, connectionFailure } from './endpoint-failure.ts'

function systemError(code: string, syscall = 'connect'): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
}

describe('a request without an answer', () => {
  it.each([
    ['ECONNREFUSED', 'connect', 'remoteUnavailable', false, true],
    ['ENOTFOUND', 'getaddrinfo', 'remoteUnavailable', false, false],
    ['EAI_AGAIN', 'getaddrinfo', 'remoteUnavailable', false, true],
    ['ETIMEDOUT', 'connect', 'remoteUnavailable', false, false],
    ['EHOSTUNREACH', 'connect', 'remoteUnavailable', false, false],
    ['ETIMEDOUT', 'read', 'remoteFailed', true, true],
    ['EHOSTUNREACH', 'read', 'remoteFailed', true, true],
    ['ECONNRESET', 'read', 'remoteFailed', true, true],
    ['EPIPE', 'write', 'remoteFailed', true, true],
  ])('by %s of %s', (code, syscall, kind, sent, passing) => {
    const failure = connectionFailure('Database "x", endpoint h', systemError(code, syscall), true)
    expect(failure).toMatchObject({ error: { kind }, sent, passing, down: true })
    expect(failure.error.message.startsWith('Database "x", endpoint h')).toBe(true)
    expect(failure.error.detail).toContain(code)
  })

  it('at several addresses is told by the first of them', () => {
    const errors = [systemError('ECONNREFUSED'), systemError('ENETUNREACH')]
    const { error } = connectionFailure('E', new AggregateError(errors), true)
    expect(error.message).toBe('E cannot be reached: it refuses connections.')
  })

  it.each(['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])(
    'by %s is neither repeated nor a sign that the endpoint is down',
    (code) => {
      const failure = connectionFailure('E', systemError(code), true)
      expect(failure).toMatchObject({ error: { kind: 'remoteFailed' }, passing: false, down: false })
      expect(failure.error.message).toContain(`(${code})`)
    },
  )

  it('that was sent to change something may have done so', () => {
    const told = (code: string, syscall: string) =>
      connectionFailure('E', systemError(code, syscall), false).error.message
    expect(told('ECONNRESET', 'read')).toMatch(/Whether it has carried out the change is not known\.$/)
    expect(told('ECONNREFUSED', 'connect')).not.toContain('not known')
  })

  it('by anything else is told with its code', () => {
    expect(connectionFailure('E', systemError('EMFILE'), true).error.message).toBe(
      'E: the request failed (EMFILE).',
    )
    expect(connectionFailure('E', 'no', true).error.message).toBe('E: the request failed.')
  })
})

describe('an answer that breaks off', () => {
  it.each([
    ['UND_ERR_BODY_TIMEOUT', 'E: it stopped in the middle of its answer.'],
    ['Z_BUF_ERROR', 'E: its answer is packed, but damaged or cut short.'],
    ['ZSTD_error_prefix_unknown', 'E: its answer is packed, but damaged or cut short.'],
    ['ECONNRESET', 'E: the connection broke in the middle of its answer.'],
  ])('by %s is told of', (code, message) => {
    expect(brokenAnswer('E', systemError(code)).message).toBe(message)
  })
})
