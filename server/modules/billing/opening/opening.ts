/**
 * Stores the amounts with which a school moves in (decision 0251): open bills, which are owed and
 * paid like other bills but are no income of these books, and the saldo of payers.
 */
import { sql } from 'kysely'
import { billing } from '#contract/billing/billing.ts'
import { mutasiSaldo } from '#contract/billing/mutasiSaldo.ts'
import { computeItem } from '#contract/billing/rules/tagihan.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { HttpError, invalid, invalidField } from '#server/errors.ts'
import { authorId, type Author, type Ctx } from '#server/http/context.ts'
import { auditNewBill } from '#server/modules/billing/bills/billAudit.ts'
import { insertDraft, insertDraftLines } from '#server/modules/billing/bills/insertDraft.ts'
import { readPayer } from '#server/modules/billing/bills/payerOfBill.ts'
import { addMutation } from '#server/modules/billing/payments/ledger.ts'
import { checkBookOpen, todayAt } from '#server/modules/billing/publish/closedMonth.ts'
import { publishBills } from '#server/modules/billing/publish/publish.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { checkWindow } from '#server/resource/query/dateWindow.ts'
import { readSettings } from '#server/settings.ts'

/** Note of an opening bill, and reason of its line, which may bill tuition without an enrolment. */
const origin = 'Saldo awal dari pembukuan lama'

export interface OpeningBill {
  akun_billing_id: number
  peserta_id: number | null
  gedung_id: number
  jenis_billing_id: number
  jatuh_tempo: string
  /** Number in the old books. */
  nomor_lama: string | null
  keterangan: string
  /** Amount that is still owed, in rupiah. */
  jumlah: number
}
/**
 * Returns the unique key of the line, by which a bill is recognized when it is imported again: the
 * payer and the old number or, without a number, the due date, the student and the description.
 */
export const openingKey = (bill: OpeningBill): string => {
  const { akun_billing_id, nomor_lama, jatuh_tempo, peserta_id, keterangan } = bill
  const name = nomor_lama ?? `${jatuh_tempo} ${peserta_id ?? ''} ${keterangan}`
  return `awal:${akun_billing_id}:${fold(name)}`
}

const findStored = (trx: Trx, key: string) =>
  trx
    .selectFrom('billing_item')
    .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
    .select(['billing.total', 'nomor'])
    .where('kunci_unik', '=', key)
    .executeTakeFirst()

/** Runs a check of a date. Throws 422 at `jatuh_tempo` when the check throws an HttpError. */
const checkDue = (check: () => void): void => {
  try {
    check()
  } catch (error) {
    if (error instanceof HttpError) throw invalidField('jatuh_tempo', error.message)
    throw error
  }
}
/**
 * Returns the issue date of an opening bill: its due date, at most today. Throws 422 at
 * `jatuh_tempo` for a date outside the date window and for an issue date in a closed month.
 */
const issueDateOf = async (
  trx: Trx,
  settings: Settings,
  { jatuh_tempo, gedung_id }: OpeningBill,
): Promise<string> => {
  const issues = await checkWindow(trx, billing.fields, { jatuh_tempo })
  if (issues.length > 0) throw invalid(issues)
  const today = await todayAt(trx, gedung_id)
  const issued = jatuh_tempo < today ? jatuh_tempo : today
  checkDue(() => checkBookOpen(settings, issued))
  return issued
}

/** Inserts the draft of an opening bill with its line. Returns the id of the draft. */
const insertOpeningDraft = async (
  trx: Trx,
  ctx: Ctx,
  settings: Settings,
  bill: OpeningBill,
): Promise<number> => {
  const { gedung_id, jatuh_tempo, jenis_billing_id, peserta_id, nomor_lama, jumlah } = bill
  const payer = await readPayer(trx, bill.akun_billing_id)
  const amounts = computeItem({
    qty: 1,
    harga_satuan: jumlah,
    pembulatan: settings.pembulatan,
    diskon: 0,
    ppn_persen: 0,
  })
  const student =
    peserta_id === null
      ? undefined
      : await trx.selectFrom('user').select('name').where('id', '=', peserta_id).executeTakeFirst()
  const id = await insertDraft(trx, ctx.actor.id, payer, [amounts], {
    gedung_id,
    tanggal_terbit: await issueDateOf(trx, settings, bill),
    jatuh_tempo,
    sumber: 'awal',
    catatan: origin,
    cari: fold([payer.nama_tagihan, student?.name, nomor_lama].filter(Boolean).join(' ')),
  })
  await insertDraftLines(trx, id, [
    {
      ...amounts,
      jenis_billing_id,
      peserta_id,
      deskripsi:
        nomor_lama === null ? bill.keterangan : `${bill.keterangan} (No. lama ${nomor_lama})`,
      harga_satuan: jumlah,
      ppn_persen: 0,
      alasan_manual: origin,
      kunci_unik: openingKey(bill),
    },
  ])
  return id
}

