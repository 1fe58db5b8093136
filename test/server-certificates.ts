import { generate } from 'selfsigned'

/** A certificate with its key, both PEM. */
export interface MadeCertificate {
  readonly certificate: string
  readonly key: string
}

/** What a certificate is to be like. */
export interface CertificateWishes {
  /** Names and addresses of the server; localhost and 127.0.0.1 unless given. */
  readonly names?: readonly string[]
  readonly from?: Date
  readonly to?: Date
  /** Bits of a key of RSA; a key on P-256 unless given. */
  readonly bits?: number
  /** Who signs it; itself unless given. */
  readonly by?: MadeCertificate
}

const day = 86_400_000

/** Makes a certificate, such that a server shows it and clients trust it who trust whoever signed it. */
export async function makeCertificate(wishes: CertificateWishes = {}): Promise<MadeCertificate> {
  const { names = ['localhost', '127.0.0.1'], by, bits } = wishes
  const made = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
    algorithm: 'sha256',
    notBeforeDate: wishes.from ?? new Date(Date.now() - day),
    notAfterDate: wishes.to ?? new Date(Date.now() + day),
    extensions: [
      { name: 'basicConstraints', cA: by === undefined },
      { name: 'subjectAltName', altNames: names.map(alternativeName) },
    ],
    ...(bits === undefined ? { keyType: 'ec' } : { keyType: 'rsa', keySize: bits }),
    ...(by === undefined ? {} : { ca: { key: by.key, cert: by.certificate } }),
  })
  return { certificate: made.cert, key: made.private }
}

function alternativeName(name: string) {
  return /^[\d.]+$|:/u.test(name) ? ({ type: 7, ip: name } as const) : ({ type: 2, value: name } as const)
}
