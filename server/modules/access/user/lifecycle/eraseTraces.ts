/**
 * Erases the data of an anonymised person in tables other than `user` (decision 0200). Published
 * bills, receipts, credit notes and bank statement lines keep their texts, because bookkeeping must
 * not change.
 */
import { sql, type RawBuilder } from 'kysely'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'

/** Person to anonymise. */
export interface Erased {
  id: number
  /** New name, such as `Anonim 12`. */
  name: string
  /**
   * Former name, phone, mail address and user name. Stored responses, imported files, counters and
   * codes that contain one of these words are erased.
   */
  words: readonly string[]
}
type Ids = RawBuilder<unknown>

/** Returns subqueries of the ids of the person's rows, by entity. */
const rowsOf = (id: number): Record<string, Ids> => {
  const lead = sql`select id from lead where user_id = ${id} or id in (select lead_id from "user" where id = ${id} and lead_id is not null)`
  return {
    user: sql`select id from "user" where id = ${id}`,
    lead,
    'kursus-peserta': sql`select id from kursus_peserta where peserta_id = ${id}`,
    // Includes deleted rows, whose names and notes are in the audit log.
    'daftar-tunggu': sql`select id from daftar_tunggu where peserta_id = ${id} union select entitas_id from audit where entitas = 'daftar-tunggu' and aksi = 'delete' and sebelum like ${`%"peserta_id":${id},%`}`,
    'kredit-pengganti': sql`select id from kredit_pengganti where peserta_id = ${id}`,
    // Includes deleted attendance marks. They have no row in `absensi`, so their ids are read from
    // the audit log, in which the entry of a deletion contains the whole deleted row.
    absensi: sql`select id from absensi where peserta_id = ${id} union select entitas_id from audit where entitas = 'absensi' and aksi = 'delete' and sebelum like ${`%"peserta_id":${id},%`}`,
    'pelatih-libur': sql`select id from pelatih_libur where pelatih_id = ${id}`,
    billing: sql`select id from billing where akun_billing_id = ${id}`,
    'billing-payment': sql`select id from billing_payment where akun_billing_id = ${id}`,
    'mutasi-saldo': sql`select id from mutasi_saldo where akun_billing_id = ${id}`,
    'konfirmasi-pembayaran': sql`select id from konfirmasi_pembayaran where akun_billing_id = ${id}`,
    pengingat: sql`select id from pengingat where billing_id in (select id from billing where akun_billing_id = ${id})`,
  }
}
type Rows = ReturnType<typeof rowsOf>
const idsOf = (rows: Rows, entity: string): Ids => rows[entity] ?? sql`select 0`

/**
 * Erases the personal data in the person's leads, and in the leads' activities and trial lessons.
 */
const eraseLead = async (trx: Trx, rows: Rows, name: string): Promise<void> => {
  const ids = idsOf(rows, 'lead')
  await sql`update lead set nama = ${name}, nama_kunci = ${fold(name)}, nama_bunyi = '', phone = '',
    email = null, wali_nama = null, catatan = null, tindak_lanjut = null, cari = ${fold(name)},
    usia = null where id in (${ids})`.execute(trx)
  await sql`update lead_aktivitas set isi = '' where lead_id in (${ids})`.execute(trx)
  await sql`update trial_lead set catatan = null where lead_id in (${ids})`.execute(trx)
  await sql`delete from aktivasi where lead_id in (${ids})`.execute(trx)
  await sql`delete from slot_ditahan where lead_id in (${ids})`.execute(trx)
}

/**
 * Erases names, reasons and notes in the person's enrolments, attendance, make-up credits and
 * leave. Removes the person from waiting lists.
 */
const eraseSchooling = async (trx: Trx, id: number, name: string): Promise<void> => {
  await sql`update kursus_peserta set peserta_nama = ${name}, peserta_nama_kunci = ${fold(name)},
    cari = ${fold(name)}, alasan_status = null, alasan_biaya = null, alasan_bentrok = null,
    biaya_pendaftaran = case when bebas_pendaftaran is null then biaya_pendaftaran end, bebas_pendaftaran = null,
    catatan_level = null, permintaan_alasan = null, permintaan_jawaban = null,
    usulan_catatan = null, usulan_jawaban = null where peserta_id = ${id}`.execute(trx)
  await sql`delete from daftar_tunggu where peserta_id = ${id}`.execute(trx)
  await sql`update absensi set catatan = null where peserta_id = ${id}`.execute(trx)
  await sql`update kredit_pengganti set alasan = null, cari = ${fold(name)} where peserta_id = ${id}`.execute(
    trx,
  )
  await sql`update pelatih_libur set alasan = '',
    alasan_tolak = case when alasan_tolak is not null then '' end, cari = ${fold(name)} where pelatih_id = ${id}`.execute(
    trx,
  )
  await sql`delete from slot_ditahan where peserta_id = ${id}`.execute(trx)
}

