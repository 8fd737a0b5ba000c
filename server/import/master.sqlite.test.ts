/**
 * Tests the import of master data: every kind of column, the rules of each resource, equal results
 * of trial and run, and existing rows recognized by their key.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Hari, RoleId } from '#contract/enums.ts'
import { importable, imporNames } from '#contract/import/importKeys.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Client } from '#mocks/api/api.ts'
import { makeKelas, makeOutlet, makePelatih } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { rowOf, xlsxOf, type SheetColumn } from '#server/export/xlsx.ts'
import { readSheetRows } from '#server/import/columns.ts'
import { jenisOf } from '#server/import/kinds.ts'
import { readSheet } from '#server/import/sheets/sheet.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const done = async (client: Client, name: string, id: number) => {
  for (;;) {
    const job = must(await client.get(`/${name}/import-job?id=${id}`))
    if (job.status !== 'memeriksa' && job.status !== 'berjalan') return job
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
}
const csv = (...lines: string[]) => lines.join('\n')
const tried = async (name: string, file: string | Uint8Array, mode = 'tambah', client = s.admin) =>
  done(
    client,
    name,
    must(await client.upload(`/${name}/import`, `${name}.csv`, file, { pratinjau: '1', mode })).id,
  )
/**
 * Tries and runs an import, checks that trial and run have the same result, and returns this
 * result.
 */
const ran = async (name: string, file: string | Uint8Array, mode = 'tambah', client = s.admin) => {
  const trial = await tried(name, file, mode, client)
  must(await client.post(`/${name}/import-jalankan?id=${trial.id}`))
  const result = await done(client, name, trial.id)
  const figures = ({ berhasil, diperbarui, gagal, galat }: Record<string, unknown>) => ({
    berhasil,
    diperbarui,
    gagal,
    galat,
  })
  expect(figures(result)).toEqual(figures(trial))
  return result
}
const problems = (job: {
  galat: { baris: number; masalah: { kolom: string; pesan: string }[] }[]
}) => job.galat.map((g) => [g.baris, ...g.masalah.map((m) => `${m.kolom}: ${m.pesan}`)])
const byKode = async (name: string, kode: string) =>
  (must(await s.superadmin.get(`/${name}?q=${kode}`)) as Record<string, unknown>[]).find(
    (r) => r.kode === kode,
  )

test.each(imporNames)(
  '%s: has its fields as keys, accepts the template unchanged, and has no secret column',
  async (name) => {
    const jenis = jenisOf(name)
    expect(importable[name].filter((k) => !(k in jenis.columns))).toEqual([])
    for (const format of ['xlsx', 'csv']) {
      const { data, headers } = await s.admin.bytes(`/${name}/template?format=${format}`)
      expect(headers.get('content-disposition')).toContain(`.${format}`)
      expect((await s.admin.upload(`/${name}/import`, 'template', data)).data.message).toBe(
        'Tidak ada baris untuk diimpor',
      )
      const { kepala } = readSheetRows(jenis, {
        rows: [
          ...readSheet(data, { rows: 10, columns: 60 }).rows,
          { line: 3, cells: new Map([...Array(12).keys()].map((i) => [i, 'A'])) },
        ],
        epoch: 0,
      })
      expect(kepala.map((k) => k.kunci)).toEqual(Object.keys(jenis.columns))
    }
    expect((await s.admin.bytes(`/${name}/template?format=csv`)).data.toString()).toContain(
      'sel berisi tanda - dikosongkan',
    )
    for (const client of [s.sales, s.pelatih, s.akun]) {
      expect((await client.upload(`/${name}/import`, 'x.csv', 'Nama;Kode\nA;B')).status).toBe(403)
      expect((await client.bytes(`/${name}/template`)).status).toBe(403)
    }
  },
)

