import { createSecretKey } from 'node:crypto'
import { secureUrl } from '../requests/secure-url.ts'
import { keyPath } from './key-path.ts'
import { readHmacSecret } from './read-hmac-secret.ts'
import { readPath, readPublicKey } from './read-key-file.ts'
import { nearestOf, openSection, problemOf, readUrl, type Section, warningOf } from './section.ts'
import { isHmac, tokenAlgorithms } from './signing-algorithms.ts'
import type { IssuerKeys, TokenAlgorithm, VerificationKey } from './token-settings.ts'

/** Reads `algorithms` of an issuer's section; without it the keys are at the issuer's URL. */
export function readIssuerKeys(section: Section, issuer: string): IssuerKeys | undefined {
  const node = section.values.get('algorithms')
  if (node !== undefined) {
    const keys = readAlgorithms(section)
    return keys && { kind: 'listed', keys }
  }
  const url = secureUrl(issuer)
  if (url !== undefined && url.search === '' && url.hash === '') return { kind: 'discovered' }
  section.report.problem(
    section,
    section.path,
    'Expected a URL that begins with https:// (or http:// for this machine), without query and fragment, since the keys of the issuer are looked for there; else give them by "algorithms".',
  )
  return undefined
}

/** Reads the keys of `algorithms`, of which there has to be one. */
export function readAlgorithms(section: Section): ReadonlyMap<TokenAlgorithm, VerificationKey> | undefined {
  const node = section.values.get('algorithms')
  if (node === undefined) return undefined
  const path = keyPath(section.path, 'algorithms')
  if (node.kind === 'map') {
    for (const { key, ...place } of node.entries.filter(({ key }) => !isAlgorithm(key))) {
      const nearest = nearestOf(key, tokenAlgorithms)
      const end = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
      section.report.problem(
        place,
        keyPath(path, key),
        `Expected one of ${tokenAlgorithms.join(', ')}.${end}`,
      )
    }
  }
  const known =
    node.kind === 'map' ? { ...node, entries: node.entries.filter(({ key }) => isAlgorithm(key)) } : node
  const algorithms = openSection(known, path, tokenAlgorithms, section.report)
  if (algorithms === undefined) return undefined
  const keys = new Map<TokenAlgorithm, VerificationKey>()
  for (const algorithm of tokenAlgorithms.filter((one) => algorithms.values.has(one))) {
    const key = readVerificationKey(algorithms, algorithm)
    if (key !== undefined) keys.set(algorithm, key)
  }
  if (node.kind === 'nothing' || (node.kind === 'map' && node.entries.length === 0)) {
    return problemOf(
      section,
      'algorithms',
      `Expected one of ${tokenAlgorithms.join(', ')}. Without "algorithms" the keys are looked for at the URL of the issuer.`,
    )
  }
  return keys.size === algorithms.values.size ? keys : undefined
}

function isAlgorithm(name: string): boolean {
  return tokenAlgorithms.some((algorithm) => algorithm === name)
}

function readVerificationKey(algorithms: Section, algorithm: TokenAlgorithm): VerificationKey | undefined {
  const node = algorithms.values.get(algorithm)
  if (node === undefined) return undefined
  const path = keyPath(algorithms.path, algorithm)
  if (isHmac(algorithm)) {
    const section = openSection(node, path, ['secret'], algorithms.report)
    const secret = section && readHmacSecret(section, algorithm)
    return secret && { kind: 'secret', key: createSecretKey(secret) }
  }
  const section = openSection(node, path, ['keyUrl', 'publicKey', 'privateKey'], algorithms.report)
  return section && readRsaKey(section)
}

function readRsaKey(section: Section): VerificationKey | undefined {
  if (readPath(section, 'privateKey') !== undefined)
    warningOf(
      section,
      'privateKey',
      'Tokens are verified by the public key: this file is not needed, nor read.',
    )
  const [hasUrl, hasFile] = [section.values.has('keyUrl'), section.values.has('publicKey')]
  if (hasUrl === hasFile) {
    const found = hasUrl ? 'both' : 'neither'
    const message = `Expected "keyUrl" (the URL of a JWKS) or "publicKey" (the absolute path of a file): exactly one of the two, not ${found}.`
    section.report.problem(section, section.path, message)
    return undefined
  }
  const url = readUrl(section, 'keyUrl')
  if (url !== undefined) return { kind: 'jwks', url }
  const key = readPublicKey(section, 'publicKey')
  return key && { kind: 'publicKey', key }
}
