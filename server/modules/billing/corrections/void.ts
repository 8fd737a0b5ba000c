/**
 * Voids a published bill (domain.md 3.6). The row is kept and the unique keys of its lines are
 * cleared. Saldo that paid the bill goes back to the payer, and sold products go back to the stock.
 */
import { BillingStatus } from '#contract/enums.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import { now } from '#server/http/context.ts'
import { withdrawCredit } from '#server/modules/billing/corrections/creditNote.ts'
import { returnStock } from '#server/modules/billing/lines/stok.ts'
import { addMutation, deriveBills } from '#server/modules/billing/payments/ledger.ts'
import { restorePemakaian } from '#server/modules/billing/promo/promoUses.ts'
import { checkBookOpen } from '#server/modules/billing/publish/closedMonth.ts'
import { readSettings } from '#server/settings.ts'

export interface IssuedBill {
  id: number
  status: number
  void_at: string | null
  tanggal_terbit: string | null
  nomor: string | null
  akun_billing_id: number
  gedung_id: number
}

/** Returns the allocations of a bill that are not void. */
export const readLiveAllocations = (trx: Trx, billing_id: number) =>
  trx
    .selectFrom('billing_payment_alokasi')
    .leftJoin('billing_payment', 'billing_payment.id', 'billing_payment_alokasi.payment_id')
    .select([
      'billing_payment_alokasi.id',
      'billing_payment_alokasi.mutasi_id',
      'billing_payment_alokasi.jumlah',
      'billing_payment.nomor',
    ])
    .where('billing_id', '=', billing_id)
    .where('billing_payment_alokasi.void_at', 'is', null)
    .execute()
type LiveAllocation = Awaited<ReturnType<typeof readLiveAllocations>>[number]

/**
 * Throws 409 for a bill that a receipt pays. The receipt must be voided first, because received
 * money is never released implicitly.
 */
const checkNoReceipts = (bill: IssuedBill, paidBy: readonly LiveAllocation[]): void => {
  const receipts = paidBy.filter((a) => a.mutasi_id === null).map((a) => a.nomor)
  if (receipts.length === 0) return
  const where = bill.nomor ? ` pada ${bill.nomor}` : ''
  throw conflict(
    `Masih ada pembayaran${where}: ${receipts.join(', ')}. Batalkan pembayarannya dahulu.`,
  )
}

/** Returns the saldo that paid a bill to the payer. */
const returnSaldo = async (
  trx: Trx,
  bill: IssuedBill,
  paidBy: readonly LiveAllocation[],
  { time, by }: { time: string; by: number | null },
): Promise<void> => {
  for (const allocation of paidBy) {
    await trx
      .updateTable('billing_payment_alokasi')
      .set({ void_at: time })
      .where('id', '=', allocation.id)
      .execute()
    await addMutation(trx, {
      akun_billing_id: bill.akun_billing_id,
      jenis: 'batal',
      jumlah: allocation.jumlah,
      keterangan: `Pembatalan ${bill.nomor}`,
      billing_id: bill.id,
      by,
    })
  }
}

/** Clears the unique keys of a bill's lines, so that the same items can be billed again. */
const freeKeys = (trx: Trx, billing_id: number) =>
  trx
    .updateTable('billing_item')
    .set({ kunci_unik: null })
    .where('billing_id', '=', billing_id)
    .execute()

/**
 * Voids a bill but not its late fee; `voidBill.ts` voids both. Throws 409 for a draft, a void bill,
 * a bill in a closed month, and a bill that a receipt pays.
 */
export const voidWithoutFees = async (
  trx: Trx,
  bill: IssuedBill,
  alasan: string,
  by: number | null,
): Promise<void> => {
  if (bill.status !== BillingStatus.terbit)
    throw conflict('Draft dihapus saja, tidak perlu dibatalkan')
  if (bill.void_at) throw conflict('Tagihan sudah dibatalkan')
  checkBookOpen(await readSettings(trx), bill.tanggal_terbit ?? '9999')
  const paidBy = await readLiveAllocations(trx, bill.id)
  checkNoReceipts(bill, paidBy)
  const time = now()
  await returnSaldo(trx, bill, paidBy, { time, by })
  await withdrawCredit(trx, bill, by)
  await restorePemakaian(trx, bill.id, time)
  await returnStock(trx, bill, by)
  await freeKeys(trx, bill.id)
  await trx
    .updateTable('billing')
    .set({ void_at: time, void_by: by, void_alasan: alasan })
    .where('id', '=', bill.id)
    .execute()
  await deriveBills(trx, [bill.id], by)
}