describe('column kinds', () => {
  test('reads texts, times, phones, choices, a code in small letters', async () => {
    expect(
      await ran(
        'gedung',
        csv(
          'kode;NAMA OUTLET;alamat;Kota;Telepon;Zona Waktu;Jam Buka;Jam Tutup;Status',
          'bdg1;Nada Bandung;Jl. Braga 1;Bandung;022-7654321;wib;9.00;21:00:00;aktif',
          'BDG2;Nada Dago;Jl. Dago;Bandung;;Asia/Makassar;;;nonaktif',
        ),
      ),
    ).toMatchObject({ berhasil: 2, gagal: 0 })
    expect(await byKode('gedung', 'BDG1')).toMatchObject({
      nama: 'Nada Bandung',
      phone: '+62227654321',
      zona_waktu: 'Asia/Jakarta',
      jam_buka: '09:00',
      jam_tutup: '21:00',
      status: 'aktif',
    })
    expect(await byKode('gedung', 'BDG2')).toMatchObject({
      phone: null,
      zona_waktu: 'Asia/Makassar',
      jam_buka: '08:00',
      status: 'nonaktif',
    })
  })
  test('reads rupiah, numbers, yes and no, references by code or name, and lists', async () => {
    const { nama } = await s.db
      .selectFrom('kategori_kursus')
      .select('nama')
      .where('id', '=', s.ids.kategori)
      .executeTakeFirstOrThrow()
    const line = (kode: string, price: string, more = ';;') =>
      `${kode};Kursus ${kode};${nama.toUpperCase()};Grup;60;8;${price};${more}`
    const head =
      'Kode;Nama Kursus;Kategori;Tipe;Durasi;Kapasitas Maksimal;Biaya Bulanan;Outlet;Kena PPN'
    expect(
      await ran(
        'kursus',
        csv(
          head,
          line('A1', 'Rp350.000,-', '"JKT; nada makassar";ya'),
          line('A2', '"1.250.000,-"', ';tidak'),
          line('A3', '400000'),
        ),
      ),
    ).toMatchObject({ berhasil: 3, gagal: 0 })
    expect(await byKode('kursus', 'A1')).toMatchObject({
      kategori_kursus_id: s.ids.kategori,
      tipe: 'group',
      durasi_menit: 60,
      kapasitas_maks: 8,
      biaya_bulanan: 350_000,
      ppn_kena: true,
      gedung: [s.ids.gedung, s.ids.gedung2],
    })
    expect(await byKode('kursus', 'A2')).toMatchObject({
      biaya_bulanan: 1_250_000,
      ppn_kena: false,
      gedung: [],
    })
    expect(
      problems(
        await tried(
          'kursus',
          csv(
            head,
            line('B1', '350,5'),
            line('B2', '1000', 'JKT,Bulan;mungkin'),
            `B3;C;Tidak Ada;private;60;1;1;;`,
            line('B4', '1').replace('Grup', 'Trio').replace(';60;', ';50;'),
          ),
        ),
      ),
    ).toEqual([
      [2, 'Biaya Bulanan: Harus berupa rupiah bulat'],
      [3, 'Outlet: "JKT,Bulan" tidak ditemukan', 'Kena PPN: Harus ya atau tidak'],
      [4, 'Kategori: "Tidak Ada" tidak ditemukan'],
      [5, 'Tipe: Pilihan tidak dikenal. Yang ada: Privat, Grup'],
    ])
  })
  test('reads days and amounts of a spreadsheet', async () => {
    const columns: SheetColumn[] = [
      ['Kode', 'teks'],
      ['Nama Biaya', 'teks'],
      ['Jenis Billing', 'teks'],
      ['Nominal', 'rupiah'],
      ['Ditagih saat', 'teks'],
      ['Berlaku Mulai', 'hari'],
    ].map(([label, kind]) => ({ label: label!, kind: kind as SheetColumn['kind'], width: 10 }))
    const parts: Uint8Array[] = []
    for await (const part of xlsxOf(
      columns,
      (async function* () {
        yield [
          rowOf(columns, ['SRG', 'Seragam', 'Biaya Tambahan', 150_000, 'Manual', '2026-07-01']),
        ]
      })(),
    ))
      parts.push(part)
    expect(await ran('biaya', Buffer.concat(parts))).toMatchObject({ berhasil: 1, gagal: 0 })
    expect(await byKode('biaya', 'SRG')).toMatchObject({
      nominal: 150_000,
      pemicu: 'manual',
      berlaku_mulai: '2026-07-01',
    })
  })
  test('stores levels in order; keeps remaining ones on an update', async () => {
    expect(
      await ran(
        'kategori-kursus',
        csv('Nama,Nama Level,Warna', 'Biola,Dasar; Menengah ;Mahir,#112233'),
      ),
    ).toMatchObject({ berhasil: 1 })
    const levels = async () =>
      must(await s.admin.get('/kategori-kursus?q=biola&expand=levels'))[0].levels as {
        id: number
        nama: string
      }[]
    const before = await levels()
    expect(before.map((l) => l.nama)).toEqual(['Dasar', 'Menengah', 'Mahir'])
    expect(
      await ran(
        'kategori-kursus',
        csv('Nama,Nama Level', 'biola,Persiapan;dasar;Mahir'),
        'perbarui',
      ),
    ).toMatchObject({ diperbarui: 1 })
    const after = await levels()
    expect(after.map((l) => l.nama)).toEqual(['Persiapan', 'Dasar', 'Mahir'])
    expect([after[1]!.id, after[2]!.id]).toEqual([before[0]!.id, before[2]!.id])
    expect(
      problems(await tried('kategori-kursus', csv('Nama,Nama Level', 'Harpa,Dasar;dasar'))),
    ).toEqual([[2, 'Nama Level: Level ini sudah ada di atas']])
  })
})

