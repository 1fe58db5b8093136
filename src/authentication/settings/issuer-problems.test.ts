import { describe, expect, it } from 'vitest'
import { expectProblems, settingsReader, settingsSecret } from '../../../test/settings-reader.ts'

const { problems } = settingsReader()
const secret = settingsSecret
const algorithms = 'HS256, HS384, HS512, RS256, RS384, RS512'

describe('an issuer', () => {
  const at = 'issuers."https://a.example"'
  const url = 'Expected a URL that begins with https:// (or http:// for this machine'
  const exchange = 'type: rfc8693, clientId: x, clientSecret: y, tokenEndpoint: https://a.example/t'

  it.each<[keys: string, expected: readonly string[]]>([
    ['audeince: a', [`${at}: Unknown key "audeince". Did you mean "audience"?`]],
    ['username: a', [`${at}: Unknown key "username". Expected one of audience, usernameField`]],
    ['audience: 5', [`${at}.audience: Expected a text, not the number 5: put it in quotes.`]],
    ['audience: [a, b]', [`${at}.audience: Expected a text, not a list.`]],
    ['usernameField: [a]', [`${at}.usernameField: Expected a text, not a list.`]],
    ['usernameField: ""', [`${at}.usernameField: Expected a text that is not empty.`]],
    [
      "usernameField: a, usernameTemplates: ['{a}']",
      [`${at}.usernameField: Expected either this or "usernameTemplates", not both.`],
    ],
    ["usernameTemplates: '{a}'", [`${at}.usernameTemplates: Expected a list of texts, not a text.`]],
    [
      'usernameTemplates: []',
      [`${at}.usernameTemplates: Expected at least one template, such as "acme_{sub}".`],
    ],
    ['usernameTemplates:', [`${at}.usernameTemplates: Expected a list of texts, not nothing.`]],
    ['usernameTemplates: [{a}]', [`${at}.usernameTemplates[0]: Expected a text, not a map.`]],
    [
      "usernameTemplates: ['{a}', 5, 'b', '{', 'a_{}', '{a']",
      [`${at}.usernameTemplates[1]: Expected a text, not the number 5`],
    ],
    [
      "usernameTemplates: ['{a}', 'b', '{', 'a_{}', '{{a}}']",
      [
        `${at}.usernameTemplates[1]: The template "b" names no claim`,
        `${at}.usernameTemplates[2]: The template "{" has a "{" without its other brace.`,
        `${at}.usernameTemplates[3]: The template "a_{}" has braces with no name of a claim`,
        `${at}.usernameTemplates[4]: The template "{{a}}" has a "{"`,
      ],
    ],
    ['autoCreateUsers: yes', [`${at}.autoCreateUsers: Expected true or false, not "yes".`]],
    ["autoCreateUsers: 'true'", [`${at}.autoCreateUsers: Expected true or false, not "true".`]],
    ['autoCreateUsers: 1', [`${at}.autoCreateUsers: Expected true or false, not a number.`]],
    [
      'roleMappingSource: Token',
      [`${at}.roleMappingSource: Expected one of token, cloud_groups, not "Token". Did you mean "token"?`],
    ],
    [
      'roleMappingSource: cloudGroups',
      [`${at}.roleMappingSource: Expected one of token, cloud_groups, not "cloudGroups".`],
    ],
    [
      'roleMappingSource: cloud_groups',
      [
        `${at}.roleMappingSource: With cloud_groups, expected "clientSecret", or "clientCertificatePath" and "clientCertificatePassword".`,
      ],
    ],
    [
      `roleMappingSource: cloud_groups, ${exchange}`,
      [
        `${at}.roleMappingSource: With cloud_groups and "type: rfc8693", expected "clientCertificatePath" and "clientCertificatePassword": "clientSecret" is that of the data source.`,
      ],
    ],
    [
      'roleMappingSource: cloud_groups, clientCertificatePath: DIR/cert.pem',
      [`${at}.clientCertificatePassword: Expected the password of "clientCertificatePath".`],
    ],
    [
      'roleMappingSource: cloud_groups, clientCertificatePassword: x',
      [`${at}.clientCertificatePath: Expected the absolute path of a certificate file.`],
    ],
    [
      'clientSecret: a, clientCertificatePath: DIR/none.p12, clientCertificatePassword: b',
      [
        `${at}.clientSecret: Expected either this or "clientCertificatePath", not both.`,
        `${at}.clientCertificatePath: The file`,
      ],
    ],
    [
      'clientCertificatePath: cert.p12, clientCertificatePassword: b',
      [`${at}.clientCertificatePath: Expected an absolute path, not "cert.p12".`],
    ],
    [
      'clientCertificatePath: DIR/none.p12, clientCertificatePassword: ""',
      ['/none.p12" cannot be read: there is no such file.'],
    ],
    [
      'clientCertificatePath: DIR/none.p12, clientCertificatePassword: 5',
      [`${at}.clientCertificatePassword: Expected a text, not a number: put it in quotes.`],
    ],
    ['clientSecret: 5', [`${at}.clientSecret: Expected a text, not a number: put it in quotes.`]],
    ['clientSecret: ""', [`${at}.clientSecret: Expected a text that is not empty.`]],
    ['groupPrefix: 5', [`${at}.groupPrefix: Expected a text, not the number 5`]],
    ['allowedGroupIdentifiers: a', [`${at}.allowedGroupIdentifiers: Expected a list of texts, not a text.`]],
    [
      'allowedGroupIdentifiers: {a: b}',
      [`${at}.allowedGroupIdentifiers: Expected a list of texts, not a map.`],
    ],
    [
      'allowedGroupIdentifiers: [a, 5, [b], ""]',
      [
        `${at}.allowedGroupIdentifiers[1]: Expected a text, not the number 5`,
        `${at}.allowedGroupIdentifiers[2]: Expected a text, not a list.`,
        `${at}.allowedGroupIdentifiers[3]: Expected a text that is not empty.`,
      ],
    ],
    ['allowedGroupIdentifiers: [a], rolesField: 5', [`${at}.rolesField: Expected a text, not the number 5`]],
    ['rolesClaimPath: ""', [`${at}.rolesClaimPath: Expected a text that is not empty.`]],
    ['rolesClaimPath: 5', [`${at}.rolesClaimPath: Expected a text, not the number 5`]],
    ['rolesClaimPath: {a: b}', [`${at}.rolesClaimPath: Expected a text, not a map.`]],
    [
      'rolesClaimPath: []',
      [`${at}.rolesClaimPath: Expected at least one path, such as "realm_access.roles".`],
    ],
    ['rolesClaimPath: a..b', [`${at}.rolesClaimPath: The path "a..b" has an empty name.`]],
    [
      'rolesClaimPath: [a, .b, c.]',
      [
        `${at}.rolesClaimPath[1]: The path ".b" has an empty name.`,
        `${at}.rolesClaimPath[2]: The path "c." has an empty name.`,
      ],
    ],
    ['rolesClaimPath: [a, 5]', [`${at}.rolesClaimPath[1]: Expected a text, not the number 5`]],
    ['superuserGroup: [a]', [`${at}.superuserGroup: Expected a text, not a list.`]],
    [
      'clientSecret: a, cloudGraphPermission: Group.Read',
      [
        `${at}.cloudGraphPermission: Expected one of User.Read.All, GroupMember.Read.All, Group.Read.All, Directory.Read.All, Directory.ReadWrite.All, not "Group.Read".`,
      ],
    ],
    ['clientSecret: a, cloudGraphPermission: directory.read.all', ['Did you mean "Directory.Read.All"?']],
    ['clientSecret: a, cloudGraphEndpoint: http://graph.example', [`${at}.cloudGraphEndpoint: ${url}`]],
    [
      'clientSecret: a, cloudGraphEndpoint: https://graph.example?a=b',
      [`${at}.cloudGraphEndpoint: Expected a URL without a query ("?").`],
    ],
    ['clientSecret: a, cloudAuthority: login.example', [`${at}.cloudAuthority: ${url}`]],
    ['type: RFC8693', [`${at}.type: Expected rfc8693, not "RFC8693". Did you mean "rfc8693"?`]],
    ['type: 8693', [`${at}.type: Expected rfc8693, not a number.`]],
    [
      'type: rfc8693',
      [
        'clientId: With "type: rfc8693", expected the client id',
        'clientSecret: With "type: rfc8693", expected the secret',
        'tokenEndpoint: With "type: rfc8693", expected the URL',
      ],
    ],
    [
      'type: rfc8693, clientId: a, clientSecret: b',
      [`${at}.tokenEndpoint: With "type: rfc8693", expected the URL of the token endpoint`],
    ],
    ['type: rfc8693, clientId: a, tokenEndpoint: https://a.example', [`${at}.clientSecret: With`]],
    ['type: rfc8693, clientSecret: a, tokenEndpoint: https://a.example', [`${at}.clientId: With`]],
    [
      'type: rfc8693, clientId: a, clientSecret: b, tokenEndpoint: http://a.example/t',
      [`${at}.tokenEndpoint: ${url}`],
    ],
    [
      'type: rfc8693, clientId: a, clientSecret: b, tokenEndpoint: https://a:b@a.example/t',
      [`${at}.tokenEndpoint: ${url}`],
    ],
    [
      'type: rfc8693, clientId: a, clientSecret: b, tokenEndpoint: https://a.example/t#x',
      [`${at}.tokenEndpoint: ${url}`],
    ],
    [
      'type: rfc8693, clientId: a, clientSecret: b, tokenEndpoint: /v1/token',
      [`${at}.tokenEndpoint: ${url}`],
    ],
    [
      'algorithms:',
      [
        `${at}.algorithms: Expected one of ${algorithms}. Without "algorithms" the keys are looked for at the URL of the issuer.`,
      ],
    ],
    ['algorithms: {}', [`${at}.algorithms: Expected one of ${algorithms}.`]],
    ['algorithms: [RS256]', [`${at}.algorithms: Expected keys with values, not a list.`]],
    ['algorithms: RS256', [`${at}.algorithms: Expected keys with values, not a text.`]],
    ['algorithms: { none: {} }', [`${at}.algorithms.none: Expected one of ${algorithms}.`]],
    [
      'algorithms: { rs256: { keyUrl: https://a.example } }',
      [`${at}.algorithms.rs256: Expected one of ${algorithms}. Did you mean "RS256"?`],
    ],
    [
      'algorithms: { PS256: { keyUrl: https://a.example } }',
      [`${at}.algorithms.PS256: Expected one of ${algorithms}.`],
    ],
    [
      'algorithms: { RS256: }',
      [
        `${at}.algorithms.RS256: Expected "keyUrl" (the URL of a JWKS) or "publicKey" (the absolute path of a file): exactly one of the two, not neither.`,
      ],
    ],
    ['algorithms: { RS256: { privateKey: DIR/private.pem } }', [`${at}.algorithms.RS256: Expected "keyUrl"`]],
    [
      'algorithms: { RS256: { keyUrl: https://a.example, publicKey: DIR/public.pem } }',
      [
        `${at}.algorithms.RS256: Expected "keyUrl" (the URL of a JWKS) or "publicKey" (the absolute path of a file): exactly one of the two, not both.`,
      ],
    ],
    ['algorithms: { RS256: { keyUrl: http://a.example/keys } }', [`${at}.algorithms.RS256.keyUrl: ${url}`]],
    ['algorithms: { RS256: { keyUrl: file:///etc/passwd } }', [`${at}.algorithms.RS256.keyUrl: ${url}`]],
    [
      'algorithms: { RS256: { publicKey: public.pem } }',
      [`${at}.algorithms.RS256.publicKey: Expected an absolute path, not "public.pem".`],
    ],
    [
      'algorithms: { RS256: { publicKey: ~/public.pem } }',
      [`${at}.algorithms.RS256.publicKey: Expected an absolute path, not "~/public.pem".`],
    ],
    [
      'algorithms: { RS256: { publicKey: DIR/public.pem, privateKey: private.pem } }',
      [`${at}.algorithms.RS256.privateKey: Expected an absolute path`],
    ],
    [
      'algorithms: { RS256: { secret: a } }',
      [
        `${at}.algorithms.RS256: Unknown key "secret". Expected one of keyUrl, publicKey, privateKey.`,
        `${at}.algorithms.RS256: Expected "keyUrl"`,
      ],
    ],
    [
      'algorithms: { HS256: { publicKey: DIR/public.pem } }',
      [
        `${at}.algorithms.HS256: Unknown key "publicKey". Expected secret.`,
        `${at}.algorithms.HS256.secret: Expected a secret, which HS256 needs.`,
      ],
    ],
    ['algorithms: { HS256: }', [`${at}.algorithms.HS256.secret: Expected a secret, which HS256 needs.`]],
    ['algorithms: { HS256: a }', [`${at}.algorithms.HS256: Expected keys with values, not a text.`]],
    [
      'algorithms: { HS256: { secret: short } }',
      [`${at}.algorithms.HS256.secret: Expected at least 32 bytes`],
    ],
    [
      `algorithms: { HS512: { secret: ${secret} } }`,
      [`${at}.algorithms.HS512.secret: Expected at least 64 bytes`],
    ],
    [
      'algorithms: { HS256: { secret: 5 } }',
      [`${at}.algorithms.HS256.secret: Expected a text, not a number`],
    ],
  ])('{%s}', (keys, expected) => {
    const found = problems(
      `issuers:\n  https://a.example: { ${keys} ${keys.includes('aud') ? '' : ', audience: me'} }`,
    )
    expectProblems(found, expected)
  })

  it('with credentials has to have a client id', () => {
    expect(problems('issuers: { https://a.example: { clientSecret: s } }')).toEqual([
      `1:12 ${at}.audience: Expected this or "clientId": by it the issuer knows the service, which has credentials.`,
    ])
  })

  it.each(['service', 'http://a.example'])('with credentials has to say where tokens are had: %s', (name) => {
    const keys = `audience: me, clientSecret: s, algorithms: { HS256: { secret: ${secret} } }`
    expect(problems(`issuers: { ${name}: { ${keys} } }`)).toEqual([
      expect.stringMatching(
        /clientSecret: Expected "cloudAuthority" beside it, or an issuer that is a URL of https/,
      ),
    ])
    expect(problems(`issuers: { ${name}: { ${keys}, cloudAuthority: https://a.example } }`)).toEqual([])
    const exchange = 'type: rfc8693, clientId: a, tokenEndpoint: https://a.example/t'
    expect(problems(`issuers: { ${name}: { ${keys}, ${exchange} } }`)).toEqual([])
  })

  it.each<[name: string, expected: string]>([
    [
      'some-service',
      'issuers.some-service: Expected a URL that begins with https:// (or http:// for this machine), without query and fragment, since the keys of the issuer are looked for there; else give them by "algorithms".',
    ],
    ['http://a.example', 'issuers."http://a.example": Expected a URL that begins with https://'],
    ['http://127.0.0.1.a.example', 'Expected a URL that begins with https://'],
    ['http://localhost.a.example', 'Expected a URL that begins with https://'],
    ['https://a.example?x=y', 'Expected a URL that begins with https://'],
    ['"https://a.example#x"', 'Expected a URL that begins with https://'],
    ['https://user:hunter2@a.example', 'issuers.this: Expected a URL that begins with https://'],
    ['"ftp://a.example"', 'Expected a URL'],
  ])('without keys is no issuer to discover: %s', (name, expected) => {
    const found = problems(`issuers:\n  ${name}:\n    audience: me`)
    expect(found).toEqual([expect.stringContaining(expected)])
    expect(found[0]).toMatch(/^2:3 /)
    expect(found.join()).not.toContain('hunter2')
  })

  it.each(['""', '" https://a.example"', '"https://a.example\\n"', '"https://a.\\u0007example"'])(
    'has a name that can stand in a token: %s',
    (name) => {
      const found = problems(
        `issuers:\n  ${name}: { audience: me, algorithms: { HS256: { secret: ${secret} } } }`,
      )
      expect(found).toEqual([expect.stringContaining('Expected the issuer as it stands in the claim "iss"')])
    },
  )

  it.each(['12345: {}', 'true: {}', '[a]: {}'])('has a text as its name: %s', (entry) => {
    expect(problems(`issuers: { ${entry} }`)).toEqual([
      expect.stringContaining('issuers: Expected a text as a key: put it in quotes.'),
    ])
  })
})

