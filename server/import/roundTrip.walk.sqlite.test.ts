/**
 * Tests for every importable resource and both file formats that importing an unchanged export
 * changes nothing. Also tests this for XLSX files that another library (ExcelJS, SheetJS) has read
 * and saved in between.
 */
import ExcelJS from 'exceljs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as SheetJS from 'xlsx'
import { RoleId } from '#contract/enums.ts'
import { imporNames, type ImporName } from '#contract/import/importKeys.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import type { Client } from '#mocks/api/api.ts'
import { makeReminder } from '#mocks/money/reminder.ts'
import { makeLine } from '#mocks/money/statement.ts'
import { makeBill } from '#mocks/people/family.ts'
import { makeMissing } from '#mocks/samples.ts'
import { makeDraftHonor } from '#mocks/schedule/honor.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { splitList } from '#server/import/columns.ts'

let s: School
/** Returns the content of all tables that an import can change, and of the audit log. */
const everything = async () => {
  const tables = [
    'gedung',
    'ruang',
    'hari_libur',
    'jenis_billing',
    'kategori_kursus',
    'course_level',
    'kursus',
    'biaya',
    'produk_jasa',
    'lead',
    'user',
    'peserta_profil',
    'akun_billing_profil',
  ] as const
  const rows = []
  for (const table of tables) {
    const key = table.endsWith('_profil') ? 'user_id' : 'id'
    rows.push([table, await s.db.selectFrom(table).selectAll().orderBy(key).execute()])
  }
  const audit = await s.db
    .selectFrom('audit')
    .select(['aksi', 'entitas', 'entitas_id'])
    .where('entitas_id', 'is not', null)
    .orderBy('id')
    .execute()
  return { rows, audit }
}
const create = async (name: string, body: Record<string, unknown>): Promise<number> =>
  must(await s.superadmin.post<{ id: number }>(`/${name}/create`, body)).id