/**
 * Publishes an open bill of the old books. Returns false without writing when the bill is stored
 * already. Throws 422 at `jumlah` when it is stored with another amount, and at `jatuh_tempo` when
 * its date cannot be booked. The transaction must first wait for the queue of the number counter.
 */
export const storeOpeningBill = async (
  trx: Trx,
  ctx: Ctx,
  settings: Settings,
  bill: OpeningBill,
): Promise<boolean> => {
  const stored = await findStored(trx, openingKey(bill))
  if (stored?.total === bill.jumlah) return false
  if (stored)
    throw invalidField(
      'jumlah',
      `Sudah dipindahkan sebagai ${stored.nomor} sebesar ${formatRupiah(stored.total)}. Batalkan tagihan itu dahulu.`,
    )
  const id = await insertOpeningDraft(trx, ctx, settings, bill)
  // Keeps the saldo of the payer, so that the sums of bills and saldo equal those of the workbook.
  const kept = { ...settings, auto_pakai_saldo: false }
  const { failed } = await publishBills(trx, [id], kept, ctx.actor.id)
  if (failed[0]) throw failed[0].error
  await auditNewBill(trx, ctx, id)
  return true
}

export interface OpeningSaldo {
  akun_billing_id: number
  /** Saldo in rupiah. */
  jumlah: number
}
/** Reads the opening saldo of a payer: the sum of its entries, because a withdrawn one has two. */
const readOpeningSaldo = async (trx: Trx, akun: number): Promise<number> =>
  (
    await trx
      .selectFrom('mutasi_saldo')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('jumlah'), sql<number>`0`).as('jumlah'))
      .where('akun_billing_id', '=', akun)
      .where('jenis', '=', 'saldo_awal')
      .executeTakeFirstOrThrow()
  ).jumlah
/** Adds an entry of opening saldo of today to the ledger and the audit log. Throws 409. */
const addOpeningEntry = async (
  trx: Trx,
  ctx: Author,
  aksi: 'create' | 'batalkan',
  entry: OpeningSaldo & { keterangan: string },
): Promise<void> => {
  const jenis = 'saldo_awal'
  checkBookOpen(await readSettings(trx), currentDay())
  const id = await addMutation(trx, { ...entry, jenis, by: authorId(ctx) })
  await auditEvent(trx, ctx, {
    aksi,
    entitas: mutasiSaldo.name,
    entitas_id: id,
    sesudah: JSON.stringify({ ...entry, jenis }),
  })
}
/**
 * Stores the saldo that a payer has in the old books. Returns false without writing when it is
 * stored already. Throws 422 at `jumlah` when another amount is stored, and 409 when today is in a
 * closed month.
 */
export const storeOpeningSaldo = async (
  trx: Trx,
  ctx: Ctx,
  { akun_billing_id, jumlah }: OpeningSaldo,
): Promise<boolean> => {
  const stored = await readOpeningSaldo(trx, akun_billing_id)
  if (stored === jumlah) return false
  if (stored > 0)
    throw invalidField(
      'jumlah',
      `Sudah dipindahkan sebesar ${formatRupiah(stored)}. Selisihnya dicatat sebagai koreksi saldo.`,
    )
  await readPayer(trx, akun_billing_id)
  await addOpeningEntry(trx, ctx, 'create', { akun_billing_id, jumlah, keterangan: origin })
  return true
}
/**
 * Takes back the opening saldo that an entry of the ledger has stored, by an entry against it; the
 * saldo can then be moved in again. Returns the id of the payer. Throws 409 when the saldo has been
 * used, and when today is in a closed month.
 */
export const withdrawOpeningSaldo = async (trx: Trx, ctx: Author, id: number): Promise<number> => {
  const { akun_billing_id, jumlah } = await trx
    .selectFrom('mutasi_saldo')
    .select(['akun_billing_id', 'jumlah'])
    .where('id', '=', id)
    .where('jenis', '=', 'saldo_awal')
    .executeTakeFirstOrThrow()
  const entry = { akun_billing_id, jumlah: -jumlah, keterangan: `Pembatalan: ${origin}` }
  await addOpeningEntry(trx, ctx, 'batalkan', entry)
  return akun_billing_id
}
