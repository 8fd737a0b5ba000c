/** Reading of valid statements in the layouts of banks, and of invalid statements. */
import { describe, expect, test } from 'vitest'
import type { StatementMapping } from '#contract/billing/mutasiBank/mutasiBankCalls.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { bca, bni, bri, mandiri, type StatementRow } from '#mocks/money/statement.ts'
import { HttpError } from '#server/errors.ts'
import { xlsxOf, rowOf, type SheetColumn } from '#server/export/xlsx.ts'
import { readSheet } from '#server/import/sheets/sheet.ts'
import {
  readAmount,
  readDay,
  type CellAmount,
} from '#server/modules/billing/mutasiBank/statementFile/cellValues.ts'
import {
  readStatementSheet,
  type Statement,
} from '#server/modules/billing/mutasiBank/statementFile/statement.ts'

const limits = { rows: 25_000, columns: 60, lateHead: true } as const
const read = (bytes: Uint8Array | string, mapping?: StatementMapping): Statement =>
  readStatementSheet(readSheet(Buffer.from(bytes), limits), { told: mapping, today: currentDay() })
const flows = ({ lines }: Statement) =>
  lines.map((l) => [l.tanggal, l.keterangan, l.masuk - l.keluar])
const rows: StatementRow[] = [
  { tanggal: '2026-11-02', keterangan: 'TRSF E-BANKING CR BUDI SANTOSO', jumlah: 350_000 },
  { tanggal: '2026-11-13', keterangan: 'BIAYA ADM', jumlah: -15_000 },
  { tanggal: '2026-11-13', keterangan: 'SETORAN TUNAI, KASIR 2', jumlah: 1_250_000 },
  { tanggal: '2026-11-14', keterangan: 'SETORAN TUNAI, KASIR 2', jumlah: 500 },
]
const expected = rows.map((r) => [r.tanggal, r.keterangan, r.jumlah])

