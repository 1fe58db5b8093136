import { describe, expect, it } from 'vitest'
import { digestAuthorization, digestChallenge } from './digest-access.ts'

/** RFC 7616, 3.9.1. */
const example =
  'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, ' +
  'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"'
const clientNonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'
const mufasa = { user: 'Mufasa', password: 'Circle of Life' }
const request = { method: 'GET', path: '/dir/index.html', count: 1 }

function answerTo(header: string): string | undefined {
  const challenge = digestChallenge(header)
  return challenge && digestAuthorization(challenge, mufasa, request, clientNonce)
}

describe('a digest', () => {
  it.each([
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ])('by %s is that of RFC 7616', (algorithm, response) => {
    expect(answerTo(example.replace('SHA-256', algorithm))).toBe(
      'Digest username="Mufasa", realm="http-auth@example.org", ' +
        'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", ' +
        `algorithm=${algorithm}, response="${response}", qop=auth, nc=00000001, cnonce="${clientNonce}", ` +
        'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    )
  })

  it('is that of RFC 2617 where nothing is counted', () => {
    // RFC 2069, 2.4, with the response as corrected by its erratum 749.
    const challenge = digestChallenge(
      'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
    )
    const told =
      challenge && digestAuthorization(challenge, { user: 'Mufasa', password: 'CircleOfLife' }, request)
    expect(told).toContain('response="1949323746fe6a43ef61f9606e7febea"')
    expect(told).not.toContain('nc=')
  })

  it('is of the strongest challenge that can be answered', () => {
    const weak = 'Digest realm="a, b", nonce="1", qop="auth"'
    const strong = 'Digest realm="a, b", nonce="2", algorithm=SHA-256, qop="auth"'
    expect(digestChallenge(`Basic realm="x", ${weak}, ${strong}`)).toMatchObject({ nonce: '2' })
    expect(digestChallenge(`${strong}, ${weak}`)).toMatchObject({ nonce: '2', realm: 'a, b' })
  })

  it.each([
    '',
    'Basic realm="Digest realm"',
    'Digest realm="x"',
    'Digest realm="x", nonce="1", algorithm=SHA-512-256',
    'Digest realm="x", nonce="1", qop="auth-int"',
  ])('is not asked for by %j', (header) => {
    expect(digestChallenge(header)).toBeUndefined()
  })

  it('names users of all languages in the characters that a header has', () => {
    const challenge = digestChallenge('Digest realm="r", nonce="1"')
    const told = challenge && digestAuthorization(challenge, { user: "Jör'g", password: '' }, request)
    expect(told).toMatch(/^Digest username\*=UTF-8''J%C3%B6r%27g, realm=/)
  })

  it('keeps quotes within quotes', () => {
    const challenge = digestChallenge('Digest realm="a \\"b\\"", nonce="1", qop=auth')
    expect(challenge).toMatchObject({ realm: 'a "b"' })
    const told = challenge && digestAuthorization(challenge, { user: 'a"\\', password: '' }, request)
    expect(told).toContain('username="a\\"\\\\", realm="a \\"b\\""')
  })
})
