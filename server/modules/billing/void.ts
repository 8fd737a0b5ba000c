/** Voiding a published bill (domain.md 3.6): the row stays, its keys are free again, saldo that paid it and stock that it took return. */
import type { Trx } from '#server/db/tables.ts'
import { conflict } from '#server/errors.ts'
import { now } from '#server/http/context.ts'
import { addMutation, checkBookOpen, deriveBills } from '#server/modules/billing/ledger.ts'
import { returnStock } from '#server/modules/billing/stok.ts'
import { kembalikanPemakaian } from '#server/modules/promo/pakai.ts'
import { readSettings } from '#server/settings.ts'

/** Throws 409 for a draft, a void bill, a locked month, and while a receipt pays it. */
export const voidBill = async (
  trx: Trx,
  bill: {
    id: number
    status: number
    void_at: string | null
    tanggal_terbit: string | null
    nomor: string | null
    akun_billing_id: number
    gedung_id: number
  },
  alasan: string,
  by: number,
): Promise<void> => {
  if (bill.status !== 1) throw conflict('Draft dihapus saja, tidak perlu dibatalkan')
  if (bill.void_at) throw conflict('Tagihan sudah dibatalkan')
  checkBookOpen(await readSettings(trx), bill.tanggal_terbit ?? '9999')
  const live = await trx
    .selectFrom('billing_payment_alokasi')
    .leftJoin('billing_payment', 'billing_payment.id', 'billing_payment_alokasi.payment_id')
    .select([
      'billing_payment_alokasi.id',
      'billing_payment_alokasi.mutasi_id',
      'billing_payment_alokasi.jumlah',
      'billing_payment.nomor',
    ])
    .where('billing_id', '=', bill.id)
    .where('billing_payment_alokasi.void_at', 'is', null)
    .execute()
  const receipts = live.filter((a) => a.mutasi_id === null).map((a) => a.nomor)
  if (receipts.length > 0)
    throw conflict(
      `Masih ada pembayaran${bill.nomor ? ` pada ${bill.nomor}` : ''}: ${receipts.join(', ')}. Batalkan pembayarannya dahulu.`,
    )
  const time = now()
  for (const allocation of live) {
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
  await kembalikanPemakaian(trx, bill.id, time)
  await returnStock(trx, bill, by)
  await trx
    .updateTable('billing_item')
    .set({ kunci_unik: null })
    .where('billing_id', '=', bill.id)
    .execute()
  await trx
    .updateTable('billing')
    .set({ void_at: time, void_by: by, void_alasan: alasan })
    .where('id', '=', bill.id)
    .execute()
  await deriveBills(trx, [bill.id], by)
}