describe('the layouts of banks', () => {
  test.each([
    ['BCA', bca(rows), 1],
    ['Mandiri', mandiri(rows), 0],
    ['BRI', bri(rows), 1],
    ['BNI', bni(rows), 0],
  ])('are recognised for %s', (_, text, skipped) => {
    const statement = read(text)
    expect(flows(statement)).toEqual(expected)
    expect(statement.skipped).toHaveLength(skipped)
  })

  test('include account number, references and balances', () => {
    expect(read(bca(rows, '0987654321')).nomor).toContain('0987654321')
    expect(read(bca(rows)).lines[0]?.saldo_sen).toBe('535000000')
    expect(read(mandiri(rows)).lines[1]?.referensi).toBe('1001')
    expect(read(bni(rows)).lines[0]?.referensi).toBe('880000')
  })

  test('are read as UTF-8, UTF-16 and Latin-1, with and without a byte order mark', () => {
    const text = bri([{ ...rows[0]!, keterangan: 'TRANSFER JOSÉ' }])
    const wide = Buffer.from(`\uFEFF${text}`, 'utf16le')
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\uFEFF${text}`),
      Buffer.from(text, 'latin1'),
      wide,
      Buffer.from(wide).swap16(),
    ])
      expect(read(bytes).lines[0]?.keterangan).toBe('TRANSFER JOSÉ')
  })

  test('are read from a workbook with days and amounts as numbers', async () => {
    const columns: SheetColumn[] = [
      { label: 'Tanggal', kind: 'hari', width: 12 },
      { label: 'Keterangan', kind: 'teks', width: 12 },
      { label: 'Jumlah', kind: 'angka', width: 12 },
    ]
    const parts: Uint8Array[] = []
    const once = async function* <T>(value: T): AsyncGenerator<T> {
      yield value
    }
    const cells = rows.map((r) => rowOf(columns, [r.tanggal, r.keterangan, r.jumlah]))
    for await (const part of xlsxOf(columns, once(cells))) parts.push(part)
    expect(flows(read(Buffer.concat(parts)))).toEqual(expected)
  })
})

describe('days and amounts', () => {
  const day = (cell: string | number, order: StatementMapping['urutan_tanggal'] = 'dmy') =>
    readDay(cell, { epoch: -25_569, order, period: { from: '2026-12-20', to: '2027-01-10' } })
  test.each<[string | number, unknown, StatementMapping['urutan_tanggal']?]>([
    ['02/11/2026', '2026-11-02'],
    ["'2/1/26", '2026-01-02'],
    ['11-02-2026', '2026-11-02', 'mdy'],
    ['2026-11-02 10:20:30', '2026-11-02', 'ymd'],
    ['20261102', '2026-11-02', 'ymd'],
    ['2 Agustus 2026', '2026-08-02'],
    ['02-Aug-26', '2026-08-02'],
    ['28/12', '2026-12-28'],
    ['03/01', '2027-01-03'],
    [46_328, '2026-11-02'],
    ['31/02/2026', undefined],
    ['kemarin', undefined],
    ['PEND', undefined],
  ])('reads the day %s', (cell, value, order) => {
    const answer = day(cell, order)
    expect('value' in answer ? answer.value : undefined).toBe(value)
  })

  const signed = (amount: CellAmount | null) =>
    amount && ((amount.mark || amount.sign || 1) * amount.rupiah || 0)
  test.each<[string | number, 'titik' | 'koma', unknown]>([
    ['350,000.00', 'titik', 350_000],
    ['350.000,00', 'koma', 350_000],
    ['Rp 350.000', 'koma', 350_000],
    ['350,000.00 CR', 'titik', 350_000],
    ['350,000.00 DB', 'titik', -350_000],
    ['-1.250.000,00', 'koma', -1_250_000],
    ['(15,000.00)', 'titik', -15_000],
    ['15000-', 'titik', -15_000],
    ['.00', 'titik', 0],
    [350_000, 'titik', 350_000],
    ['', 'titik', null],
    ['-', 'titik', null],
    ['0,1', 'koma', 'Bukan rupiah bulat: 0,1'],
    [0.1, 'titik', 'Bukan rupiah bulat'],
    ['1.234.567,89', 'koma', 'Bukan rupiah bulat'],
    ['350.000,00', 'titik', 'tidak terbaca'],
    ['99,999,999,999,999.00', 'titik', 'terlalu besar'],
    ['1e9', 'titik', 'tidak terbaca'],
    ['9'.repeat(4000), 'titik', 'tidak terbaca'],
  ])('reads the amount %s with the decimal separator %s', (cell, desimal, expectation) => {
    const answer = readAmount(cell, desimal)
    const outcome = 'problem' in answer ? answer.problem : signed(answer.value)
    expect(typeof expectation === 'string' ? String(outcome).includes(expectation) : outcome).toBe(
      typeof expectation === 'string' ? true : expectation,
    )
  })
})

test('skips an amount of 0.1 rupiah with a reason and reads the other lines', () => {
  const { lines, skipped } = read(
    'Tanggal;Keterangan;Debet;Kredit\n01/11/2026;BUNGA;;0,1\n01/11/2026;SETORAN;;1.000,00',
  )
  expect(lines).toHaveLength(1)
  expect(skipped).toEqual([
    { baris: 2, keterangan: 'BUNGA', pesan: expect.stringMatching(/Bukan rupiah bulat: 0,1/) },
  ])
})
test('reads columns as a person has chosen them', () => {
  const mapping: StatementMapping = {
    baris_judul: 0,
    tanggal: 2,
    keterangan: [0, 1],
    referensi: null,
    debit: null,
    kredit: null,
    jumlah: 3,
    tanda: 4,
    saldo: null,
    urutan_tanggal: 'mdy',
    desimal: 'koma',
    tanpa_tanda: null,
    ikut: null,
  }
  expect(flows(read('BUDI|SPP|11/02/2026|1.000|K\nANI||11/30/2026|2.000|D', mapping))).toEqual([
    ['2026-11-02', 'BUDI SPP', 1000],
    ['2026-11-30', 'ANI', -2000],
  ])
})
test('proposes the decimal separator of the file if headings have no known names', () => {
  const rows = (amount: string) =>
    ['Kolom A;Kolom B;Kolom C', ...[1, 2].map((i) => `0${i}/11/2026;SETORAN;${amount}`)].join('\n')
  for (const [amount, desimal] of [
    ['1.250.000,00', 'koma'],
    ['1,250,000.00', 'titik'],
  ] as const) {
    const { pemetaan, asal_pemetaan, pertanyaan } = read(rows(amount))
    expect([asal_pemetaan, pemetaan.desimal]).toEqual(['belum_dikenali', desimal])
    expect(pertanyaan.map((q) => q.jenis)).toEqual(['arah'])
    const { lines } = read(rows(amount), { ...pemetaan, tanpa_tanda: 'masuk' })
    expect(lines.map((line) => line.masuk)).toEqual([1_250_000, 1_250_000])
  }
})
test('rejects files that are no statement', () => {
  for (const bytes of [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'a\u0000b;c;d'])
    expect(() => read(bytes)).toThrow(HttpError)
  expect(read('nama;umur\nBudi;8').lines).toEqual([])
})
describe('rows with a wrong number of cells', () => {
  const head = 'Tanggal,Keterangan,Debit,Kredit,Saldo'
  test('skips a row with more cells than headings, with its line', () => {
    const { lines, skipped } = read(
      `${head}\n24/11/2026,LES,,350,000,1\n24/11/2026,BIAYA,15,000,,1\n25/11/2026,LES,,1000,1`,
    )
    expect(lines.map((line) => line.masuk)).toEqual([1000])
    expect(skipped.map((row) => [row.baris, row.pesan.slice(0, 20)])).toEqual([
      [2, 'Baris 2 memuat 6 sel'],
      [3, 'Baris 3 memuat 6 sel'],
    ])
  })
  test('skips a row with fewer cells than headings', () => {
    const { lines, skipped } = read(
      `${head}\n24/11/2026,LES,,1000,1\n25/11/2026,15000,,1\n26/11/2026,LES,,2000,1`,
    )
    expect(lines.map((line) => line.masuk)).toEqual([1000, 2000])
    expect(skipped).toMatchObject([{ baris: 3, pesan: expect.stringMatching(/hanya memuat 4/) }])
  })
  test('skips cells with thousands of letters in a short time', () => {
    const row = ['1'.repeat(5000), 'a '.repeat(2500), '1.'.repeat(2500), '('.repeat(5000)].join(',')
    const { lines, skipped } = read(`${head}\n${Array(500).fill(row).join('\n')}`)
    expect([lines.length, skipped.length]).toEqual([0, 500])
  })
})
describe('the balance', () => {
  test('gives the direction of amounts without a sign, in both orders of the lines', () => {
    const rows = [
      '24/11/2026,SALDO AWAL,,1000',
      '24/11/2026,A,300,1300',
      '25/11/2026,B,100,1200',
      '26/11/2026,C,100,1300',
    ]
    for (const order of [rows, rows.toReversed()]) {
      const statement = read(['Tanggal,Keterangan,Jumlah,Saldo', ...order].join('\n'))
      expect(statement.pertanyaan).toEqual([])
      expect(flows(statement).toSorted()).toEqual([
        ['2026-11-24', 'A', 300],
        ['2026-11-25', 'B', -100],
        ['2026-11-26', 'C', 100],
      ])
    }
  })
  test('asks when it contradicts the columns', () => {
    const text =
      'Tanggal,Keterangan,Debit,Kredit,Saldo\n24/11/2026,A,300,,1300\n25/11/2026,B,200,,1500\n26/11/2026,C,,100,1400'
    const { pertanyaan, pemetaan } = read(text)
    expect(pertanyaan.map((q) => [q.jenis, q.contoh.length])).toEqual([['saldo', 2]])
    const by = (ikut: 'saldo' | 'tanda') =>
      flows(read(text, { ...pemetaan, ikut })).map((f) => f[2])
    // Choosing to follow the balances reverses the direction of every row. This includes the oldest
    // row, although the file has no earlier balance that could prove its direction.
    expect(by('saldo')).toEqual([300, 200, -100])
    expect(by('tanda')).toEqual([-300, -200, 100])
  })
})
