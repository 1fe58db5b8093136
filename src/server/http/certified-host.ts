import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'

/**
 * A name under which a server on this machine shows a certificate that holds: the host itself, `localhost` where that is meant too, or
 * the first name of the certificate; the host where there is none.
 *
 * @param certificate PEM; the first one counts
 */
export function certifiedHost(host: string, certificate: string): string {
  const own = new X509Certificate(certificate)
  const holds = (name: string): boolean =>
    (isIP(name) === 0 ? own.checkHost(name) : own.checkIP(name)) !== undefined
  if (holds(host)) return host
  if (holds('localhost')) return 'localhost'
  const names = own.subjectAltName?.matchAll(/DNS:([^,"\s]+)/gu) ?? []
  for (const [, name = ''] of names) if (!name.startsWith('*') && holds(name)) return name
  return host
}
