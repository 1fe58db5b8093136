import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { IssuerKeys, IssuerSettings } from '../src/authentication/settings/token-settings.ts'
import { createTokenVerifier } from '../src/authentication/tokens/create-token-verifier.ts'
import { homeSigner } from '../src/authentication/tokens/home-signer.ts'
import type { TokenVerifier } from '../src/authentication/tokens/token-verifier.ts'
import { startLoopback } from './sparql-endpoint.ts'

/** A key pair of an issuer. */
export interface IssuerPair {
  readonly privateKey: KeyObject
  /** The public key. */
  readonly jwk: object
}

/** Makes a key pair. */
export function makePair(): IssuerPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { privateKey, jwk: publicKey.export({ format: 'jwk' }) }
}

/** How a server answers at the moment. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** An issuer whose server answers as it is told, and a service that trusts it, whose clock stands still. */
export interface KeyWorld {
  readonly origin: string
  /** Paths that were asked for. */
  readonly asked: string[]
  readonly reports: string[]
  readonly tokens: TokenVerifier
  answer: Answer
  time: number
  /** Whether a new token that this key signs is accepted: `external`, `refused` or `unavailable`. */
  tell(key: IssuerPair, header?: object): Promise<string>
  token(key: IssuerPair, header?: object, claims?: object): string
}

const started: { close(): Promise<void> }[] = []

/** Stops all servers that were started. */
export async function stopWorlds(): Promise<void> {
  for (const server of started.splice(0)) await server.close()
}

/** Answers with a JWKS. */
export const jwks =
  (...keys: readonly object[]): Answer =>
  (_request, response) =>
    void response.end(JSON.stringify({ keys }))

/** Ends the connection. */
export const down: Answer = (request) => void request.socket.destroy()

/** Answers with a status and an empty object. */
export const status =
  (code: number): Answer =>
  (_request, response) =>
    void response.writeHead(code).end('{}')

/** Starts a world. @param keysOf where the keys come from; from the well-known path unless given */
export async function startWorld(
  answer: Answer,
  keysOf: (origin: string) => IssuerKeys = () => ({ kind: 'discovered' }),
  issuerOf = (origin: string) => origin,
): Promise<KeyWorld> {
  const asked: string[] = []
  const server = await startLoopback((request, response) => {
    asked.push(request.url ?? '')
    world.answer(request, response)
  })
  started.push(server)
  const { origin } = server
  const issuer = issuerOf(origin)
  const settings: IssuerSettings = {
    issuer,
    audience: 'espalier',
    keys: keysOf(origin),
    username: { kind: 'field', claim: 'sub' },
    autoCreateUsers: false,
    roles: { kind: 'account' },
  }
  const reports: string[] = []
  const world: KeyWorld = {
    origin,
    asked,
    reports,
    answer,
    time: 1_800_000_000_000,
    tokens: createTokenVerifier({
      signer: homeSigner(new Uint8Array(32)),
      license: 'license',
      issuers: new Map([[issuer, settings]]),
      now: () => world.time,
      elapsed: () => world.time,
      report: (line) => reports.push(line),
    }),
    async tell(key, header = {}) {
      return (await this.tokens.verify(this.token(key, header))).kind
    },
    token(key, header = {}, claims = {}) {
      const now = this.time / 1000
      const payload = {
        iss: issuer,
        aud: 'espalier',
        sub: 'ann',
        jti: Math.random(),
        exp: now + 600,
        ...claims,
      }
      return signed(key.privateKey, { alg: 'RS256', ...header }, payload)
    },
  }
  return world
}

function signed(key: KeyObject, header: { readonly alg?: string }, payload: object): string {
  const input = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign(`sha${header.alg?.slice(2)}`, Buffer.from(input), key)
  return `${input}.${signature.toString('base64url')}`
}
