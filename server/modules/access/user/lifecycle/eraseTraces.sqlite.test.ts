/**
 * Tests that anonymising leaves no personal data: writes a marker into every text of every row of a
 * person, anonymises the person, and searches the whole database for the marker.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KursusPesertaStatus, MetodePembayaran, UserStatus } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { confirmationBody } from '#mocks/money/confirmation.ts'
import { makeReminder } from '#mocks/money/reminder.ts'
import { makeBill, makeFamily, makeKelas, makeOutlet, type Family } from '#mocks/people/family.ts'
import { tablesOf } from '#mocks/school/belongs.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { engineOf, openSqlite } from '#server/db/engine.ts'
import { now } from '#server/http/context.ts'

const mark = 'zzpenandarahasia'

/**
 * SQL conditions by table for all rows that belong to the person with the id `:id`.
 */
const ownRows: Readonly<Record<string, string>> = {
  user: 'id = :id',
  lead: 'user_id = :id',
  lead_aktivitas: 'lead_id in (select id from lead where user_id = :id)',
  peserta_profil: 'user_id = :id',
  akun_billing_profil: 'user_id = :id',
  akun_billing_kontak: 'user_id = :id',
  kursus_peserta: 'peserta_id = :id',
  absensi: 'peserta_id = :id',
  kredit_pengganti: 'peserta_id = :id',
  konfirmasi_pembayaran: 'akun_billing_id = :id',
  pesan_keluar: 'akun_billing_id = :id',
  pengingat: 'billing_id in (select id from billing where akun_billing_id = :id)',
  pemberitahuan: 'user_id = :id',
  saved_view: 'user_id = :id',
  otp: 'user_id = :id',
  email_baru: 'user_id = :id',
  idempotensi: 'user_id = :id',
  billing: 'akun_billing_id = :id',
  billing_payment: 'akun_billing_id = :id',
  mutasi_saldo: 'akun_billing_id = :id',
  berkas: `entitas = 'konfirmasi-pembayaran' and entitas_id in (select id from konfirmasi_pembayaran where akun_billing_id = :id)`,
  audit: `(entitas = 'user' and entitas_id = :id) or (entitas = 'kursus-peserta' and entitas_id in (select id from kursus_peserta where peserta_id = :id)) or (entitas = 'lead' and entitas_id in (select id from lead where user_id = :id)) or (entitas = 'billing' and entitas_id in (select id from billing where akun_billing_id = :id))`,
  import_job: `isi like '%${mark}%'`,
}
/**
 * Pattern that matches the names of text columns that hold no personal data in any table, such as
 * days, statuses, kinds, keys and hashes.
 */
const impersonal =
  /(^|_)(at|mulai|selesai|hash|sha256|status|jenis|mime|bidang|entitas|aksi|kunci_generate|periode|tanggal|sumber|kanal|template|templat|langkah|tahap|dibuat|kedaluwarsa|sidik|kepala|mode|resource|rute|kunci_unik|panggilan|segel|kode_absensi|tanggal_terbit|tanggal_transfer|jatuh_tempo|berlaku_sampai|sebab|kirim_via|kursus_minat|cuti_lama|information_source|citizenship|persetujuan_versi|sampai|bentrok|kolom|nomor|nomor_kunci|no_induk|kode_promo|alasan_kalah|alasan_tutup|tanggal_lahir|gender|religion|wali_hubungan|hubungan|kunci|permintaan|usulan)$/
/** Columns about the actor of an audit entry, who is not the erased person. */
const ofActors = new Set(['audit.user_nama', 'audit.ip', 'audit.agen'])
/** Columns of published documents and of bookkeeping, which keep their texts (decision 0200). */
const books = new Set([
  'billing.alamat',
  'billing.catatan',
  'billing.nama_tagihan',
  'billing.nama_tagihan_kunci',
  'billing.void_alasan',
  'billing_payment.pembayar_nama',
  'billing_payment.pembayar_nama_kunci',
  'billing_payment.catatan',
  'billing_payment.referensi',
  'billing_payment.void_alasan',
  'mutasi_saldo.keterangan',
])

let s: School
let family: Family
let neighbour: Family
beforeAll(async () => {
  s = await makeSchool()
  const gedung = await makeOutlet(s)
  const kelas = await makeKelas(s, gedung)
  family = await makeFamily(s, gedung, kelas)
  neighbour = await makeFamily(s, gedung, kelas)
  for (const household of [family, neighbour]) await fill(household)
})
afterAll(() => s.close())

