import { createPublicKey } from 'node:crypto'
import { readHmacSecret } from './read-hmac-secret.ts'
import { readPath, readPrivateKey, readPublicKey } from './read-key-file.ts'
import { openSection, problemOf, readChoice, readSecret, readText, type Section } from './section.ts'
import type { SettingsNode } from './settings-node.ts'
import type { SettingsReport } from './settings-report.ts'
import { isHmac, tokenAlgorithms } from './signing-algorithms.ts'
import { lifetimeProblem } from './token-lifetime.ts'
import type { SignerSettings, SigningKey, TokenAlgorithm } from './token-settings.ts'

/** What the service is called as an issuer, where it has no `signer`. */
export const defaultIssuer = 'espalier'

/** `signer.audience`, where it is not set. */
export const defaultAudience = 'stardog'

/** `signer.tokenTTL`, where it is not set. */
export const defaultLifetime = 'P7D'

/** The keys of `signer`. */
export const signerKeys: readonly string[] = [
  'algorithm',
  'audience',
  'issuer',
  'secret',
  'publicKey',
  'privateKey',
  'tokenTTL',
]

/** Reads `signer`; nothing where it has problems, which are reported. */
export function readSigner(node: SettingsNode, report: SettingsReport): SignerSettings | undefined {
  const section = openSection(node, 'signer', signerKeys, report)
  if (section === undefined) return undefined
  const algorithm = readChoice(section, 'algorithm', tokenAlgorithms)
  if (!section.values.has('algorithm'))
    problemOf(section, 'algorithm', `Expected one of ${tokenAlgorithms.join(', ')}.`)
  const issuer = readText(section, 'issuer')
  if (!section.values.has('issuer'))
    problemOf(section, 'issuer', 'Expected the name of this service as an issuer.')
  const audience = readText(section, 'audience')
  const lifetime = readLifetime(section)
  const key = algorithm === undefined ? readWithoutAlgorithm(section) : readSigningKey(section, algorithm)
  if (issuer === undefined || key === undefined || lifetime === undefined) return undefined
  return { issuer, audience: audience ?? defaultAudience, lifetime, key }
}

function readLifetime(section: Section): string | undefined {
  const text = readText(section, 'tokenTTL')
  if (text === undefined) return section.values.has('tokenTTL') ? undefined : defaultLifetime
  const problem = lifetimeProblem(text)
  return problem === undefined ? text : problemOf(section, 'tokenTTL', problem)
}

/** What is wrong with keys whatever they are for. */
function readWithoutAlgorithm(section: Section): undefined {
  readSecret(section, 'secret')
  for (const name of ['publicKey', 'privateKey']) readPath(section, name)
}

function readSigningKey(section: Section, algorithm: TokenAlgorithm): SigningKey | undefined {
  const refuse = (name: string, others: string): void => {
    if (section.values.has(name))
      problemOf(section, name, `Expected with ${others} only. Remove it, or choose one of them as algorithm.`)
  }
  if (isHmac(algorithm)) {
    for (const name of ['publicKey', 'privateKey']) refuse(name, 'RS256, RS384 and RS512')
    const secret = readHmacSecret(section, algorithm)
    return secret && { kind: 'hmac', algorithm, secret }
  }
  refuse('secret', 'HS256, HS384 and HS512')
  for (const name of ['publicKey', 'privateKey']) {
    if (!section.values.has(name))
      problemOf(
        section,
        name,
        `Expected the absolute path of a file with an RSA key, which ${algorithm} needs.`,
      )
  }
  const publicKey = readPublicKey(section, 'publicKey')
  const privateKey = readPrivateKey(section, 'privateKey')
  if (publicKey === undefined || privateKey === undefined) return undefined
  if (createPublicKey(privateKey).equals(publicKey)) return { kind: 'rsa', algorithm, publicKey, privateKey }
  return problemOf(
    section,
    'publicKey',
    'Expected the public key of "privateKey"; this is that of another one.',
  )
}
