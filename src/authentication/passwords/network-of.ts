import { isIPv6 } from 'node:net'

/**
 * Whom an address counts as: an IPv4 address for itself, also where it is mapped into IPv6 (RFC 4291, 2.5.5.2); another IPv6 address
 * for its first 64 bits, since whoever has one of those has all of them (RFC 4291, 2.5.4).
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const groups = groupsOf(bare)
  const mapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (!mapped) return `${groups.slice(0, 4).join(':')}::/64`
  const bytes = groups.slice(6).flatMap((group) => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 0xff]
  })
  return bytes.join('.')
}

/** The eight groups of an IPv6 address, in lower case without leading zeros. */
function groupsOf(address: string): readonly string[] {
  // The parser of URLs writes an address in its one canonical form (RFC 5952), the last four bytes as groups too.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...missing, ...after]
}
