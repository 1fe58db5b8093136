import { array, assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DirectorySettings } from '../settings/token-settings.ts'
import { rolesOfGroups } from './roles-of-groups.ts'
import { superuserBy } from './superuser-by.ts'

const directory = (prefix: string, allowed?: readonly string[]): DirectorySettings => ({
  prefix,
  endpoint: 'https://graph.microsoft.com',
  ...(allowed === undefined ? {} : { allowed: new Set(allowed) }),
})

describe('the groups of a directory', () => {
  it.each([
    ['are roles as they are', directory(''), ['reader', 'writer'], ['reader', 'writer'], []],
    ['are in order, each once', directory(''), ['b', 'a', 'b'], ['a', 'b'], []],
    ['lose the prefix', directory('graph-'), ['graph-reader'], ['reader'], []],
    [
      'give nothing without the prefix',
      directory('graph-'),
      ['reader', 'x-graph-a', 'Graph-b'],
      [],
      ['Graph-b', 'reader', 'x-graph-a'],
    ],
    ['lose the prefix once', directory('a-'), ['a-a-b'], ['a-b'], []],
    ['give nothing where they are the prefix alone', directory('graph-'), ['graph-'], [], ['graph-']],
    ['give nothing without a name', directory(''), [''], [], ['']],
    [
      'are limited by their whole names',
      directory('graph-', ['graph-reader']),
      ['graph-reader', 'graph-writer'],
      ['reader'],
      ['graph-writer'],
    ],
    [
      'are not limited by what is left of them',
      directory('graph-', ['reader']),
      ['graph-reader', 'reader'],
      [],
      ['graph-reader', 'reader'],
    ],
    ['give nothing where none is allowed', directory('', []), ['reader'], [], ['reader']],
    ['may be none', directory('graph-'), [], [], []],
  ])('%s', (_what, settings, names, roles, ignored) => {
    expect(rolesOfGroups(settings, names)).toEqual({
      roles,
      groups: [...new Set(names)].sort().filter((name) => !ignored.includes(name)),
      ignored,
      by: { kind: 'directory', prefix: settings.prefix },
    })
  })

  it.each([
    ['graph-admins', 'group'],
    ['admins', 'role'],
    ['staff', undefined],
    ['other-admins', undefined],
  ])('make a superuser of who has %s: by %s', (superuserGroup, by) => {
    const requested = rolesOfGroups(directory('graph-'), ['graph-admins', 'staff', 'other-admins'])
    expect(superuserBy(superuserGroup, requested)).toBe(by)
  })

  it('give as many roles as groups that count, in order', () => {
    const prefix = constantFrom('', 'a', 'ab')
    assert(
      property(prefix, array(string({ unit: constantFrom('a', 'b', 'c') })), (start, names) => {
        const { roles, groups, ignored } = rolesOfGroups(directory(start), names)
        expect(roles).toEqual([...new Set(roles)].sort())
        expect(groups).toEqual(roles.map((role) => `${start}${role}`))
        expect([...groups, ...ignored].sort()).toEqual([...new Set(names)].sort())
      }),
    )
  })
})
