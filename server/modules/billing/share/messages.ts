/** Messages that send a bill: to whom, what they say, and what became of them. */
import { BillTemplate, billTexts, linkPlace } from '#contract/billing/rules/billText.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { isMobile } from '#contract/values/phone.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { currentDay, formatPeriode, formatTanggal } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/tables.ts'
import { offeredBanks } from '#server/modules/billing/papers/offeredBanks.ts'

/** Of a list on the screen, the newest. */
const most = 50
/** A mail that is on its way for longer than this was lost with its server. */
const lostMs = 10 * 60_000

/** A bill as its messages name it. */
export const readBill = (db: Db, id: number) =>
  db
    .selectFrom('billing')
    .innerJoin('gedung', 'gedung.id', 'billing.gedung_id')
    .selectAll('billing')
    .select(['gedung.nama as outlet', 'gedung.zona_waktu'])
    .where('billing.id', '=', id)
    .executeTakeFirstOrThrow()
export type SharedBill = Awaited<ReturnType<typeof readBill>>

export interface Recipient {
  nama: string
  phone: string | null
  email: string | null
}
/** Who may be sent a bill: its payer, and the family's contacts who get its bills. */
export const readRecipients = async (db: Db, akun: number): Promise<Recipient[]> => {
  const payer = await db
    .selectFrom('user')
    .leftJoin('akun_billing_profil as profil', 'profil.user_id', 'user.id')
    .select(['user.name', 'user.phone', 'user.email', 'profil.nama_tagihan'])
    .select(['profil.wa_tagihan', 'profil.email_tagihan'])
    .where('user.id', '=', akun)
    .executeTakeFirst()
  const contacts = await db
    .selectFrom('akun_billing_kontak')
    .select(['nama', 'phone', 'email'])
    .where('user_id', '=', akun)
    .where('terima_tagihan', '=', 1)
    .orderBy('id')
    .limit(20)
    .execute()
  const own = payer && {
    nama: payer.nama_tagihan ?? payer.name,
    phone: payer.wa_tagihan ?? payer.phone,
    email: payer.email_tagihan ?? payer.email,
  }
  return [...(own ? [own] : []), ...contacts].map(({ nama, phone, email }) => ({
    nama,
    phone: phone !== null && isMobile(phone) ? phone : null,
    email,
  }))
}

/** The templates filled for a bill, with the place of the link left open. */
export const fillTexts = async (db: Db, bill: SharedBill, settings: Settings, nama: string) => {
  const banks = (await offeredBanks(db, [bill.akun_billing_id])).get(bill.akun_billing_id) ?? []
  const accounts = banks
    .filter((b) => b.tampil_di_tagihan)
    .map((b) => `${b.nama_bank} ${b.no_rekening} a.n. ${b.atas_nama}`)
  const words = {
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
  }
  return BillTemplate.options.map(({ value }) => ({
    templat: value,
    isi: billTexts.fill(settings[value], words),
  }))
}

/** Messages of a bill, newest first. */
export const readMessages = async (db: Db, billing_id: number) => {
  const rows = await db
    .selectFrom('pesan_keluar as p')
    .innerJoin('user', 'user.id', 'p.oleh')
    .leftJoin('tautan_tagihan as t', 't.id', 'p.tautan_id')
    .select(['p.id', 'p.kanal', 'p.nama', 'p.tujuan', 'p.status', 'p.dibuat'])
    .select(['user.name as oleh', 't.dibuka_at'])
    .where('p.billing_id', '=', billing_id)
    .orderBy('p.id', 'desc')
    .limit(most)
    .execute()
  const lost = new Date(Date.now() - lostMs).toISOString()
  return rows.map((row) =>
    row.status === 'diproses' && row.dibuat < lost ? { ...row, status: 'gagal' as const } : row,
  )
}
/** Links of a bill, newest first. */
export const readLinks = (db: Db, billing_id: number) =>
  db
    .selectFrom('tautan_tagihan as t')
    .innerJoin('user', 'user.id', 't.dibuat_oleh')
    .select(['t.id', 't.dibuat', 't.dibuka', 't.dibuka_at', 't.dicabut_at', 'user.name as oleh'])
    .where('t.billing_id', '=', billing_id)
    .orderBy('t.id', 'desc')
    .limit(most)
    .execute()
