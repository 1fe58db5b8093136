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

/** Whether a host name, or an address, is this machine's own loopback. */
export function isLoopbackName(hostName: string): boolean {
  const name = hostName.toLowerCase()
  return name === 'localhost' || name === '::1' || name === '[::1]' || /^127(\.\d{1,3}){3}$/u.test(name)
}

/** An address of IPv6 without the brackets that it has in a URL. */
export function unbracketed(host: string): string {
  return host.replace(/^\[(.*)\]$/u, '$1')
}