describe('rooms and holidays', () => {
  test('identify a room by outlet and name, and read facilities as a list', async () => {
    expect(
      await ran(
        'ruang',
        csv(
          'Nama Ruang;Outlet;Kapasitas;Fasilitas',
          'Mozart;JKT;4;"Piano; AC"',
          'Mozart;MKS;6;',
          'mozart;jkt;9;',
        ),
      ),
    ).toMatchObject({
      berhasil: 2,
      gagal: 1,
      galat: [{ baris: 4, masalah: [{ kolom: 'Nama Ruang', pesan: 'Ruang ini sudah ada' }] }],
    })
    expect(
      await ran('ruang', csv('Nama Ruang;Outlet;Kapasitas', 'mozart;jkt;5'), 'perbarui'),
    ).toMatchObject({ diperbarui: 1 })
    const rooms = must(await s.admin.get(`/ruang?gedung_id=${s.ids.gedung}&q=mozart`))
    expect(rooms).toMatchObject([{ nama: 'mozart', kapasitas: 5, fasilitas: ['Piano', 'AC'] }])
  })
  test('store holidays for all outlets or one; update them on a second import', async () => {
    const file = (nama: string) =>
      csv(
        'Tanggal,Nama,Jenis,Mengurangi tagihan,Outlet',
        `17 Agustus 2031,${nama},Nasional,ya,`,
        '2031-08-17,Ulang Tahun Outlet,sekolah,tidak,JKT',
        '25/12/2031,Natal,,,',
      )
    expect(await ran('hari-libur', file('Kemerdekaan'))).toMatchObject({ berhasil: 3, gagal: 0 })
    expect(problems(await tried('hari-libur', file('Kemerdekaan'))).map(([line]) => line)).toEqual([
      2, 3, 4,
    ])
    expect(await ran('hari-libur', file('Hari Kemerdekaan'), 'perbarui')).toMatchObject({
      berhasil: 0,
      diperbarui: 1,
      tidak_berubah: 2,
    })
    expect(
      await s.db
        .selectFrom('hari_libur')
        .select(['nama', 'jenis', 'prorata', 'gedung_id'])
        .where('tanggal', '=', '2031-08-17')
        .orderBy('nama')
        .execute(),
    ).toEqual([
      { nama: 'Hari Kemerdekaan', jenis: 'nasional', prorata: 1, gedung_id: null },
      { nama: 'Ulang Tahun Outlet', jenis: 'sekolah', prorata: 0, gedung_id: s.ids.gedung },
    ])
  })
  test('reject what orphans a lesson or affects a class, without confirmation', async () => {
    const { kursus } = s.ids
    const [place, otherOutlet] = [await makeOutlet(s), await makeOutlet(s)]
    const pelatih_id = await makePelatih(s)
    const first = await makeKelas(s, place, { pelatih_id, hari: Hari.jumat })
    await makeKelas(s, otherOutlet, { pelatih_id, hari: Hari.jumat, jam_mulai: '10:15' })
    const tanggal = addDays(currentDay(), 9)
    await storeLesson(s, first, tanggal, { jam_mulai: '13:00', jam_selesai: '13:30' })
    const rowOf = async (path: string, id: number): Promise<any> =>
      must(await s.superadmin.get(`/${path}/view?id=${id}`))
    const { kode, nama } = await rowOf('gedung', place)
    const problemsOf = async (name: string, file: string) =>
      problems(await tried(name, file, 'perbarui', s.superadmin))
    const onDay = csv('Tanggal,Nama,Outlet', `${tanggal},Hari jadi,${kode}`)
    expect(await problemsOf('hari-libur', onDay)).toEqual([
      [2, expect.stringMatching(/^Tanggal: Pada hari itu ada /)],
    ])
    const hours = (jam: string) => csv('Kode,Nama Outlet,Jam Tutup', `${kode},${nama},${jam}`)
    expect(await problemsOf('gedung', hours('13:15'))).toEqual([
      [2, expect.stringMatching(/^Jam Tutup: Di luar jam buka itu: /)],
    ])
    const course = await rowOf('kursus', kursus)
    expect(
      await problemsOf(
        'kursus',
        csv('Kode,Nama Kursus,Durasi', `${course.kode},${course.nama},90`),
      ),
    ).toEqual([[2, expect.stringMatching(/Guru sudah mengajar/)]])
    for (const name of ['gedung', 'hari-libur'])
      expect(Object.keys(jenisOf(name).columns)).not.toContain('alasan')
  })
  test('read holidays from the visible sheet of a workbook; report the hidden one', async () => {
    const bytes = readFileSync(new URL('sheets/samples/hidden-first-sheet.xlsx', import.meta.url))
    const job = await ran('hari-libur', bytes)
    expect(job).toMatchObject({ baris: 1, berhasil: 1 })
    expect(job.catatan).toEqual(['Lembar tersembunyi tidak dibaca: 2025'])
  })
  test('read a calendar with spans, folded lines and escapes; reject it for rooms', async () => {
    const ics = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'DTSTART;VALUE=DATE:20320210',
      'DTEND;VALUE=DATE:20320212',
      'SUMMARY:Cuti bersama\\, Tahun Baru',
      '  Imlek',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTART:20320501T000000Z',
      'SUMMARY:Hari Buruh',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'SUMMARY:Tanpa hari',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n')
    expect(await ran('hari-libur', ics)).toMatchObject({ baris: 3, berhasil: 3 })
    expect(
      (
        await s.db
          .selectFrom('hari_libur')
          .select(['tanggal', 'nama'])
          .where('tanggal', 'like', '2032%')
          .orderBy('tanggal')
          .execute()
      ).map((r) => `${r.tanggal} ${r.nama}`),
    ).toEqual([
      '2032-02-10 Cuti bersama, Tahun Baru Imlek',
      '2032-02-11 Cuti bersama, Tahun Baru Imlek',
      '2032-05-01 Hari Buruh',
    ])
    expect(
      (await s.admin.upload('/hari-libur/import', 'x.ics', 'BEGIN:VCALENDAR\nEND:VCALENDAR'))
        .status,
    ).toBe(422)
    expect((await s.admin.upload('/ruang/import', 'x.ics', ics)).status).toBe(422)
  })
})

