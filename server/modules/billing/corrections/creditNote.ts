/**
 * Credit notes (domain.md 3.6) for a published bill that was too high and cannot or should not be
 * voided. The total and the lines of the bill do not change. The credited amount becomes saldo
 * dated today, and this saldo first pays the unpaid amount of the same bill.
 */
import { sql, type Selectable } from 'kysely'
import { mutasiSaldo } from '#contract/billing/mutasiSaldo.ts'
import { BillingStatus } from '#contract/enums.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import type { Tables, Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { authorId, type Author } from '#server/http/context.ts'
import {
  addMutation,
  deriveBills,
  paySaldo,
  readSaldo,
} from '#server/modules/billing/payments/ledger.ts'
import { checkBookOpen, todayAt } from '#server/modules/billing/publish/closedMonth.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { readSettings } from '#server/settings.ts'

type CreditedBill = Pick<
  Selectable<Tables['billing']>,
  'id' | 'status' | 'void_at' | 'gedung_id' | 'total' | 'sisa' | 'nomor' | 'akun_billing_id'
>

/**
 * Returns the number of all credit notes of a bill, including withdrawn notes, and the sum of the
 * notes that are not withdrawn.
 */
export const readCredited = async (
  trx: Trx,
  billing_id: number,
): Promise<{ count: number; jumlah: number }> => {
  const notes = await trx
    .selectFrom('mutasi_saldo')
    .select(['jumlah', 'nomor'])
    .where('billing_id', '=', billing_id)
    .where('jenis', '=', 'nota_kredit')
    .execute()
  return {
    count: notes.filter((n) => n.nomor !== null).length,
    jumlah: notes.reduce((sum, n) => sum + n.jumlah, 0),
  }
}

/**
 * Issues a credit note, with a number derived from the number of its bill. Throws 409 if the bill
 * is a draft or void, or if today is in a closed month. Throws 422 if the amount exceeds the total
 * of the bill minus its earlier credit notes.
 */
export const issueCreditNote = async (
  trx: Trx,
  ctx: Author,
  bill: CreditedBill,
  { jumlah, alasan }: { jumlah: number; alasan: string },
): Promise<void> => {
  if (bill.status !== BillingStatus.terbit) throw conflict('Draft diubah saja')
  if (bill.void_at) throw conflict('Tagihan sudah dibatalkan')
  const tanggal = await todayAt(trx, bill.gedung_id)
  checkBookOpen(await readSettings(trx), tanggal)
  const credited = await readCredited(trx, bill.id)
  const most = bill.total - credited.jumlah
  if (jumlah > most) throw invalidField('jumlah', `Paling banyak ${formatRupiah(most)}`)
  const by = authorId(ctx)
  const nomor = `${bill.nomor}-NK${credited.count + 1}`
  const entry = {
    akun_billing_id: bill.akun_billing_id,
    jenis: 'nota_kredit' as const,
    jumlah,
    nomor,
    keterangan: `Nota kredit ${nomor}`,
    tanggal,
    billing_id: bill.id,
  }
  const id = await addMutation(trx, { ...entry, alasan, by })
  await auditEvent(trx, ctx, {
    aksi: 'nota-kredit',
    entitas: mutasiSaldo.name,
    entitas_id: id,
    gedung_id: bill.gedung_id,
    sesudah: JSON.stringify(entry),
    alasan,
  })
  if (bill.sisa === 0) return
  await paySaldo(trx, bill, Math.min(jumlah, bill.sisa), by)
  await deriveBills(trx, [bill.id], by)
}

/**
 * Pays bills from the saldo that came from their credit notes, after a payment of the bills was
 * voided or moved (decision 0081). Otherwise the family would owe an amount that it already holds
 * as saldo. Pays for each bill the smallest of three amounts: the unpaid amount of the bill, its
 * credit notes minus its payments from saldo, and the remaining saldo.
 */
export const payFromNotes = async (
  trx: Trx,
  billingIds: readonly number[],
  by: number | null,
): Promise<void> => {
  if (billingIds.length === 0) return
  const bills = await trx
    .selectFrom('billing')
    .select(['id', 'nomor', 'akun_billing_id', 'sisa'])
    .select(
      sql<number>`(select coalesce(sum(m.jumlah), 0) from mutasi_saldo m
        where m.billing_id = billing.id and m.jenis = 'nota_kredit')
        - (select coalesce(sum(a.jumlah), 0) from billing_payment_alokasi a
        where a.billing_id = billing.id and a.mutasi_id is not null and a.void_at is null)`.as(
        'nota',
      ),
    )
    .where('id', 'in', billingIds)
    .where('void_at', 'is', null)
    .where('sisa', '>', 0)
    .orderBy('id')
    .execute()
  const credited = bills.filter((bill) => bill.nota > 0)
  for (const bill of credited) {
    const saldo = await readSaldo(trx, bill.akun_billing_id)
    const jumlah = Math.min(bill.sisa, bill.nota, saldo)
    if (jumlah > 0) await paySaldo(trx, bill, jumlah, by)
  }
  await deriveBills(
    trx,
    credited.map((bill) => bill.id),
    by,
  )
}

/**
 * Withdraws the credit notes of a bill that is being voided. A void bill is no longer owed, so a
 * credit note for it has no purpose. Throws 409 if the payer has spent the saldo of the notes on
 * something else.
 */
export const withdrawCredit = async (
  trx: Trx,
  bill: { id: number; nomor: string | null; akun_billing_id: number },
  by: number | null,
): Promise<void> => {
  const { jumlah } = await readCredited(trx, bill.id)
  if (jumlah === 0) return
  await addMutation(trx, {
    akun_billing_id: bill.akun_billing_id,
    jenis: 'nota_kredit',
    jumlah: -jumlah,
    keterangan: `Pembatalan nota kredit ${bill.nomor}`,
    billing_id: bill.id,
    by,
  })
}
