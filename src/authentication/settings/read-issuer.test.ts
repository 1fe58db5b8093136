import { createPrivateKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeCertificate } from '../../../test/server-certificates.ts'
import { settingsReader, settingsSecret } from '../../../test/settings-reader.ts'
import type { IssuerSettings } from './token-settings.ts'

const { read, write } = settingsReader()
const secret = settingsSecret
const longSecret = `${secret} and ${secret}`

/** The entry of an issuer with these lines, and the warnings. */
function readIssuer(
  lines: string,
  issuer = 'https://a.example',
): { readonly issuer: IssuerSettings; readonly warnings: readonly string[] } {
  const indented = lines.replace(/^/gmu, '    ')
  const { settings, warnings } = read(`issuers:\n  ${issuer}:\n    audience: me\n${indented}`)
  const found = settings.issuers.get(issuer)
  if (found === undefined) throw new Error('There is no such issuer.')
  return { issuer: found, warnings }
}

describe('an issuer', () => {
  it('has defaults', () => {
    expect(readIssuer('')).toEqual({
      issuer: {
        issuer: 'https://a.example',
        audience: 'me',
        keys: { kind: 'discovered' },
        username: { kind: 'field', claim: 'sub' },
        autoCreateUsers: false,
        roles: { kind: 'account' },
      },
      warnings: [],
    })
  })

  it('is named to the letter', () => {
    const { settings } = read(
      'issuers:\n  https://a.example/: { audience: a }\n  https://a.example: { audience: a }\n  HTTPS://A.example:443: {audience: a}',
    )
    expect([...settings.issuers.keys()]).toEqual([
      'https://a.example/',
      'https://a.example',
      'HTTPS://A.example:443',
    ])
  })

  it.each([
    'http://localhost:8080/realms/a',
    'http://127.0.0.1',
    '"http://[::1]:9/"',
    'https://sts.example/v2.0',
  ])('can be discovered at %s', (issuer) => {
    const { settings } = read(`issuers:\n  ${issuer}: { audience: me }`)
    expect([...settings.issuers.values()][0]?.keys).toEqual({ kind: 'discovered' })
  })

  it('need be no URL where its keys are listed', () => {
    const { issuer } = readIssuer('algorithms: { RS256: { keyUrl: http://localhost/keys } }', 'some-service')
    expect(issuer.keys).toMatchObject({ kind: 'listed' })
  })

  it('without audience is warned of', () => {
    expect(read('issuers: { https://a.example: }').warnings).toEqual([
      'issuers."https://a.example".audience: Without "audience" every token of the issuer is trusted, also one that was made out to another application.',
    ])
  })

  it.each<[lines: string, username: object]>([
    ['usernameField: email', { kind: 'field', claim: 'email' }],
    ['usernameField: https://a.example/name', { kind: 'field', claim: 'https://a.example/name' }],
    ['usernameField: a.b', { kind: 'field', claim: 'a.b' }],
    ["usernameTemplates: ['{email}']", { kind: 'templates', templates: ['{email}'] }],
    [
      "usernameTemplates:\n  - 'a_{x}_{y}'\n  - 'a_{https://b.example/c}'",
      { kind: 'templates', templates: ['a_{x}_{y}', 'a_{https://b.example/c}'] },
    ],
  ])('has the user names of %j', (lines, username) => {
    const { issuer, warnings } = readIssuer(lines)
    expect(issuer.username).toEqual(username)
    expect(warnings).toEqual([])
  })

  it.each(['true', 'false'])('makes users, or not: %s', (value) => {
    const { issuer } = readIssuer(`autoCreateUsers: ${value}\nrolesClaimPath: roles`)
    expect(issuer.autoCreateUsers).toBe(value === 'true')
  })
})