/** Stores rows of a family in every table that can hold personal data. */
const fill = async ({ akun, peserta, kp }: Family): Promise<void> => {
  const [student = 0, enrolment = 0] = [peserta[0], kp[0]]
  const { id: lead } = must(
    await s.admin.post<{ id: number }>('/lead/create', {
      nama: 'Calon',
      phone: `08127${10_000_000 + akun}`,
      gedung_id: s.ids.gedung,
      sales_id: s.ids.sales,
    }),
  )
  await s.db.updateTable('lead').set({ user_id: student }).where('id', '=', lead).execute()
  must(await s.admin.post(`/lead/catat?id=${lead}`, { jenis: 'catatan', isi: 'Tanya harga' }))
  const bill = await makeBill(s, akun, 100_000)
  await makeReminder(s, bill)
  must(
    await s.superadmin.post(
      '/konfirmasi-pembayaran/create',
      await confirmationBody(s, { akun, billing_ids: [bill] }),
    ),
  )
  must(
    await s.admin.post('/billing-payment/create', {
      akun_billing_id: akun,
      tanggal: currentDay(),
      metode: MetodePembayaran.tunai,
      gedung_id: s.ids.gedung,
      jumlah: 100_000,
      alokasi: [{ billing_id: bill, jumlah: 100_000 }],
    }),
  )
  must(
    await s.admin.post(`/billing/nota-kredit?id=${bill}`, {
      jumlah: 1000,
      alasan: 'Terlalu mahal',
    }),
  )
  await s.db.deleteFrom('mutasi_saldo').where('akun_billing_id', '=', akun).execute()
  await s.db
    .updateTable('akun_billing_profil')
    .set({ saldo_kredit: 0 })
    .where('user_id', '=', akun)
    .execute()
  const status = KursusPesertaStatus.tidakAktif
  await s.db
    .updateTable('kursus_peserta')
    .set({ status, diakhiri_at: now(), selesai: currentDay() })
    .where('id', '=', enrolment)
    .execute()
}

const columnsOf = async (table: string): Promise<string[]> => {
  const query =
    engineOf(s.db) === 'sqlite'
      ? sql<{
          name: string
        }>`select name from pragma_table_info(${table}) where upper(type) = 'TEXT'`
      : sql<{
          name: string
        }>`select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = ${table} and data_type = 'text'`
  return (await query.execute(s.db)).rows.map(({ name }) => name)
}
const personal = async (table: string) =>
  (await columnsOf(table)).filter(
    (column) =>
      !impersonal.test(column) &&
      !books.has(`${table}.${column}`) &&
      !ofActors.has(`${table}.${column}`),
  )
/**
 * Writes the marker into all personal text columns of a person's rows. Writes it also into null
 * columns, unless the database rejects this. Returns the columns that now contain the marker.
 */
const markRows = async (id: number, word: string): Promise<string[]> => {
  const marked: string[] = []
  for (const [table, condition] of Object.entries(ownRows))
    for (const column of await personal(table)) {
      const rowCondition = sql.raw(condition.replaceAll(':id', String(id)))
      const write = (where: unknown) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${word}
        where ${where} returning 1`.execute(s.db)
      const { rows } = await write(rowCondition).catch(() =>
        write(sql`(${rowCondition}) and ${sql.ref(column)} is not null`),
      )
      if (rows.length > 0) marked.push(`${table}.${column}`)
    }
  return marked
}
/** Returns the columns of all tables that contain the marker. */
const traces = async (word: string): Promise<string[]> => {
  const columns: string[] = []
  for (const table of await tablesOf(s.db))
    for (const column of await columnsOf(table)) {
      const { rows } = await sql<{
        n: number
      }>`select count(*) as n from ${sql.table(table)} where ${sql.ref(column)} like ${`%${word}%`}`.execute(
        s.db,
      )
      if (Number(rows[0]?.n) > 0) columns.push(`${table}.${column}`)
    }
  return columns.toSorted()
}
const anonymize = async (id: number) => {
  const status = UserStatus.nonaktif
  await s.db.updateTable('user').set({ status }).where('id', '=', id).execute()
  return s.superadmin.post(`/user/anonimkan?id=${id}`, { alasan: 'Keluarga memintanya' })
}

test('erases all traces of student and payer and keeps those of other users', async () => {
  const ownColumns: string[] = []
  for (const [i, id] of [...family.peserta, family.akun].entries()) {
    ownColumns.push(...(await markRows(id, `${mark}${i}x`)))
    await markRows([...neighbour.peserta, neighbour.akun][i] ?? 0, `tetangga${i}x`)
  }
  const before = await traces('tetangga')
  expect(ownColumns).toEqual(expect.arrayContaining(['lead.nama', 'audit.sesudah', 'berkas.nama']))
  for (const id of [...family.peserta, family.akun]) must(await anonymize(id))
  expect(await traces(mark)).toStrictEqual([])
  expect(await traces('tetangga')).toStrictEqual(before)
})

test('erases the name of an anonymized person as author of log entries', async () => {
  const { id } = await s.db.selectFrom('audit').select('id').executeTakeFirstOrThrow()
  const acted = { created_by: neighbour.akun, user_nama: mark, ip: mark, agen: mark }
  await s.db.updateTable('audit').set(acted).where('id', '=', id).execute()
  for (const person of [...neighbour.peserta, neighbour.akun]) must(await anonymize(person))
  expect(await traces(mark)).toStrictEqual([])
})

test('rejects a second anonymization', async () => {
  const again = await anonymize(family.akun)
  expect([again.status, again.data.message]).toStrictEqual([409, 'User sudah dianonimkan'])
})

test('leaves no deleted text in the database file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nada-hapus-'))
  try {
    const file = join(folder, 'uji.db')
    const { raw } = openSqlite(file)
    raw.exec('create table t (isi text)')
    const insert = raw.prepare('insert into t values (?)')
    for (let i = 0; i < 2000; i++) insert.run(`${mark} ${i} ${'x'.repeat(200)}`)
    raw.exec('delete from t where rowid > 3')
    raw.exec("update t set isi = 'kosong'")
    raw.pragma('wal_checkpoint(truncate)')
    expect(readFileSync(file).includes(mark)).toBe(false)
    raw.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
