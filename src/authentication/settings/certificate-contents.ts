import type { KeyObject, X509Certificate } from 'node:crypto'

/** What a file holds that a client shows itself by: in any order, as there are files with the certificates of a whole chain. */
export type CertificateContents =
  | {
      readonly kind: 'contents'
      readonly keys: readonly KeyObject[]
      readonly certificates: readonly X509Certificate[]
    }
  /** `message` goes on after the name of the file, and has nothing of the password or the key. */
  | { readonly kind: 'problem'; readonly message: string }

/** Why a file cannot be used. */
export function contentsProblem(message: string): CertificateContents {
  return { kind: 'problem', message }
}

/** The same sentence for files of both kinds. */
export const wrongPassword = 'is not opened by "clientCertificatePassword".'
