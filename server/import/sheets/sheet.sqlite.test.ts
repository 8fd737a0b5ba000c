/**
 * Tests that exported files are read back unchanged, and that no malicious file exceeds the limits.
 */
import { crc32 } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { strToU8, unzipSync, zipSync, zlibSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { HttpError } from '#server/errors.ts'
import { csvOf } from '#server/export/csv.ts'
import { withoutLead } from '#server/export/formula.ts'
import { rowOf, xlsxOf, type SheetColumn } from '#server/export/xlsx.ts'
import { readSheet } from '#server/import/sheets/sheet.ts'
import type { Cell } from '#server/import/sheets/sheetTypes.ts'

const limits = { rows: 100, columns: 10 }
const read = (bytes: Uint8Array | string) =>
  readSheet(Buffer.from(bytes), limits).rows.map(
    (r) => [r.line, ...r.cells] as [number, ...[number, Cell][]],
  )
const why = (bytes: Uint8Array | string) => {
  try {
    readSheet(Buffer.from(bytes), limits)
    return undefined
  } catch (error) {
    return error instanceof HttpError ? error.message : error
  }
}
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const book = (sheet: string, more: Record<string, string> = {}) =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        'xl/workbook.xml': `<workbook ${main} xmlns:r="r"><sheets><sheet name="A" sheetId="1" state="hidden" r:id="rId9"/><sheet name="B" sheetId="2" r:id="rId2"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId9" Target="worksheets/sheet9.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
        'xl/worksheets/sheet2.xml': `<worksheet ${main}><sheetData>${sheet}</sheetData></worksheet>`,
        ...more,
      }).map(([name, text]) => [name, strToU8(text)]),
    ),
  )
const written = async (columns: SheetColumn[], rows: unknown[][]) => {
  const parts: Uint8Array[] = []
  for await (const part of xlsxOf(
    columns,
    (async function* () {
      yield rows.map((row) => rowOf(columns, row))
    })(),
  ))
    parts.push(part)
  return Buffer.concat(parts)
}
const textColumn = (label: string): SheetColumn => ({ label, kind: 'teks', width: 10 })

describe('XLSX', () => {
  test('reads back what it wrote: texts unchanged, numbers as numbers, days as days', async () => {
    const evil = '=HYPERLINK("http://x")'
    const bytes = await written(
      [
        textColumn('Nama & <b>'),
        { label: 'Jumlah', kind: 'rupiah', width: 9 },
        { label: 'Lahir', kind: 'hari', width: 9 },
        { label: 'Saat', kind: 'saat', width: 9 },
        { label: 'Diskon', kind: 'persen', width: 9 },
      ],
      [
        [evil, 1_250_000, '2015-03-04', '2026-11-20T17:30:00.000Z', 1250],
        ['a\u0001b\ud800 😀 <&>\n"', null, null, null, null],
        ['x'.repeat(40_000), 0, '', undefined, 0],
      ],
    )
    const [head, first, second, third] = readSheet(bytes, limits).rows.map((r) => [
      ...r.cells.values(),
    ])
    expect(head).toEqual(['Nama & <b>', 'Jumlah', 'Lahir', 'Saat', 'Diskon'])
    expect(first).toEqual([evil, 1_250_000, 42_067, expect.closeTo(46_347 + 0.5 / 24, 9), 0.125])
    expect(second).toEqual(['ab\ufffd 😀 <&>\n"'])
    expect(third).toEqual(['x'.repeat(5000), 0, 0])
  })
  test('keeps a text that looks like an escape, and decodes an escaped character', async () => {
    const texts = ['_x0041_', 'a_x000D_b', '_x41_']
    const bytes = await written(texts.map(textColumn), [texts])
    expect([...readSheet(bytes, limits).rows[1]!.cells.values()]).toEqual(texts)
    expect(read(book('<row><c t="str"><v>a_x000D_\nb</v></c></row>'))).toEqual([[1, [0, 'a\r\nb']]])
  })
  test('writes the address of every row and cell, even after empty ones', async () => {
    const columns = Array.from({ length: 30 }, (_, i) => textColumn(`K${i}`))
    const sheet = new TextDecoder().decode(
      unzipSync(await written(columns, [['a'], [], [...Array(28).fill(null), '<>', 'z']]))[
        'xl/worksheets/sheet1.xml'
      ],
    )
    expect([...sheet.matchAll(/<(?:row|c) r="(\w+)"/g)].map((m) => m[1]).slice(-6)).toEqual([
      '2',
      'A2',
      '3',
      '4',
      'AC4',
      'AD4',
    ])
    expect(sheet.match(/<(row|c)[ >]/g)?.length).toBe(sheet.match(/<(row|c) r="\w+"/g)?.length)
    expect(sheet).toContain('&lt;&gt;')
  })
  test('keeps spaces at the ends and line breaks', async () => {
    const texts = [' depan', 'belakang ', 'dua\nbaris', '\tmasuk', 'biasa saja']
    expect(
      readSheet(await written(texts.map(textColumn), [texts]), limits).rows.map((r) => [
        ...r.cells.values(),
      ]),
    ).toEqual([texts.map((t) => t.trim()), texts.map((t) => t.trim())])
    const sheet = new TextDecoder().decode(
      unzipSync(await written(texts.map(textColumn), [texts]))['xl/worksheets/sheet1.xml'],
    )
    expect(sheet.match(/<t xml:space="preserve">/g)).toHaveLength(5)
  })
  test('writes size and checksum of each part in the zip', async () => {
    const bytes = await written(
      [textColumn('Nama')],
      Array.from({ length: 5000 }, (_, i) => [`Baris ${i}`]),
    )
    const files = unzipSync(bytes)
    let entryCount = 0
    for (
      let offset = bytes.indexOf('PK\x01\x02', 0, 'latin1');
      offset >= 0;
      offset = bytes.indexOf('PK\x01\x02', offset + 4, 'latin1')
    ) {
      const name = bytes.toString(
        'utf8',
        offset + 46,
        offset + 46 + bytes.readUInt16LE(offset + 28),
      )
      expect([name, bytes.readUInt32LE(offset + 16), bytes.readUInt32LE(offset + 24)]).toEqual([
        name,
        crc32(files[name]!),
        files[name]!.length,
      ])
      entryCount++
    }
    expect(entryCount).toBe(6)
  })
  test('reads cells of every kind, the first visible sheet, sparse rows and rich texts', () => {
    expect(
      read(
        book(
          '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="C2"><v>81234567890</v></c><c r="D2" t="b"><v>1</v></c><c r="E2" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c><c r="XFD2" s="3"/></row>' +
            '<row r="3"/><row r="9"><c t="str"><f>1+1</f><v>2x</v></c><c><f>1/1</f><v>1</v></c><c><v>1.5e3</v></c></row>',
          {
            'xl/sharedStrings.xml': `<sst ${main}><si><t>satu</t></si><si><r><t>du</t></r><r><t>a</t></r><rPh><t>no</t></rPh></si></sst>`,
            'xl/worksheets/sheet9.xml':
              '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
          },
        ),
      ),
    ).toEqual([
      [2, [0, 'dua'], [2, 81234567890], [3, true], [4, 'ab']],
      [9, [0, '2x'], [1, 1], [2, 1500]],
    ])
  })
  test('rejects a bomb before unpacking, whatever size its parts claim', () => {
    const zeros = '0'.repeat(40 * 1024 * 1024)
    expect(
      why(
        zipSync({
          'xl/workbook.xml': strToU8('<workbook/>'),
          'xl/sharedStrings.xml': strToU8(zeros),
        }),
      ),
    ).toMatch(/terlalu besar/)
    expect(
      why(
        zipSync(
          Object.fromEntries(
            Array.from({ length: 600 }, (_, i) => [`xl/media/${i}.png`, new Uint8Array(1)]),
          ),
        ),
      ),
    ).toMatch(/terlalu banyak bagian/)
    expect(
      why(
        book(
          Array.from({ length: 200 }, (_, i) => `<row r="${i + 1}"><c><v>1</v></c></row>`).join(''),
        ),
      ),
    ).toMatch(/maksimal 100/)
    expect(why(book('<row r="1"><c r="XFD1"><v>1</v></c></row>'))).toMatch(/kolom: maksimal 10/)
    expect(read(book('<row r="1048576"><c r="A1048576"><v>7</v></c></row>'))).toEqual([
      [1_048_576, [0, 7]],
    ])
  })
  test.each<[string, Uint8Array | string]>([
    ['a zip of something else', zipSync({ 'word/document.xml': strToU8('<x/>') })],
    ['half a file', book('<row/>').subarray(0, 300)],
    ['XML that is none', book('<row><c></row>')],
    ['a sheet that is not there', zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') })],
    [
      'entities of its own',
      book('', {
        'xl/workbook.xml':
          '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><workbook>&b;</workbook>',
      }),
    ],
    [
      'rubbish after the signature',
      Buffer.concat([Buffer.from('PK\x03\x04'), zlibSync(Buffer.alloc(900))]),
    ],
  ])('rejects %s with a message', (_, bytes) => expect(why(bytes)).toMatch(/^Berkas rusak/))
  test('explains how to convert an old or encrypted Excel file', () =>
    expect(why(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(500)]))).toMatch(
      /Simpan sebagai XLSX/,
    ))
})

describe('CSV', () => {
  test('writes any text so that others read it back; no cell begins a formula', async () => {
    const signs = ['"', ',', '\n', '\r', ';', ' ', "'", 'a', 'é', '😀', '\t', '=', '1', '-', '+']
    const texts = Array.from({ length: 2000 }, (_, i) =>
      Array.from(
        { length: i % 7 },
        (_, j) => signs[(i * 31 + j * j * 7 + (i >> 3) * j) % signs.length]!,
      ).join(''),
    )
    const rows = [
      ...texts.map((text, i) => [text, i, i % 2 === 0, null]),
      ['+1', -5, false, ['x', { y: '"' }]],
    ]
    const parts: Uint8Array[] = []
    for await (const part of csvOf(
      ['A', 'B "b"', 'C', 'D'],
      (async function* () {
        yield rows.slice(0, 900)
        yield rows.slice(900)
      })(),
    ))
      parts.push(part)
    const back: string[][] = parse(Buffer.concat(parts), { bom: true, record_delimiter: '\n' })
    expect(back[0]).toEqual(['A', 'B "b"', 'C', 'D'])
    expect(back.slice(1).map((row) => row.map(withoutLead))).toEqual(
      rows.map(([text, n, flag, more]) =>
        [text, String(n), String(flag), more === null ? '' : JSON.stringify(more)].map(String),
      ),
    )
    const cells = back.slice(1).map(([text]) => text ?? '')
    // Expects that no piece of a text begins like a formula. A spreadsheet that ignores the quotes
    // of our CSV splits a text into pieces at separators and line breaks.
    expect(
      cells.filter(
        (text) =>
          /^[=+\-@\t\r]/.test(text) ||
          text
            .split(/[;\t\r\n]/)
            .slice(1)
            .some((piece) => /^[ "]*[=+\-@]/.test(piece)),
      ),
    ).toEqual([])
  })
  test('reads its own export back unchanged, with formulas and apostrophes', async () => {
    const texts = [
      'Budi;=cmd|/c calc!A0',
      'a; "=1"',
      "a;'=1",
      "'=1",
      "''@x",
      "'t Hart",
      'a\n-1',
      'a\t+1',
      'Rp5; - lunas',
      '\uff1d1',
      ';=',
      '=;=;\n=',
    ]
    const parts: Uint8Array[] = []
    for await (const part of csvOf(
      ['Nama', 'Lain'],
      (async function* () {
        yield texts.map((text) => [text, 'x'])
      })(),
    ))
      parts.push(part)
    const bytes = Buffer.concat(parts)
    expect(
      readSheet(bytes, limits)
        .rows.slice(1)
        .map((r) => r.cells.get(0)),
    ).toEqual(texts)
    expect(bytes.toString('utf8')).toContain("Budi;'=cmd|/c calc!A0")
  })
  test.each<[string, string | Buffer]>([
    ['commas', 'Nama,Kota\n"Budi, S",Solo\n'],
    ['semicolons', 'Nama;Kota\r\n"Budi, S";Solo\r\n'],
    ['tabs', 'Nama\tKota\nBudi, S\tSolo'],
    ['BOM', '\uFEFFNama;Kota\n"Budi, S";Solo'],
    ['sep', 'sep=|\r\nNama|Kota\r\nBudi, S|Solo'],
    ['UTF-16', Buffer.from('\uFEFFNama\tKota\nBudi, S\tSolo', 'utf16le')],
    ['empty lines', '\n\nNama,Kota\n,,\n"Budi, S",Solo\n\n'],
  ])('reads a file with %s', (_, text) =>
    expect(readSheet(Buffer.from(text), limits).rows.map((r) => [...r.cells.values()])).toEqual([
      ['Nama', 'Kota'],
      ['Budi, S', 'Solo'],
    ]),
  )
  test('reads the Windows code page, quoted line breaks and its own apostrophes', () => {
    expect(read(Buffer.from('Nama\nJos\xe9\n', 'latin1'))).toEqual([
      [1, [0, 'Nama']],
      [2, [0, 'José']],
    ])
    expect(read('a,b\n"satu\ndua",x\n\'+62812,\'t Hart\n')).toEqual([
      [1, [0, 'a'], [1, 'b']],
      [3, [0, 'satu\ndua'], [1, 'x']],
      [4, [0, '+62812'], [1, "'t Hart"]],
    ])
  })
  test('rejects files above the limits and files that are not tables', () => {
    expect(why('a\n'.repeat(102))).toMatch(/maksimal 100/)
    expect(why('a\n'.repeat(101))).toBeUndefined()
    expect(why(`a${',b'.repeat(20)}\n`)).toMatch(/kolom: maksimal 10/)
    expect(why(`"${'x'.repeat(300_000)}`)).toMatch(/tidak dapat dibaca/)
    expect(why(Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]))).toMatch(
      /Pilih berkas XLSX atau CSV/,
    )
  })
})
