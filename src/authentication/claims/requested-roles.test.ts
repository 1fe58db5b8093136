import { array, assert, constantFrom, dictionary, jsonValue, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClaimRoleRule, requestedRoles } from './requested-roles.ts'
import { roleMappingOf } from './role-mapping-of.ts'
import { superuserBy } from './superuser-by.ts'

const groups = (...allowed: readonly string[]): ClaimRoleRule => ({
  kind: 'groups',
  claim: 'serviceRoles',
  allowed: new Set(allowed),
})

const paths = (...all: readonly (readonly string[])[]): ClaimRoleRule => ({ kind: 'paths', paths: all })

describe('a claim with a list of groups', () => {
  it.each([
    ['one that is allowed', ['reader'], ['reader'], ['reader'], []],
    ['in the order of the alphabet, each once', ['b', 'a', 'b'], ['b', 'a'], ['a', 'b'], []],
    ['none that is not allowed', ['reader', 'writer', 'root'], ['reader'], ['reader'], ['root', 'writer']],
    ['nothing where nothing is allowed', ['reader'], [], [], ['reader']],
    ['nothing of an empty list', [], ['reader'], [], []],
    [
      'no part of a name',
      ['reader2', 'read', ' reader', 'READER'],
      ['reader'],
      [],
      [' reader', 'READER', 'read', 'reader2'],
    ],
    [
      'texts alone',
      ['reader', 1, null, true, ['writer'], { writer: [] }, ''],
      ['reader', 'writer', '1', ''],
      ['reader'],
      [],
    ],
    ['no text for a list', 'reader', ['reader'], [], []],
    ['no number', 7, ['7'], [], []],
    ['nothing of null', null, ['null'], [], []],
  ])('gives %s', (_what, claim, allowed, roles, ignored) => {
    const found = requestedRoles(groups(...allowed), { serviceRoles: claim })
    expect(found).toMatchObject({ roles, groups: roles, ignored })
    const form = Array.isArray(claim) ? 'list' : 'other'
    expect(found.by).toEqual({ kind: 'groups', claim: 'serviceRoles', form })
  })

  it('is that of the name alone, at the top of the token', () => {
    const rule: ClaimRoleRule = { kind: 'groups', claim: 'a.b', allowed: new Set(['reader']) }
    expect(requestedRoles(rule, { a: { b: ['reader'] } }).roles).toEqual([])
    expect(requestedRoles(rule, { 'a.b': ['reader'] }).roles).toEqual(['reader'])
  })

  it.each(['serviceRoles', 'toString', '__proto__'])('may be missing: %s', (claim) => {
    expect(
      requestedRoles({ kind: 'groups', claim, allowed: new Set(['reader']) }, { roles: ['reader'] }),
    ).toEqual({
      roles: [],
      groups: [],
      ignored: [],
      by: { kind: 'groups', claim, form: 'absent' },
    })
  })
})

describe('a claim with a map of groups to roles', () => {
  it.each([
    [
      'all roles of a group that is allowed',
      { staff: ['reader', 'writer'] },
      ['staff'],
      ['reader', 'writer'],
      ['staff'],
      [],
    ],
    [
      'those of several together, each once',
      { a: ['y', 'x'], b: ['x', 'w'] },
      ['a', 'b'],
      ['w', 'x', 'y'],
      ['a', 'b'],
      [],
    ],
    [
      'none of a group that is not allowed',
      { staff: ['reader'], root: ['admin'] },
      ['staff'],
      ['reader'],
      ['staff'],
      ['root'],
    ],
    ['none where only a role is allowed', { staff: ['reader'] }, ['reader'], [], [], ['staff']],
    ['nothing of an empty map', {}, ['staff'], [], [], []],
    ['nothing of an empty list', { staff: [] }, ['staff'], [], ['staff'], []],
    ['nothing of a text for a list', { staff: 'reader' }, ['staff'], [], ['staff'], []],
    ['texts alone', { staff: ['reader', 1, null, ['x'], ''] }, ['staff'], ['reader'], ['staff'], []],
    ['nothing of a map deeper down', { outer: { staff: ['reader'] } }, ['staff', 'outer'], [], ['outer'], []],
  ])('gives %s', (_what, claim, allowed, roles, counted, ignored) => {
    expect(requestedRoles(groups(...allowed), { serviceRoles: claim })).toEqual({
      roles,
      groups: counted,
      ignored,
      by: { kind: 'groups', claim: 'serviceRoles', form: 'map' },
    })
  })

  it('may have groups that are called like what every object has', () => {
    const claims: Record<string, unknown> = JSON.parse(
      '{ "serviceRoles": { "__proto__": ["a"], "constructor": ["b"] } }',
    )
    expect(requestedRoles(groups('__proto__', 'constructor', 'toString'), claims)).toMatchObject({
      roles: ['a', 'b'],
      groups: ['__proto__', 'constructor'],
    })
  })
})

