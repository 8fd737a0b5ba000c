/**
 * Tests the import of students: all kinds of files, families, errors, equal results of trial and
 * run, no duplicates and no lost rows.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RoleId, UserStatus } from '#contract/enums.ts'
import type { Client } from '#mocks/api/api.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { fromJson } from '#server/db/json.ts'
import { transaction } from '#server/db/transaction.ts'
import { rowOf, xlsxOf, type SheetColumn } from '#server/export/xlsx.ts'
import { claimJob } from '#server/import/claim.ts'
import { readSheetRows } from '#server/import/columns.ts'
import { groupRows, rowMarks } from '#server/import/families.ts'
import { pesertaImport } from '#server/import/peserta.ts'
import { continueJob } from '#server/import/run.ts'
import { readSheet } from '#server/import/sheets/sheet.ts'

let s: School
let users: number
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
const count = async () =>
  (
    await s.db
      .selectFrom('user')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
beforeEach(async () => {
  users = await count()
})

const head = [
  'Nama *',
  'Jenis Kelamin',
  'Tanggal Lahir',
  'Outlet',
  'Nama Akun Billing',
  'No. HP Akun Billing',
  'Email Akun Billing',
  'Nama Wali',
  'No. HP Wali',
  'Persetujuan Wali',
]
let last = 0
/**
 * Returns a valid row for a student whose family is new; `more` overrides cells by column title.
 */
const row = (more: Record<string, string> = {}): Record<string, string> => {
  const n = ++last
  return {
    'Nama *': `Anak Impor ${n}`,
    'Jenis Kelamin': 'L',
    'Tanggal Lahir': '04/03/2015',
    Outlet: 'JKT',
    'Nama Akun Billing': `Keluarga Impor ${n}`,
    'No. HP Akun Billing': `0857${10_000_000 + n}`,
    'Email Akun Billing': `impor${n}@contoh.id`,
    'Nama Wali': 'Wali',
    'No. HP Wali': '081234567890',
    'Persetujuan Wali': 'ya',
    ...more,
  }
}
const csv = (
  rows: Record<string, string>[],
  columns = [...new Set([...head, ...rows.flatMap((r) => Object.keys(r))])],
) =>
  [
    columns.join(';'),
    ...rows.map((r) => columns.map((c) => `"${(r[c] ?? '').replaceAll('"', '""')}"`).join(';')),
  ].join('\n')
