import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { basicAuthorization } from './basic-authorization.ts'
import { makeTokenKeyFiles } from './token-key-files.ts'
import { startTokenServer, type TokenServer } from './token-server.ts'

const license = randomUUID()
const otherLicense = randomUUID()
const secret = 's'.repeat(64)

function startNode(signer: string, itsLicense: string): Promise<TokenServer> {
  const jwtConf = `signer:\n  issuer: https://nodes.example.org\n  ${signer}\n`
  return startTokenServer({ jwtConf, properties: `license = ${itsLicense}\n` })
}

async function tokenOf({ url }: TokenServer): Promise<string> {
  const authorization = basicAuthorization('admin', 'admin')
  const response = await fetch(`${url}/admin/token`, { headers: { authorization } })
  const body: unknown = await response.json()
  expect(body).toEqual({ token: expect.any(String) })
  return Object(body).token
}

async function users({ url }: TokenServer, token: string): Promise<unknown> {
  const response = await fetch(`${url}/admin/users`, { headers: { authorization: `Bearer ${token}` } })
  const { status } = response
  const { users: names, message } = Object(await response.json())
  return { status, ...(names !== undefined && { names }), ...(message !== undefined && { message }) }
}

const accepted = { status: 200, names: ['admin'] }
const refused = { status: 401, message: 'The token is not valid.' }

describe('servers with one configuration', () => {
  it.each(['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512'])(
    'take each other’s tokens under %s where their license is the same, and no others',
    async (algorithm) => {
      using files = makeTokenKeyFiles()
      const { folder } = files
      const keys = algorithm.startsWith('HS')
        ? `secret: ${secret}`
        : `publicKey: ${folder}/public.pem\n  privateKey: ${folder}/private.pem`
      const signer = `algorithm: ${algorithm}\n  ${keys}`
      await using first = await startNode(signer, license)
      await using second = await startNode(signer, license)
      await using stranger = await startNode(signer, otherLicense)
      const [token, strange] = [await tokenOf(first), await tokenOf(stranger)]
      expect(await users(first, token)).toEqual(accepted)
      expect(await users(second, token)).toEqual(accepted)
      expect(await users(second, await tokenOf(second))).toEqual(accepted)
      expect(await users(stranger, token)).toEqual(refused)
      expect(await users(first, strange)).toEqual(refused)
      expect(await users(stranger, strange)).toEqual(accepted)
      expect(stranger.log()).toMatch(/another license\./u)
      // A server that is started again is the same node.
      await second.restart()
      expect(await users(second, token)).toEqual(accepted)
    },
  )

  it('take no tokens of one whose secret or file of keys is another', async () => {
    using files = makeTokenKeyFiles()
    const { folder } = files
    await using one = await startNode(`algorithm: HS256\n  secret: ${secret}`, license)
    await using other = await startNode(`algorithm: HS256\n  secret: ${secret.toUpperCase()}`, license)
    await using rsa = await startNode(
      `algorithm: RS256\n  publicKey: ${folder}/public.pem\n  privateKey: ${folder}/private.pem`,
      license,
    )
    await using otherRsa = await startNode(
      `algorithm: RS256\n  publicKey: ${folder}/other-public.pem\n  privateKey: ${folder}/other-private.pem`,
      license,
    )
    const servers = [one, other, rsa, otherRsa]
    for (const issuing of servers) {
      const token = await tokenOf(issuing)
      for (const asked of servers)
        expect(await users(asked, token)).toEqual(asked === issuing ? accepted : refused)
    }
  })
})
