import { assert, dictionary, jsonValue, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usernameOf } from './username-of.ts'
import { readUsernameTemplate } from './username-template.ts'

const claims = {
  sub: 'ada',
  email: 'ada@acme.example',
  'https://acme.example/name': 'Ada L.',
  'given.name': 'Ada',
  given: { name: 'nested' },
  oid: 4711,
  fraction: 1.5,
  large: 2 ** 53,
  zero: 0,
  flag: true,
  nothing: null,
  blank: '',
  list: ['ada'],
}

describe('the claim that is the user name', () => {
  it.each([
    ['sub', 'ada'],
    ['email', 'ada@acme.example'],
    ['https://acme.example/name', 'Ada L.'],
    // No path: the name is that of a claim at the top.
    ['given.name', 'Ada'],
  ])('%s', (claim, username) => {
    const by = { kind: 'field', claim }
    expect(usernameOf({ kind: 'field', claim }, claims)).toEqual({ kind: 'username', username, by })
  })

  it.each([
    ['upn', 'not in the token'],
    ['Sub', 'not in the token'],
    ['toString', 'not in the token'],
    ['__proto__', 'not in the token'],
    ['blank', 'empty'],
    ['oid', 'no text'],
    ['flag', 'no text'],
    ['nothing', 'no text'],
    ['list', 'no text'],
    ['given', 'no text'],
  ])('is not "%s", which is %s', (claim, lack) => {
    expect(usernameOf({ kind: 'field', claim }, claims)).toEqual({
      kind: 'none',
      reason: `The claim "${claim}", which is to be the user name, is ${lack}.`,
    })
  })

  it('may have the name of what every object has', () => {
    const parsed: Record<string, unknown> = JSON.parse('{ "__proto__": "eve", "constructor": "bob" }')
    expect(usernameOf({ kind: 'field', claim: '__proto__' }, parsed)).toMatchObject({ username: 'eve' })
    expect(usernameOf({ kind: 'field', claim: 'constructor' }, parsed)).toMatchObject({ username: 'bob' })
  })
})

describe('a template of user names', () => {
  it.each([
    [['acme_{sub}'], 'acme_ada', 'acme_{sub}'],
    [['{sub}'], 'ada', '{sub}'],
    [['acme_{sub}_{oid}'], 'acme_ada_4711', 'acme_{sub}_{oid}'],
    [['{zero}{sub}'], '0ada', '{zero}{sub}'],
    [
      ['{given.name} <{https://acme.example/name}>'],
      'Ada <Ada L.>',
      '{given.name} <{https://acme.example/name}>',
    ],
    [['{sub}{sub}'], 'adaada', '{sub}{sub}'],
    // The first one whose claims are all there.
    [['a_{upn}', 'b_{email}', 'c_{sub}'], 'b_ada@acme.example', 'b_{email}'],
    [['a_{sub}_{upn}', 'b_{sub}'], 'b_ada', 'b_{sub}'],
    [['a_{sub}', 'b_{email}'], 'a_ada', 'a_{sub}'],
    // What has no text of its own is not there.
    [
      ['{blank}', '{nothing}', '{flag}', '{fraction}', '{large}', '{list}', '{given}', '{sub}'],
      'ada',
      '{sub}',
    ],
  ])('of %j gives %s', (templates, username, template) => {
    expect(usernameOf({ kind: 'templates', templates }, claims)).toEqual({
      kind: 'username',
      username,
      by: { kind: 'template', template },
    })
  })

  it('says what all of them lack', () => {
    expect(usernameOf({ kind: 'templates', templates: ['{upn}_{sub}', '{oid}{flag}{upn}'] }, claims)).toEqual(
      {
        kind: 'none',
        reason:
          'No template of user names has all its claims in the token; missing there, or no text: "upn", "flag".',
      },
    )
  })

  it('does not look for claims in the values of claims', () => {
    const tricky = { sub: '{email}', email: '{sub}$&$1' }
    expect(usernameOf({ kind: 'templates', templates: ['{sub}{email}'] }, tricky)).toMatchObject({
      username: '{email}{sub}$&$1',
    })
  })

  it('is read into its pieces', () => {
    expect(readUsernameTemplate('a{b}{c d}e')).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'claim', claim: 'b' },
      { kind: 'claim', claim: 'c d' },
      { kind: 'text', text: 'e' },
    ])
  })

  it.each([
    ['acme_{sub', 'The template "acme_{sub" has a "{" without its other brace.'],
    ['acme_sub}', 'The template "acme_sub}" has a "}" without its other brace.'],
    ['{a{b}}', 'The template "{a{b}}" has a "{" without its other brace.'],
    ['{a}}', 'The template "{a}}" has a "}" without its other brace.'],
    ['{}_{sub}', 'The template "{}_{sub}" has braces with no name of a claim in them.'],
    ['admin', 'The template "admin" names no claim, such as "acme_{sub}": all users would be one.'],
    ['', 'The template "" names no claim, such as "acme_{sub}": all users would be one.'],
  ])('%j is refused', (text, problem) => {
    expect(readUsernameTemplate(text)).toBe(problem)
  })

  it('keeps the text around any value', () => {
    assert(
      property(string({ minLength: 1, unit: 'binary' }), (sub) => {
        expect(usernameOf({ kind: 'templates', templates: ['x_{sub}_y'] }, { sub })).toMatchObject({
          username: `x_${sub}_y`,
        })
      }),
    )
  })

  it('says nothing of values where there is no user name', () => {
    assert(
      property(dictionary(string(), jsonValue()), (others) => {
        const { sub: _sub, ...rest } = others
        const none = usernameOf({ kind: 'templates', templates: ['{sub}'] }, { ...rest, sub: { secret: 1 } })
        expect(none).toEqual({
          kind: 'none',
          reason:
            'No template of user names has all its claims in the token; missing there, or no text: "sub".',
        })
      }),
    )
  })
})