const xlsx = async (rows: Record<string, unknown>[], columns: SheetColumn[]) => {
  const parts: Uint8Array[] = []
  for await (const part of xlsxOf(
    columns,
    (async function* () {
      yield rows.map((r) =>
        rowOf(
          columns,
          columns.map((c) => r[c.label]),
        ),
      )
    })(),
  ))
    parts.push(part)
  return Buffer.concat(parts)
}
const send = (
  client: Client,
  file: string | Uint8Array,
  fields: Record<string, string> = {},
  key?: string,
) => client.upload('/user/import', 'murid.csv', file, fields, key)
const done = async (client: Client, id: number) => {
  for (;;) {
    const job = must(await client.get(`/user/import-job?id=${id}`))
    if (job.status !== 'memeriksa' && job.status !== 'berjalan') return job
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
}
const tried = async (
  client: Client,
  file: string | Uint8Array,
  fields: Record<string, string> = {},
) => done(client, must(await send(client, file, { pratinjau: '1', ...fields })).id)
const run = async (client: Client, id: number) => {
  must(await client.post(`/user/import-jalankan?id=${id}`))
  return done(client, id)
}
const figures = ({ berhasil, diperbarui, akun_baru, gagal, galat }: Record<string, unknown>) => ({
  berhasil,
  diperbarui,
  akun_baru,
  gagal,
  galat,
})
const problems = (job: {
  galat: { baris: number; masalah: { kolom: string; pesan: string }[] }[]
}) => job.galat.map((g) => [g.baris, ...g.masalah.map((m) => `${m.kolom}: ${m.pesan}`)])
const named = (name: string) =>
  s.db.selectFrom('user').selectAll().where('name', '=', name).execute()

describe('a valid file', () => {
  test('leaves no trace in a trial; runs with its figures; stores source and audit', async () => {
    const rows = [
      row(),
      row({
        'Jenis Kelamin': 'Perempuan',
        'Tanggal Lahir': '7 Agustus 2014',
        Outlet: 'nada makassar',
      }),
    ]
    const trial = await tried(s.admin, csv(rows))
    expect(trial).toMatchObject({
      status: 'siap',
      baris: 2,
      diproses: 2,
      berhasil: 2,
      akun_baru: 2,
      gagal: 0,
      galat: [],
    })
    expect(await count()).toBe(users)
    const result = await run(s.admin, trial.id)
    expect(result.status).toBe('selesai')
    expect(figures(result)).toEqual(figures(trial))
    expect(await count()).toBe(users + 4)
    const [child] = await named(rows[1]!['Nama *']!)
    const [payer] = await named(rows[1]!['Nama Akun Billing']!)
    expect(child).toMatchObject({
      role_id: RoleId.peserta,
      status: UserStatus.aktif,
      gender: 'Perempuan',
      tanggal_lahir: '2014-08-07',
      gedung_id: s.ids.gedung2,
      akun_billing_id: payer!.id,
      sumber: 'import',
      persetujuan_oleh: 'Wali',
      wali_phone: '+6281234567890',
    })
    expect(payer).toMatchObject({
      role_id: RoleId.akunBilling,
      status: UserStatus.aktif,
      sumber: 'import',
      phone: expect.stringMatching(/^\+62857/),
      password_hash: null,
    })
    const { no_induk } = await s.db
      .selectFrom('peserta_profil')
      .select('no_induk')
      .where('user_id', '=', child!.id)
      .executeTakeFirstOrThrow()
    expect(
      must(await s.admin.get(`/user?jenis=peserta&q=${no_induk}`)).map((u: { id: number }) => u.id),
    ).toEqual([child!.id])
    const audit = await s.db
      .selectFrom('audit')
      .select(['aksi', 'created_by'])
      .where('entitas', '=', 'user')
      .where('entitas_id', '=', child!.id)
      .execute()
    expect(audit).toEqual([{ aksi: 'create', created_by: s.ids.admin }])
    expect(
      (
        await s.db
          .selectFrom('import_job')
          .select('isi')
          .where('id', '=', trial.id)
          .executeTakeFirstOrThrow()
      ).isi,
    ).toBe('[]')
  })
  test('runs the documented call at once, and repeats the response for the same key', async () => {
    const file = csv([row()])
    const first = must(await send(s.admin, file, {}, 'sekali'))
    expect(first).toMatchObject({ status: 'selesai', berhasil: 1, akun_baru: 1 })
    expect(must(await send(s.admin, file, {}, 'sekali'))).toEqual(first)
    expect((await send(s.admin, csv([row()]), {}, 'sekali')).status).toBe(422)
    expect(await count()).toBe(users + 2)
    // Without a key the repeated call is a new import, which finds the students already imported.
    expect(must(await send(s.admin, file))).toMatchObject({
      berhasil: 0,
      gagal: 1,
      galat: [
        {
          masalah: [{ kolom: 'Nama', pesan: expect.stringMatching(/^Peserta ini sudah ada \(P-/) }],
        },
      ],
    })
    expect(await count()).toBe(users + 2)
  })
  test('reads XLSX with days as days and numbers as numbers', async () => {
    const kinds: Record<string, SheetColumn['kind']> = {
      'Tanggal Lahir': 'hari',
      'No. HP Akun Billing': 'angka',
      'No. HP Wali': 'angka',
      'Kode Pos': 'angka',
    }
    const columns = [...head, 'Kode Pos'].map((label): SheetColumn => ({
      label,
      kind: kinds[label] ?? 'teks',
      width: 10,
    }))
    const name = `Anak Excel ${++last}`
    const result = must(
      await s.admin.upload(
        '/user/import',
        'murid.xlsx',
        await xlsx(
          [
            {
              ...row(),
              'Nama *': name,
              'Tanggal Lahir': '2016-02-29',
              'No. HP Akun Billing': 85711112222,
              'No. HP Wali': 81234567890,
              'Kode Pos': 1234,
            },
          ],
          columns,
        ),
      ),
    )
    expect(result).toMatchObject({ berhasil: 1, gagal: 0 })
    expect((await named(name))[0]).toMatchObject({
      tanggal_lahir: '2016-02-29',
      wali_phone: '+6281234567890',
      kode_pos: '01234',
    })
  })
  test('keeps courses by code or name with the student; reports an unknown one', async () => {
    const { kode, nama } = await s.db
      .selectFrom('kursus')
      .select(['kode', 'nama'])
      .where('id', '=', s.ids.kursus)
      .executeTakeFirstOrThrow()
    const lines = [
      row({ kursus_kode: `${kode.toLowerCase()}; ${nama}` }),
      row({ kursus_kode: 'XYZ' }),
    ]
    const job = must(await send(s.admin, csv(lines)))
    expect(job).toMatchObject({
      berhasil: 1,
      gagal: 1,
      galat: [{ masalah: [{ kolom: 'Kursus yang Diminati', pesan: '"XYZ" tidak ditemukan' }] }],
    })
    const [child] = await named(lines[0]!['Nama *']!)
    expect(
      (
        await s.db
          .selectFrom('peserta_profil')
          .select('kursus_minat')
          .where('user_id', '=', child!.id)
          .executeTakeFirstOrThrow()
      ).kursus_minat,
    ).toBe(`[${s.ids.kursus}]`)
  })
  test('is read with 5,000 rows, and families stay together', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) =>
      row({ 'No. HP Akun Billing': `0858${10_000_000 + (i % 2500)}`, 'Email Akun Billing': '' }),
    )
    const { kepala, isi } = readSheetRows(
      pesertaImport,
      readSheet(Buffer.from(csv(rows)), { rows: 5000, columns: 60 }),
    )
    const { groups } = groupRows(pesertaImport, isi, await rowMarks(pesertaImport, kepala, isi))
    expect(groups.flat().length).toBe(5000)
    expect(Math.max(...groups.map((g) => g.length))).toBeLessThanOrEqual(60)
    const phone = kepala.findIndex((k) => k.kunci === 'akun_phone')
    for (const group of groups)
      for (const b of group)
        expect(group.filter((member) => member.sel[phone] === b.sel[phone])).toHaveLength(2)
    expect((await send(s.admin, csv([...rows, row()]), { pratinjau: '1' })).data.errors).toEqual([
      { field: 'file', message: expect.stringMatching(/maksimal 5.000/) },
    ])
  })
})

