import { describe, expect, it } from 'vitest'
import { retryAfterOf, tokenOutcome } from './token-outcome.ts'

const now = 1_700_000_000_000
const assertion = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl'

function outcome(status: number, value?: unknown, headers: Record<string, string> = {}) {
  const answer = { kind: 'answered', status, headers: new Headers(headers) } as const
  return tokenOutcome(value === undefined ? answer : { ...answer, value }, [assertion, 'tulip'], now)
}

describe('the answer of a token endpoint', () => {
  it.each([
    [{ access_token: 'a.b-c_d~e+f/g==', token_type: 'Bearer', expires_in: 3599 }, 3599],
    [{ access_token: 'a.b-c_d~e+f/g==', token_type: 'bearer', expires_in: '3599' }, 3599],
    [{ access_token: 'a.b-c_d~e+f/g==', token_type: 'BEARER' }, 0],
    [{ access_token: 'a.b-c_d~e+f/g==', token_type: 'Bearer', expires_in: -5 }, 0],
    [{ access_token: 'a.b-c_d~e+f/g==', token_type: 'Bearer', expires_in: 'soon' }, 0],
    [{ access_token: 'a.b-c_d~e+f/g==', token_type: 'Bearer', expires_in: null, scope: 'x' }, 0],
  ])('is a token: %j', (value, seconds) => {
    expect(outcome(200, value)).toEqual({
      kind: 'token',
      token: 'a.b-c_d~e+f/g==',
      expires: now / 1000 + seconds,
    })
  })

  it.each([
    undefined,
    null,
    [],
    'token',
    {},
    { access_token: '' },
    { access_token: 5 },
    { access_token: 'a b' },
    { access_token: 'a\r\nx: y' },
  ])('is of no use: %j', (value) => {
    const typed = typeof value === 'object' && value !== null ? { ...value, token_type: 'Bearer' } : value
    expect(outcome(200, typed)).toEqual({
      kind: 'unavailable',
      reason: 'The token endpoint answers without a token that can be sent.',
    })
  })

  it.each([undefined, 'DPoP', 'N_A', 1])('is a token of another type: %j', (token_type) => {
    expect(outcome(200, { access_token: 'abc', token_type })).toMatchObject({ kind: 'misconfigured' })
  })

  it.each(['invalid_grant', 'interaction_required', 'login_required', 'consent_required', 'access_denied'])(
    'refuses for the user: %s',
    (error) => {
      expect(outcome(400, { error })).toEqual({
        kind: 'refused',
        error,
        reason: `The token endpoint answers with status 400, ${error}.`,
      })
    },
  )

  it.each([
    'invalid_client',
    'unauthorized_client',
    'invalid_request',
    'invalid_scope',
    'unsupported_grant_type',
    'invalid_resource',
    'something new',
  ])('refuses for the settings: %s', (error) => {
    expect(outcome(401, { error })).toMatchObject({ kind: 'misconfigured', error })
  })

  it.each<[string, number, unknown]>([
    ['a server that is down', 503, undefined],
    ['a server that is down with a code', 500, { error: 'invalid_grant' }],
    ['too many requests', 429, { error: 'invalid_grant' }],
    ['a server that says so', 400, { error: 'temporarily_unavailable' }],
    ['a server that failed', 400, { error: 'server_error' }],
    ['no error of OAuth', 404, undefined],
    ['an error of another form', 400, { error: { code: 'x' } }],
    ['an error with a line break', 400, { error: 'invalid_grant\nx' }],
    ['an endless error', 400, { error: 'x'.repeat(65) }],
  ])('cannot be had: %s', (_, status, value) => {
    expect(outcome(status, value)).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining(`status ${status}`),
    })
  })

  it('cannot be had where nothing answers', () => {
    const failed = { kind: 'failed', reason: 'cannot be reached (ECONNREFUSED)' } as const
    const reason = 'The token endpoint cannot be reached (ECONNREFUSED).'
    expect(tokenOutcome(failed, [], now)).toEqual({ kind: 'unavailable', reason })
    const isForAll = true
    expect(tokenOutcome({ ...failed, isUnreached: true }, [], now)).toEqual({
      kind: 'unavailable',
      reason,
      isForAll,
    })
  })

  it('tells when to come back', () => {
    expect(outcome(429, {}, { 'retry-after': '17' })).toMatchObject({ retryAfter: 17 })
    expect(outcome(503, {})).not.toHaveProperty('retryAfter')
  })
})

describe('the description of an error', () => {
  const described = (error_description: unknown) => {
    const read = outcome(400, { error: 'invalid_grant', error_description })
    return read.kind === 'refused' ? read.reason.replace(/^.*invalid_grant/su, '') : undefined
  }

  it('is told on one line, without what Microsoft puts after it', () => {
    const text =
      'AADSTS50013: Assertion failed signature validation.\r\nTrace ID: b72a\r\nTimestamp: 2017-05-01 22:43:20Z'
    expect(described(text)).toBe(': AADSTS50013: Assertion failed signature validation.')
    expect(described('a\u0000b\u001b[31m\u202ec')).toBe(': a b [31m c.')
    expect(described('x'.repeat(5_000))).toBe(`: ${'x'.repeat(300)}.`)
  })

  it.each([undefined, null, 7, '', '  ', '\n', {}])('is not there: %j', (text) => {
    expect(described(text)).toBe('.')
  })

  it.each([
    `The assertion ${assertion} is not good.`,
    `The assertion ${assertion.slice(10, 40)} is not good.`,
    `The secret tulip is wrong.`,
    `${assertion.slice(0, 8)}`,
  ])('is kept back where it repeats what was sent: %s', (text) => {
    expect(described(text)).toBe('.')
  })
})

describe('the time to come back', () => {
  it.each([
    ['120', 120],
    [new Date(now + 30_000).toUTCString(), 30],
    [new Date(now - 30_000).toUTCString(), undefined],
    ['0', undefined],
    ['soon', undefined],
    ['-5', undefined],
  ])('is read of %s', (text, seconds) => {
    expect(retryAfterOf(new Headers({ 'retry-after': text }), now)).toBe(seconds)
  })

  it('is not there without the header', () => {
    expect(retryAfterOf(new Headers(), now)).toBeUndefined()
  })
})