describe('a file with several problems', () => {
  it('has all of them told, in the order of their places', () => {
    const given = `confVersion: 3
deploymentNme: x
signer:
  algorithm: HS256
  issuer: mine
  secret: short
issuers:
  https://a.example:
    audience: 1
    rolesClaimPath: a..b
  https://b.example:
    type: rfc8693
`
    expect(problems(given).map((problem) => problem.slice(0, problem.indexOf(': ')))).toEqual([
      '1:14 confVersion',
      '2:1 ',
      '6:11 signer.secret',
      '9:15 issuers."https://a.example".audience',
      '10:21 issuers."https://a.example".rolesClaimPath',
      '11:3 issuers."https://b.example".clientId',
      '11:3 issuers."https://b.example".clientSecret',
      '11:3 issuers."https://b.example".tokenEndpoint',
    ])
  })

  it('has none of a secret repeated, wherever it got to', () => {
    const hidden = 'hunter2hunter2'
    const given = [
      `signer: { algorithm: ${hidden} secret, issuer: mine }`,
      `signer:\n  algorithm: HS256\n  secret:${hidden}\n`,
      `signer:\n  secret:${hidden}`,
      `signer: { algorithm: HS256, issuer: mine, secret: ${hidden} }`,
      `signer: { algorithm: HS256, issuer: mine, secret: [${hidden}] }`,
      `signer: { algorithm: HS256, issuer: mine, secret: { ${hidden}: a } }`,
      `issuers: { https://a.example: { clientSecret: [${hidden}] } }`,
      `issuers: { https://a.example: { "clientSecret:${hidden}": } }`,
      `issuers: { https://a.example: { clientCertificatePath: /nowhere, clientCertificatePassword: ${hidden} } }`,
      `issuers: { https://a.example: { algorithms: { HS256: { secret: ${hidden} } } } }`,
      `issuers: { https://a.example: { algorithms: { RS256: { secret: ${hidden} } } } }`,
      `issuers: { https://a.example: { tokenEndpoint: 'https://a:${hidden}@a.example', type: rfc8693 } }`,
      `issuers: { https://a.example: { clientSecret: "${hidden} } }`,
      `issuers: { https://a.example: { clientSecret: *${hidden} } }`,
    ]
    for (const one of given) {
      const found = problems(one)
      expect(found.length, one).toBeGreaterThan(0)
      expect(found.join('\n')).not.toContain(hidden)
    }
  })

  it('is refused whole where it is too large', () => {
    expect(problems(`# ${'x'.repeat(2 ** 20)}`)).toEqual(['1:1 : Expected a file of at most 1 MiB.'])
  })
})