describe('families', () => {
  test('are rejected as a whole when more rows are linked than allowed', async () => {
    // Each row shares one of its two contacts (phone number, mail address) with the row before it,
    // and the other contact with the row after it.
    const rows = Array.from({ length: 61 }, (_, i) =>
      row({
        'No. HP Akun Billing': `0859${20_000_000 + Math.floor(i / 2)}`,
        'Email Akun Billing': `rantai${Math.floor((i + 1) / 2)}@contoh.id`,
      }),
    )
    const grouped = async (text: string) => {
      const { kepala, isi } = readSheetRows(
        pesertaImport,
        readSheet(Buffer.from(text), { rows: 5000, columns: 60 }),
      )
      return groupRows(pesertaImport, isi, await rowMarks(pesertaImport, kepala, isi))
    }
    const family = await grouped(csv(rows.slice(1)))
    expect([family.groups.length, family.rejected.size]).toEqual([1, 0])
    expect((await grouped(csv([...rows, row()]))).rejected.size).toBe(61)
  })
  test('matches a payer by number or mail, within the file and among existing ones', async () => {
    const [first, knownRow] = [row(), row()]
    const sibling = row({
      'No. HP Akun Billing': `+62 ${first['No. HP Akun Billing']!.slice(1)}`,
      'Email Akun Billing': '',
      'Nama Akun Billing': 'Ayahnya',
    })
    const third = row({
      'No. HP Akun Billing': '',
      'Email Akun Billing': first['Email Akun Billing']!.toUpperCase(),
    })
    const { phone } = await s.db
      .selectFrom('user')
      .select('phone')
      .where('id', '=', s.ids.akun)
      .executeTakeFirstOrThrow()
    const ofKnown = { ...knownRow, 'No. HP Akun Billing': phone!, 'Email Akun Billing': '' }
    const result = must(await send(s.admin, csv([first, row(), sibling, ofKnown, third])))
    expect(result).toMatchObject({ berhasil: 5, akun_baru: 2, gagal: 0 })
    const payers = await Promise.all(
      [first, sibling, third, ofKnown].map(
        async (r: Record<string, string>) => (await named(r['Nama *']!))[0]!.akun_billing_id,
      ),
    )
    expect(new Set(payers.slice(0, 3)).size).toBe(1)
    expect(payers[3]).toBe(s.ids.akun)
  })
  test('reports a number and a mail of different payers, and a number of two payers', async () => {
    const [a, b] = [row(), row()]
    must(await send(s.admin, csv([a, b])))
    must(
      await s.admin.post('/user/create', {
        role_id: RoleId.akunBilling,
        name: 'Nomor Sama',
        phone: a['No. HP Akun Billing']!,
        email: `sama${last}@contoh.id`,
      }),
    )
    const result = await tried(
      s.admin,
      csv([
        row({
          'No. HP Akun Billing': b['No. HP Akun Billing']!,
          'Email Akun Billing': a['Email Akun Billing']!,
        }),
        row({ 'No. HP Akun Billing': a['No. HP Akun Billing']!, 'Email Akun Billing': '' }),
        row({
          'No. HP Akun Billing': a['No. HP Akun Billing']!,
          'Email Akun Billing': '',
          'Nama Akun Billing': a['Nama Akun Billing']!,
        }),
      ]),
    )
    expect(problems(result)).toEqual([
      [2, 'Email Akun Billing: No. HP dan email menunjuk dua akun billing yang berbeda'],
      [3, 'No. HP Akun Billing: Ada lebih dari satu akun billing dengan nomor ini: tulis emailnya'],
    ])
    expect(result).toMatchObject({ berhasil: 1, akun_baru: 0 })
  })
  test('creates no payer with a rejected first child; the sibling creates it', async () => {
    const bad = row({ 'Tanggal Lahir': '2999-01-01' })
    const good = row({
      'No. HP Akun Billing': bad['No. HP Akun Billing']!,
      'Email Akun Billing': bad['Email Akun Billing']!,
    })
    const trial = await tried(s.admin, csv([bad, good]))
    const result = await run(s.admin, trial.id)
    expect(figures(result)).toEqual(figures(trial))
    expect(result).toMatchObject({ berhasil: 1, akun_baru: 1, gagal: 1 })
    expect(await named(bad['Nama Akun Billing']!)).toEqual([])
    expect(await named(good['Nama Akun Billing']!)).toHaveLength(1)
  })
  test('rejects each row of a number that occurs in more rows than a family has', async () => {
    const result = await tried(
      s.admin,
      csv(
        Array.from({ length: 70 }, () =>
          row({ 'No. HP Akun Billing': '085700000001', 'Email Akun Billing': '' }),
        ),
      ),
    )
    expect(result).toMatchObject({ berhasil: 0, akun_baru: 0, gagal: 70 })
    expect(problems(result)[0]).toEqual([
      2,
      'No. HP Akun Billing: Lebih dari 60 baris dengan No. HP atau email yang sama. Periksa nomornya.',
    ])
  })
})

