/** Migrations that carry data over, on a database as it was before them. */
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exifAt, pngChunk, pngOf } from '#mocks/pictures.ts'
import { engineOf } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Db } from '#server/db/tables.ts'
import { emptyDatabase } from '../../scripts/emptyDatabase.ts'

const folder = join(import.meta.dirname, 'migrations')
let db: Db
let before: string
let drop: () => Promise<void>
beforeEach(async () => {
  // Inside the project, so that what a migration imports is found from there.
  before = mkdtempSync(join(import.meta.dirname, '.migrasi-'))
  ;({ db, drop } = await emptyDatabase())
})
afterEach(async () => {
  await drop()
  rmSync(before, { recursive: true, force: true })
})
/** Brings the schema to what it was before a migration. */
const migrateBefore = async (name: string) => {
  for (const file of readdirSync(folder))
    if (file < name) cpSync(join(folder, file), join(before, file))
  await migrate(db, before)
}
const run = (statement: string) => sql.raw(statement).execute(db)
const all = async (query: string) =>
  (await sql.raw<Record<string, unknown>>(query).execute(db)).rows
const times = `created_at, updated_at`
const at = `'2024-01-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z'`

test('0012: each text of an outlet becomes a room that its largest class fits into; classes and students stay', async () => {
  await migrateBefore('0012')
  for (const [id, kode] of [
    [1, 'A'],
    [2, 'B'],
  ] as const)
    await run(
      `insert into gedung (id, kode, nama, nama_kunci, alamat, kota, kota_kunci, zona_waktu, jam_buka, jam_tutup, status, cari, ${times}) values (${id}, '${kode}', '${kode}', '${kode}', 'x', 'x', 'x', 'Asia/Jakarta', '08:00', '20:00', 'aktif', '', ${at})`,
    )
  await run(
    `insert into kategori_kursus (id, nama, nama_kunci, warna, urutan, status, cari, ${times}) values (1, 'Piano', 'piano', '#000000', 0, 'aktif', '', ${at})`,
  )
  await run(
    `insert into kursus (id, kode, nama, nama_kunci, kategori_kursus_id, tipe, durasi_menit, pertemuan_per_bulan, kapasitas_maks, biaya_bulanan, ppn_kena, gedung, status, cari, ${times}) values (1, 'P', 'Piano', 'piano', 1, 'group', 30, 4, 20, 1, 0, '[]', 'aktif', '', ${at})`,
  )
  await run(
    `insert into "role" (id, name, name_kunci, accesses, cari, ${times}) values (3, 'pelatih', 'pelatih', '[]', '', ${at})`,
  )
  await run(
    `insert into "user" (id, name, name_kunci, role_id, status, citizenship, cari, ${times}) values (1, 'Citra', 'citra', 3, 10, 'WNI', '', ${at})`,
  )
  for (const [id, gedung, ruang, kapasitas, status] of [
    [1, 1, 'Studio 1', 4, 'aktif'],
    [2, 1, 'studio 1', 9, 'nonaktif'],
    [3, 2, 'Studio 1', 2, 'aktif'],
    [4, 1, 'Kecil', null, 'aktif'],
    [7, 1, 'Sekali', 1, 'aktif'],
  ] as const)
    await run(
      `insert into kursus_pelatih (id, versi, kode, nama, nama_kunci, pelatih_id, kursus_id, gedung_id, ruang, hari, jam_mulai, jam_selesai, mulai, kapasitas, status, cari, ${times}) values (${id}, ${id}, 'K${id}', 'Kelas ${id}', 'kelas ${id}', 1, 1, ${gedung}, '${ruang}', 1, '09:00', '09:30', '2024-01-01', ${kapasitas}, '${status}', 'kelas ${id} ${ruang}', ${at})`,
    )
  for (const id of [1, 2])
    await run(
      `insert into kursus_peserta (id, peserta_id, peserta_nama, peserta_nama_kunci, kursus_pelatih_id, kursus_id, akun_billing_id, gedung_id, status, mulai, cari, ${times}) values (${id}, 1, 'x', 'x', ${id}, 1, 1, 1, 1, '2024-01-01', '', ${at})`,
    )
  await run('delete from kursus_pelatih where id = 7')
  await migrate(db)
  expect(
    await all(
      'select nama, gedung_id, kapasitas, fasilitas, status from ruang order by gedung_id, id',
    ),
  ).toEqual([
    { nama: 'Studio 1', gedung_id: 1, kapasitas: 9, fasilitas: '[]', status: 'aktif' },
    { nama: 'Kecil', gedung_id: 1, kapasitas: 1, fasilitas: '[]', status: 'aktif' },
    { nama: 'Studio 1', gedung_id: 2, kapasitas: 2, fasilitas: '[]', status: 'aktif' },
  ])
  expect(
    await all(
      'select k.id, k.versi, k.kode, k.kapasitas, k.cari, r.nama as ruang, r.gedung_id from kursus_pelatih k join ruang r on r.id = k.ruang_id order by k.id',
    ),
  ).toEqual([
    {
      id: 1,
      versi: 1,
      kode: 'K1',
      kapasitas: 4,
      cari: 'kelas 1 Studio 1',
      ruang: 'Studio 1',
      gedung_id: 1,
    },
    {
      id: 2,
      versi: 2,
      kode: 'K2',
      kapasitas: 9,
      cari: 'kelas 2 studio 1',
      ruang: 'Studio 1',
      gedung_id: 1,
    },
    {
      id: 3,
      versi: 3,
      kode: 'K3',
      kapasitas: 2,
      cari: 'kelas 3 Studio 1',
      ruang: 'Studio 1',
      gedung_id: 2,
    },
    {
      id: 4,
      versi: 4,
      kode: 'K4',
      kapasitas: null,
      cari: 'kelas 4 Kecil',
      ruang: 'Kecil',
      gedung_id: 1,
    },
  ])
  expect(await all('select id, kursus_pelatih_id from kursus_peserta order by id')).toEqual([
    { id: 1, kursus_pelatih_id: 1 },
    { id: 2, kursus_pelatih_id: 2 },
  ])
  // What referred to a class still does, the room is held, and no id comes back.
  await expect(run('delete from kursus_pelatih where id = 1')).rejects.toThrow(/foreign key/i)
  await expect(run('delete from ruang where id = 1')).rejects.toThrow(/foreign key/i)
  const sqlite = engineOf(db) === 'sqlite'
  expect(sqlite ? await all('pragma foreign_key_check') : []).toEqual([])
  expect(
    sqlite
      ? await all("select seq from sqlite_sequence where name = 'kursus_pelatih'")
      : [{ seq: 7 }],
  ).toEqual([{ seq: 7 }])
})

