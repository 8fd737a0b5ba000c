/**
 * Tests workbooks as other programs write them: only visible sheets and rows are read, with the
 * values that users see.
 */
import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readSheetRows } from '#server/import/columns.ts'
import { readSheet } from '#server/import/sheets/sheet.ts'

const limits = { rows: 100, columns: 10 }
/**
 * Returns a workbook with the given rows; `more` overrides files inside the workbook by path. The
 * first sheet is hidden, and the second sheet contains only a chart.
 */
const book = (rows: string, more: Record<string, string> = {}) => {
  const parts = {
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><workbookPr/><sheets><sheet name="Lama" state="veryHidden" r:id="rId1"/><sheet name="Grafik" state="visible" r:id="rId2"/><sheet name="Isi" state="visible" r:id="rId3"/><sheet name="Lain" r:id="rId4"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet7.xml"/><Relationship Id="rId2" Target="chartsheets/sheet1.xml"/><Relationship Id="rId3" Target="worksheets/sheet8.xml"/><Relationship Id="rId4" Target="worksheets/sheet9.xml"/></Relationships>',
    'xl/worksheets/sheet7.xml': '<worksheet><sheetData/></worksheet>',
    'xl/worksheets/sheet8.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/worksheets/sheet9.xml': '<worksheet><sheetData/></worksheet>',
    ...more,
  }
  const files = Object.entries(parts).map(([name, text]) => [name, strToU8(text)])
  return Buffer.from(zipSync(Object.fromEntries(files)))
}
const text = (reference: string, value: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`
const head = `<row r="1">${text('A1', 'Nama')}${text('B1', 'Tanggal')}${text('C1', 'Harga')}</row>`

const shape = {
  mainColumn: 'nama',
  columns: {
    nama: { label: 'Nama' },
    tanggal: { label: 'Tanggal', sel: 'hari' as const },
    harga: { label: 'Harga', sel: 'angka' as const },
  },
}
const rowsOf = (bytes: Buffer) =>
  readSheetRows(shape, readSheet(bytes, limits)).isi.map(({ baris, sel }) => [baris, ...sel])

describe('hidden content', () => {
  test('of a workbook whose first sheet is hidden is skipped and reported', () => {
    const bytes = readFileSync(new URL('samples/hidden-first-sheet.xlsx', import.meta.url))
    const { rows, notes } = readSheet(bytes, limits)
    expect(rows.map(({ cells }) => [...cells.values()])).toStrictEqual([
      ['Tanggal', 'Nama'],
      ['2027-12-25', 'Natal tahun depan'],
    ])
    expect(notes).toStrictEqual(['Lembar tersembunyi tidak dibaca: 2025'])
  })

  test('in rows hidden by a filter is skipped, with its errors, and reported', () => {
    const bytes = book(
      `${head}<row r="2" hidden="1">${text('A2', 'Lama')}<c r="B2" t="e"><v>#N/A</v></c></row><row r="3" hidden="0">${text('A3', 'Baru')}</row>`,
    )
    expect(rowsOf(bytes)).toStrictEqual([[3, 'Baru', '', '']])
    expect(readSheet(bytes, limits).notes).toStrictEqual([
      'Lembar tersembunyi tidak dibaca: Lama',
      'Hanya lembar Isi yang dibaca, bukan Grafik, Lain',
      '1 baris yang tersembunyi atau tersaring tidak dibaca',
    ])
  })
})

describe('a cell', () => {
  test('that holds an error is rejected with its address, so that no default is imported', () => {
    const bytes = book(`${head}<row r="27"><c r="AB27" t="e"><v>#REF!</v></c></row>`)
    expect(() => readSheet(bytes, { rows: 100, columns: 60 })).toThrow(/^Sel AB27 berisi #REF!/)
    const bare = book(`${head}<row><c/><c t="e"><v>#N/A</v></c></row>`)
    expect(() => readSheet(bare, limits)).toThrow(/^Sel B2 berisi #N\/A/)
  })

  const styles = `<styleSheet><numFmts count="2"><numFmt numFmtId="164" formatCode="[$-421]dd\\ mmmm\\ yyyy;@"/><numFmt numFmtId="165" formatCode="00000"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="10"/><xf numFmtId="3"/><xf numFmtId="14"/></cellXfs></styleSheet>`
  const named = (cell: string, more: Record<string, string> = {}) =>
    rowsOf(book(`${head}<row r="2">${cell}</row>`, { 'xl/styles.xml': styles, ...more }))[0]?.[1]
  test.each([
    ['a day, not its serial', '<c r="A2" s="1"><v>46746</v></c>', '25 Desember 2027'],
    ['a short day', '<c r="A2" s="5"><v>46746</v></c>', '25/12/2027'],
    ['noughts before a number', '<c r="A2" s="2"><v>512</v></c>', '00512'],
    ['a percentage', '<c r="A2" s="3"><v>0.125</v></c>', '12,50%'],
    ['a yes or no', '<c r="A2" t="b"><v>1</v></c>', 'TRUE'],
    ['a long number', '<c r="A2"><v>81234567890</v></c>', '81234567890'],
    ['the result of a formula', '<c r="A2" t="str"><f>A1</f><v>Nama</v></c>', 'Nama'],
  ])('in a text column returns %s', (_, cell, expectedText) => {
    expect(named(cell)).toBe(expectedText)
  })

  test('in a text column counts days by the epoch of its workbook', () => {
    const workbook =
      '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="Isi" r:id="rId3"/></sheets></workbook>'
    const day = '<c r="A2" s="5"><v>45284</v></c>'
    expect(named(day, { 'xl/workbook.xml': workbook })).toBe('25/12/2027')
  })

  test('in an amount column is its number, whatever its format', () => {
    const row = `<row r="2">${text('A2', 'Buku')}<c r="B2" s="1"><v>46746</v></c><c r="C2" s="4"><v>1250000</v></c></row>`
    expect(rowsOf(book(head + row, { 'xl/styles.xml': styles }))).toStrictEqual([
      [2, 'Buku', '2027-12-25', '1250000'],
    ])
  })
})

describe('a row of a CSV', () => {
  const csv = (...lines: string[]) => Buffer.from(lines.join('\n'))
  test('with a cell more or fewer is rejected with its line, so that no amount shifts', () => {
    expect(() => rowsOf(csv('Nama,Tanggal,Harga', 'A,2027-01-01,5000', 'B,2027-01-01'))).toThrow(
      /^Baris 3 hanya memuat 2 sel, judul kolomnya 3/,
    )
    expect(() => rowsOf(csv('Nama,Tanggal,Harga', '"A\nB",2027-01-01,1,250,000'))).toThrow(
      /^Baris [23] memuat 5 sel, judul kolomnya 3/,
    )
  })

  test('that ends in empty cells is read', () => {
    expect(rowsOf(csv('Nama;Harga', 'A;5000;;'))).toStrictEqual([[2, 'A', '5000']])
  })
})
