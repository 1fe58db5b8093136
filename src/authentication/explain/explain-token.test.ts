import { describe, expect, it } from 'vitest'
import {
  directories,
  explainParts,
  explanationLines,
  license,
  now,
  people,
  settings,
  signer,
  token,
} from '../../../test/explained-tokens.ts'
import type { Directories } from '../directory/directories.ts'
import { createTokenSigner } from '../tokens/create-token-signer.ts'
import { explainToken } from './explain-token.ts'

const sound = [
  'form holds: It is a JSON Web Token.',
  'issuer holds: "https://idp.example" is trusted.',
  'header holds: It says HS256, which the issuer signs with.',
  'signature holds: It is signed by "https://idp.example".',
  'kind holds: Nothing shows it to be an identity token.',
  'audience holds: It is for "espalier".',
  'times holds: It holds until 2026-11-22T13:00:00.000Z.',
]

describe('a token of a trusted issuer', () => {
  it('is told of step by step', async () => {
    const shown = token({ realm_access: { roles: ['writer', 'reader', 'gardener'] } })
    expect(explanationLines(await explainToken(shown, explainParts()))).toEqual([
      ...sound,
      'user name holds: The user is "ada", by the claim "sub".',
      'roles holds: The token asks for the roles "gardener", "reader" and "writer", by the list at the path "realm_access.roles".',
      'superuser holds: No: "admins" is none of the groups and roles that count.',
      'account holds: There is the user "ada". There is no role "gardener": it gives nothing.',
      'token holds: "ada" signs in, with the roles "reader" and "writer".',
    ])
  })

  it('is told of without accounts, as far as that goes', async () => {
    const { accounts: _, ...without } = explainParts()
    expect(explanationLines(await explainToken(token({ roles: ['writer'] }), without)).slice(-2)).toEqual([
      'account unknown: There has to be a user "ada", or one of the roles, by which it is made.',
      'token holds: "ada" signs in, with the role "writer", if there is the user, or one of the roles.',
    ])
    expect(explanationLines(await explainToken(token({}), without)).slice(-2)).toEqual([
      'account unknown: There has to be a user "ada": who asks for no role is not made one.',
      'token holds: "ada" signs in, with no roles, if there is the user.',
    ])
    const plain = token({ iss: 'https://plain.example', preferred_username: 'ada' })
    expect(explanationLines(await explainToken(plain, without)).slice(-2)).toEqual([
      'account unknown: There has to be a user "ada": its issuer makes none.',
      'token holds: "ada" signs in, with the roles of the account, if there is the user.',
    ])
  })

  it('is told of to the end, though it is expired', async () => {
    const shown = token({ exp: now / 1000 - 60, roles: ['reader'] })
    expect(explanationLines(await explainToken(shown, explainParts()))).toEqual([
      ...sound.slice(0, 6),
      'times fails: The token is expired, since 2026-11-22T11:59:00.000Z.',
      'user name holds: The user is "ada", by the claim "sub".',
      'roles holds: The token asks for the role "reader", by the list at the path "roles".',
      'superuser holds: No: "admins" is none of the groups and roles that count.',
      'account holds: There is the user "ada".',
      'token fails: It is refused: The token is expired. Otherwise "ada" signs in, with the role "reader".',
    ])
  })

  it('is told of to the end, though another one signed it', async () => {
    const shown = token({ roles: ['reader'] }, {}, 'another secret of the tests, as long as it')
    expect(explanationLines(await explainToken(shown, explainParts()))).toEqual([
      ...sound.slice(0, 3),
      'signature fails: The signature of the token is none of the issuer "https://idp.example".',
      ...sound.slice(4),
      'user name holds: The user is "ada", by the claim "sub".',
      'roles holds: The token asks for the role "reader", by the list at the path "roles".',
      'superuser holds: No: "admins" is none of the groups and roles that count.',
      'account holds: There is the user "ada".',
      'token fails: It is refused: The token is not valid. Otherwise "ada" signs in, with the role "reader".',
    ])
  })

  it('makes a user, which explaining it does not', async () => {
    const accounts = people()
    const shown = token({ sub: 'new', roles: ['reader', 'admins'] })
    expect(explanationLines(await explainToken(shown, explainParts({ accounts }))).slice(-3)).toEqual([
      'superuser holds: Yes, for as long as the token holds: by the role "admins".',
      'account holds: There is no user "new" yet: the token makes it. There is no role "admins": it gives nothing.',
      'token holds: "new" signs in, with the role "reader", as a superuser.',
    ])
    expect(accounts.user('new')).toBeUndefined()
  })

  it.each([
    [
      'a list of groups',
      { groups: ['staff', 'others', 'staff'] },
      'roles holds: The token asks for the role "staff", by the list in the claim "groups". Not counted: "others".',
    ],
    [
      'a map of groups',
      { groups: { staff: ['reader'], admins: ['writer'], others: ['x'] } },
      'roles holds: The token asks for the roles "reader" and "writer", by the groups "admins" and "staff" of the map in the claim "groups". Not counted: "others".',
    ],
    ['no claim', {}, 'roles holds: The token asks for no role: the claim "groups" is not in the token.'],
    [
      'a claim that is a text',
      { groups: 'staff' },
      'roles holds: The token asks for no role: the claim "groups" is no list and no map.',
    ],
    [
      'an empty list',
      { groups: [] },
      'roles holds: The token asks for no role: the claim "groups" has no names.',
    ],
    [
      'groups that are not allowed',
      { groups: ['x', 'y'] },
      'roles holds: The token asks for no role: no group in the claim "groups" is allowed. Not counted: "x" and "y".',
    ],
    [
      'a group without roles',
      { groups: { staff: [] } },
      'roles holds: The token asks for no role: the group "staff" in the claim "groups" has no list with a name.',
    ],
    [
      'very many groups',
      { groups: Array.from({ length: 300 }, (_, index) => `g${index + 100}`) },
      `roles holds: The token asks for no role: no group in the claim "groups" is allowed. Not counted: ${Array.from({ length: 20 }, (_, index) => `"g${index + 100}"`).join(', ')} and 280 more.`,
    ],
  ])('has roles by %s', async (_, others, line) => {
    const shown = token({ iss: 'https://groups.example', ...others })
    const told = explanationLines(await explainToken(shown, explainParts()))
    expect(told).toContain(line)
    expect(told).toContain(
      'audience holds: The settings name none for this issuer: tokens for others are taken too.',
    )
    expect(told).toContain('user name holds: The user is "acme_ada", by the template "acme_{sub}".')
  })

  it.each([
    [
      'ada',
      'roles holds: The token asks for the role "reader", by the group "graph-reader" of the directory. Not counted: "others".',
      'superuser holds: No: "graph-admins" is none of the groups and roles that count.',
      'account holds: There is the user "ada".',
      'token holds: "ada" signs in, with the role "reader".',
    ],
    [
      'tess',
      'roles holds: The token asks for the role "admins", by the group "graph-admins" of the directory.',
      'superuser holds: Yes, for as long as the token holds: by the group "graph-admins".',
      'account holds: There is the user "tess". There is no role "admins": it gives nothing.',
      'token holds: "tess" signs in, with no roles, as a superuser.',
    ],
    [
      'down',
      'roles unknown: The directory is down. 502',
      'account unknown: It cannot be told without the roles.',
      'token unknown: It cannot be told: The directory is down.',
    ],
    [
      'consent',
      'roles fails: The directory knows no such user. invalid_grant',
      'account unknown: It cannot be told without the roles.',
      'token fails: It is refused: The directory knows no such user.',
    ],
  ])('has roles by the directory: %s', async (sub, ...expected) => {
    const told = explanationLines(
      await explainToken(token({ iss: 'https://directory.example', sub }), explainParts()),
    )
    expect(told.slice(-expected.length)).toEqual(expected)
  })

  it('is not shown to the directory where it does not hold', async () => {
    const asked: string[] = []
    const watched: Directories = {
      groups(shown) {
        asked.push(shown.text)
        return directories.groups(shown)
      },
    }
    const expired = token({ iss: 'https://directory.example', exp: now / 1000 - 60 })
    const told = explanationLines(await explainToken(expired, explainParts({ directories: watched })))
    expect(told.slice(-3)).toEqual([
      'roles unknown: They are the groups in the directory of the issuer, which is asked with a token that holds only.',
      'account unknown: It cannot be told without the roles.',
      'token fails: It is refused: The token is expired.',
    ])
    expect(asked).toEqual([])
  })
})

