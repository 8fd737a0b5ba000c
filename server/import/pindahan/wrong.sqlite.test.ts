/**
 * Tests that every wrong workbook gets an answer in words, with sheet, row and column, and that
 * nothing of a sheet with a problem is stored. The cases with a URL come from public bug reports of
 * imports.
 */
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workbookLimits } from '#contract/import/pindahan.ts'
import { book, moverOf, nextMonth, problems, school, type Rows } from '#mocks/import/workbook.ts'
import { makeSchool, type School } from '#mocks/school/school.ts'
import { HttpError } from '#server/errors.ts'
import { planWith } from '#server/import/pindahan/sheets.ts'
import { readWorkbook } from '#server/import/sheets/workbook.ts'

const issue = (path: string) => `https://github.com/${path}`
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

interface Tab {
  name: string
  /** Content of `sheetData`. */
  rows: string
  state?: string
}
/** Returns a workbook with these tabs; `more` adds or replaces files inside the workbook. */
const raw = (tabs: readonly Tab[], more: Record<string, string> = {}) => {
  const parts = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="r"><sheets>${tabs
      .map(
        ({ name, state = 'visible' }, i) =>
          `<sheet name="${name}" state="${state}" r:id="rId${i + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${tabs
      .map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(
      tabs.map(({ rows }, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  }
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
  )
}
const text = (reference: string, value: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`
const line = (n: number, ...cells: string[]) => `<row r="${n}">${cells.join('')}</row>`
const outletHead = line(
  1,
  text('A1', 'Kode'),
  text('B1', 'Nama Outlet'),
  text('C1', 'Alamat'),
  text('D1', 'Kota'),
)
/** Returns an outlet whose last cell is given as XML. */
const outlet = (cell: string, more: Record<string, string> = {}) =>
  raw(
    [
      {
        name: 'Outlet',
        rows: outletHead + line(2, text('A2', 'W1'), text('B2', 'Nada'), text('C2', 'Jl. A'), cell),
      },
    ],
    more,
  )

const plan = planWith({})
const limits = { rows: workbookLimits.rows, columns: workbookLimits.columns }
/** Returns the answer to a file that cannot be read, or the problems and notes of its sheets. */
const answerTo = (bytes: Uint8Array): string[] => {
  try {
    const { lembar, catatan } = readWorkbook(Buffer.from(bytes), limits, plan)
    return [
      ...lembar.flatMap(({ judul, masalah, catatan: notes }) => [
        ...masalah.map(({ baris, kolom, pesan }) => `${judul} ${baris} ${kolom}: ${pesan}`),
        ...notes.map((note) => `${judul}: ${note}`),
      ]),
      ...catatan,
    ]
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return [error.message]
  }
}
const oldExcel = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0, 0])

describe('a file that cannot be read is answered in words:', () => {
  test.each<[string, string, () => Uint8Array, RegExp]>([
    [
      'old Excel renamed to XLSX',
      issue('exceljs/exceljs/issues/1591'),
      () => oldExcel,
      /^Pilih satu berkas Excel \(XLSX\)/,
    ],
    [
      'workbook with a password',
      issue('PHPOffice/PhpSpreadsheet/issues/2981'),
      () => Buffer.concat([oldExcel, Buffer.alloc(500)]),
      /tanpa password/,
    ],
    [
      'zip that ends too early',
      issue('SheetJS/sheetjs/issues/2099'),
      () => outlet(text('D2', 'Bogor')).subarray(0, 400),
      /^Berkas rusak/,
    ],
    [
      'document of another program',
      '',
      () => Buffer.from(zipSync({ 'word/document.xml': strToU8('<w/>') })),
      /^Berkas rusak/,
    ],
    [
      'CSV',
      '',
      () => Buffer.from('\ufeffKode;Nama Outlet\nA;B'),
      /^Pilih satu berkas Excel \(XLSX\)/,
    ],
    [
      'zip bomb',
      '',
      () =>
        outlet('', {
          'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(40_000_000)}</t></si></sst>`,
        }),
      /terlalu besar/,
    ],
    [
      'cell beyond the last column',
      issue('developer0hye/office2pdf/issues/1703'),
      () => outlet(text('XFE2', 'Bogor')),
      /[Tt]erlalu banyak kolom/,
    ],
    ['entities that expand', '', () => outlet('&bomb;', {}), /^Berkas rusak|terlalu rumit/],
    [
      'known sheet that is hidden',
      issue('SheetJS/sheetjs/issues/630'),
      () => raw([{ name: 'Outlet', rows: outletHead, state: 'hidden' }]),
      /^Tidak ada lembar berisi yang dikenal\. Lembar tersembunyi tidak dibaca: Outlet\./,
    ],
    [
      'known sheet without rows',
      '',
      () => raw([{ name: 'Outlet', rows: outletHead }]),
      /^Tidak ada lembar berisi yang dikenal\. Nama lembar yang dikenal: Outlet, /,
    ],
  ])('%s %s', (_, _source, file, answer) => {
    expect(answerTo(file())).toEqual([expect.stringMatching(answer)])
  })
})

describe('a sheet that cannot be read is answered with its row and column:', () => {
  test.each<[string, string, () => Uint8Array, string]>([
    [
      'error value of a formula',
      issue('colearendt/xlsx/issues/7'),
      () => outlet('<c r="D2" t="e"><f>Kota!A1</f><v>#REF!</v></c>'),
      'Outlet 2 Sel D2: berisi #REF!: perbaiki rumusnya dahulu',
    ],
    [
      'formula without a stored result',
      issue('felipe-prenholato/openpyxl/issues/69'),
      () => outlet('<c r="D2"><f>A2&amp;B2</f></c>'),
      'Outlet 2 Sel D2: berisi rumus tanpa hasil: buka berkas di Excel, lalu simpan lagi',
    ],
    [
      'shared text that the file does not contain',
      issue('MarkPflug/Sylvan.Data.Excel/issues/88'),
      () =>
        outlet('<c r="D2" t="s"><v>7</v></c>', {
          'xl/sharedStrings.xml': '<sst><si><t>Bogor</t></si></sst>',
        }),
      'Outlet 2 Sel D2: merujuk teks yang hilang dari berkas: simpan lagi di Excel',
    ],
    [
      'shared text with an index that is no number',
      issue('ahmedwalid05/FastExcel/issues/121'),
      () => outlet('<c r="D2" t="s"><v>x</v></c>'),
      'Outlet 2 Sel D2: merujuk teks yang hilang dari berkas: simpan lagi di Excel',
    ],
    [
      'two columns with one heading',
      issue('SpartnerNL/Laravel-Excel/issues/1149'),
      () =>
        book({
          Outlet: [
            ['Nama Outlet', 'Kota', 'Kota'],
            ['Nada', 'Bogor', 'Depok'],
          ],
        }),
      'Outlet 1 : Kolom "Kota" ada dua kali',
    ],
    [
      'heading without its column',
      '',
      () =>
        book({
          Outlet: [
            ['Kota', 'Alamat'],
            ['Bogor', 'Jl. A'],
          ],
        }),
      'Outlet 1 : Kolom "Nama Outlet" tidak ada. Baris pertama harus berisi judul kolom seperti pada template.',
    ],
    [
      'columns below a merged heading',
      issue('rap2hpoutre/fast-excel/issues/174'),
      () =>
        book({
          Outlet: [
            ['Nama Outlet', ''],
            ['Nada', 'Bogor'],
          ],
        }),
      'Outlet: Kolom tanpa judul tidak dibaca: B',
    ],
    [
      'rows that a filter hides',
      issue('dfinke/ImportExcel/issues/762'),
      () =>
        raw([
          {
            name: 'Outlet',
            rows: `${outletHead}<row r="2" hidden="1">${text('B2', 'Lama')}</row>${line(3, text('B3', 'Baru'))}`,
          },
        ]),
      'Outlet: 1 baris yang tersembunyi atau tersaring tidak dibaca',
    ],
  ])('%s %s', (_, _source, file, answer) => {
    expect(answerTo(file())).toEqual([answer])
  })
})

describe('rows that spreadsheets store in their own way are read:', () => {
  test.each<[string, string, string, Record<string, string>]>([
    [
      'rich text in the cell',
      issue('ExcelDataReader/ExcelDataReader/issues/319'),
      '<c r="D2" t="inlineStr"><is><r><t>Bo</t></r><r><rPr/><t>gor</t></r></is></c>',
      {},
    ],
    [
      'rich text among the shared texts, after an empty one',
      issue('PHPOffice/PhpSpreadsheet/issues/1560'),
      '<c r="D2" t="s"><v>1</v></c>',
      { 'xl/sharedStrings.xml': '<sst><si/><si><r><t>Bo</t></r><r><t>gor</t></r></si></sst>' },
    ],
    [
      'non-breaking spaces around a value',
      issue('OpenRefine/OpenRefine/issues/5246'),
      text('D2', '\u00a0Bogor\u00a0'),
      {},
    ],
    [
      'a dimension of the whole sheet',
      issue('shuchkin/simplexlsx/issues/168'),
      text('D2', 'Bogor'),
      {
        'xl/worksheets/sheet1.xml': `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${outletHead}${line(2, text('A2', 'W1'), text('B2', 'Nada'), text('C2', 'Jl. A'), text('D2', 'Bogor'))}</sheetData></worksheet>`,
      },
    ],
    [
      'a namespace prefix',
      issue('exceljs/exceljs/issues/1437'),
      '',
      {
        'xl/worksheets/sheet1.xml':
          `<x:worksheet xmlns:x="${main}"><x:sheetData>${outletHead}${line(2, text('A2', 'W1'), text('B2', 'Nada'), text('C2', 'Jl. A'), text('D2', 'Bogor'))}</x:sheetData></x:worksheet>`.replace(
            /<(\/?)(row|c|is|t)\b/g,
            '<$1x:$2',
          ),
      },
    ],
  ])('%s %s', (_, _source, cell, more) => {
    const { lembar } = readWorkbook(outlet(cell, more), limits, plan)
    expect(lembar[0]?.masalah).toEqual([])
    expect(lembar[0]?.isi[0]?.sel.map((value) => value.trim())).toEqual([
      'W1',
      'Nada',
      'Jl. A',
      'Bogor',
    ])
  })
})

test(`days counted from 1904 are read: ${issue('exceljs/exceljs/issues/219')}`, () => {
  const rows =
    line(1, text('A1', 'Nama Siswa'), text('B1', 'Tgl Lahir')) +
    line(2, text('A2', 'Sari'), '<c r="B2"><v>40605</v></c>')
  const bytes = raw([{ name: 'Siswa', rows }], {
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="Siswa" r:id="rId1"/></sheets></workbook>`,
  })
  expect(readWorkbook(bytes, limits, plan).lembar[0]?.isi[0]?.sel).toEqual(['Sari', '2015-03-04'])
})

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
const { send, triedFile, ran } = moverOf(() => s)

const tables = ['gedung', 'ruang', 'kursus', 'user', 'kursus_pelatih', 'kursus_peserta'] as const
const countRows = () =>
  Promise.all(
    tables.map(async (table) => {
      const { n } = await s.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    }),
  )

test('a file that cannot be read leaves no job and no row', async () => {
  const before = await countRows()
  expect((await send(oldExcel)).status).toBe(422)
  expect(await s.db.selectFrom('import_job').select('id').execute()).toEqual([])
  expect(await countRows()).toEqual(before)
})

/** Returns the workbook of a school with other rows in some sheets. */
const instead = (n: string, sheets: Record<string, Rows>) => ({ ...school(n), ...sheets })
const students = (...rows: Rows): Rows => [
  [
    'Nama Siswa',
    'JK',
    'Tgl Lahir',
    'Cabang',
    'No HP Orang Tua',
    'Persetujuan',
    'Wali',
    'No. HP Wali',
  ],
  ...rows,
]
const programs = (...rows: Rows): Rows => [
  ['Kode', 'Nama Program', 'SPP', 'Kategori', 'Durasi'],
  ...rows,
]
describe('a sheet with a wrong row is answered, and none of its rows is stored:', () => {
  test.each<[string, string, Record<string, Rows>, RegExp]>([
    [
      'phone number in scientific notation',
      issue('dfinke/ImportExcel/issues/830'),
      instead('61', {
        'Orang Tua': [
          ['Nama Orang Tua', 'WA'],
          ['Budi', '8,12346E+11'],
        ],
      }),
      /^Orang Tua 2 No\. HP[^:]*: /,
    ],
    [
      'phone number of a few digits',
      issue('SpartnerNL/Laravel-Excel/issues/300'),
      instead('62', {
        'Orang Tua': [
          ['Nama Orang Tua', 'WA'],
          ['Budi', '811'],
        ],
      }),
      /^Orang Tua 2 No\. HP[^:]*: /,
    ],
    [
      'day that does not exist',
      '',
      instead('63', {
        Siswa: students([
          'Sari',
          'P',
          '31/2/2015',
          'KD63',
          '081163000001',
          'ya',
          'Budi',
          '081163000001',
        ]),
      }),
      /^Siswa 2 Tanggal Lahir: /,
    ],
    [
      'day in the order of another country',
      issue('SheetJS/sheetjs/issues/1821'),
      instead('64', {
        Siswa: students([
          'Sari',
          'P',
          '12/31/2015',
          'KD64',
          '081164000001',
          'ya',
          'Budi',
          '081164000001',
        ]),
      }),
      /^Siswa 2 Tanggal Lahir: /,
    ],
    [
      'unknown choice',
      '',
      instead('65', {
        Siswa: students([
          'Sari',
          'Q',
          '4/3/2015',
          'KD65',
          '081165000001',
          'ya',
          'Budi',
          '081165000001',
        ]),
      }),
      /^Siswa 2 Jenis Kelamin: .*Yang ada: /,
    ],
    [
      'amount in words',
      '',
      instead('66', { Program: programs(['B66', 'Biola', 'tiga ratus ribu', 'Biola 66', '45']) }),
      /^Program 2 Biaya Bulanan: /,
    ],
    [
      'negative amount',
      '',
      instead('67', { Program: programs(['B67', 'Biola', '-350000', 'Biola 67', '45']) }),
      /^Program 2 Biaya Bulanan: /,
    ],
    [
      'name that no sheet has',
      '',
      instead('68', { Program: programs(['B68', 'Biola', '350000', 'Gambang', '45']) }),
      /^Program 2 Kategori[^:]*: "Gambang" tidak ditemukan/,
    ],
    [
      'code of two different rows',
      '',
      instead('69', {
        Program: programs(
          ['B69', 'Biola', '350000', 'Biola 69', '45'],
          ['B69', 'Biola Lain', '400000', 'Biola 69', '45'],
        ),
      }),
      /^Program 3 Kode: Sudah ada di baris lain dengan isi yang berbeda/,
    ],
    [
      'merged cell that only its first row has',
      issue('JuliaData/XLSX.jl/issues/169'),
      instead('70', {
        Studio: [
          ['Cabang', 'Studio', 'Muat'],
          ['KD70', 'A', '3'],
          ['', 'B', '3'],
        ],
      }),
      /^Studio 3 Outlet: /,
    ],
    [
      'room that two classes share',
      '',
      instead('71', {
        Guru: [
          ['Guru', 'HP', 'Instrumen'],
          ['Ibu 71', '081271000009', 'Biola 71'],
          ['Pak 71', '081271000008', 'Biola 71'],
        ],
        Jadwal: [
          ['Guru', 'Program', 'Cabang', 'Studio', 'Hari', 'Jam', 'Tgl Mulai'],
          ['Ibu 71', 'BD71', 'KD71', 'Studio A', 'Senin', '9.00', nextMonth],
          ['Pak 71', 'BD71', 'KD71', 'Studio A', 'Senin', '9.30', nextMonth],
        ],
      }),
      /^Jadwal 3 Ruang: Ruang sudah dipakai /,
    ],
    [
      'special price without a reason',
      '',
      instead('72', {
        Pendaftaran: [
          ['Siswa', 'Guru', 'Hari', 'Jam', 'Tgl Mulai', 'SPP Khusus'],
          ['Sari 72', 'Ibu 72', 'Senin', '9.00', nextMonth, '300000'],
        ],
      }),
      /^Pendaftaran 2 Alasan Biaya Khusus: /,
    ],
    [
      'hour in words',
      '',
      instead('73', {
        Jadwal: [
          ['Guru', 'Program', 'Cabang', 'Studio', 'Hari', 'Jam', 'Tgl Mulai'],
          ['Ibu 73', 'BD73', 'KD73', 'Studio A', 'Senin', 'pagi', nextMonth],
        ],
      }),
      /^Jadwal 2 Jam Mulai: /,
    ],
  ])('%s %s', async (_, _source, sheets, answer) => {
    const trial = await triedFile(book(sheets))
    const answers = problems(trial)
    expect(answers[0]).toMatch(answer)
    const [wrong] = trial.lembar.filter(({ impor }) => impor.gagal > 0)
    const before = await countRows()
    const result = await ran(trial)
    expect(result.lembar.find(({ judul }) => judul === wrong?.judul)?.tersimpan).toBe(false)
    const stored = result.lembar.filter(({ tersimpan }) => tersimpan)
    const created = (await countRows()).reduce((sum, n, i) => sum + n - (before[i] ?? 0), 0)
    const counted = stored.filter(({ kunci }) => kunci !== 'kategori-kursus')
    expect(created).toBe(counted.reduce((sum, { impor }) => sum + impor.berhasil, 0))
  })
})
