import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import type { IssuerSettings, VerificationKey } from '../src/authentication/settings/token-settings.ts'
import { createTokenVerifier } from '../src/authentication/tokens/create-token-verifier.ts'
import { homeSigner } from '../src/authentication/tokens/home-signer.ts'
import type { TokenVerifier } from '../src/authentication/tokens/token-verifier.ts'
import { basicAuthorization } from '../test/basic-authorization.ts'
import { startServer } from '../test/command-line.ts'
import { compareSignedIn } from './signed-in-queries.ts'

const issuer = 'https://idp.example.org/tenant'
const mappingIssuer = 'https://idp.example.org/groups'
const audience = 'api://espalier'

/** Tokens that are verified, none of them twice by the same verifier. */
const tokens = 4_000

/** How often all of them are, each time by a verifier that has seen none. */
const rounds = 5

/** Requests under way at once. */
const atOnce = 16

/** A token as identity providers make them, of about 1.3 kB. */
function tokenOf(key: KeyObject, name: string, claims: object): Promise<string> {
  const groups = Array.from({ length: 8 }, () => randomUUID())
  return new SignJWT({
    oid: randomUUID(),
    azp: randomUUID(),
    scp: 'query',
    name: 'Ann Example',
    groups,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'key', typ: 'at+jwt' })
    .setIssuer(name)
    .setAudience(audience)
    .setSubject('admin')
    .setIssuedAt()
    .setExpirationTime('1h')
    .setJti(randomUUID())
    .sign(key)
}

/** Measures how many tokens are verified in a second, and what a query costs that is asked with one. */
export async function measureTokens(): Promise<void> {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await measureVerifying(pair.publicKey, pair.privateKey)
  await measureQueries(pair.publicKey, pair.privateKey)
}

async function measureVerifying(publicKey: KeyObject, privateKey: KeyObject): Promise<void> {
  const key: VerificationKey = { kind: 'publicKey', key: publicKey }
  const settings: IssuerSettings = {
    issuer,
    audience,
    keys: { kind: 'listed', keys: new Map([['RS256', key]]) },
    username: { kind: 'field', claim: 'sub' },
    autoCreateUsers: false,
    roles: { kind: 'account' },
  }
  const fresh = (): TokenVerifier =>
    createTokenVerifier({
      signer: homeSigner(new Uint8Array(32)),
      license: randomUUID(),
      issuers: new Map([[issuer, settings]]),
    })
  const texts: string[] = []
  for (let number = 0; number < tokens; number++) texts.push(await tokenOf(privateKey, issuer, {}))
  console.log(`\nRS256, a key of 2,048 bits, tokens of ${texts[0]?.length} characters`)
  await verifyAll(fresh(), texts, atOnce)
  for (const width of [1, atOnce]) {
    const verifiers = Array.from({ length: rounds }, fresh)
    const rates = await rate(rounds * tokens, async () => {
      for (const verifier of verifiers) await verifyAll(verifier, texts, width)
    })
    console.log(`each for the first time, ${width} at once | ${rates}`)
  }
  const known = fresh()
  await verifyAll(known, texts, atOnce)
  const rates = await rate(rounds * tokens, async () => {
    for (let round = 0; round < rounds; round++) await verifyAll(known, texts, atOnce)
  })
  console.log(`verified a moment ago, ${atOnce} at once | ${rates}`)
}

async function verifyAll(verifier: TokenVerifier, texts: readonly string[], width: number): Promise<void> {
  for (let start = 0; start < texts.length; start += width) {
    const told = await Promise.all(texts.slice(start, start + width).map((text) => verifier.verify(text)))
    const wrong = told.find(({ kind }) => kind !== 'external')
    if (wrong !== undefined) throw new Error(`A token is ${wrong.kind}.`)
  }
}

/** Tokens in a second of the clock, and in a second of one core, whichever of its threads works. */
async function rate(count: number, work: () => Promise<void>): Promise<string> {
  const [cpu, start] = [process.cpuUsage(), performance.now()]
  await work()
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const text = (rated: number) => Math.round(count / rated).toLocaleString('en')
  return `${text(seconds)}/s, ${text((user + system) / 1e6)}/s of one core`
}

async function measureQueries(publicKey: KeyObject, privateKey: KeyObject): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'espalier-tokens-'))
  const admin = basicAuthorization('admin', 'admin')
  try {
    const [path, conf] = [join(home, 'issuer.pem'), join(home, 'jwt.conf')]
    writeFileSync(path, publicKey.export({ type: 'spki', format: 'pem' }))
    const keys = `audience: ${audience}\n    algorithms: { RS256: { publicKey: ${path} } }`
    writeFileSync(
      conf,
      `issuers:\n  ${issuer}:\n    ${keys}\n  ${mappingIssuer}:\n    ${keys}\n    rolesClaimPath: groups\n    superuserGroup: admins\n`,
      { mode: 0o600 },
    )
    writeFileSync(join(home, 'espalier.properties'), `jwt.conf = ${conf}\n`)
    const server = await startServer(home, ['--no-demo'], { security: 'on' })
    try {
      const response = await fetch(`${server.url}/admin/token`, { headers: { authorization: admin } })
      const { token: own } = Object(await response.json())
      const named = await tokenOf(privateKey, issuer, {})
      const mapped = await tokenOf(privateKey, mappingIssuer, { groups: ['admins', 'editors'] })
      await compareSignedIn(server.url, admin, [
        { name: 'by a token of the service', authorization: `Bearer ${own}` },
        { name: 'by a token of an issuer', authorization: `Bearer ${named}` },
        { name: 'by a token of an issuer, with its roles', authorization: `Bearer ${mapped}` },
      ])
    } finally {
      await server.end('SIGTERM')
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