describe('rows', () => {
  const head = 'Kode;Nama;Jenis Billing;Harga;Stok'
  let n = 0
  let kode: string
  beforeEach(() => {
    kode = `P${++n}`
  })
  test('reject an existing row, or update on request only the given columns', async () => {
    must(
      await s.admin.post('/produk-jasa/create', {
        kode,
        nama: 'Buku',
        jenis_billing_id: 4,
        harga: 50_000,
        stok: 7,
      }),
    )
    expect(
      problems(await ran('produk-jasa', csv(head, `${kode};Buku Baru;PRODUK;60000;`))),
    ).toEqual([[2, 'Kode: Produk & Jasa ini sudah ada']])
    expect(
      await ran(
        'produk-jasa',
        csv('Kode;Nama;Harga', `${kode.toLowerCase()};Buku Baru;60.000`),
        'perbarui',
      ),
    ).toMatchObject({ berhasil: 0, diperbarui: 1 })
    expect(await byKode('produk-jasa', kode)).toMatchObject({
      nama: 'Buku Baru',
      harga: 60_000,
      stok: 7,
      versi: 2,
    })
    const log = await s.db
      .selectFrom('audit')
      .select(['aksi', 'created_by'])
      .where('entitas', '=', 'produk-jasa')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(log).toEqual([
      { aksi: 'import', created_by: s.ids.admin },
      { aksi: 'update', created_by: s.ids.admin },
    ])
  })
  test('clear optional columns with a dash; keep the value on an empty cell', async () => {
    const { nama: kategori } = await s.db
      .selectFrom('kategori_kursus')
      .select('nama')
      .where('id', '=', s.ids.kategori)
      .executeTakeFirstOrThrow()
    await ran(
      'kursus',
      csv(
        'Kode;Nama Kursus;Kategori;Biaya Bulanan;Biaya Pendaftaran;Kapasitas Minimal;Tipe;Kapasitas Maksimal;Kena PPN;Outlet',
        `S1;Siter;${kategori};1000;50000;2;Grup;8;ya;JKT`,
        `S2;Siter Lanjut;${kategori};1000;-;–;-;-;-;-`,
      ),
    )
    expect(await byKode('kursus', 'S2')).toMatchObject({
      biaya_pendaftaran: null,
      kapasitas_min: null,
      tipe: 'private',
      kapasitas_maks: 1,
      ppn_kena: false,
      gedung: [],
    })
    await ran('kursus', csv('Kode;Nama;Kursus Selanjutnya', 'S1;Siter;S2'), 'perbarui')
    const before = await byKode('kursus', 'S1')
    expect(before).toMatchObject({
      biaya_pendaftaran: 50_000,
      kapasitas_min: 2,
      ppn_kena: true,
      gedung: [s.ids.gedung],
      kursus_selanjutnya_id: (await byKode('kursus', 'S2'))?.id,
    })
    const head = 'Kode;Nama;Biaya Pendaftaran;Kapasitas Minimal;Kena PPN;Outlet;Kursus Selanjutnya'
    await ran('kursus', csv(head, 'S1;Siter;;;;;'), 'perbarui')
    expect(await byKode('kursus', 'S1')).toMatchObject({
      biaya_pendaftaran: 50_000,
      kapasitas_min: 2,
      ppn_kena: true,
      gedung: [s.ids.gedung],
      kursus_selanjutnya_id: before?.kursus_selanjutnya_id,
    })
    expect(await ran('kursus', csv(head, 'S1;Siter;-;–;-; - ;—'), 'perbarui')).toMatchObject({
      diperbarui: 1,
      gagal: 0,
    })
    expect(await byKode('kursus', 'S1')).toMatchObject({
      biaya_pendaftaran: null,
      kapasitas_min: null,
      ppn_kena: false,
      gedung: [],
      kursus_selanjutnya_id: null,
      kapasitas_maks: 8,
    })
    // Puts a dash, which empties a field, into required columns: the row is rejected, and the
    // stored course stays unchanged.
    expect(
      problems(
        await ran(
          'kursus',
          csv('Kode;Nama;Biaya Bulanan;Kategori;Status;Biaya Pendaftaran', 'S1;Siter;-;-;-;1'),
          'perbarui',
        ),
      ),
    ).toEqual([[2, 'Kategori: Wajib diisi', 'Biaya Bulanan: Wajib diisi', 'Status: Wajib diisi']])
    expect(await byKode('kursus', 'S1')).toMatchObject({
      biaya_pendaftaran: null,
      kategori_kursus_id: s.ids.kategori,
    })
    await ran('kategori-kursus', csv('Nama;Nama Level', 'Siter 2;"Dasar;Lanjut"'))
    await ran('kategori-kursus', csv('Nama;Nama Level', 'Siter 2;-'), 'perbarui')
    expect(must(await s.admin.get('/kategori-kursus?q=siter 2&expand=levels'))[0].levels).toEqual(
      [],
    )
    await ran('ruang', csv('Nama Ruang;Outlet;Kapasitas;Fasilitas', 'Bach;JKT;4;Piano'))
    await ran('ruang', csv('Nama Ruang;Outlet;Fasilitas', 'Bach;JKT;-'), 'perbarui')
    expect(must(await s.admin.get('/ruang?q=bach'))).toMatchObject([
      { fasilitas: [], kapasitas: 4 },
    ])
    // A holiday is identified by day and outlet. Its outlet may be empty, which means all outlets.
    await ran('hari-libur', csv('Tanggal;Nama;Outlet', '2033-01-01;Tahun Baru;-'))
    expect(
      await ran(
        'hari-libur',
        csv('Tanggal;Nama;Outlet', '2033-01-01;Tahun Baru Masehi;'),
        'perbarui',
      ),
    ).toMatchObject({ diperbarui: 1 })
  })
  test('skip only invalid rows; leave no trace in a trial; count a repeated row once', async () => {
    const file = csv(
      head,
      `${kode}A;Senar;PRODUK;1000;`,
      `${kode}B;;PRODUK;x;-1`,
      `${kode}A;Senar Lagi;PRODUK;1000;`,
      `${kode}C;Senar C;PRODUK;1000;`,
    )
    const trial = await tried('produk-jasa', file)
    expect(await byKode('produk-jasa', `${kode}A`)).toBeUndefined()
    expect(problems(trial).map(([line, first]) => [line, first])).toEqual([
      [3, 'Nama: Wajib diisi'],
      [4, 'Kode: Produk & Jasa ini sudah ada'],
    ])
    expect(await ran('produk-jasa', file)).toMatchObject({ berhasil: 2, gagal: 2 })
    expect(
      (
        await s.db
          .selectFrom('produk_jasa')
          .select('kode')
          .where('kode', 'like', `${kode}%`)
          .execute()
      )
        .map((r) => r.kode)
        .toSorted(),
    ).toEqual([`${kode}A`, `${kode}C`])
  })
  test('that refer to each other are tried as they will run, even far apart', async () => {
    const { nama } = await s.db
      .selectFrom('kategori_kursus')
      .select('nama')
      .where('id', '=', s.ids.kategori)
      .executeTakeFirstOrThrow()
    const filler = Array.from({ length: 60 }, (_, i) => `F${i};Isi ${i};${nama};1000;`)
    expect(
      await ran(
        'kursus',
        csv(
          'Kode;Nama Kursus;Kategori;Biaya Bulanan;Kursus Selanjutnya',
          `N2;Lanjut;${nama};1000;`,
          ...filler,
          `N1;Awal;${nama};1000;N2`,
          `N0;Sebelum;${nama};1000;Tak Ada`,
        ),
      ),
    ).toMatchObject({ berhasil: 62, gagal: 1 })
    expect((await byKode('kursus', 'N1'))?.kursus_selanjutnya_id).toBe(
      (await byKode('kursus', 'N2'))?.id,
    )
  })
  test('belong to the kind and maker of their job; require the create code', async () => {
    const job = await tried('produk-jasa', csv(head, `${kode};Senar;PRODUK;1000;`))
    expect((await s.admin.get(`/biaya/import-job?id=${job.id}`)).status).toBe(404)
    expect((await s.superadmin.get(`/produk-jasa/import-job?id=${job.id}`)).status).toBe(404)
    const role_id = must(
      await s.superadmin.post<{ id: number }>('/role/create', {
        name: 'Pengimpor',
        dasar_role_id: RoleId.admin,
        accesses: ['produk-jasa/import', 'produk-jasa/create'],
      }),
    ).id
    const importer = await s.as(
      must(
        await s.superadmin.post<{ id: number }>('/user/create', {
          role_id,
          name: 'Pengimpor',
          email: 'pengimpor@contoh.id',
          phone: '081200000055',
        }),
      ).id,
    )
    expect(
      (
        await importer.upload('/produk-jasa/import', 'x.csv', csv(head, `${kode};S;PRODUK;1;`), {
          mode: 'perbarui',
        })
      ).status,
    ).toBe(403)
    expect(
      (await importer.upload('/biaya/import', 'x.csv', csv(head, `${kode};S;PRODUK;1;`))).status,
    ).toBe(403)
    expect(
      must(
        await importer.upload('/produk-jasa/import', 'x.csv', csv(head, `${kode};Senar;PRODUK;1;`)),
      ),
    ).toMatchObject({ berhasil: 1 })
  })
})
