/**
 * Where a request comes from: the client's address behind proxies, and the net that limits count.
 */
import { isIPv4, isIPv6 } from 'node:net'

/** Text for an unknown address. */
const unknownAddress = 'tidak diketahui'

/** The longest address in text, with brackets, zone and port; what is longer is none. */
const longest = 100

/** Eight groups of an IPv6 address as numbers. */
const groupsOf = (ip: string): number[] => {
  // The URL parser writes an embedded IPv4 address as two groups, and everything in lower case.
  const text = new URL(`http://[${ip}]`).hostname.slice(1, -1)
  const [head = '', tail] = text.split('::')
  const numbers = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [headGroups, tailGroups] = [numbers(head), numbers(tail ?? '')]
  return [
    ...headGroups,
    ...Array.from({ length: 8 - headGroups.length - tailGroups.length }, () => 0),
    ...tailGroups,
  ]
}

/**
 * The IPv4 address inside `::ffff:0:0/96`, which a socket for both kinds shows; undefined
 * elsewhere.
 */
const mappedIpv4 = (groups: readonly number[]): string | undefined => {
  const [high, low] = groups.slice(6)
  const prefix = groups.slice(0, 6).map((group) => group.toString(16))
  if (high === undefined || low === undefined || prefix.join(':') !== '0:0:0:0:0:ffff') {
    return undefined
  }
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/**
 * The one way of writing an address, so that the same client is always counted as the same:
 * without port, brackets or zone, IPv4 inside IPv6 as IPv4. Undefined when it is no address.
 */
export const parseAddress = (text: string): string | undefined => {
  const trimmed = text.trim()
  if (trimmed.length > longest) return undefined
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1]
  const withPort = /^([\d.]+):\d+$/.exec(trimmed)?.[1]
  const bare = (bracketed ?? withPort ?? trimmed).replace(/%.*/, '')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return undefined
  return mappedIpv4(groupsOf(bare)) ?? new URL(`http://[${bare}]`).hostname.slice(1, -1)
}

/**
 * The last `count` parts of a list in a header, the last one first, without splitting all of it.
 */
const lastParts = (header: string, count: number): string[] => {
  const parts: string[] = []
  let end = header.length
  while (parts.length < count && end > 0) {
    const comma = header.lastIndexOf(',', end - 1)
    const part = header.slice(comma + 1, end).trim()
    if (part !== '') parts.push(part)
    end = comma
  }
  return parts
}

/**
 * Returns the client's address: the peer's, or with `hops` proxies in front the address that the
 * outermost proxy saw. Entries further left in `X-Forwarded-For` are the client's own claim and are
 * not read. If a proxy wrote no address, the address of the next proxy inwards is used.
 */
export const clientAddress = (peer: string, forwarded: string | null, hops: number): string => {
  const addresses = hops > 0 && forwarded ? lastParts(forwarded, hops).map(parseAddress) : []
  const outermost = addresses.findLast((address) => address !== undefined)
  return outermost ?? parseAddress(peer) ?? unknownAddress
}

/** The net that limits count an address as: itself, or the /64 that one IPv6 customer has. */
export const netOf = (ip: string): string => {
  const address = parseAddress(ip)
  if (!address) return unknownAddress
  if (isIPv4(address)) return address
  const network = groupsOf(address).slice(0, 4)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}
