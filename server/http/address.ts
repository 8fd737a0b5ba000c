/**
 * Finds the address of a client behind proxies, and the network by which limits count the client.
 */
import { isIPv4, isIPv6 } from 'node:net'

/** Text that replaces an unknown address. */
const unknownAddress = 'tidak diketahui'

/** Maximum length of an address with brackets, zone and port; a longer text is no address. */
const longest = 100

/** Returns the eight groups of an IPv6 address as numbers. */
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
 * Returns the IPv4 address inside `::ffff:0:0/96`, in which a socket for both protocols shows IPv4
 * clients; undefined for any other address.
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
 * Returns an address in its canonical form, so that a client always counts as the same client:
 * without port, brackets or zone, and with IPv4 inside IPv6 as IPv4. Undefined when the text is no
 * address.
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
 * Returns the last `count` parts of a comma-separated header, beginning with the last part, without
 * splitting the whole header.
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
 * Returns the address of the client: that of the connected peer, or behind `hops` proxies the
 * address that the outermost proxy saw. Entries further left in `X-Forwarded-For` are only claimed
 * by the client and are not read. If a proxy wrote no valid address, the address seen by the next
 * inner proxy is used.
 */
export const clientAddress = (peer: string, forwarded: string | null, hops: number): string => {
  const addresses = hops > 0 && forwarded ? lastParts(forwarded, hops).map(parseAddress) : []
  const outermost = addresses.findLast((address) => address !== undefined)
  return outermost ?? parseAddress(peer) ?? unknownAddress
}

/**
 * Returns the network by which limits count an address: the address itself for IPv4, and for IPv6
 * the /64 that a single customer has.
 */
export const netOf = (ip: string): string => {
  const address = parseAddress(ip)
  if (!address) return unknownAddress
  if (isIPv4(address)) return address
  const network = groupsOf(address).slice(0, 4)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}