/**
 * Erases the personal data in payment confirmations, saldo entries, reminders and messages, and the
 * search texts of bills and receipts. Ends the links to bills. Keeps amounts, numbers, days and the
 * texts of published documents.
 */
const eraseMoney = async (trx: Trx, rows: Rows, { id, name }: Erased): Promise<void> => {
  const bills = idsOf(rows, 'billing')
  await sql`update konfirmasi_pembayaran set pengirim_nama = ${name}, bank_asal = null,
    catatan = null, alasan_tolak = case when alasan_tolak is not null then '' end,
    cari = ${fold(name)} where akun_billing_id = ${id}`.execute(trx)
  await sql`update billing set cari = ${fold(name)} where akun_billing_id = ${id}`.execute(trx)
  await sql`update billing_payment set cari = ${fold(name)} where akun_billing_id = ${id}`.execute(
    trx,
  )
  await sql`update mutasi_saldo set cari = ${fold(name)},
    alasan = case when jenis = 'nota_kredit' then alasan end where akun_billing_id = ${id}`.execute(
    trx,
  )
  await sql`update pengingat set alasan = null, cari = ${fold(name)} where billing_id in (${bills})`.execute(
    trx,
  )
  await sql`update pesan_keluar set nama = ${name}, tujuan = '', isi = ''
    where akun_billing_id = ${id} or billing_id in (${bills})`.execute(trx)
  await sql`update tautan_tagihan set dicabut_at = coalesce(dicabut_at, dibuat)
    where billing_id in (${bills})`.execute(trx)
}

/** Erases the names of the files that are attached to payment confirmations and saldo entries. */
const eraseFiles = async (trx: Trx, rows: Rows): Promise<void> => {
  const confirmations = idsOf(rows, 'konfirmasi-pembayaran')
  await sql`update berkas set nama = 'berkas' where (entitas = 'konfirmasi-pembayaran' and entitas_id in (${confirmations}))
    or (entitas = 'mutasi-saldo' and entitas_id in (${idsOf(rows, 'mutasi-saldo')}))`.execute(trx)
}

/**
 * Erases the person's data in the audit log. Deletes notices about the person and notices to the
 * person, and the person's sessions, devices, access tokens, unconfirmed mail addresses and saved
 * views.
 */
const eraseLogs = async (trx: Trx, rows: Rows, { id, name }: Erased): Promise<void> => {
  for (const [entity, ids] of Object.entries(rows)) {
    await sql`update audit set sebelum = null, sesudah = null, alasan = null
      where entitas = ${entity} and entitas_id in (${ids})`.execute(trx)
    await sql`delete from pemberitahuan where rute like ${`%/${entity}/%`} and rute_id in (${ids})`.execute(
      trx,
    )
  }
  await sql`delete from pemberitahuan where user_id = ${id}`.execute(trx)
  await sql`update audit set user_nama = ${name}, ip = null, agen = null where created_by = ${id}`.execute(
    trx,
  )
  await sql`delete from sesi where user_id = ${id}`.execute(trx)
  await sql`delete from perangkat where user_id = ${id}`.execute(trx)
  await sql`delete from token_akses where user_id = ${id}`.execute(trx)
  await sql`delete from email_baru where user_id = ${id}`.execute(trx)
  await sql`delete from saved_view where user_id = ${id}`.execute(trx)
}

/**
 * Erases stored responses, rows of imported files, rate-limit counters and codes that contain one
 * of the person's `words`. Searching whole tables is fast enough, because a nightly job keeps these
 * tables small. A response is emptied instead of deleted, so that the server still recognises a
 * retry of its call.
 */
const eraseResponses = async (trx: Trx, { id, words }: Erased): Promise<void> => {
  await sql`update idempotensi set jawaban = '{}' where user_id = ${id}`.execute(trx)
  for (const word of words) {
    const like = `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
    await sql`update idempotensi set jawaban = '{}' where jawaban like ${like} escape '\\'`.execute(
      trx,
    )
    await sql`update import_job set isi = '[]', gagal = '[]', nama_berkas = 'berkas'
      where isi like ${like} escape '\\' or gagal like ${like} escape '\\'`.execute(trx)
    await sql`delete from batas_laju where kunci like ${like} escape '\\'`.execute(trx)
    await sql`delete from otp where email = ${word}`.execute(trx)
  }
}

/** Erases all personal data of a person outside the row in `user`. */
export const eraseTraces = async (trx: Trx, person: Erased): Promise<void> => {
  const rows = rowsOf(person.id)
  await eraseLogs(trx, rows, person)
  await eraseFiles(trx, rows)
  await eraseLead(trx, rows, person.name)
  await eraseSchooling(trx, person.id, person.name)
  await eraseMoney(trx, rows, person)
  await eraseResponses(trx, person)
}