describe('invalid rows', () => {
  test('report all problems of a row at once, whatever is checked first', async () => {
    const bad = row({
      Outlet: 'Bulan',
      Sales: 'Tidak Ada',
      'Jenis Kelamin': 'Entah',
      'Tanggal Lahir': '',
      'No. HP Akun Billing': '12',
    })
    expect(problems(await tried(s.admin, csv([bad])))).toEqual([
      [
        2,
        'Outlet: "Bulan" tidak ditemukan',
        'Sales: "Tidak Ada" tidak ditemukan',
        'Jenis Kelamin: Pilihan tidak dikenal. Yang ada: Laki-laki, Perempuan',
        'Tanggal Lahir: Wajib diisi',
        'No. HP Akun Billing: Nomor telepon tidak valid',
      ],
    ])
  })
  test('report line, column and reason; valid rows succeed; returns them to correct', async () => {
    const good = [row(), row()]
    const bad = [
      row({ 'Nama *': '' }),
      row({ 'Jenis Kelamin': 'Entah', 'Tanggal Lahir': '31/02/2015' }),
      row({ Outlet: 'Bulan' }),
      row({ 'Persetujuan Wali': 'tidak' }),
      row({ 'No. HP Akun Billing': '12', 'Email Akun Billing': '@x' }),
      row({ 'No. HP Akun Billing': '', 'Email Akun Billing': '' }),
      row({ 'Email Peserta': 'ayu.admin@contoh.id' }),
      row({ 'Nama *': '=cmd|x', 'Tanggal Lahir': '' }),
    ]
    const trial = await tried(s.admin, csv([good[0]!, ...bad, good[1]!, row({ Warna: 'biru' })]))
    expect(problems(trial)).toEqual(
      [
        [3, 'Nama: Wajib diisi'],
        [
          4,
          'Jenis Kelamin: Pilihan tidak dikenal. Yang ada: Laki-laki, Perempuan',
          'Tanggal Lahir: Tanggal tidak valid',
        ],
        [5, 'Outlet: "Bulan" tidak ditemukan'],
        [6, 'Persetujuan Wali: Persetujuan wali wajib untuk peserta di bawah 18 tahun'],
        [
          7,
          'Email Akun Billing: Email tidak valid',
          'No. HP Akun Billing: Nomor telepon tidak valid',
        ].toSorted((a, b) => String(a).localeCompare(String(b))),
        [8, 'No. HP Akun Billing: Isi nomor HP atau email'],
        [9, 'Email Peserta: Email sudah dipakai'],
        [10, 'Tanggal Lahir: Wajib diisi'],
      ]
        .map((p) => [p[0], ...p.slice(1)])
        .map((p, i) => (i === 4 ? [7, ...problems(trial)[4]!.slice(1)] : p)),
    )
    expect(problems(trial)[4]!.slice(1).toSorted()).toEqual([
      'Email Akun Billing: Email tidak valid',
      'No. HP Akun Billing: Nomor telepon tidak valid',
    ])
    expect(trial).toMatchObject({ berhasil: 3, gagal: 8, kolom_lain: ['Warna'] })
    const result = await run(s.admin, trial.id)
    expect(figures(result)).toEqual(figures(trial))
    for (const format of ['csv', 'xlsx']) {
      const file = await s.admin.bytes(`/user/import-galat?id=${trial.id}&format=${format}`)
      expect(file.headers.get('content-disposition')).toContain(`perbaiki-murid.${format}`)
      const [top, ...rest] = readSheet(file.data, { rows: 100, columns: 60 }).rows.map((r) => [
        ...r.cells.values(),
      ])
      expect(top).toEqual([...head, 'Email Peserta', 'Warna', 'Kesalahan'])
      expect(rest).toHaveLength(8)
      expect(rest[1]!.at(-1)).toBe(
        'Jenis Kelamin: Pilihan tidak dikenal. Yang ada: Laki-laki, Perempuan; Tanggal Lahir: Tanggal tidak valid',
      )
      expect(rest[7]![0]).toBe('=cmd|x')
    }
    // Uploads the file of rejected rows after correcting one row. This row is imported, and the
    // remaining seven rows are rejected again.
    const file = (
      await s.admin.bytes(`/user/import-galat?id=${trial.id}&format=csv`)
    ).data.toString('utf8')
    const again = must(await send(s.admin, file.replace('Bulan', 'JKT')))
    expect(again).toMatchObject({ berhasil: 1, gagal: 7, kolom_lain: ['Warna'] })
  })
  test.each<[string, string | Buffer, RegExp]>([
    ['nothing', '', /Pilih berkas/],
    ['a few bytes', 'a', /kosong/],
    ['no head', '1;2;3\n4;5;6', /Kolom "Nama" tidak ada/],
    ['a head alone', 'Nama;Outlet\n', /Tidak ada baris/],
    ['the example alone', 'Nama;Outlet\n"Contoh: Sari";JKT', /Tidak ada baris/],
    ['a column twice', 'Nama;Outlet;Nama Peserta\nA;B;C', /dua kali/],
    [
      'a picture',
      Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]),
      /Pilih berkas XLSX atau CSV/,
    ],
    ['a broken zip', Buffer.from('PK\x03\x04rusak sekali'), /rusak/],
  ])('%s loses nothing and is reported', async (_, file, message) => {
    const { status, data } = await send(s.admin, file, { pratinjau: '1' })
    expect([status, data.message]).toEqual([422, expect.stringMatching(message)])
    expect(await count()).toBe(users)
  })
  test('rejects a file over 5 MB, and an unknown mode', async () => {
    expect((await send(s.admin, 'x'.repeat(5 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await send(s.admin, csv([row()]), { mode: 'hapus' })).data.errors[0].field).toBe('mode')
  })
})