it('has a path as it is written in the settings', async () => {
  const { issuers } = settings
  const issuer = issuers.get('https://idp.example')
  if (issuer === undefined) throw new Error('The settings of the tests have another issuer.')
  const roles = { kind: 'paths', paths: [['resource_access', 'my.app', 'roles']] } as const
  const other = new Map([[issuer.issuer, { ...issuer, roles }]])
  const shown = token({ resource_access: { 'my.app': { roles: ['reader'] } } })
  expect(explanationLines(await explainToken(shown, explainParts({ issuers: other })))).toContain(
    String.raw`roles holds: The token asks for the role "reader", by the list at the path "resource_access.my\.app.roles".`,
  )
})

describe('a token of the service', () => {
  const issued = (user: string) =>
    createTokenSigner({ settings: signer, license, now: () => now }).issue(user)

  it('is told of step by step', async () => {
    expect(explanationLines(await explainToken(await issued('ada'), explainParts()))).toEqual([
      'form holds: It is a JSON Web Token.',
      'issuer holds: It is the service itself, "espalier".',
      'header holds: It says HS256, which the issuer signs with.',
      'signature holds: It is signed by "espalier".',
      'audience holds: It is for "stardog".',
      'times holds: It holds until 2026-11-29T12:00:00.000Z.',
      'account holds: There is the user "ada", who has the role "writer". A password that was set after the token was issued ends it.',
      'token holds: "ada" signs in, with the roles of the account.',
    ])
  })

  it.each([
    [
      'admin',
      'account holds: There is the user "admin", who is a superuser.',
      'token holds: "admin" signs in',
    ],
    ['acme_bob', 'account holds: There is the user "acme_bob", who has no roles.', 'token holds'],
    [
      'nobody',
      'account fails: There is no user "nobody".',
      'token fails: It is refused: The token is not valid.',
    ],
    [
      'dis',
      'account fails: The user "dis" is disabled.',
      'token fails: It is refused: The token is not valid.',
    ],
    [
      'tess',
      'account fails: The user "tess" has no password, and so no tokens of the service.',
      'token fails: It is refused: The token is not valid.',
    ],
  ])('is of %s', async (user, account, verdict) => {
    const told = explanationLines(await explainToken(await issued(user), explainParts()))
    expect(told.at(-2)?.slice(0, account.length)).toBe(account)
    expect(told.at(-1)?.slice(0, verdict.length)).toBe(verdict)
  })

  it('cannot be told of where the license is not known', async () => {
    const { license: _, accounts: __, ...without } = explainParts()
    expect(explanationLines(await explainToken(await issued('ada'), without)).slice(3)).toEqual([
      'signature unknown: The key is not known here: the license of a home is a part of it.',
      'audience holds: It is for "stardog".',
      'times holds: It holds until 2026-11-29T12:00:00.000Z.',
      'account unknown: There has to be a user "ada".',
      'token unknown: It cannot be told: The key of the service is not known here.',
    ])
  })
})
