import { describe, expect, it } from 'vitest'
import { checkAccountName } from './check-account-name.ts'

describe('a name of a user or a role', () => {
  it.each([
    'a',
    'ann',
    'Ann Lee',
    'ann@garden.example',
    'GARDEN\\ann',
    'a/b?c#d%2F',
    'Zoë',
    '安',
    '🌱',
    "o'brien",
    '__proto__',
    'g'.repeat(255),
    '🌱'.repeat(255),
  ])('may be %j', (name) => {
    checkAccountName('user', name)
    checkAccountName('role', name)
  })

  it.each([
    ['', 'The name of a user has to have at least one character.'],
    ['g'.repeat(256), 'The name of a user has at most 255 characters; this one has 256.'],
    ['ann:lee', 'The name of a user has no ":", which ends it where a password follows; "ann:lee" has.'],
    ['*', 'The name of a user has no "*", which stands for every name; "*" has.'],
    ['an*', 'which stands for every name'],
    [' ann', 'The name of a user has no spaces at its ends; " ann" has.'],
    ['ann\u00a0', 'no spaces at its ends'],
    ['an\nn', 'The name of a user has no characters that cannot be seen; "an\\nn" has.'],
    ['ann\u0000', 'cannot be seen'],
    ['admin\u200b', 'cannot be seen'],
    ['nn\u202ea', 'cannot be seen'],
    ['ann\u2028', 'cannot be seen'],
    ['\ud800', 'cannot be seen'],
    ['Zoe\u0308', 'The name of a user has its accents composed (Unicode NFC)'],
    ['.', 'The name "." is reserved. Choose another name.'],
    ['..', 'is reserved'],
    ['list', 'is reserved'],
    ['Valid', 'is reserved'],
    ['anonymous', 'is reserved'],
  ])('is not %j', (name, message) => {
    expect(() => checkAccountName('user', name)).toThrow(
      expect.objectContaining({ kind: 'illegalArgument', message: expect.stringContaining(message) }),
    )
    expect(() => checkAccountName('role', name)).toThrow(expect.objectContaining({ kind: 'illegalArgument' }))
  })
})
