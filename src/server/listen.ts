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

/**
 * Lets the server listen, on loopback only as long as everybody who reaches it may do everything.
 *
 * @returns the URL at which it answers
 * @throws ServiceError `invalidConfiguration` for another address, or one that is in use
 */
export async function listen(app: FastifyInstance, address: ListenAddress): Promise<string> {
  const host = address.host.replace(/^\[(.*)\]$/u, '$1')
  if (!isLoopbackName(host)) {
    throw new ServiceError(
      'invalidConfiguration',
      `The server cannot be bound to ${JSON.stringify(address.host)}: it has no accounts yet, so it answers on this machine only. Bind it to 127.0.0.1, localhost or ::1.`,
    )
  }
  try {
    await app.listen({ host, port: address.port })
  } catch (error) {
    throw listenFailure(error, host, address.port)
  }
  const bound = app.server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The server listens on no port.')
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`
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