/** Text that is difficult to represent in a cell. */
const evil = '=HYPERLINK("http://x";"y")'
const makeAwkward = async () => {
  const outlet = (kode: string, nama: string, more = {}) =>
    create('gedung', {
      kode,
      nama,
      alamat: '-',
      kota: '-',
      kop_surat: `${evil}\r\n;=1\n'=2`,
      ...more,
    })
  // Creates an outlet whose name is the code of another outlet, names that contain separators, and
  // levels with equal names.
  const [a, b] = [await outlet('AAA', 'JKT'), await outlet('BBB', '\'Utara; "Timur"')]
  for (const nama of ['Satu', 'Dua; "Tiga"']) {
    await create('kategori-kursus', { nama, levels: [{ nama: 'Dasar' }, { nama: 'A; B' }] })
  }
  const levels = await s.db.selectFrom('course_level').selectAll().orderBy('id').execute()
  for (const [i, level] of levels.entries()) {
    await create('kursus', {
      kode: `SAMA-${i}`,
      nama: 'Nama Sama',
      kategori_kursus_id: level.kategori_kursus_id,
      course_level_id: level.id,
      biaya_bulanan: i * 1000,
      biaya_pendaftaran: i % 2 ? 5 : null,
      gedung: [b, a].slice(i % 2),
    })
  }
  const kursus = (await s.db.selectFrom('kursus').select('id').orderBy('id', 'desc').execute()).map(
    (k) => k.id,
  )
  await create('biaya', {
    kode: 'X-1',
    nama: '-5 persen',
    jenis_billing_id: s.ids.jenis,
    nominal: 0,
    berlaku_mulai: '2024-02-29',
    kursus,
    gedung: [b, s.ids.gedung],
  })
  await create('produk-jasa', {
    kode: '007',
    nama: '1,5',
    jenis_billing_id: s.ids.jenis,
    harga: 1_000_000,
    stok: null,
    gedung: [a],
  })
  await create('ruang', {
    nama: '12',
    gedung_id: a,
    fasilitas: ['Piano; tegak', 'AC', '-', '"kutip"', 'a, b', '=1'],
  })
  await create('ruang', { nama: 'true', gedung_id: b, fasilitas: [] })
  for (const gedung_id of [null, a]) {
    await create('hari-libur', { nama: '@libur', tanggal: '2027-12-31', gedung_id, prorata: true })
  }
  return { a, b, kursus }
}
const makeStudents = async ({ a, kursus }: { a: number; kursus: number[] }) => {
  // Creates two payers with the same phone number, and a sales person with the name of a deleted
  // sales person.
  const payer = { role_id: RoleId.akunBilling, phone: '081234567890' }
  const akun = await create('user', { ...payer, name: 'Nomor Sama', email: 'n1@contoh.id' })
  await create('user', { ...payer, name: 'Nomor Sama', email: 'n2@contoh.id' })
  const sales = await create('user', {
    role_id: RoleId.sales,
    name: 'Dewi Sales',
    email: 'dewi2@contoh.id',
    phone: '081234567891',
    gedung_id: a,
  })
  const student = {
    role_id: RoleId.peserta,
    akun_billing_id: akun,
    gedung_id: a,
    sales_id: sales,
    gender: 'Laki-laki',
    wali_nama: '-',
    wali_phone: '081234567890',
    persetujuan: true,
    religion: 'ISLAM',
    citizenship: 'WNA',
    information_source: 'Media Cetak (Spanduk)',
    kode_pos: '01234',
    kota: '-',
    alamat: ' baris satu\r\nbaris dua',
    sekolah: '=SD',
    catatan: "- satu\n'dua",
    instrumen_dimiliki: 'Piano; gitar',
  }
  const id = await create('user', { ...student, name: '+Anak', tanggal_lahir: '2015-02-28' })
  await create('user', {
    ...student,
    name: 'Dewasa',
    tanggal_lahir: '1990-01-01',
    phone: '0811111111',
  })
  await create('lead', {
    nama: '+Calon; "Dua"',
    phone: '+62 812-3456-7890',
    gedung_id: a,
    sales_id: sales,
    usia: 8,
    kursus_minat: kursus.slice(0, 2),
    information_source: 'Media Cetak (Spanduk)',
    tindak_lanjut_at: '2027-02-28',
    tindak_lanjut: '=telepon',
    catatan: "- satu\n'dua",
  })
  await s.db
    .updateTable('peserta_profil')
    .set({ kursus_minat: JSON.stringify(kursus.slice(0, 3)) })
    .where('user_id', '=', id)
    .execute()
  await s.db
    .updateTable('kursus')
    .set({ status: 'nonaktif' })
    .where('id', '=', kursus[0]!)
    .execute()
  await s.db.updateTable('user').set({ status: 1 }).where('id', '=', sales).execute()
  await s.db
    .updateTable('user')
    .set({ email: 'joko@contoh.id' })
    .where('id', '=', s.ids.peserta2)
    .execute()
  must(
    await s.superadmin.post(`/user/upgrade?id=${s.ids.peserta2}`, {
      alasan: 'Sudah membayar sendiri',
    }),
  )
}

beforeAll(async () => {
  s = await makeSchool()
  await makeMissing(s)
  await makeLine(s, s.ids.gedung)
  await makeDraftHonor(s, s.ids.gedung)
  await makeReminder(s, await makeBill(s, s.ids.akun, 100_000))
  await makeStudents(await makeAwkward())
}, 60_000)
afterAll(() => s.close())

const exported = (client: Client, name: string, format: 'csv' | 'xlsx') =>
  client.bytes(`/${name}/ekspor?format=${format}${name === 'user' ? '&jenis=peserta' : ''}`)
const imported = async (client: Client, name: string, file: Uint8Array) =>
  must(await client.upload(`/${name}/import`, 'ekspor.xlsx', file, { mode: 'perbarui' }))
/** Programs that read the first sheet of a workbook and save it again. */
const rewriters: Record<string, (file: Buffer) => Promise<Uint8Array>> = {
  ExcelJS: async (file) => {
    const book = new ExcelJS.Workbook()
    await book.xlsx.load(new Uint8Array(file).buffer)
    return new Uint8Array(await book.xlsx.writeBuffer())
  },
  SheetJS: async (file) => {
    const book = SheetJS.read(file, { cellNF: true })
    return new Uint8Array(SheetJS.write(book, { type: 'array', bookType: 'xlsx' }))
  },
}
const ways = ['csv', 'xlsx', ...Object.keys(rewriters)]

