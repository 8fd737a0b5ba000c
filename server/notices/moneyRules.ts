/** Notices about bills, payments, expenses and coach pay, by the action that causes them. */
import { StatusPengeluaran } from '#contract/sales/expenseEnums.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { formatPeriode, formatTanggalShort } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { readHolders, type Notice, type NoticeRules } from '#server/notices/notice.ts'

const readBillsForNotices = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('billing')
    .select(['id', 'nomor', 'akun_billing_id', 'total', 'jatuh_tempo'])
    .where('id', 'in', ids)
    .execute()
const readPayments = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('billing_payment')
    .select(['id', 'nomor', 'akun_billing_id', 'jumlah'])
    .where('id', 'in', ids)
    .execute()
const paymentOf = (row: Readonly<Record<string, unknown>>) => ({
  id: Number(row.id),
  nomor: String(row.nomor),
  akun_billing_id: Number(row.akun_billing_id),
  jumlah: Number(row.jumlah),
})
const readConfirmations = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('konfirmasi_pembayaran')
    .select(['id', 'nomor', 'akun_billing_id', 'gedung_id', 'jumlah', 'pengirim_nama'])
    .select(['created_by', 'alasan_tolak', 'status'])
    .where('id', 'in', ids)
    .execute()
const readExpenses = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('pengeluaran_sales as p')
    .innerJoin('user', 'user.id', 'p.sales_id')
    .select(['p.id', 'p.nomor', 'p.jumlah', 'p.gedung_id', 'p.sales_id', 'p.status', 'user.name'])
    .where('p.id', 'in', ids)
    .execute()
const readHonours = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('honor_periode')
    .select(['id', 'pelatih_id', 'periode', 'total'])
    .where('id', 'in', ids)
    .execute()

/**
 * Returns a rule for notices that a payment confirmation was accepted or rejected. The payer of the
 * confirmation and the user who sent it get a notice. `how` is the outcome in the text of the
 * notice.
 */
const decidedConfirmation =
  (how: string) =>
  async (trx: Trx, ids: readonly number[]): Promise<Notice[]> =>
    (await readConfirmations(trx, ids)).flatMap((row) =>
      [...new Set([row.akun_billing_id, row.created_by])].map((user_id) => ({
        user_id,
        teks: `Konfirmasi ${row.nomor} ${formatRupiah(row.jumlah)} ${how}${row.status === 'ditolak' && row.alasan_tolak ? `: ${row.alasan_tolak}` : ''}`,
        rute: '/konfirmasi-pembayaran/view',
        rute_id: row.id,
      })),
    )
const decidedExpense = async (trx: Trx, ids: readonly number[]): Promise<Notice[]> =>
  (await readExpenses(trx, ids)).map((row) => ({
    user_id: row.sales_id,
    teks: `Pengeluaran ${row.nomor} ${formatRupiah(row.jumlah)} ${StatusPengeluaran.label(row.status).toLowerCase()}`,
    rute: '/pengeluaran-sales/view',
    rute_id: row.id,
  }))
const honour =
  (how: string) =>
  async (trx: Trx, ids: readonly number[]): Promise<Notice[]> =>
    (await readHonours(trx, ids)).map((row) => ({
      user_id: row.pelatih_id,
      teks: `Honor ${formatPeriode(row.periode)} ${formatRupiah(row.total)} ${how}`,
      rute: '/honor-periode/view',
      rute_id: row.id,
    }))

export const moneyRules: NoticeRules = {
  'billing/terbitkan': async (trx, ids) =>
    (await readBillsForNotices(trx, ids)).map((bill) => ({
      user_id: bill.akun_billing_id,
      teks: `Tagihan ${bill.nomor ?? ''} ${formatRupiah(bill.total)} terbit, jatuh tempo ${formatTanggalShort(bill.jatuh_tempo)}`,
      rute: '/billing/view',
      rute_id: bill.id,
    })),
  'billing/batalkan': async (trx, ids) =>
    (await readBillsForNotices(trx, ids))
      .filter((bill) => bill.nomor !== null)
      .map((bill) => ({
        user_id: bill.akun_billing_id,
        teks: `Tagihan ${bill.nomor ?? ''} dibatalkan`,
        rute: '/billing/view',
        rute_id: bill.id,
      })),
  'billing-payment/create': async (trx, ids, rows) =>
    (rows.length > 0 ? rows.map(paymentOf) : await readPayments(trx, ids)).map((row) => ({
      user_id: row.akun_billing_id,
      teks: `Pembayaran ${formatRupiah(row.jumlah)} diterima, kuitansi ${row.nomor}`,
      rute: '/billing-payment/view',
      rute_id: row.id,
    })),
  'billing-payment/batalkan': async (trx, ids) =>
    (await readPayments(trx, ids)).map((row) => ({
      user_id: row.akun_billing_id,
      teks: `Pembayaran ${row.nomor} ${formatRupiah(row.jumlah)} dibatalkan`,
      rute: '/billing-payment/view',
      rute_id: row.id,
    })),
  'konfirmasi-pembayaran/create': async (trx, ids) => {
    const holders = await readHolders(trx, 'konfirmasi-pembayaran/setujui')
    return (await readConfirmations(trx, ids)).flatMap((row) =>
      holders(row.gedung_id).map((user_id) => ({
        user_id,
        teks: `Konfirmasi ${row.nomor} ${formatRupiah(row.jumlah)} dari ${row.pengirim_nama} menunggu`,
        rute: '/konfirmasi-pembayaran/view',
        rute_id: row.id,
      })),
    )
  },
  'konfirmasi-pembayaran/setujui': decidedConfirmation('disetujui'),
  'konfirmasi-pembayaran/tolak': decidedConfirmation('ditolak'),
  'pengeluaran-sales/create': async (trx, ids) => {
    const holders = await readHolders(trx, 'pengeluaran-sales/setujui')
    return (await readExpenses(trx, ids))
      .filter((row) => row.status === 'diajukan')
      .flatMap((row) =>
        holders(row.gedung_id).map((user_id) => ({
          user_id,
          teks: `Pengeluaran ${row.nomor} ${formatRupiah(row.jumlah)} dari ${row.name} menunggu`,
          rute: '/pengeluaran-sales/view',
          rute_id: row.id,
        })),
      )
  },
  'pengeluaran-sales/setujui': decidedExpense,
  'pengeluaran-sales/tolak': decidedExpense,
  'honor-periode/finalkan': honour('final'),
  'honor-periode/bayar': honour('dibayar'),
}
