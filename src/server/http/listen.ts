import type { FastifyInstance } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { certifiedHost } from './certified-host.ts'
import { type ListenAddress, unbracketed } from './listen-address.ts'
import type { ServerCertificate } from './server-certificate.ts'

/**
 * Lets a server listen.
 *
 * @param certificate what it shows of itself; without, it answers over HTTP
 * @returns the URL at which it answers, from this machine at least
 * @throws ServiceError `invalidConfiguration` for an address that is in use, or not of this machine
 */
export async function listen(
  app: FastifyInstance,
  address: ListenAddress,
  certificate?: ServerCertificate,
): Promise<string> {
  const host = unbracketed(address.host)
  if (host === '') {
    throw new ServiceError(
      'invalidConfiguration',
      'The address to listen on is empty. 0.0.0.0 is every address.',
    )
  }
  try {
    await app.listen({ host, port: address.port })
  } catch (error) {
    throw listenFailure(error, host, address.port)
  }
  const bound = app.server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The server listens on no port.')
  if (certificate === undefined) return `http://${hostOfUrl(reachable(host))}:${bound.port}`
  const name = certifiedHost(reachable(host), certificate.certificate)
  return `https://${hostOfUrl(name)}:${bound.port}`
}

/** An address that can be called: what means every one cannot. */
function reachable(host: string): string {
  return host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
}

function hostOfUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function listenFailure(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const place = `${host}:${port}`
  switch (code) {
    case 'EADDRINUSE':
      return new ServiceError(
        'invalidConfiguration',
        `Something else listens on ${place} already. Choose another port.`,
      )
    case 'EACCES':
      return new ServiceError('invalidConfiguration', `This user may not listen on ${place}.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ServiceError('invalidConfiguration', `This machine has no address ${host}.`)
    default:
      return error
  }
}
