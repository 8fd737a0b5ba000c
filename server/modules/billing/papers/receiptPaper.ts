/**
 * Makes the papers of receipts, with the same texts as the print view (`/billing-payment/print`,
 * domain.md 0.2).
 */
import type { Selectable } from 'kysely'
import { methodNames } from '#contract/billing/rules/methodNames.ts'
import { receiptLines } from '#contract/billing/rules/paper/paperText.ts'
import { terbilang } from '#contract/billing/rules/paper/terbilang.ts'
import { kopOf } from '#contract/print/kop.ts'
import type { Pair, Paper, PaperSize } from '#contract/print/paper.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'
import type { Db, Tables } from '#server/db/schema/tables.ts'
import { readNames, readOutlets } from '#server/modules/billing/papers/readBills.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/** Conditions that limit the content which a reader may see on the paper of a receipt. */
export interface ReceiptReader {
  /** Condition on the table "user" that selects the students whose names are shown. */
  students: Condition
  /**
   * Condition on `billing` that selects the bills whose lines are shown as the purpose of the
   * payment.
   */
  bills: Condition
}
type Payment = Selectable<Tables['billing_payment']>

const readParts = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('billing_payment_alokasi')
    .select(['id', 'payment_id', 'billing_id', 'jumlah', 'void_at'])
    .where('payment_id', 'in', ids)
    .orderBy('id')
    .execute()
const readPaidBills = async (db: Db, ids: readonly number[], visible: Condition) => {
  if (ids.length === 0) return []
  const bills = await db
    .selectFrom('billing')
    .select(['billing.id', 'billing.nomor', 'billing.periode'])
    .where('billing.id', 'in', ids)
    .where(visible)
    .orderBy('billing.created_at', 'desc')
    .orderBy('billing.id', 'desc')
    .execute()
  const items = await db
    .selectFrom('billing_item')
    .select(['billing_id', 'deskripsi', 'peserta_id'])
    .where('billing_id', 'in', ids)
    .orderBy('billing_id')
    .orderBy('urutan')
    .execute()
  const itemsOf = Map.groupBy(items, (i) => i.billing_id)
  return bills.map((bill) => ({ ...bill, items: itemsOf.get(bill.id) ?? [] }))
}

/**
 * Reads the receipts with the given ids, each with the content of its paper. Returns the receipts
 * in the order of the ids.
 */
export const readPrintedReceipts = async (
  db: Db,
  ids: readonly number[],
  reader: ReceiptReader,
) => {
  if (ids.length === 0) return []
  const payments = await db
    .selectFrom('billing_payment')
    .selectAll()
    .where('id', 'in', ids)
    .execute()
  const parts = await readParts(db, ids)
  const bills = await readPaidBills(db, [...new Set(parts.map((a) => a.billing_id))], reader.bills)
  const names = await readNames(
    db,
    bills.flatMap((b) => b.items.map((i) => i.peserta_id)),
    reader.students,
  )
  const outlets = await readOutlets(
    db,
    payments.map((p) => p.gedung_id),
  )
  const [banks, receivers] = [
    await db.selectFrom('bank').select(['id', 'nama_bank']).execute(),
    await db
      .selectFrom('user')
      .select(['id', 'name'])
      .where('id', 'in', [...new Set(payments.map((p) => p.diterima_oleh))])
      .execute(),
  ]
  const partsOf = Map.groupBy(parts, (a) => a.payment_id)
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  return ids.flatMap((id) => {
    const payment: Payment | undefined = byId.get(id)
    if (!payment) return []
    const ownParts = partsOf.get(id) ?? []
    const paid = bills.filter((b) => ownParts.some((a) => a.billing_id === b.id))
    return [
      {
        ...payment,
        ...receiptLines({ ...payment, alokasi: ownParts }, paid, names),
        gedung: outlets.get(payment.gedung_id ?? 0),
        bank: banks.find((b) => b.id === payment.bank_id)?.nama_bank,
        penerima: receivers.find((u) => u.id === payment.diterima_oleh)?.name ?? '',
      },
    ]
  })
}
export type PrintedReceipt = Awaited<ReturnType<typeof readPrintedReceipts>>[number]

/** Returns the label and value pairs of a receipt, such as payer, amount and purpose. */
const factsOf = (receipt: PrintedReceipt, settings: Settings): Pair[] => {
  const { lines, students, referensi } = receipt
  const [only, ...otherLines] = lines
  const method = methodNames(settings).withBank(receipt.metode, receipt.bank)
  return [
    { label: 'Sudah terima dari', value: { text: receipt.pembayar_nama ?? '', bold: true } },
    ...(students.length > 0
      ? [{ label: 'Nama peserta', value: { text: students.join(', '), bold: true } }]
      : []),
    {
      label: 'Uang sejumlah',
      value: { text: terbilang(receipt.jumlah), bold: true, italic: true },
      shaded: true,
    },
    {
      label: 'Untuk pembayaran',
      value:
        only && otherLines.length === 0
          ? only.text
          : lines.map(({ text, jumlah }) => ({ text, amount: formatRupiah(jumlah) })),
    },
    { label: 'Cara bayar', value: `${method}${referensi ? `, ref. ${referensi}` : ''}` },
  ]
}

/** Returns the paper of a receipt. */
export const receiptPaper = (
  receipt: PrintedReceipt,
  settings: Settings,
  size: PaperSize,
): Paper => {
  const { judul_kuitansi: title, meterai_ambang } = settings
  const { gedung, void_at, void_alasan } = receipt
  return {
    size,
    kop: kopOf(gedung, settings),
    aside: { title, lines: [`No. ${receipt.nomor}`] },
    watermark: void_at ? 'BATAL' : undefined,
    foot: `${title} ${receipt.nomor}`,
    blocks: [
      { kind: 'pairs', pairs: factsOf(receipt, settings), labels: 32 },
      {
        kind: 'signature',
        amount: formatRupiah(receipt.jumlah),
        ...(receipt.jumlah > meterai_ambang && { stamp: 'Meterai\nRp10.000' }),
        lines: [
          `${gedung ? `${gedung.kota}, ` : ''}${formatTanggal(receipt.tanggal)}`,
          'Penerima,',
        ],
        name: receipt.penerima,
      },
      ...(void_at ? [{ kind: 'text' as const, text: `Dibatalkan: ${void_alasan}` }] : []),
    ],
  }
}