describe('an update', () => {
  test('matches by number, or name and birthday; changes only the given columns', async () => {
    const child = row()
    must(await send(s.admin, csv([child])))
    const [before] = await named(child['Nama *']!)
    const { no_induk } = await s.db
      .selectFrom('peserta_profil')
      .select('no_induk')
      .where('user_id', '=', before!.id)
      .executeTakeFirstOrThrow()
    const byNumber = { 'Nama *': 'Nama Baru Impor', 'No. Induk': no_induk, Sekolah: 'SD 1' }
    expect(must(await send(s.admin, csv([byNumber]), { mode: 'perbarui' }))).toMatchObject({
      berhasil: 0,
      diperbarui: 1,
      akun_baru: 0,
      gagal: 0,
    })
    expect((await named('Nama Baru Impor'))[0]).toMatchObject({
      id: before!.id,
      tanggal_lahir: before!.tanggal_lahir,
      akun_billing_id: before!.akun_billing_id,
      gender: before!.gender,
    })
    const byFamily = { ...child, 'Nama *': 'Nama Baru Impor', Kota: 'Solo' }
    expect(must(await send(s.admin, csv([byFamily, row()]), { mode: 'perbarui' }))).toMatchObject({
      berhasil: 1,
      diperbarui: 1,
      akun_baru: 1,
    })
    expect((await named('Nama Baru Impor'))[0]).toMatchObject({ id: before!.id, kota: 'Solo' })
    expect(problems(await tried(s.admin, csv([byNumber])))).toEqual([
      [2, `No. Induk: Peserta ini sudah ada (${no_induk})`],
    ])
    expect(
      problems(
        await tried(s.admin, csv([{ ...byNumber, 'No. Induk': 'P-1999-99999' }]), {
          mode: 'perbarui',
        }),
      ),
    ).toEqual([[2, 'No. Induk: No. Induk tidak ditemukan. Kosongkan untuk peserta baru.']])
  })
  test('clears an optional field with a dash, and ignores the dash for a new student', async () => {
    const child = row({
      Sekolah: '-',
      Kota: 'Solo',
      'Nama Panggilan': 'Ani',
      Sales: 'Dewi Sales',
      'Kursus yang Diminati': 'PNO-1',
      Catatan: '–',
      Kewarganegaraan: '-',
    })
    must(await send(s.admin, csv([child])))
    const read = async () => {
      const [student] = await named(child['Nama *']!)
      return {
        ...student,
        ...(await s.db
          .selectFrom('peserta_profil')
          .select(['no_induk', 'sekolah', 'catatan', 'kursus_minat'])
          .where('user_id', '=', student!.id)
          .executeTakeFirstOrThrow()),
      }
    }
    const before = await read()
    expect(before).toMatchObject({
      sekolah: null,
      catatan: null,
      kota: 'Solo',
      nama_panggilan: 'Ani',
      sales_id: s.ids.sales,
      kursus_minat: `[${s.ids.kursus}]`,
      citizenship: 'WNI',
    })
    const change = (more: Record<string, string>) =>
      send(s.admin, csv([{ 'Nama *': child['Nama *']!, 'No. Induk': before.no_induk, ...more }]), {
        mode: 'perbarui',
      }).then(must)
    const strip = {
      Kota: '-',
      'Nama Panggilan': '—',
      Sales: '-',
      'Kursus yang Diminati': '-',
      'No. HP Akun Billing': '-',
      'Email Akun Billing': '-',
      'Nama Akun Billing': '-',
    }
    expect(await change(strip)).toMatchObject({ diperbarui: 1, gagal: 0 })
    expect(await read()).toMatchObject({
      kota: null,
      nama_panggilan: null,
      sales_id: null,
      kursus_minat: '[]',
      akun_billing_id: before.akun_billing_id,
      gender: 'Laki-laki',
    })
    expect(
      problems(await change({ Outlet: '-', 'Tanggal Lahir': '-', Kewarganegaraan: '-' }))[0],
    ).toEqual([2, 'Kewarganegaraan: Wajib diisi'])
    expect(problems(await change({ Outlet: '-', 'Tanggal Lahir': '-' }))[0]?.toSorted()).toEqual(
      [2, 'Outlet: Wajib diisi', 'Tanggal Lahir: Wajib diisi'].toSorted(),
    )
    expect(await read()).toMatchObject({ gedung_id: s.ids.gedung, tanggal_lahir: '2015-03-04' })
  })
})

