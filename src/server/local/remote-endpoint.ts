import { type RemoteSettings, remoteDefaults } from '../../config/remote-settings.ts'
import type { RemoteDatabase } from '../../engine/database.ts'

type RemoteEndpoint = RemoteDatabase['endpoint']

/**
 * The endpoint that the options of a remote database tell of.
 *
 * @param open the secret in what is kept of an option
 */
export function remoteEndpoint(
  { queryUrl = '', user, password, token, union = 'default', passThrough, ...settings }: RemoteSettings,
  open: (option: string, text: string) => string,
): RemoteEndpoint {
  const { updateUrl, graphStoreUrl, rows, engine, tokenScope: _, tokenAudience: __, ...limits } = settings
  return {
    queryUrl,
    union,
    ...remoteDefaults,
    ...limits,
    ...(updateUrl === undefined ? {} : { updateUrl }),
    ...(graphStoreUrl === undefined ? {} : { graphStoreUrl }),
    ...(rows === undefined ? {} : { mostRows: rows }),
    ...(engine === undefined ? {} : { engine }),
    ...(passThrough === true && { passThrough }),
    ...(user === undefined || password === undefined
      ? {}
      : { credentials: { kind: 'basic', user, password: open('remote.password', password) } }),
    ...(token === undefined ? {} : { credentials: { kind: 'bearer', token: open('remote.token', token) } }),
  }
}
