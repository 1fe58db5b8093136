/**
 * The URL that a text is, where tokens and keys may be sent to it or had from it: by https, or from this machine itself; without
 * credentials in it. Else nothing.
 */
export function secureUrl(text: string): URL | undefined {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return undefined
  if (url.protocol === 'https:') return url
  return url.protocol === 'http:' && isLoopbackName(url.hostname) ? url : undefined
}

/** Whether a host name of a URL is this machine's own loopback; numbers in other notations are written plainly there. */
function isLoopbackName(hostName: string): boolean {
  return hostName === 'localhost' || hostName === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(hostName)
}
