import type { FastifyInstance } from 'fastify'
import { ServiceError } from '../errors.ts'
import { isLoopbackName } from './host-guard.ts'

/** Where a server listens. */
export interface ListenAddress {
  /** Host name or address. */
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
}

/** Whether an address can be reached from this machine only. */
export function isLoopback({ host }: ListenAddress): boolean {
  return isLoopbackName(unbracketed(host))
}

/**
 * Lets a server listen.
 *
 * @returns the URL at which it answers, from this machine at least
 * @throws ServiceError `invalidConfiguration` for an address that is in use, or not of this machine
 */
export async function listen(
  app: FastifyInstance,
  address: ListenAddress,
  scheme: 'http' | 'https',
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
  return `${scheme}://${hostOfUrl(host)}:${bound.port}`
}

/** What stands in a URL for an address: one that means every address cannot be called. */
function hostOfUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
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
      return new ServiceError('invalidConfiguration', `This machine has no address ${host}.`)
    default:
      return error
  }
}

/** An address of IPv6 without the brackets that it has in a URL. */
function unbracketed(host: string): string {
  return host.replace(/^\[(.*)\]$/u, '$1')
}