describe('a path to a list of roles', () => {
  const claims = {
    roles: ['reader'],
    empty: [],
    texts: 'reader',
    realm_access: { roles: ['writer', 'reader', 'writer'] },
    resource_access: { espalier: { roles: ['planner'] }, 'my.app': { roles: ['dotted'] } },
    mixed: [1, null, '', ['x'], 'only'],
    untold: [1, null, '', ['x']],
    list: [{ roles: ['inner'] }],
  }

  it.each([
    [[['roles']], ['reader'], 'roles'],
    [[['realm_access', 'roles']], ['reader', 'writer'], 'realm_access.roles'],
    [[['resource_access', 'espalier', 'roles']], ['planner'], 'resource_access.espalier.roles'],
    [[['resource_access', 'my.app', 'roles']], ['dotted'], String.raw`resource_access.my\.app.roles`],
    [[['mixed']], ['only'], 'mixed'],
    // The first that leads to a list with roles in it.
    [[['missing'], ['realm_access', 'roles'], ['roles']], ['reader', 'writer'], 'realm_access.roles'],
    [[['empty'], ['roles']], ['reader'], 'roles'],
    [[['untold'], ['texts'], ['roles']], ['reader'], 'roles'],
    [[['roles'], ['realm_access', 'roles']], ['reader'], 'roles'],
  ])('%j gives %j', (all, roles, path) => {
    expect(requestedRoles(paths(...all), claims)).toEqual({
      roles,
      groups: [],
      ignored: [],
      by: { kind: 'path', path },
    })
  })

  it.each([
    [['missing']],
    [['empty']],
    [['texts']],
    [['realm_access']],
    [['realm_access.roles']],
    [['roles', '0']],
    [['roles', 'length']],
    [['list', '0', 'roles']],
    [['texts', 'length']],
    [['toString']],
    [['__proto__']],
    [['realm_access', 'constructor', 'name']],
  ])('%j gives none', (path) => {
    expect(requestedRoles(paths(path), claims)).toEqual({
      roles: [],
      groups: [],
      ignored: [],
      by: { kind: 'path' },
    })
  })

  it('takes all that stands there, whatever is allowed elsewhere', () => {
    expect(requestedRoles(paths(['roles']), { roles: ['a', 'b'], serviceRoles: ['c'] }).roles).toEqual([
      'a',
      'b',
    ])
  })
})

describe('whatever a token says', () => {
  const name = constantFrom('a', 'b', 'c', '', '__proto__', 'constructor')
  const value = oneof(
    array(oneof(name, jsonValue())),
    dictionary(name, array(oneof(name, jsonValue()))),
    jsonValue(),
  )

  it('asks for no role that neither is allowed nor stands in the list of a group that is', () => {
    assert(
      property(value, array(name), (claim, allowed: readonly string[]) => {
        const { roles, ignored, ...found } = requestedRoles(groups(...allowed), { serviceRoles: claim })
        expect(found.groups.every((group) => allowed.includes(group))).toBe(true)
        expect(ignored.some((group) => allowed.includes(group))).toBe(false)
        expect(roles).toEqual([...new Set(roles)].sort())
        if (Array.isArray(claim)) expect(roles).toEqual(found.groups)
        else if (found.groups.length === 0) expect(roles).toEqual([])
      }),
    )
  })

  it('is the same list, whatever order its members have', () => {
    assert(
      property(array(string()), array(string()), (one, other) => {
        const rule = groups(...one, ...other)
        expect(requestedRoles(rule, { serviceRoles: [...one, ...other] }).roles).toEqual(
          requestedRoles(rule, { serviceRoles: [...other, ...one] }).roles,
        )
      }),
    )
  })

  it('comes from the first path that alone would give any', () => {
    const path = array(name, { minLength: 1, maxLength: 2 })
    assert(
      property(dictionary(name, value), array(path), (claims, all) => {
        const alone = all
          .map((one) => requestedRoles(paths(one), claims))
          .find(({ roles }) => roles.length > 0)
        expect(requestedRoles(paths(...all), claims).roles).toEqual(alone?.roles ?? [])
      }),
    )
  })
})

describe('a superuser by a token', () => {
  const map = { serviceRoles: { admins: ['keeper'], staff: ['reader'] } }
  const list = { serviceRoles: ['admins', 'reader'] }

  it.each([
    ['a group that counts', groups('admins'), map, 'admins', 'group'],
    ['a role of a group that counts', groups('admins'), map, 'keeper', 'role'],
    ['a name in the list that is allowed', groups('admins'), list, 'admins', 'group'],
    ['a role at the path', paths(['serviceRoles']), list, 'admins', 'role'],
    ['no group that does not count', groups('staff'), map, 'admins', undefined],
    ['no role of a group that does not count', groups('staff'), map, 'keeper', undefined],
    ['no name in the list that is not allowed', groups('reader'), list, 'admins', undefined],
    ['no part of a name', groups('admins'), list, 'admin', undefined],
    ['nothing where no group is named', groups('admins'), list, undefined, undefined],
  ] as const)('comes of %s', (_what, rule, claims, superuserGroup, by) => {
    const requested = requestedRoles(rule, claims)
    expect(superuserBy(superuserGroup, requested)).toBe(by)
    expect(roleMappingOf(requested, superuserGroup)).toEqual({
      roles: requested.roles,
      superuser: by !== undefined,
    })
  })
})
