/**
 * Tests how the client's IP address and network are derived from the connection and from the
 * X-Forwarded-For header, which clients can forge.
 */
import { expect, test } from 'vitest'
import { clientAddress, netOf, parseAddress } from '#server/http/address.ts'

test.each([
  ['10.0.0.1', '10.0.0.1'],
  [' 10.0.0.1:443 ', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::FFFF:0a00:0001', '10.0.0.1'],
  ['0:0:0:0:0:ffff:10.0.0.1', '10.0.0.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]:8443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
  ['', undefined],
  ['unknown', undefined],
  ['_tersembunyi', undefined],
  ['999.1.1.1', undefined],
  ['1.2.3', undefined],
  ['<script>', undefined],
  ['2001:db8::1::2', undefined],
  [`10.0.0.1${' '.repeat(50)}x`, undefined],
  ['1'.repeat(100_000), undefined],
])('parses %j as the address %j', (text, address) => {
  expect(parseAddress(text)).toBe(address)
})

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:bbbb:cccc:dddd:eeee', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['entah', 'tidak diketahui'],
])('counts %s as %s', (ip, net) => {
  expect(netOf(ip)).toBe(net)
})

const many = Array.from({ length: 5000 }, (_, n) => `6.6.${n % 250}.6`).join(',')
test.each([
  ['without a proxy the header is a claim', '1.1.1.1', 0, '9.9.9.9'],
  ['one proxy: what it saw', '6.6.6.6, 2.2.2.2', 1, '2.2.2.2'],
  ['two proxies: what the outer one saw', '6.6.6.6, 2.2.2.2, 127.0.0.1', 2, '2.2.2.2'],
  ['fewer entries than proxies: the outermost there is', '2.2.2.2', 2, '2.2.2.2'],
  ['no header', null, 1, '9.9.9.9'],
  ['an empty header', '', 1, '9.9.9.9'],
  ['commas alone', ', ,,', 1, '9.9.9.9'],
  ['an address with its port', '[2001:db8::7]:1234', 1, '2001:db8::7'],
  ['no address at all', 'unknown', 1, '9.9.9.9'],
  ['no address from the outer one', 'unknown, 2.2.2.2', 2, '2.2.2.2'],
  ['thousands of entries', `${many}, 2.2.2.2`, 1, '2.2.2.2'],
  ['one long entry', 'x'.repeat(1_000_000), 1, '9.9.9.9'],
])('%s', (_, header, hops, address) => {
  expect(clientAddress('9.9.9.9', header, hops)).toBe(address)
})

test('returns a fixed name that is not an address for an unknown peer', () => {
  expect(clientAddress('', null, 0)).toBe('tidak diketahui')
})