test('0022: counters are of texts; what the old ones counted is read from the papers', async () => {
  await migrateBefore('0022')
  await run(
    "insert into penghitung (jenis, gedung_id, tahun, bulan, nilai) values ('tagihan', 0, 2026, 11, 7)",
  )
  await migrate(db)
  expect(await all('select * from penghitung')).toEqual([])
  await run("insert into penghitung (jenis, seri, nilai) values ('tagihan', 'INV/2026/11/#', 1)")
  await expect(
    run("insert into penghitung (jenis, seri, nilai) values ('tagihan', 'INV/2026/11/#', 2)"),
  ).rejects.toThrow(/unique/i)
})
test('0030: what is the same by meaning is told apart, the eldest keeps its name, and no second one comes', async () => {
  await migrateBefore('0030')
  const category = (id: number, name: string, key: string) =>
    run(
      `insert into kategori_kursus (id, nama, nama_kunci, warna, urutan, status, cari, ${times}) values (${id}, '${name}', '${key}', '#000000', ${id}, 'aktif', '${key}', ${at})`,
    )
  for (const [id, name] of [
    [1, 'Piano'],
    [2, 'piano'],
    [3, 'PIANO'],
    [4, 'Piano (2)'],
    [5, 'Gitar'],
  ] as const)
    await category(id, name, name.toLowerCase())
  await run(
    `insert into course_level (id, kategori_kursus_id, nama, urutan, judul, judul_kunci, cari, ${times}) values (1, 2, 'Dasar', 1, 'piano – Dasar', 'piano 001', 'piano – dasar', ${at})`,
  )
  const account = (id: number, name: string, number: string) =>
    run(
      `insert into bank (id, nama_bank, nama_bank_kunci, no_rekening, atas_nama, atas_nama_kunci, tipe, metode, gedung, tampil_di_tagihan, urutan, status, cari, ${times}) values (${id}, '${name}', '${name.toLowerCase()}', '${number}', 'Nada', 'nada', 'rekening', 1, '[]', 1, 0, 'aktif', '', ${at})`,
    )
  await account(1, 'BCA', '0880 112 233')
  await account(2, 'bca', '0880112233')
  await account(3, 'BCA', '0880.112.234')
  await migrate(db)
  expect(await all('select id, nama, nama_kunci, versi from kategori_kursus order by id')).toEqual([
    { id: 1, nama: 'Piano', nama_kunci: 'piano', versi: 1 },
    { id: 2, nama: 'piano (3)', nama_kunci: 'piano (3)', versi: 2 },
    { id: 3, nama: 'PIANO (4)', nama_kunci: 'piano (4)', versi: 2 },
    { id: 4, nama: 'Piano (2)', nama_kunci: 'piano (2)', versi: 1 },
    { id: 5, nama: 'Gitar', nama_kunci: 'gitar', versi: 1 },
  ])
  expect(await all('select judul, judul_kunci, cari from course_level')).toEqual([
    { judul: 'piano (3) – Dasar', judul_kunci: 'piano (3) 001', cari: 'piano (3) – dasar' },
  ])
  expect(await all('select nama_bank, no_rekening from bank order by id')).toEqual([
    { nama_bank: 'BCA', no_rekening: '0880 112 233' },
    { nama_bank: 'bca (2)', no_rekening: '0880112233' },
    { nama_bank: 'BCA', no_rekening: '0880.112.234' },
  ])
  expect(
    await all("select entitas, entitas_id, sebelum, sesudah from audit where entitas = 'bank'"),
  ).toEqual([
    {
      entitas: 'bank',
      entitas_id: 2,
      sebelum: '{"nama_bank":"bca"}',
      sesudah: '{"nama_bank":"bca (2)"}',
    },
  ])
  await expect(category(6, 'Gítar', 'gitar')).rejects.toThrow(/unique/i)
  await expect(account(4, 'bca', '0880-112-234')).rejects.toThrow(/unique/i)
})
test('0025: stored pictures lose their place and keep what they are drawn by; other files and broken ones stay', async () => {
  await migrateBefore('0025')
  const files = db as never as Kysely<{
    berkas: Record<'id' | 'ukuran' | 'created_by', number> &
      Record<'nama' | 'jenis' | 'mime' | 'sha256' | 'created_at', string>
    berkas_isi: { berkas_id: number; isi: Uint8Array }
  }>
  const [bare, placed] = [
    pngOf(4, 3),
    pngOf(4, 3, undefined, [
      pngChunk('tEXt', Buffer.from('GPS -6.2')),
      pngChunk('eXIf', exifAt(1, 'GPS')),
    ]),
  ]
  const stored = [
    ['image/png', placed],
    ['image/png', bare],
    ['application/pdf', Buffer.from('%PDF-1.7 GPS')],
    ['image/jpeg', Buffer.from('GPS broken')],
  ] as const
  for (const [i, [mime, bytes]] of stored.entries()) {
    await files
      .insertInto('berkas')
      .values({
        id: i + 1,
        nama: 'a',
        jenis: 'bukti',
        mime,
        ukuran: bytes.length,
        sha256: `${i}`,
        created_at: '2024-01-01T00:00:00.000Z',
        created_by: 1,
      })
      .execute()
    await files
      .insertInto('berkas_isi')
      .values({ berkas_id: i + 1, isi: bytes })
      .execute()
  }
  await migrate(db)
  const read = await files
    .selectFrom('berkas')
    .innerJoin('berkas_isi', 'berkas_id', 'id')
    .select(['isi', 'ukuran', 'sha256'])
    .orderBy('id')
    .execute()
  expect(read.map((f) => Buffer.from(f.isi))).toEqual(
    [bare, bare, stored[2][1], stored[3][1]].map((b) => Buffer.from(b)),
  )
  expect(read.map((f) => [f.ukuran, f.sha256])).toEqual([
    [bare.length, createHash('sha256').update(bare).digest('hex')],
    [bare.length, '1'],
    [12, '2'],
    [10, '3'],
  ])
})
test('0027: the role of sales people exports its own lists, and keeps what it had', async () => {
  await migrateBefore('0027')
  for (const [id, accesses] of [
    [3, '["search"]'],
    [4, '["search","user/ekspor"]'],
  ] as const)
    await run(
      `insert into "role" (id, name, name_kunci, accesses, cari, ${times}) values (${id}, 'r${id}', 'r${id}', '${accesses}', '', ${at})`,
    )
  await migrate(db)
  expect(await all('select id, accesses from "role" order by id')).toEqual([
    // 0060: coaches read make-ups. 0082: and what they are paid.
    {
      id: 3,
      accesses:
        '["search","kredit-pengganti/index","kredit-pengganti/view","honor-periode/index","honor-periode/view"]',
    },
    {
      id: 4,
      accesses: expect.stringMatching(
        /^\["search","user\/ekspor","billing\/ekspor","kursus-peserta\/ekspor"/,
      ),
    },
  ])
})
test('0035: who could write the state of an enrolment may do what that covered, and no more', async () => {
  await migrateBefore('0035')
  for (const [id, accesses] of [
    [1, '["*"]'],
    [2, '["search"]'],
    [3, '["search"]'],
    [5, '["search"]'],
    [7, '["kursus-peserta/update"]'],
    [8, '["kursus-peserta/index"]'],
  ] as const)
    await run(
      `insert into "role" (id, name, name_kunci, accesses, cari, ${times}) values (${id}, 'r${id}', 'r${id}', '${accesses}', '', ${at})`,
    )
  await migrate(db)
  const roles = await all('select id, accesses from "role" order by id')
  const held = new Map(
    roles.map((r) => [
      r.id,
      (JSON.parse(String(r.accesses)) as string[])
        .slice(1)
        .filter((code) => code.startsWith('kursus-peserta/')),
    ]),
  )
  const staff = ['aktifkan', 'cuti', 'kembali', 'berhenti', 'batal-permintaan']
  const codes = (verbs: string[]) => verbs.map((v) => `kursus-peserta/${v}`)
  expect(Object.fromEntries(held)).toEqual({
    1: [],
    // 0045: who graduates declines a coach's proposal.
    2: codes([...staff, 'lulus', 'tolak-usulan']),
    3: [],
    5: codes(['ajukan', 'batal-permintaan']),
    7: codes(staff),
    8: [],
  })
})
test('0045: who has the portal of coaches proposes graduations', async () => {
  await migrateBefore('0045')
  for (const [id, accesses] of [
    [1, '["*"]'],
    [3, '["portal/pelatih"]'],
    [8, '["search"]'],
  ] as const)
    await run(
      `insert into "role" (id, name, name_kunci, accesses, cari, ${times}) values (${id}, 'r${id}', 'r${id}', '${accesses}', '', ${at})`,
    )
  await migrate(db)
  expect(await all('select id, accesses from "role" order by id')).toEqual([
    { id: 1, accesses: '["*"]' },
    // 0060: coaches read make-ups. 0082: and what they are paid.
    {
      id: 3,
      accesses:
        '["portal/pelatih","kursus-peserta/usulkan-lulus","kredit-pengganti/index","kredit-pengganti/view","honor-periode/index","honor-periode/view"]',
    },
    { id: 8, accesses: '["search"]' },
  ])
})
test('0060: sales give make-ups and coaches read them; nobody is given a code twice', async () => {
  await migrateBefore('0060')
  for (const [id, accesses] of [
    [1, '["*"]'],
    [3, '["kredit-pengganti/view"]'],
    [4, '["kredit-pengganti/create"]'],
    [8, '["search"]'],
  ] as const)
    await run(
      `insert into "role" (id, name, name_kunci, accesses, cari, ${times}) values (${id}, 'r${id}', 'r${id}', '${accesses}', '', ${at})`,
    )
  await migrate(db)
  expect(await all('select id, accesses, versi from "role" order by id')).toEqual([
    { id: 1, accesses: '["*"]', versi: 1 },
    // 0082: coaches read what they are paid.
    {
      id: 3,
      accesses:
        '["kredit-pengganti/view","kredit-pengganti/index","honor-periode/index","honor-periode/view"]',
      versi: 3,
    },
    // 0063: sales file confirmations. 0066: the ledger and the statement of an account.
    // 0073: reminders. 0075: statements by mail.
    {
      id: 4,
      accesses: expect.stringMatching(
        /^\["kredit-pengganti\/create",("konfirmasi-pembayaran\/\w+",){4}"mutasi-saldo\/index","mutasi-saldo\/view","user\/rekening-koran",("pengingat\/\w+",){3}"user\/kirim-rekening-koran"\]$/,
      ),
      versi: 5,
    },
    { id: 8, accesses: '["search"]', versi: 1 },
  ])
})
test('0032: papers that are there get the key of their number, drafts none', async () => {
  await migrateBefore('0032')
  await run(
    `insert into gedung (id, kode, nama, nama_kunci, alamat, kota, kota_kunci, zona_waktu, jam_buka, jam_tutup, status, cari, ${times}) values (1, 'A', 'A', 'a', 'x', 'x', 'x', 'Asia/Jakarta', '08:00', '20:00', 'aktif', '', ${at})`,
  )
  await run(
    `insert into "role" (id, name, name_kunci, accesses, cari, ${times}) values (5, 'x', 'x', '[]', '', ${at})`,
  )
  await run(
    `insert into "user" (id, name, name_kunci, role_id, status, citizenship, cari, ${times}) values (1, 'Citra', 'citra', 5, 10, 'WNI', '', ${at})`,
  )
  // More than one statement writes.
  const papers = 2500
  const bills = Array.from({ length: papers }, (_, i) => {
    const [nomor, status] = i === 0 ? ['null', 0] : [`'INV/2026/11/${i + 9000}'`, 1]
    return `(${i + 1}, ${nomor}, 1, 1, '2026-11-30', ${status}, 1, 0, 0, 0, 0, 0, 0, 'x', 'x', 'manual', '', ${at})`
  })
  await run(
    `insert into billing (id, nomor, akun_billing_id, gedung_id, jatuh_tempo, status, payment_status, subtotal, total_diskon, total_ppn, total, terbayar, sisa, nama_tagihan, nama_tagihan_kunci, sumber, cari, ${times}) values ${bills.join(', ')}`,
  )
  await run(
    `insert into billing_payment (id, nomor, akun_billing_id, gedung_id, tanggal, metode, jumlah, pembayar_nama, pembayar_nama_kunci, dialokasikan, ke_saldo, diterima_oleh, cari, ${times}) values (1, 'KW/0007', 1, 1, '2026-11-20', 0, 1, 'x', 'x', 0, 1, 1, '', ${at})`,
  )
  await migrate(db)
  const sorted = await all(
    'select id, nomor, nomor_kunci from billing order by nomor_kunci is null, nomor_kunci desc',
  )
  expect(sorted.map((r) => r.id)).toEqual([
    ...Array.from({ length: papers - 1 }, (_, i) => papers - i),
    1,
  ])
  expect(sorted.at(-1)).toEqual({ id: 1, nomor: null, nomor_kunci: null })
  expect(await all('select nomor_kunci from billing_payment')).toEqual([{ nomor_kunci: 'kw/017' }])
})
