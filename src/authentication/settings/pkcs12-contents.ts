import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createRequire } from 'node:module'
import type { asn1, default as Forge, pkcs12 } from 'node-forge'
import { type CertificateContents, contentsProblem, wrongPassword } from './certificate-contents.ts'

type Bags = readonly pkcs12.Bag[]

const require = createRequire(import.meta.url)

/** Loaded for the first file of this kind: that takes longer than all the rest of a start, and most have none. */
const forge = (): typeof Forge => require('node-forge')

/**
 * RSA keys and certificates of a file in PKCS #12 (RFC 7292), such as `openssl pkcs12 -export` and Windows make: with the ciphers of today
 * (PBES2, AES) and with those that went before (RC2, triple DES), which OpenSSL opens no more.
 */
export function pkcs12Contents(bytes: Buffer, password: string): CertificateContents {
  const bags = openBags(bytes, password)
  if (typeof bags === 'string') return contentsProblem(bags)
  return {
    kind: 'contents',
    keys: bags.map(keyOf).filter((key) => key !== undefined),
    certificates: bags.map(certificateOf).filter((certificate) => certificate !== undefined),
  }
}

/** All that is in the file, or what is wrong with it. */
function openBags(bytes: Buffer, password: string): Bags | string {
  try {
    const file = forge().asn1.fromDer(bytes.toString('latin1'), false)
    return bagsOf(file, password) ?? wrongPassword
  } catch (error) {
    const text = error instanceof Error ? error.message : ''
    if (/Invalid password/u.test(text)) return wrongPassword
    if (/unsupported|unknown/iu.test(text))
      return 'is PKCS #12 with a cipher, a digest or an entry that is not supported.'
    return 'is not PKCS #12 with a certificate and its private key.'
  }
}

/** @returns nothing where the password does not decrypt them @throws what is wrong with the file */
function bagsOf(file: asn1.Asn1, password: string): Bags | undefined {
  const opened = decrypt(file, password)
  if (opened !== undefined || !Array.isArray(file.value)) return opened
  // Of a password beyond ASCII the seal and the older ciphers take code units, but PBES2 takes UTF-8. The seal, which is the third part of
  // the file, was found right with code units by now.
  const unsealed = { ...file, value: file.value.slice(0, 2) }
  return decrypt(unsealed, Buffer.from(password).toString('latin1'))
}

function decrypt(file: asn1.Asn1, password: string): Bags | undefined {
  try {
    return forge()
      .pkcs12.pkcs12FromAsn1(file, false, password)
      .safeContents.flatMap((safe) => safe.safeBags)
  } catch (error) {
    if (error instanceof Error && /decrypt/u.test(error.message)) return undefined
    throw error
  }
}

function keyOf({ key, asn1, type }: pkcs12.Bag): KeyObject | undefined {
  if (type !== forge().pki.oids['keyBag'] && type !== forge().pki.oids['pkcs8ShroudedKeyBag'])
    return undefined
  // Keys of RSA alone are read there; of others there is the text of PKCS #8.
  return key === undefined || key === null
    ? createPrivateKey({ key: derOf(asn1), format: 'der', type: 'pkcs8' })
    : createPrivateKey({ key: derOf(forge().pki.privateKeyToAsn1(key)), format: 'der', type: 'pkcs1' })
}

/** A certificate, byte for byte as it was signed: issuers know it by the digest of them. */
function certificateOf({ cert, asn1: whole, type }: pkcs12.Bag): X509Certificate | undefined {
  if (type !== forge().pki.oids['certBag']) return undefined
  if (cert === undefined || cert === null) return new X509Certificate(derOf(whole))
  const { asn1 } = forge()
  const signed = cert.tbsCertificate
  // What is signed says by which algorithm, in the same words as what is around it (RFC 5280, section 4.1.1.2).
  const algorithm = Array.isArray(signed.value)
    ? signed.value.find(
        ({ type, tagClass }) => type === asn1.Type.SEQUENCE && tagClass === asn1.Class.UNIVERSAL,
      )
    : undefined
  if (algorithm === undefined) return undefined
  const signature = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.BITSTRING, false, `\0${cert.signature}`)
  return new X509Certificate(
    derOf(asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, [signed, algorithm, signature])),
  )
}

function derOf(value: asn1.Asn1): Buffer {
  return Buffer.from(forge().asn1.toDer(value).getBytes(), 'latin1')
}