describe('limits of an import', () => {
  test('keep an admin of one outlet from other outlets, families and students', async () => {
    const { phone, email } = await s.db
      .selectFrom('user')
      .select(['phone', 'email'])
      .where('id', '=', s.ids.akun)
      .executeTakeFirstOrThrow()
    const { no_induk } = await s.db
      .selectFrom('peserta_profil')
      .select('no_induk')
      .where('user_id', '=', s.ids.peserta)
      .executeTakeFirstOrThrow()
    const trial = await tried(
      s.admin2,
      csv([
        row({ Outlet: 'JKT' }),
        row({ Outlet: 'MKS', 'No. HP Akun Billing': '', 'Email Akun Billing': email! }),
        row({ Outlet: 'MKS', 'No. Induk': no_induk }),
        row({ Outlet: 'MKS' }),
        row({ Outlet: 'MKS', Sales: 'Dewi Sales' }),
      ]),
      { mode: 'perbarui' },
    )
    expect(problems(trial)).toEqual([
      [2, 'Outlet: "JKT" tidak ditemukan'],
      [3, 'Email Akun Billing: Email sudah dipakai'],
      [4, expect.stringMatching(/No. Induk tidak ditemukan/)],
      [6, 'Sales: "Dewi Sales" tidak ditemukan'],
    ])
    expect(trial).toMatchObject({ berhasil: 1, akun_baru: 1 })
    // Uses the phone number of a payer of another outlet, whom this admin cannot see. The import
    // must create a new payer instead of using the existing payer.
    const ownRow = row({ Outlet: 'MKS', 'No. HP Akun Billing': phone! })
    expect(must(await send(s.admin2, csv([ownRow])))).toMatchObject({ berhasil: 1, akun_baru: 1 })
    expect((await named(ownRow['Nama *']!))[0]!.akun_billing_id).not.toBe(s.ids.akun)
  })
  test('ignore staff columns, reject roles without the code, hide jobs of others', async () => {
    const sly = row({
      Role: '1',
      role_id: '1',
      status: '0',
      Username: 'superadmin',
      password: 'rahasia-uji',
    })
    const trial = await tried(s.admin, csv([sly]))
    expect(trial.kolom_lain).toEqual(['Role', 'role_id', 'status', 'Username', 'password'])
    await run(s.admin, trial.id)
    expect((await named(sly['Nama *']!))[0]).toMatchObject({
      role_id: RoleId.peserta,
      status: UserStatus.aktif,
      password_hash: null,
    })
    for (const client of [s.sales, s.pelatih, s.akun, s.peserta]) {
      expect((await send(client, csv([row()]))).status).toBe(403)
      expect((await client.bytes('/user/template')).status).toBe(403)
    }
    for (const client of [s.superadmin, s.admin2])
      for (const path of ['import-job', 'import-galat'])
        expect((await client.get(`/user/${path}?id=${trial.id}`)).status).toBe(404)
    for (const path of ['import-jalankan', 'import-batal'])
      expect((await s.superadmin.post(`/user/${path}?id=${trial.id}`)).status).toBe(404)
  })
  test('accepts the template filled in below its header', async () => {
    for (const format of ['xlsx', 'csv']) {
      const { data, headers } = await s.admin.bytes(`/user/template?format=${format}`)
      expect(headers.get('content-disposition')).toContain(`template-peserta.${format}`)
      expect((await s.admin.upload('/user/import', 'template', data)).data.message).toBe(
        'Tidak ada baris untuk diimpor',
      )
      const { kepala } = readSheetRows(pesertaImport, {
        rows: [
          ...readSheet(data, { rows: 10, columns: 60 }).rows,
          { line: 3, cells: new Map([[0, 'A']]) },
        ],
        epoch: 0,
      })
      expect(kepala.filter((k) => k.kunci === null)).toEqual([])
      expect(new Set(kepala.map((k) => k.kunci)).size).toBe(27)
    }
    expect((await s.admin.get('/user/template?format=exe')).status).toBe(422)
  })
})

