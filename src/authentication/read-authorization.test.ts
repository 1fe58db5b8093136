import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAuthorization } from './read-authorization.ts'

const basic = (text: string | Buffer): string => `Basic ${Buffer.from(text).toString('base64')}`

describe('the header Authorization', () => {
  it.each([[undefined], [[]], [['']], [['  ']]])('says nothing as %j', (headers) => {
    expect(readAuthorization(headers)).toEqual({ kind: 'none' })
  })

  it.each([
    ['a password', basic('ann:secret'), 'ann', 'secret'],
    ['colons in the password', basic('ann:a:b::'), 'ann', 'a:b::'],
    ['an empty password', basic('ann:'), 'ann', ''],
    ['letters beyond ASCII', basic('änn:pässwörd 💚'), 'änn', 'pässwörd 💚'],
    ['letters of ISO 8859-1', basic(Buffer.from('änn:pässwörd', 'latin1')), 'änn', 'pässwörd'],
    ['a byte order mark as part of the name', basic('\ufeffann:x'), '\ufeffann', 'x'],
    ['white space as part of both', basic(' ann : x '), ' ann ', ' x '],
    ['the scheme in other letters', basic('ann:x').replace('Basic', 'bASIC'), 'ann', 'x'],
    ['several spaces', basic('ann:x').replace(' ', '   '), 'ann', 'x'],
    ['base64 without padding', basic('ann:secret').replace(/=+$/, ''), 'ann', 'secret'],
  ])('is read with %s', (_, header, user, password) => {
    expect(readAuthorization([header])).toEqual({ kind: 'password', user, password })
  })

  it.each(['Bearer', 'bearer', 'BEARER'])('has a token behind %s', (scheme) => {
    expect(readAuthorization([`${scheme} aB3.-_~+/==`])).toEqual({ kind: 'token', token: 'aB3.-_~+/==' })
  })

  it.each([
    ['several headers', [basic('ann:x'), basic('ben:x')], /more than once/],
    ['several equal ones', [basic('ann:x'), basic('ann:x')], /more than once/],
    ['another scheme', ['Digest username="secret"'], /Basic or Bearer/],
    ['no scheme', ['c2VjcmV0OnNlY3JldA=='], /Basic or Bearer/],
    ['a scheme that only begins so', [basic('ann:secret').replace('Basic', 'Basically')], /Basic or Bearer/],
    ['nothing behind Basic', ['Basic'], /no colon/],
    ['no base64', ['Basic ann:secret'], /base64/],
    ['base64 with something between', ['Basic YW5u*OnNlY3JldA=='], /base64/],
    ['base64 for URLs', ['Basic 8J-SmvCfkpo68J-Smg=='], /base64/],
    ['base64 with something behind it', [`${basic('ann:secret1')} x`], /base64/],
    ['base64 that goes on after its padding', [`${basic('ann:secret')}${basic('ben:x').slice(6)}`], /base64/],
    ['bits that mean nothing', ['Basic YTp='], /base64/],
    ['no colon', [basic('secret')], /no colon/],
    ['an empty name', [basic(':secret')], /user name is empty/],
    ['a line break in the name', [basic('an\nn:secret')], /control characters/],
    ['a null byte in the password', [basic('ann:sec\0ret')], /control characters/],
    ['nothing behind Bearer', ['Bearer'], /has to be a token/],
    ['two tokens', ['Bearer secret secret'], /has to be a token/],
    ['a token in quotes', ['Bearer "secret"'], /has to be a token/],
  ])('cannot be read with %s, and the refusal tells nothing of it', (_, headers, message) => {
    const read = readAuthorization(headers)
    expect(read.kind).toBe('unreadable')
    if (read.kind !== 'unreadable') return
    expect(read.message).toMatch(message)
    expect(`${read.message} ${read.reason}`).not.toMatch(/secret|ann|ben/)
  })

  it('is read as it was meant, whatever name and password there are', () => {
    const letters = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !/\p{Cc}/u.test(text))
    const names = letters.filter((name) => name !== '' && !name.includes(':'))
    fc.assert(
      fc.property(names, letters, (user, password) => {
        expect(readAuthorization([basic(`${user}:${password}`)])).toEqual({
          kind: 'password',
          user,
          password,
        })
      }),
    )
  })

  it('is read in a time that ends, whatever it is', () => {
    const long = 'x '.repeat(8000)
    for (const header of [
      long,
      `Basic ${long}`,
      `Bearer ${long}`,
      `Basic ${' '.repeat(16_000)}`,
      ' '.repeat(16_000),
    ])
      expect(['unreadable', 'none']).toContain(readAuthorization([header]).kind)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (header) => {
        expect(() => readAuthorization([header])).not.toThrow()
      }),
    )
  })
})
