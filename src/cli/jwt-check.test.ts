import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProgramResult, runInProcess } from '../../test/program-in-process.ts'
import { makeTokenKeyFiles, type TokenKeyFiles } from '../../test/token-key-files.ts'

let files: TokenKeyFiles

beforeAll(() => {
  files = makeTokenKeyFiles()
})
afterAll(() => files[Symbol.dispose]())

/** Runs `jwt check` in the folder of the files, which is its home folder, too. */
function check(...words: readonly string[]): Promise<ProgramResult> {
  const environment = { ESPALIER_HOME: files.folder }
  return runInProcess(['jwt', 'check', ...words], { environment, directory: files.folder })
}

const secret = 'a secret of at least thirty-two bytes'

describe('espalier jwt check', () => {
  it('prints what a file says, and no secret', async () => {
    files.write(
      'jwt.conf',
      `deploymentName: Garden
signer:
  algorithm: RS256
  issuer: https://espalier.example
  audience: garden
  publicKey: ${files.folder}/public.pem
  privateKey: ${files.folder}/private.pem
  tokenTTL: PT12H
issuers:
  https://idp.example/realms/a/:
    audience: api
    usernameTemplates: ['a_{preferred_username}', 'a_{sub}']
    autoCreateUsers: true
    rolesClaimPath: ['resource_access.garden.roles', 'x\\.y']
    superuserGroup: root
  https://login.example/tenant:
    audience: api://abc
    usernameTemplates: ['b_{sub}']
    roleMappingSource: cloud_groups
    groupPrefix: Garden-
    allowedGroupIdentifiers: [Garden-writers]
    clientSecret: hunter2hunter2
    cloudAuthority: https://login.example/tenant
  service:
    audience: garden
    usernameTemplates: ['c_{sub}']
    allowedGroupIdentifiers: [writers, readers]
    type: rfc8693
    clientId: source
    clientSecret: hunter2hunter2
    tokenEndpoint: https://idp.example/v1/token
    algorithms:
      HS256: { secret: ${secret} }
      RS256: { keyUrl: https://idp.example/keys }
      RS384: { publicKey: ${files.folder}/other-public.pem }
`,
    )
    const result = await check('jwt.conf')
    expect(result).toMatchObject({ code: 0, error: '' })
    expect(result.out).toBe(
      `${files.folder}/jwt.conf has no problems.

This server
  issuer      https://espalier.example
  audience    garden
  lifetime    PT12H
  signs with  RS256, an RSA key of 2048 bits
  deployment  Garden

https://idp.example/realms/a/
  audience       api
  keys           RS256, RS384, RS512 by https://idp.example/realms/a/.well-known/jwks.json, or where its metadata say
  user name      the first that there is of a_{preferred_username}, a_{sub}
  unknown users  are created, with a role that exists
  roles          the first path that there is of resource_access.garden.roles, x\\.y
  superuser      by the group or role root

https://login.example/tenant
  audience            api://abc
  keys                RS256, RS384, RS512 by https://login.example/tenant/.well-known/jwks.json, or where its metadata say
  user name           b_{sub}
  unknown users       are refused
  roles               groups of the directory at https://graph.microsoft.com, that begin with Garden-, without that, of which count: Garden-writers
  on behalf of users  as abc, by its secret; Directory.Read.All

service
  audience        garden
  keys            HS256 by a secret; RS256 by https://idp.example/keys; RS384 by an RSA key of 2048 bits
  user name       c_{sub}
  unknown users   are refused
  roles           claim serviceRoles, of which count: writers, readers
  token exchange  as source, at https://idp.example/v1/token
`,
    )
    expect(result.out).not.toMatch(/hunter2|a secret of/)
  })

  it('tells of one path without speaking of several', async () => {
    files.write(
      'path.conf',
      "issuers: { 'https://idp.example': { audience: a, rolesClaimPath: realm.roles } }",
    )
    expect((await check('path.conf')).out).toContain('\n  roles          path realm.roles\n')
  })

  it('tells when created users are removed next', async () => {
    files.write('schedule.conf', "autoDeleteUsersSchedule: '0 0 3 * * *'")
    const { out } = await check('schedule.conf')
    expect(out).toMatch(
      /^ {2}removes created users {2}0 0 3 \* \* \*, next at \d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/m,
    )
    expect(out.endsWith('\n\nNo tokens of other issuers are trusted.\n')).toBe(true)
  })

  it('tells what is to be thought over', async () => {
    const path = files.write(
      'open.conf',
      'issuers:\n  https://idp.example:\n    superuserGroup: root\n    autoCreateUsers: true\n',
    )
    const { code, out } = await check('open.conf')
    expect(code).toBe(0)
    expect(out).toContain(`${path} has no problems, but read the warnings below.\n`)
    expect(out.split('\n').filter((line) => line.startsWith('Warning: '))).toEqual([
      expect.stringContaining(`${path}:2:3: issuers."https://idp.example".audience: Without "audience"`),
      expect.stringContaining(
        `${path}:3:21: issuers."https://idp.example".superuserGroup: Nothing maps roles`,
      ),
      expect.stringContaining(
        `${path}:4:22: issuers."https://idp.example".autoCreateUsers: Nothing maps roles`,
      ),
    ])
    // What has no effect is not told as if it had one.
    expect(out).toContain('\n  unknown users  are refused\n  roles          those of the account\n\n')
  })

  it('tells every problem, and ends as with any wrong configuration', async () => {
    const path = files.write('wrong.conf', `signer:\n  algorithm: HS256\n  secret: hunter2\nissuer: {}\n`)
    expect(await check('wrong.conf')).toMatchObject({
      code: 3,
      out: '',
      error: `espalier: The file "${path}" has 3 problems:
${path}:1:1: signer.issuer: Expected the name of this service as an issuer.
${path}:3:11: signer.secret: Expected at least 32 bytes, as long as the hash of HS256. One is made by: openssl rand -base64 32
${path}:4:1: Unknown key "issuer". Did you mean "issuers"?
`,
    })
  })

  it('checks the file of the home folder', async () => {
    const path = files.write('home.conf', 'deploymentName: Home')
    writeFileSync(join(files.folder, 'espalier.properties'), `jwt.conf = ${path}\n`)
    expect(await check()).toMatchObject({
      code: 0,
      out: expect.stringMatching(/home\.conf has no problems\.[\s\S]*Home/),
    })
    // The one that is named counts.
    files.write('named.conf', 'deploymentName: Named')
    expect((await check('named.conf')).out).toContain('Named')
    expect(await check('--home', join(files.folder, 'elsewhere'))).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^The property jwt\.conf of .*elsewhere is not set\.\n\nThis server\n {2}issuer {6}espalier\n[\s\S]*HS256, a secret of the home folder/,
      ),
    })
    writeFileSync(join(files.folder, 'espalier.properties'), 'jwt.conf = jwt.conf\n')
    expect(await check()).toMatchObject({
      code: 3,
      error: expect.stringContaining('"jwt.conf" is an absolute path'),
    })
  })

  it('needs a file that there is, and one at most', async () => {
    expect(await check('none.conf')).toMatchObject({
      code: 3,
      error: expect.stringContaining('none.conf" cannot be read: there is no such file.'),
    })
    expect(await check('a', 'b')).toMatchObject({
      code: 2,
      error: expect.stringContaining('Unexpected operand "b".'),
    })
  })

  it('prints nothing that steers a terminal', async () => {
    files.write('hostile.conf', 'deploymentName: "a\u202eb"\n"\u202egnp": x\n')
    const { error } = await check('hostile.conf')
    expect(error).not.toContain('\u202e')
    files.write('hostile.conf', 'deploymentName: "a\u202eb"\n')
    expect((await check('hostile.conf')).out).not.toContain('\u202e')
  })
})
