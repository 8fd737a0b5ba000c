/** Messages about bills: recipients, texts and delivery states. */
import { sql } from 'kysely'
import {
  BillTemplate,
  billTexts,
  linkPlace,
  type BillTemplateKey,
} from '#contract/billing/rules/paper/billText.ts'
import { uniqueTransferAmount, codeText } from '#contract/billing/rules/paper/paperText.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { isMobile } from '#contract/values/phone.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { currentDay, formatPeriode, formatTanggal } from '#contract/values/tanggal.ts'
import type { Db, Tables, Trx } from '#server/db/schema/tables.ts'
import { offeredBanks, type OfferedBank } from '#server/modules/billing/papers/offeredBanks.ts'
import { required } from '#server/runtime/required.ts'

/** Maximum number of messages or links that a list shows, newest first. */
const most = 50
/** Maximum number of sent statements that are shown for a payer. */
const mostShown = 5
/**
 * Time in ms after which a mail that still has the status `diproses` counts as lost. A restart of
 * the server loses the mails that are being sent.
 */
export const mailTimeoutMs = 10 * 60_000

/** Reads the given bills with outlet name and time zone, for messages, sorted by id. */
export const readSharedBills = (db: Db | Trx, ids: readonly number[]) =>
  db
    .selectFrom('billing')
    .innerJoin('gedung', 'gedung.id', 'billing.gedung_id')
    .selectAll('billing')
    .select(['gedung.nama as outlet', 'gedung.zona_waktu'])
    .where('billing.id', 'in', ids)
    .orderBy('billing.id')
    .execute()
export type SharedBill = Awaited<ReturnType<typeof readSharedBills>>[number]
export const readBill = async (db: Db | Trx, id: number): Promise<SharedBill> =>
  required((await readSharedBills(db, [id]))[0], 'a bill in scope')

export interface Recipient {
  nama: string
  phone: string | null
  email: string | null
}
/** Maximum number of contacts of a family that receive its bills. */
const mostContacts = 20
/**
 * Returns the recipients of the bills of some payers, by payer id. Recipients are the payer and the
 * contacts of the family who receive bills.
 */
export const readRecipientsOf = async (
  db: Db | Trx,
  payers: readonly number[],
): Promise<ReadonlyMap<number, Recipient[]>> => {
  const owners = await db
    .selectFrom('user')
    .leftJoin('akun_billing_profil as profil', 'profil.user_id', 'user.id')
    .select(['user.id', 'user.name', 'user.phone', 'user.email', 'profil.nama_tagihan'])
    .select(['profil.wa_tagihan', 'profil.email_tagihan'])
    .where('user.id', 'in', payers)
    .execute()
  const contacts = Map.groupBy(
    await db
      .selectFrom('akun_billing_kontak')
      .select(['user_id', 'nama', 'phone', 'email'])
      .where('user_id', 'in', payers)
      .where('terima_tagihan', '=', 1)
      .orderBy('id')
      .execute(),
    (contact) => contact.user_id,
  )
  return new Map(
    owners.map((payer) => {
      const payerContact = {
        nama: payer.nama_tagihan ?? payer.name,
        phone: payer.wa_tagihan ?? payer.phone,
        email: payer.email_tagihan ?? payer.email,
      }
      const all = [payerContact, ...(contacts.get(payer.id) ?? []).slice(0, mostContacts)]
      return [
        payer.id,
        all.map(({ nama, phone, email }) => ({
          nama,
          phone: phone !== null && isMobile(phone) ? phone : null,
          email,
        })),
      ]
    }),
  )
}
/** Returns the recipients of the bills of one payer. */
export const readRecipients = async (db: Db | Trx, akun: number): Promise<Recipient[]> =>
  (await readRecipientsOf(db, [akun])).get(akun) ?? []

/**
 * Fills a template with the present values of a bill. The placeholder of the link stays in the
 * text.
 */
export const fillText = (
  template: BillTemplateKey,
  bill: SharedBill,
  settings: Settings,
  { nama, banks }: { nama: string; banks: readonly OfferedBank[] },
): string => {
  const accounts = banks
    .filter((b) => b.tampil_di_tagihan)
    .map((b) => `${b.nama_bank} ${b.no_rekening} a.n. ${b.atas_nama}`)
  const text = billTexts.fill(settings[template], {
    nama,
    nomor: bill.nomor ?? '',
    periode: formatPeriode(bill.periode ?? (bill.tanggal_terbit ?? currentDay()).slice(0, 7)),
    total: formatRupiah(bill.total),
    sisa: formatRupiah(bill.sisa),
    jatuh_tempo: formatTanggal(bill.jatuh_tempo),
    rekening: accounts.join('; ') || 'rekening sekolah',
    tautan: linkPlace,
    outlet: bill.outlet,
    sekolah: settings.nama_sekolah,
  })
  const coded = uniqueTransferAmount(bill, settings.kode_unik)
  return coded === undefined ? text : `${text}\n\n${codeText(coded)}`
}
/** Returns all message templates filled with the values of a bill. */
export const fillTexts = async (db: Db, bill: SharedBill, settings: Settings, nama: string) => {
  const banks = (await offeredBanks(db, [bill.akun_billing_id])).get(bill.akun_billing_id) ?? []
  return BillTemplate.options.map(({ value }) => ({
    templat: value,
    isi: fillText(value, bill, settings, { nama, banks }),
  }))
}

/**
 * SQL column with the name of the author; `Otomatis` for messages that the server sends
 * automatically.
 */
const byWhom = sql<string>`coalesce("user".name, 'Otomatis')`.as('oleh')
/**
 * Returns a message with the status failed if its mail was lost in a restart of the server;
 * otherwise the message unchanged.
 */
const withLostAsFailed = <R extends { status: Tables['pesan_keluar']['status']; dibuat: string }>(
  row: R,
): R => {
  const lost = new Date(Date.now() - mailTimeoutMs).toISOString()
  return row.status === 'diproses' && row.dibuat < lost ? { ...row, status: 'gagal' } : row
}
/** Returns the messages about a bill, newest first. */
export const readMessages = async (db: Db, billing_id: number) => {
  const rows = await db
    .selectFrom('pesan_keluar as p')
    .leftJoin('user', 'user.id', 'p.oleh')
    .leftJoin('tautan_tagihan as t', 't.id', 'p.tautan_id')
    .select(['p.id', 'p.kanal', 'p.nama', 'p.tujuan', 'p.status', 'p.dibuat'])
    .select(['t.dibuka_at', byWhom])
    .where('p.billing_id', '=', billing_id)
    .orderBy('p.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(withLostAsFailed)
}
/** Returns the statements that were sent to a payer, newest first. */
export const readAccountMessages = async (db: Db, akun: number) => {
  const rows = await db
    .selectFrom('pesan_keluar as p')
    .leftJoin('user', 'user.id', 'p.oleh')
    .select(['p.id', 'p.tujuan', 'p.status', 'p.dibuat', byWhom])
    .where('p.akun_billing_id', '=', akun)
    .orderBy('p.id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(withLostAsFailed)
}
/** Returns the links of a bill, newest first. */
export const readLinks = (db: Db, billing_id: number) =>
  db
    .selectFrom('tautan_tagihan as t')
    .leftJoin('user', 'user.id', 't.dibuat_oleh')
    .select(['t.id', 't.dibuat', 't.dibuka', 't.dibuka_at', 't.dicabut_at', byWhom])
    .where('t.billing_id', '=', billing_id)
    .orderBy('t.id', 'desc')
    .limit(most)
    .execute()
