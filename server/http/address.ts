/**
 * Finds the IP address of a client, which may be behind proxies, and the network by which rate
 * limits count the client.
 */
import { isIPv4, isIPv6 } from 'node:net'

/** Text used instead of an unknown address. */
const unknownAddress = 'tidak diketahui'

/** Maximum length of an address with brackets, zone and port; longer texts are not parsed. */
const longest = 100

/** Returns the eight groups of an IPv6 address as numbers. */
const groupsOf = (ip: string): number[] => {
  // Lets the URL parser normalise the address: lower case, and an embedded IPv4 address as two
  // groups.
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
 * Returns the IPv4 address inside an IPv6 address of `::ffff:0:0/96`; undefined for any other
 * address. A socket for both protocols reports IPv4 clients in this form.
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
 * Returns an address in canonical form: without port, brackets or zone, and IPv4 inside IPv6 as
 * IPv4. Rate limits thus recognise the same client in any notation. Returns undefined when the text
 * is not an address.
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
 * Returns at most the last `count` parts of a comma-separated header, the last part first. Does not
 * split the whole header, which a client may have made very long.
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
 * Returns the client's address. Without proxies (`hops` 0) this is the address of the connection.
 * Behind `hops` trusted proxies, each proxy adds the address that it saw to the right end of
 * X-Forwarded-For. Returns the leftmost valid address among the last `hops` entries; without a
 * valid entry, the address of the connection. Entries further left come from the client and are
 * ignored.
 */
export const clientAddress = (peer: string, forwarded: string | null, hops: number): string => {
  const addresses = hops > 0 && forwarded ? lastParts(forwarded, hops).map(parseAddress) : []
  const outermost = addresses.findLast((address) => address !== undefined)
  return outermost ?? parseAddress(peer) ?? unknownAddress
}

/**
 * Returns the network by which rate limits count an address: for IPv4 the address itself, for IPv6
 * its /64 network, because providers give a whole /64 to one customer.
 */
export const netOf = (ip: string): string => {
  const address = parseAddress(ip)
  if (!address) return unknownAddress
  if (isIPv4(address)) return address
  const network = groupsOf(address).slice(0, 4)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}
