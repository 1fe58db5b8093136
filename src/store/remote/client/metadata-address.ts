import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Where clouds tell whoever asks from a machine what it is, and the credentials that it has. */
const addresses = new BlockList()
// Link-local addresses: RFC 3927, 2.1 and RFC 4291, 2.5.6. No endpoint is found by one: they mean nothing beyond a cable.
addresses.addSubnet('169.254.0.0', 16)
addresses.addSubnet('fe80::', 10, 'ipv6')
// Of Amazon and Google by IPv6, of Alibaba, Oracle and Azure.
addresses.addAddress('fd00:ec2::254', 'ipv6')
addresses.addAddress('fd20:ce::254', 'ipv6')
addresses.addAddress('100.100.100.200')
addresses.addAddress('192.0.0.192')
addresses.addAddress('168.63.129.16')

/** Prefixes, as a URL writes them, behind which addresses of IPv4 stand: RFC 6052, 2.1 and RFC 4291, 2.5.5.1. */
const ofIpv4 = /^\[(?:64:ff9b::|::)(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})\]$/u

/** The code of the error of a connection that is not made. */
export const metadataCode = 'ERR_METADATA_ADDRESS'

/** Whether an address, also one of IPv4 within IPv6, is one where clouds tell credentials; a name is none. */
export function isMetadataAddress(text: string): boolean {
  const address = text.replace(/^\[(.*)\]$/u, '$1').replace(/%.*$/u, '')
  const family = isIP(address)
  if (family === 0) return false
  return addresses.check(address, family === 6 ? 'ipv6' : 'ipv4') || isMetadataAddress(ipv4Within(address))
}

/** The address of IPv4 that a gateway would go to for one of IPv6; empty where there is none. */
function ipv4Within(address: string): string {
  const [, high = '0', low] = ofIpv4.exec(URL.parse(`http://[${address}]/`)?.hostname ?? '') ?? []
  if (low === undefined) return ''
  const number = Number.parseInt(high, 16) * 2 ** 16 + Number.parseInt(low, 16)
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
}

/** The error of a connection to such an address. */
export function metadataError(host: string): Error {
  return Object.assign(new Error(`${host} has an address that is not connected to`), { code: metadataCode })
}

/** Looks up a name as usual; one that has such an address is not found, lest a name be a way there. */
export const lookupEndpoint: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, options, (error, address, family) => {
    const found = typeof address === 'string' ? [address] : (address ?? []).map((one) => one.address)
    if (error === null && found.some(isMetadataAddress)) callback(metadataError(hostname), '', 0)
    else callback(error, address, family)
  })
}