describe('the roles of an issuer', () => {
  const noEffect = (name: string, reason: string): string =>
    `issuers."https://a.example".${name}: ${reason}: this key has no effect.`
  const fromPath = 'The roles come from "rolesClaimPath"'
  const fromDirectory = 'The roles come from the directory ("roleMappingSource: cloud_groups")'
  const credentials = 'roleMappingSource: cloud_groups\nclientSecret: s\n'
  const graph = 'https://graph.microsoft.com'
  const directory = (rule: object): object => ({
    kind: 'directory',
    directory: { prefix: '', endpoint: graph, ...rule },
  })

  it.each<[lines: string, roles: object, warnings: readonly string[]]>([
    ['', { kind: 'account' }, []],
    ['roleMappingSource: token', { kind: 'account' }, []],
    [
      'allowedGroupIdentifiers: [a, b, a]',
      { kind: 'groups', claim: 'serviceRoles', allowed: new Set(['a', 'b']) },
      [],
    ],
    [
      'allowedGroupIdentifiers: [a]\nrolesField: groups',
      { kind: 'groups', claim: 'groups', allowed: new Set(['a']) },
      [],
    ],
    [
      'roleMappingSource: token\nallowedGroupIdentifiers: [a]\nrolesField: a.b',
      { kind: 'groups', claim: 'a.b', allowed: new Set(['a']) },
      [],
    ],
    [
      'allowedGroupIdentifiers: []',
      { kind: 'groups', claim: 'serviceRoles', allowed: new Set() },
      [
        'issuers."https://a.example".allowedGroupIdentifiers: No group counts: tokens of this issuer give no roles.',
      ],
    ],
    [
      'rolesField: groups',
      { kind: 'account' },
      [noEffect('rolesField', 'There are no "allowedGroupIdentifiers"')],
    ],
    ['rolesClaimPath: roles', { kind: 'paths', paths: [['roles']] }, []],
    ['rolesClaimPath: realm_access.roles', { kind: 'paths', paths: [['realm_access', 'roles']] }, []],
    [
      "rolesClaimPath: 'https://a\\.example/x.roles'",
      { kind: 'paths', paths: [['https://a.example/x', 'roles']] },
      [],
    ],
    ['rolesClaimPath: "a\\\\.b.c"', { kind: 'paths', paths: [['a.b', 'c']] }, []],
    ['rolesClaimPath: [a.b, c]', { kind: 'paths', paths: [['a', 'b'], ['c']] }, []],
    [
      'rolesClaimPath: a\nallowedGroupIdentifiers: [b]\nrolesField: c',
      { kind: 'paths', paths: [['a']] },
      [noEffect('allowedGroupIdentifiers', fromPath), noEffect('rolesField', fromPath)],
    ],
    [`${credentials}`, directory({}), []],
    [`${credentials}groupPrefix: ''`, directory({}), []],
    [`${credentials}groupPrefix: Garden-`, directory({ prefix: 'Garden-' }), []],
    [`${credentials}allowedGroupIdentifiers: [x, y]`, directory({ allowed: new Set(['x', 'y']) }), []],
    [
      `${credentials}cloudGraphEndpoint: https://graph.microsoft.us/`,
      directory({ endpoint: 'https://graph.microsoft.us' }),
      [],
    ],
    [
      `${credentials}rolesField: x\nrolesClaimPath: y`,
      directory({}),
      [noEffect('rolesField', fromDirectory), noEffect('rolesClaimPath', fromDirectory)],
    ],
    [
      'rolesClaimPath: x\ngroupPrefix: y',
      { kind: 'paths', paths: [['x']] },
      [noEffect('groupPrefix', 'The groups come from the token ("roleMappingSource" is not cloud_groups)')],
    ],
  ])('of %j', (lines, roles, warnings) => {
    const read = readIssuer(lines)
    expect(read.issuer.roles).toEqual(roles)
    expect(read.warnings).toEqual(warnings)
  })

  it.each(['allowedGroupIdentifiers: [a]', 'rolesClaimPath: a', `${credentials}`])(
    'with a group of superusers, by %j',
    (lines) => {
      const { issuer, warnings } = readIssuer(`${lines}\nsuperuserGroup: root`)
      expect(issuer.superuserGroup).toBe('root')
      expect(warnings).toEqual([])
    },
  )

  it('warn of what has no effect without them', () => {
    const reason = 'Nothing maps roles ("allowedGroupIdentifiers", "rolesClaimPath" or cloud_groups)'
    expect(readIssuer('superuserGroup: root\nautoCreateUsers: true').warnings).toEqual([
      `issuers."https://a.example".superuserGroup: ${reason}: this key has no effect.`,
      `issuers."https://a.example".autoCreateUsers: ${reason}: no user is created.`,
    ])
  })
})

