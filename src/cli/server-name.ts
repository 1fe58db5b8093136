/** A server as a person writes it: its scheme, host, port where it is not the usual one, and path, where it has one. */
export function serverName(server: URL): string {
  return `${server.origin}${server.pathname.replace(/\/+$/u, '')}`
}
