/** Unusual and invalid values that a careless program does not expect. */
import type { Random } from './random.ts'

/**
 * Returns a placeholder text for a number that `JSON.stringify` cannot write, such as `1e400`.
 * `jsonText` replaces the placeholder with the number.
 */
const rawNumber = (text: string): string => `@@number:${text}@@`
/** Serialises a JSON value, with the placeholders of `rawNumber` replaced by their numbers. */
export const jsonText = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(/"@@number:([^"@]*)@@"/g, '$1')

const numbers: readonly unknown[] = [
  0,
  -1,
  1,
  2,
  0.5,
  -0.5,
  1.0000001,
  99.999,
  127,
  255,
  65_536,
  1e6,
  1e9,
  1e10,
  1e12,
  1e15,
  1e20,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_648,
  -2_147_483_649,
  4_294_967_296,
  9_007_199_254_740_991,
  9_007_199_254_740_992,
  -9_007_199_254_740_992,
  1e308,
  -1e308,
  1e-300,
  ...['1e400', '-1e400', '9223372036854775807', '9223372036854775808', '-0', '1E+2'].map(rawNumber),
  rawNumber('123456789012345678901234567890'),
  rawNumber('0.1000000000000000055511151231257827'),
]

const dates: readonly string[] = [
  '2024-02-29',
  '2025-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '2026-11-31',
  '0000-00-00',
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '1900-01-01',
  '1969-12-31',
  '1970-01-01',
  '2000-01-01',
  '2038-01-19',
  '2099-12-31',
  '9999-12-31',
  '10000-01-01',
  '-0001-01-01',
  '+275760-09-13',
  '2026-1-1',
  '20261122',
  '22/11/2026',
  '2026-11-22T10:00:00Z',
  '2026-11-22T24:00:00+14:00',
  '2026-11',
  '2026-13',
  '2026-00',
  '2099-12',
  '2000-01',
  '1999-12',
  '0000-01',
  '24:00',
  '23:59',
  '00:00',
  '25:61',
  '8:00',
  '08:00:00',
  '08:15',
  'now',
  'infinity',
  '-infinity',
  'epoch',
  'today',
]

export const texts: readonly string[] = [
  '',
  ' ',
  '\t\n',
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  '007',
  'true',
  'false',
  'null',
  'NULL',
  'undefined',
  'NaN',
  'Infinity',
  "'",
  '"',
  '`',
  "'; drop table billing; --",
  "' or '1'='1",
  '1); delete from sesi; --',
  '%',
  '_',
  '\\',
  '%_\\',
  '\\\\%',
  '*',
  '$1',
  '?',
  ':a',
  '--',
  '/*',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '<script>alert(1)</script>',
  '<b>&amp;',
  ']]>',
  '{{7*7}}',
  '${7*7}',
  '../../etc/passwd',
  '..\\..\\x',
  'file.txt\0.png',
  '=1+1',
  "=cmd|' /C calc'!A0",
  '+1',
  '@SUM(A1)',
  'a,b;c\td"e\r\nf',
  '%00',
  '%s%n%d',
  '%zz',
  '\r\nSet-Cookie: a=b',
  'a@b',
  'a@b.co',
  'A@B.CO',
  'a@@b.co',
  '@',
  'a b@c.id',
  '"a b"@c.id',
  'x@[127.0.0.1]',
  '+62 812-3456-7890',
  '08',
  '0812',
  '62',
  '+',
  '٠٨١٢٣٤٥٦٧٨٩',
  '１２３',
  'İstanbul ıI',
  'ǅ ﬀ ß ẞ',
  'Ελλάς ς',
  'e\u0301\u0301\u0301',
  'Å Å',
  'ñ',
  '\u200b',
  'a\u200db',
  '\ufeff',
  '\u202ertl\u202c',
  'שלום',
  'مرحبا',
  '漢字',
  '👩‍👩‍👧‍👦',
  '🇮🇩',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '\u2028\u2029',
  '\ud800',
  'a\udc00b',
  '\udfff\ud800',
  '\0',
  'a\0b',
  '\u0001\u001f\u007f\u0085',
  '\ufffe\uffff',
  '\u{10ffff}',
  '{"a":1}',
  '[]',
  '[1',
  '(((((((((',
  '#ffffff',
  '#FFFFFF',
  '#fff',
  'INV/{YYYY}/{0001}',
  '{0001}{0001}',
  '{YYYY',
  '{}',
  '{gedung}',
  'https://example.com/?a=b#c',
  'javascript:alert(1)',
  '//x',
  'C:\\x',
]

/** Returns a long text, to test length limits and regular expressions that backtrack. */
export const longText = (r: Random): string => {
  const length = r.pick([41, 61, 81, 121, 301, 1001, 5000, 20_000, 60_000])
  const unit = r.pick([
    'x',
    '0',
    ' ',
    'é',
    '😀',
    '%',
    '_',
    '\\',
    "'",
    'a.',
    '-',
    '@',
    '{0}',
    'ﷺ',
    '\u0301',
    'a1 ',
  ])
  return (
    unit.repeat(Math.ceil(length / unit.length)).slice(0, length) +
    r.pick(['', '!', '@', ' x', '0'])
  )
}

const nested = (depth: number, list: boolean): unknown => {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = list ? [value] : { a: value }
  return value
}
/**
 * Functions that return objects, lists and other values of a wrong type. Some values are too long
 * or nested too deeply.
 */
const structures: readonly ((r: Random) => unknown)[] = [
  () => null,
  () => true,
  () => false,
  () => [],
  () => ({}),
  () => [[]],
  () => [null],
  () => [{}],
  () => ({ $ne: null }),
  () => ({ toString: 1, valueOf: null }),
  () => ({ length: 1e9 }),
  () => JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":1}}') as unknown,
  (r) => nested(r.pick([5, 20, 28, 29, 30, 31, 100, 2000]), r.chance()),
  (r) => Array.from({ length: r.pick([2, 50, 200, 201, 1000, 5000]) }, (_, i) => i + 1),
  (r) => Array.from({ length: r.pick([2, 20, 201, 1001]) }, () => r.pick(texts)),
  (r) => Array.from({ length: r.pick([2, 20, 201, 1001]) }, () => ({})),
  (r) => Array.from({ length: r.pick([2, 21, 300]) }, () => 1),
  (r) => Object.fromEntries(Array.from({ length: r.pick([10, 500]) }, (_, i) => [`k${i}`, i])),
]

/** Returns a hostile value of any type. */
export const nastyValue = (r: Random): unknown => {
  const kind = r.int(1, 10)
  if (kind <= 3) return r.pick(texts)
  if (kind <= 5) return r.pick(numbers)
  if (kind <= 6) return r.pick(dates)
  if (kind === 7) return longText(r)
  return r.pick(structures)(r)
}
/** Returns a hostile text that a URL or a header can contain. */
export const nastyText = (r: Random): string => {
  const kind = r.int(1, 10)
  if (kind <= 5) return r.pick(texts)
  if (kind <= 7) return String(r.pick(numbers)).replace(/^@@number:|@@$/g, '')
  return kind <= 9 ? r.pick(dates) : longText(r).slice(0, 3000)
}
