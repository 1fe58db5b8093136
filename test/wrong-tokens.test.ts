import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTokenKeyFiles, type TokenKeyFiles } from './token-key-files.ts'
import { startTokenServer, type TokenServer } from './token-server.ts'
import {
  audience,
  type Forge,
  issuerPair,
  ownToken,
  rsaIssuer,
  rsaToken,
  secretIssuer,
  secretToken,
  sharedSecret,
  type WrongToken,
  wrongTokens,
} from './wrong-tokens.ts'

const ownSecret = `own-${'o'.repeat(40)}`
const license = randomUUID()
let files: TokenKeyFiles
let server: TokenServer

/** As the clock of the server has it. */
const forge = (): Forge => ({
  now: Math.floor(Date.now() / 1000),
  license,
  ownSecret: Buffer.from(ownSecret),
})

beforeAll(async () => {
  files = makeTokenKeyFiles()
  const publicKey = files.write('issuer.pem', issuerPair.publicKey.export({ type: 'spki', format: 'pem' }))
  const jwtConf = `
deploymentName: Tokens
signer:
  algorithm: HS256
  issuer: espalier
  secret: ${ownSecret}
issuers:
  ${rsaIssuer}:
    audience: ${audience}
    algorithms: { RS256: { publicKey: ${publicKey} } }
  ${secretIssuer}:
    audience: ${audience}
    algorithms: { HS256: { secret: ${sharedSecret} } }
`
  server = await startTokenServer({ jwtConf, properties: `license = ${license}\n` })
  await server.service.create('garden', [])
  await server.addUser('ann', 'a password of ann', { permissions: ['READ db:garden'] })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  files[Symbol.dispose]()
})

async function ask(token: string): Promise<Response> {
  const query = encodeURIComponent('{ Plant { name } }')
  return fetch(`${server.url}/garden/graphql?query=${query}`, {
    headers: { authorization: `bearer ${token}` },
  })
}

const overHttp: readonly WrongToken[] = wrongTokens.filter(({ notOverHttp }) => notOverHttp === undefined)

describe('over HTTP', () => {
  it.each([
    ['the issuer with a key', () => rsaToken(forge())],
    ['the issuer with a secret', () => secretToken(forge())],
    // Its password was set within this second.
    ['the service', () => ownToken(forge(), { iat: Date.now() / 1000 })],
  ])('a right token of %s is let through', async (_, token) => {
    const response = await ask(token())
    expect(await response.json()).toEqual({ data: [] })
    expect(response.status).toBe(200)
  })

  it('most wrong tokens can be sent', () => {
    expect(overHttp.length).toBeGreaterThan(100)
  })

  it.each(overHttp)('a token with $name is refused', async ({ text, message, reason }) => {
    const token = text(forge())
    const before = { log: server.log().length, audited: server.audited().length }
    const response = await ask(token)
    const body = await response.text()
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/Bearer realm="Tokens"/u)
    expect(JSON.parse(body).message).toBe(message)
    const log = server.log().slice(before.log)
    const lines = log.split('\n').filter((line) => line !== '')
    const values = lines.flatMap((line) => Object.values(JSON.parse(line)))
    expect(values).toContainEqual(expect.stringMatching(reason))
    const audited = server.audited().slice(before.audited)
    for (const event of audited) expect(event).toMatchObject({ outcome: 'refused' })
    const told = [body, log, JSON.stringify(audited), JSON.stringify([...response.headers])].join('\n')
    for (const part of [...token.split('.').filter((one) => one.length > 8), sharedSecret, ownSecret])
      expect(told).not.toContain(part)
  })

  it('refusals are written down, and no success but those of right tokens', () => {
    const outcomes = server
      .audited()
      .filter(({ action }) => action === 'login')
      .map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(3)
    expect(outcomes.filter((outcome) => outcome === 'refused').length).toBeGreaterThan(10)
  })
})
