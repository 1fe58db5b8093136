import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { shownText } from './key-path.ts'
import { readSmallFile } from './read-small-file.ts'
import { problemOf, readText, type Section, warningOf } from './section.ts'

/** Bits of an RSA key: fewer can be broken (RFC 7518, section 3.3), more take too long. */
const leastBits = 2048
const mostBits = 16_384

/** An absolute path that a key of the section names. Nothing where it is absent or wrong, which is reported. */
export function readPath(section: Section, name: string): string | undefined {
  const path = readText(section, name)
  if (path === undefined || isAbsolute(path)) return path
  return problemOf(section, name, `Expected an absolute path, not ${shownText(path)}.`)
}

/** The RSA public key in the file that a key of the section names: PEM or DER, or a certificate. */
export function readPublicKey(section: Section, name: string): KeyObject | undefined {
  return readKey(section, name, parsePublicKey)
}

/** The RSA private key in the file that a key of the section names: PEM or DER, without a password. */
export function readPrivateKey(section: Section, name: string): KeyObject | undefined {
  return readKey(section, name, parsePrivateKey)
}

type Parse = (bytes: Buffer) => KeyObject | string

function readKey(section: Section, name: string, parse: Parse): KeyObject | undefined {
  const path = readPath(section, name)
  if (path === undefined) return undefined
  const file = readSmallFile(path)
  if (file.kind === 'problem')
    return problemOf(section, name, `The file ${JSON.stringify(path)} ${file.message}`)
  const key = parse(file.bytes)
  const problem = typeof key === 'string' ? key : rsaProblem(key)
  if (problem !== undefined) return problemOf(section, name, `The file ${JSON.stringify(path)} ${problem}`)
  if (typeof key === 'string') return undefined
  if (file.writtenByOthers)
    warningOf(
      section,
      name,
      `Everybody on this machine may change the file ${JSON.stringify(path)}. ${mode(key)}`,
    )
  else if (file.readByOthers && key.type === 'private')
    warningOf(
      section,
      name,
      `Everybody on this machine may read the file ${JSON.stringify(path)}. ${mode(key)}`,
    )
  return key
}

function mode(key: KeyObject): string {
  return key.type === 'private'
    ? 'Only the user of the server should (chmod 600).'
    : 'Only its owner should (chmod 644).'
}

/** What is wrong with a key, if anything: it is for RSA with SHA-2 (RFC 7518, section 3.3), and as strong as that asks for. */
function rsaProblem(key: KeyObject): string | undefined {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType !== 'rsa')
    return `holds a key of the kind ${key.asymmetricKeyType ?? 'unknown'}. Expected one for RSA.`
  if (modulusLength < leastBits) return `holds a key of ${modulusLength} bits. Expected ${leastBits} or more.`
  if (modulusLength > mostBits) return `holds a key of ${modulusLength} bits. Expected ${mostBits} or fewer.`
  if (publicExponent < 65_537n)
    return `holds a key whose exponent is ${publicExponent}. Expected 65537 or more.`
  return undefined
}

function parsePublicKey(bytes: Buffer): KeyObject | string {
  const text = bytes.toString('latin1')
  // Node.js would take the public half of it; but a private key has no place where public ones are kept.
  if (text.includes('PRIVATE KEY-----') || privateDer(bytes) !== undefined)
    return 'holds a private key. Expected a public one.'
  if (text.includes('-----BEGIN')) return attempt(() => createPublicKey(bytes)) ?? noPublicKey
  for (const type of ['spki', 'pkcs1'] as const) {
    const key = attempt(() => createPublicKey({ key: bytes, format: 'der', type }))
    if (key !== undefined) return key
  }
  return noPublicKey
}

const noPublicKey = 'holds no public key. Expected one in PEM ("-----BEGIN PUBLIC KEY-----").'

function parsePrivateKey(bytes: Buffer): KeyObject | string {
  const text = bytes.toString('latin1')
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/mu.test(text))
    return 'holds a key under a password. Expected one without (openssl pkey -in FILE -out NEW).'
  if (text.includes('-----BEGIN')) return attempt(() => createPrivateKey(bytes)) ?? noPrivateKey(text)
  return privateDer(bytes) ?? noPrivateKey(text)
}

function privateDer(bytes: Buffer): KeyObject | undefined {
  return (
    attempt(() => createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' })) ??
    attempt(() => createPrivateKey({ key: bytes, format: 'der', type: 'pkcs1' }))
  )
}

function noPrivateKey(text: string): string {
  const found = /PUBLIC KEY-----|CERTIFICATE-----/u.test(text) ? 'a public key only' : 'no private key'
  return `holds ${found}. Expected one in PEM ("-----BEGIN PRIVATE KEY-----").`
}

/** Nothing where the text is none of a key; what OpenSSL says of it may have pieces of it. */
function attempt(make: () => KeyObject): KeyObject | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