describe('the service as a client of an issuer', () => {
  const graph = { graphPermission: 'Directory.Read.All', graphEndpoint: 'https://graph.microsoft.com' }

  it.each<[lines: string, onBehalfOf: object]>([
    ['clientSecret: s', { clientId: 'me', proof: { kind: 'secret', secret: 's' }, ...graph }],
    [
      'clientSecret: s\nclientId: other',
      { clientId: 'other', proof: { kind: 'secret', secret: 's' }, ...graph },
    ],
    [
      'clientSecret: s\ncloudAuthority: https://login.microsoftonline.us/tenant/\ncloudGraphEndpoint: https://graph.microsoft.us\ncloudGraphPermission: Group.Read.All',
      {
        clientId: 'me',
        proof: { kind: 'secret', secret: 's' },
        tokenEndpoint: 'https://login.microsoftonline.us/tenant/oauth2/v2.0/token',
        graphPermission: 'Group.Read.All',
        graphEndpoint: 'https://graph.microsoft.us',
      },
    ],
  ])('by %j', (lines, onBehalfOf) => {
    const { issuer, warnings } = readIssuer(lines)
    expect(issuer.onBehalfOf).toEqual(onBehalfOf)
    expect(issuer.tokenExchange).toBeUndefined()
    expect(warnings).toEqual([])
  })

  it('has the audience as its id, without what makes it a URI', () => {
    const { settings } = read('issuers: { https://a.example: { audience: api://abc, clientSecret: s } }')
    expect(settings.issuers.get('https://a.example')).toMatchObject({
      audience: 'api://abc',
      onBehalfOf: { clientId: 'abc' },
    })
  })

  it.each([
    'User.Read.All',
    'GroupMember.Read.All',
    'Group.Read.All',
    'Directory.Read.All',
    'Directory.ReadWrite.All',
  ])('asks for %s', (permission) => {
    const { issuer } = readIssuer(`clientSecret: s\ncloudGraphPermission: ${permission}`)
    expect(issuer.onBehalfOf?.graphPermission).toBe(permission)
  })

  it('exchanges tokens by RFC 8693', () => {
    const { issuer, warnings } = readIssuer(
      'type: rfc8693\nclientId: source\nclientSecret: s\ntokenEndpoint: https://a.example/v1/token',
    )
    expect(issuer.tokenExchange).toEqual({
      clientId: 'source',
      clientSecret: 's',
      tokenEndpoint: 'https://a.example/v1/token',
    })
    expect(issuer.onBehalfOf).toBeUndefined()
    expect(warnings).toEqual([])
  })

  it('has a certificate, with or without a password', async () => {
    const { certificate, key } = await makeCertificate({ bits: 2048 })
    const encrypted = createPrivateKey(key).export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'hunter2',
    })
    write('certificate.pem', `${key}\n${certificate}`)
    write('encrypted.pem', `${certificate}\n${String(encrypted)}`)
    for (const [name, password] of [
      ['certificate', '""'],
      ['encrypted', 'hunter2'],
    ]) {
      const lines = `clientCertificatePath: DIR/${name}.pem\nclientCertificatePassword: ${password}`
      const { issuer, warnings } = readIssuer(lines)
      expect(issuer.onBehalfOf).toMatchObject({ clientId: 'me', proof: { kind: 'certificate' } })
      expect(warnings).toEqual([])
    }
    const own = 'clientCertificatePath: DIR/certificate.pem\nclientCertificatePassword: ""'
    const source = 'type: rfc8693\nclientId: source\nclientSecret: s\ntokenEndpoint: https://a.example/t'
    // The certificate is the service's own, the secret that of the data source.
    const both = readIssuer(`${own}\n${source}\nroleMappingSource: cloud_groups`)
    expect(both.issuer).toMatchObject({
      onBehalfOf: { clientId: 'me', proof: { kind: 'certificate' } },
      tokenExchange: { clientId: 'source', clientSecret: 's' },
      roles: { kind: 'directory' },
    })
    expect(both.warnings).toEqual([])
    expect(readIssuer(`${own}\n${source}`).warnings).toEqual([
      'issuers."https://a.example".clientCertificatePath: Tokens are exchanged by "type: rfc8693", and roles do not come from the directory: this key has no effect.',
    ])
  })

  it('has no credentials by default', () => {
    const { issuer } = readIssuer('')
    expect(issuer).not.toHaveProperty('onBehalfOf')
    expect(issuer).not.toHaveProperty('tokenExchange')
  })

  it('warns of what has no effect', () => {
    const lines =
      'clientId: x\ncloudGraphPermission: Group.Read.All\ncloudGraphEndpoint: https://g.example\ncloudAuthority: https://l.example\ntokenEndpoint: https://t.example'
    const none = 'The service has no credentials ("clientSecret" or a certificate): this key has no effect.'
    expect(readIssuer(lines).warnings).toEqual([
      `issuers."https://a.example".clientId: ${none}`,
      `issuers."https://a.example".cloudGraphPermission: ${none}`,
      `issuers."https://a.example".cloudGraphEndpoint: ${none}`,
      `issuers."https://a.example".cloudAuthority: ${none}`,
      'issuers."https://a.example".tokenEndpoint: This key has an effect with "type: rfc8693" only. The on-behalf-of flow asks the metadata of the issuer, or "cloudAuthority".',
    ])
  })
})

