import { createHash, generateKeyPairSync, sign } from 'node:crypto'

/** A key and a certificate for it that nobody but itself vouches for, in PEM; see RFC 5280, 4.1 and X.690 (DER). */
export function selfSignedCertificate(host: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(objectIdentifier([1, 2, 840, 10045, 4, 3, 2]))
  const name = sequence(der(0x31, sequence(objectIdentifier([2, 5, 4, 3]), der(0x0c, Buffer.from(host)))))
  const validity = sequence(time(Date.now() - 86_400_000), time(Date.now() + 86_400_000))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const serial = createHash('sha256').update(key).digest().subarray(0, 8)
  const alternative = sequence(der(0x82, Buffer.from(host)), der(0x87, Buffer.from([127, 0, 0, 1])))
  const extensions = der(0xa3, sequence(sequence(objectIdentifier([2, 5, 29, 17]), der(0x04, alternative))))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), serial])),
    algorithm,
    name,
    validity,
    name,
    key,
    extensions,
  )
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]))
  const certificate = sequence(content, algorithm, signature)
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function objectIdentifier([first = 0, second = 0, ...others]: readonly number[]): Buffer {
  const bytes = others.flatMap((arc) => {
    const digits = [arc & 0x7f]
    for (let rest = arc >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80)
    return digits
  })
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]))
}

function time(milliseconds: number): Buffer {
  const text = new Date(milliseconds).toISOString().replace(/[-:T]|\.\d+/g, '')
  return der(0x18, Buffer.from(text))
}