describe('stopping and resuming', () => {
  test('discards a trial but not a run; a discarded job does not run', async () => {
    const trial = await tried(s.admin, csv([row()]))
    expect(must(await s.admin.post(`/user/import-batal?id=${trial.id}`)).status).toBe('dibatalkan')
    expect((await s.admin.post(`/user/import-jalankan?id=${trial.id}`)).status).toBe(409)
    expect(await count()).toBe(users)
    const finished = await run(s.admin, (await tried(s.admin, csv([row()]))).id)
    expect((await s.admin.post(`/user/import-batal?id=${finished.id}`)).status).toBe(409)
    expect(must(await s.admin.post(`/user/import-jalankan?id=${finished.id}`)).status).toBe(
      'selesai',
    )
    expect(await count()).toBe(users + 2)
  })
  test('resumes an interrupted run; creates nobody twice when pressed twice', async () => {
    const rows = Array.from({ length: 50 }, () => row())
    const trial = await tried(s.admin, csv(rows))
    await Promise.all([1, 2, 3].map(() => s.admin.post(`/user/import-jalankan?id=${trial.id}`)))
    await done(s.admin, trial.id)
    expect(await count()).toBe(users + 100)
    // Simulates a crash between two transactions of a job: its first forty rows are imported, and
    // the job is still running.
    const more = Array.from({ length: 50 }, () => row())
    const second = await tried(s.admin, csv(more))
    const job = await s.db
      .selectFrom('import_job')
      .selectAll()
      .where('id', '=', second.id)
      .executeTakeFirstOrThrow()
    await s.db
      .updateTable('import_job')
      .set({ status: 'berjalan', diproses: 40, berhasil: 40, akun_baru: 40 })
      .where('id', '=', second.id)
      .execute()
    must(await s.admin.post(`/user/import-jalankan?id=${second.id}`))
    expect(await done(s.admin, second.id)).toMatchObject({
      status: 'selesai',
      diproses: 50,
      berhasil: 50,
      gagal: 0,
    })
    expect(await count()).toBe(users + 100 + 20)
    expect(fromJson<unknown[]>(job.isi)).toHaveLength(50)
    await expect(continueJob({ db: s.db } as never, second.id)).resolves.toBeUndefined()
  })
  test.runIf(process.env.ENGINE === 'postgres')(
    'leaves a job to the process that works on it, and resumes when that process has died',
    async () => {
      const { id } = await tried(s.admin, csv([row()]))
      const [claimed, died] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const otherProcess = transaction(s.db, async (trx) => {
        expect(await claimJob(trx, id)).toBe(true)
        claimed.resolve()
        await died.promise
      })
      await claimed.promise
      const begun = { status: 'berjalan', diproses: 0, berhasil: 0 } as const
      await s.db.updateTable('import_job').set(begun).where('id', '=', id).execute()
      await continueJob({ db: s.db } as never, id)
      expect(must(await s.admin.get(`/user/import-job?id=${id}`))).toMatchObject(begun)
      died.resolve()
      await otherProcess
      expect(await run(s.admin, id)).toMatchObject({ status: 'selesai', berhasil: 1 })
    },
  )
  test('creates one payer and each child once in two concurrent imports of a family', async () => {
    const shared = row()
    const sister = row({
      'No. HP Akun Billing': shared['No. HP Akun Billing']!,
      'Email Akun Billing': shared['Email Akun Billing']!,
    })
    const results = await Promise.all(
      [csv([shared, sister]), csv([sister, shared])].map(async (file) =>
        must(await send(s.admin, file)),
      ),
    )
    expect(results.reduce((n, r) => n + r.berhasil, 0)).toBe(2)
    expect(results.reduce((n, r) => n + r.akun_baru, 0)).toBe(1)
    expect(await count()).toBe(users + 3)
  })
})