describe('the keys of an issuer', () => {
  it('are listed by algorithm', () => {
    const { issuer, warnings } = readIssuer(`algorithms:
  HS256: { secret: "${longSecret}" }
  HS384: { secret: "${longSecret}" }
  HS512: { secret: "${longSecret}" }
  RS256: { keyUrl: 'https://a.example/keys?version=1' }
  RS384: { publicKey: DIR/public.pem }
  RS512: { publicKey: DIR/other-public.pem }`)
    if (issuer.keys.kind !== 'listed') throw new Error('They are not listed.')
    const kinds = [...issuer.keys.keys].map(([algorithm, { kind }]) => `${algorithm} ${kind}`)
    expect(kinds).toEqual([
      'HS256 secret',
      'HS384 secret',
      'HS512 secret',
      'RS256 jwks',
      'RS384 publicKey',
      'RS512 publicKey',
    ])
    expect(issuer.keys.keys.get('RS256')).toEqual({ kind: 'jwks', url: 'https://a.example/keys?version=1' })
    const hmac = issuer.keys.keys.get('HS256')
    if (hmac?.kind !== 'secret') throw new Error('It is no secret.')
    expect(hmac.key.export()).toEqual(Buffer.from(longSecret))
    expect(warnings).toEqual([])
  })

  it('need no private one, which is not read', () => {
    const { issuer, warnings } = readIssuer(
      'algorithms: { RS256: { publicKey: DIR/public.pem, privateKey: /nowhere/private.pem } }',
    )
    expect(issuer.keys).toMatchObject({ kind: 'listed' })
    expect(warnings).toEqual([
      'issuers."https://a.example".algorithms.RS256.privateKey: Tokens are verified by the public key: this file is not needed, nor read.',
    ])
  })
})

describe('user names of two issuers', () => {
  const issuers = (one: string, other: string): string =>
    `issuers:\n  https://a.example: { audience: me, ${one} }\n  https://b.example: { audience: me, ${other} }`
  const [field, email] = ['usernameField: sub', 'usernameField: email']
  const templates = (...all: readonly string[]): string => `usernameTemplates: ${JSON.stringify(all)}`

  it.each<[one: string, other: string]>([
    [field, field],
    [field, email],
    [field, templates('b_{sub}')],
    [templates('{sub}'), templates('{sub}')],
    [templates('a_{sub}'), templates('a_{sub}')],
    [templates('a_{sub}'), templates('a_b_{sub}')],
    [templates('{sub}_a'), templates('b_{sub}')],
    [templates('a_{sub}', '{sub}'), templates('b_{sub}')],
  ])('can be equal: %s, %s', (one, other) => {
    expect(read(issuers(one, other)).warnings).toEqual([
      'issuers."https://b.example": Its tokens can name the same users as those of "https://a.example". Unless that is meant, have "usernameTemplates" of each begin with a prefix of its own.',
    ])
  })

  it.each<[one: string, other: string]>([
    [templates('a_{sub}'), templates('b_{sub}')],
    [templates('{sub}@a'), templates('{sub}@b')],
    [templates('a_{sub}', 'a-{email}'), templates('b_{sub}', 'c{x}a')],
  ])('cannot be equal: %s, %s', (one, other) => {
    expect(read(issuers(one, other)).warnings).toEqual([])
  })
})