describe.each(imporNames)('%s', (name: ImporName) => {
  test.each(ways)(
    'writes nothing, and reports so, when exported and imported by %s',
    async (way) => {
      const file = (await exported(s.superadmin, name, way === 'csv' ? 'csv' : 'xlsx')).data
      const before = await everything()
      const job = await imported(s.superadmin, name, (await rewriters[way]?.(file)) ?? file)
      expect(job.galat).toEqual([])
      expect(job.tidak_berubah).toBeGreaterThan(1)
      expect(job).toMatchObject({
        berhasil: 0,
        diperbarui: 0,
        akun_baru: 0,
        tidak_berubah: job.baris,
      })
      expect(await everything()).toEqual(before)
    },
  )
  test('exports every column that the import reads', async () => {
    for (const format of ['csv', 'xlsx'] as const) {
      const template = await s.superadmin.bytes(`/${name}/template?format=xlsx`)
      const rows = (file: Buffer) =>
        SheetJS.utils.sheet_to_json<string[]>(Object.values(SheetJS.read(file).Sheets)[0]!, {
          header: 1,
        })
      const job = await imported(
        s.superadmin,
        name,
        (await exported(s.superadmin, name, format)).data,
      )
      const storedJob = await s.db
        .selectFrom('import_job')
        .select('kepala')
        .where('id', '=', job.id)
        .executeTakeFirstOrThrow()
      const kepala: { kunci: string | null }[] = JSON.parse(storedJob.kepala)
      const read = kepala.filter((k) => k.kunci !== null)
      expect(read).toHaveLength(rows(template.data)[0]!.length)
    }
  })
})

const files = Object.entries<AnyResource>(resources).filter(([, { access }]) => access.ekspor)
describe.each(files)('%s', (name, { sort }) => {
  test('has cells that ExcelJS and SheetJS read alike', async () => {
    const { data } = await s.superadmin.bytes(`/${name}/ekspor?format=xlsx&sort=${sort[0]}`)
    const book = new ExcelJS.Workbook()
    await book.xlsx.load(new Uint8Array(data).buffer)
    const [sheet, ...more] = book.worksheets
    expect([sheet?.name, more, sheet?.views[0]]).toMatchObject([
      'Data',
      [],
      { state: 'frozen', ySplit: 1 },
    ])
    const plain = SheetJS.read(data).Sheets.Data!
    const rows = SheetJS.utils.sheet_to_json<unknown[]>(plain, { header: 1, defval: null })
    expect(sheet?.rowCount).toBe(rows.length)
    expect(rows.length).toBeGreaterThan(1)
    // Converts a Date to the number that a spreadsheet stores for a day, because only one of the
    // two libraries reads days as Date.
    const days = (value: unknown) =>
      value instanceof Date ? value.getTime() / 86_400_000 + 25_569 : value
    const said = (value: unknown) =>
      typeof days(value) === 'number' ? Math.round(Number(days(value)) * 1e5) / 1e5 : value
    const cells = rows.map((_, y) =>
      rows[0]!.map((__, x) => said(sheet?.getRow(y + 1).getCell(x + 1).value)),
    )
    expect(cells).toEqual(rows.map((row) => row.map(said)))
    // Expects a header with readable titles, and columns that are wide enough for the titles.
    for (const [x, head] of rows[0]!.entries()) {
      expect(head).toMatch(/^[A-Z]/)
      expect(sheet?.getColumn(x + 1).width).toBeGreaterThan(String(head).length)
    }
    expect(rows[0]).not.toContain('ID')
    expect(new Set(rows[0]).size).toBe(rows[0]!.length)
  })
})

test('writes days as days, and amounts and percentages as formatted numbers', async () => {
  await create('promo', { nama: 'Lima', nilai: 500, mulai: '2026-01-31' })
  await create('promo', { nama: 'Ribuan', tipe: 'nominal', nilai: 25_000, mulai: '2026-02-01' })
  await create('promo', { nama: 'Bulan', tipe: 'gratis_bulan_ke_n', nilai: 3, mulai: '2026-02-01' })
  const book = new ExcelJS.Workbook()
  const { data } = await s.superadmin.bytes(
    '/promo/ekspor?format=xlsx&sort=nama&fields=nama,nilai,mulai',
  )
  await book.xlsx.load(new Uint8Array(data).buffer)
  const sheet = book.worksheets[0]!
  const of = (nama: string) => {
    const sheetRow = sheet
      .getRows(2, sheet.rowCount - 1)!
      .find((row) => row.getCell(1).value === nama)!
    return [2, 3].map((x) => [sheetRow.getCell(x).value, sheetRow.getCell(x).numFmt])
  }
  const day = (text: string) => [new Date(text), 'dd/mm/yyyy']
  expect(of('Lima')).toEqual([[0.05, '0.00%'], day('2026-01-31')])
  expect(of('Ribuan')[0]).toEqual([25_000, expect.stringContaining('#,##0')])
  expect(of('Bulan')[0]?.[0]).toBe(3)
  const csv = (await s.superadmin.get<string>('/promo/ekspor?sort=nama&fields=nama,nilai')).data
  expect(csv).toContain('"Lima","5%"')
})

test('changes only the field of a changed cell', async () => {
  const before = await s.db
    .selectFrom('ruang')
    .selectAll()
    .where('nama', '=', '12')
    .executeTakeFirstOrThrow()
  const file = (await exported(s.superadmin, 'ruang', 'csv')).data.toString()
  const changed = file.replace(/("12",.*?),1,/, '$1,7,')
  expect(changed).not.toBe(file)
  const job = await imported(s.superadmin, 'ruang', Buffer.from(changed))
  expect(job).toMatchObject({ diperbarui: 1, tidak_berubah: job.baris - 1, gagal: 0 })
  const after = await s.db
    .selectFrom('ruang')
    .selectAll()
    .where('id', '=', before.id)
    .executeTakeFirstOrThrow()
  expect(after).toEqual({
    ...before,
    kapasitas: 7,
    versi: before.versi + 1,
    updated_at: expect.any(String),
    updated_by: 1,
  })
})

describe.each(['kursus', 'biaya', 'user'] as const)('an admin of two outlets: %s', (name) => {
  test.each(['csv', 'xlsx'] as const)(
    'imports unchanged as %s, with other outlets unnamed',
    async (format) => {
      const { data } = await exported(s.admin2, name, format)
      const before = await everything()
      const job = await imported(s.admin2, name, data)
      expect(job).toMatchObject({ galat: [], tidak_berubah: job.baris, diperbarui: 0 })
      expect(await everything()).toEqual(before)
    },
  )
})
test('counts outlets of others without naming them', async () => {
  const files = await Promise.all(
    ['kursus', 'biaya', 'user'].map(async (name) =>
      (await exported(s.admin2, name, 'csv')).data.toString(),
    ),
  )
  expect(files.map((file) => file.includes('Nada Jakarta'))).toEqual([false, false, false])
  expect(files.map((file) => file.includes('Outlet lain'))).toEqual([true, true, false])
})

test('splits the parts of a cell', () => {
  expect(splitList('a; "b; ""c"""; d')).toEqual(['a', 'b; "c"', 'd'])
  expect(splitList('"a; b; c')).toEqual(['"a', 'b', 'c'])
  expect(splitList('"a" b; c;;')).toEqual(['"a" b', 'c'])
})

test('lets sales people export only their own list', async () => {
  for (const format of ['csv', 'xlsx'] as const) {
    expect((await s.sales.bytes(`/user/ekspor?format=${format}`)).status).toBe(200)
    expect((await s.pelatih.bytes(`/user/ekspor?format=${format}`)).status).toBe(403)
    expect((await s.akun.bytes(`/billing/ekspor?format=${format}`)).status).toBe(403)
  }
  await s.db
    .updateTable('user')
    .set({ alamat: 'Jl. Guru 1', tanggal_lahir: '1980-01-01' })
    .where('id', '=', s.ids.pelatih)
    .execute()
  const csv = (await s.sales.get<string>('/user/ekspor')).data
  expect(csv).toContain('Hana Santoso')
  expect(csv).not.toContain('Joko Wijaya')
  // Expects that sales people see the coaches, with whom they plan lessons, but not the coaches'
  // addresses.
  expect(csv).toContain('Citra Guru')
  expect(csv).not.toContain('Jl. Guru')
  for (const name of ['billing', 'kursus-peserta']) {
    const ownRows = must(await s.sales.get<{ id: number }[]>(`/${name}?per-page=100&sort=-id`))
    const file = (await s.sales.get<string>(`/${name}/ekspor?fields=id&sort=-id`)).data
    expect(file.trim().split('\n').slice(1).map(Number)).toEqual(ownRows.map((row) => row.id))
  }
})
