/**
 * Inserts drafts and their lines. All code that creates drafts uses this file, so that the columns
 * of `billing` and `billing_item` are listed in a single place.
 */
import type { Insertable } from 'kysely'
import { noPromos } from '#contract/billing/rules/promo/linePromos.ts'
import { totalTagihan, type ItemAmounts } from '#contract/billing/rules/tagihan.ts'
import { BillingStatus, PaymentStatus } from '#contract/enums.ts'
import { fold } from '#server/db/fold.ts'
import type { Tables, Trx } from '#server/db/schema/tables.ts'
import { now } from '#server/http/context.ts'

type NewBill = Insertable<Tables['billing']>
type NewLine = Insertable<Tables['billing_item']>

/** Columns of a new bill that describe an unpaid draft without a number. */
export const newDraft = {
  nomor: null,
  status: BillingStatus.draft,
  payment_status: PaymentStatus.belum,
  terbayar: 0,
  generate_batch_id: null,
  void_at: null,
  void_by: null,
  void_alasan: null,
  diterbitkan_at: null,
  diterbitkan_oleh: null,
}
/** Default values of the columns that the caller of `insertDraft` may omit. */
const defaultColumns = {
  tanggal_terbit: null,
  periode: null,
  kode_promo: null,
  catatan: null,
  kunci_generate: null,
  menggantikan_id: null,
}
interface Payer {
  id: number
  nama_tagihan: string
  alamat: string | null
}
type DraftColumns = Pick<NewBill, 'gedung_id' | 'jatuh_tempo' | 'sumber' | 'cari'> &
  Partial<Pick<NewBill, keyof typeof defaultColumns>>

/** Returns the columns of a draft that are computed from its payer and its lines. */
export const payerAndTotalColumns = (
  { id, nama_tagihan, alamat }: Payer,
  items: readonly ItemAmounts[],
) => {
  const totals = totalTagihan(items)
  return {
    akun_billing_id: id,
    nama_tagihan,
    nama_tagihan_kunci: fold(nama_tagihan),
    alamat,
    ...totals,
    sisa: totals.total,
  }
}
/**
 * Returns the audit columns and the version (`versi` 1) of a new row. `by` is the id of the user
 * who creates the row; null if the server itself creates the row.
 */
export const stamps = (by: number | null) => {
  const time = now()
  return { versi: 1, created_at: time, created_by: by, updated_at: time, updated_by: by }
}
/**
 * Stores the row of a draft in `billing`, with the sums of its lines. Returns the id of the draft.
 * The caller stores the lines.
 */
export const insertDraft = async (
  trx: Trx,
  by: number | null,
  payer: Payer,
  items: readonly ItemAmounts[],
  columns: DraftColumns,
): Promise<number> => {
  const draft = {
    ...newDraft,
    ...defaultColumns,
    ...payerAndTotalColumns(payer, items),
    ...stamps(by),
  }
  const { id } = await trx
    .insertInto('billing')
    .values({ ...draft, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Column values of a line that has no course, fee, product, student, promo or month. */
const emptyLine = {
  ...noPromos,
  biaya_id: null,
  produk_jasa_id: null,
  peserta_id: null,
  kursus_peserta_id: null,
  kursus_id: null,
  periode: null,
  prorata_pembilang: null,
  prorata_penyebut: null,
  diskon_alasan: null,
  alasan_manual: null,
  stok_diambil: null,
  kunci_unik: null,
  qty: 1,
}
type LineColumns = Pick<NewLine, 'jenis_billing_id' | 'deskripsi' | 'harga_satuan' | 'ppn_persen'> &
  Partial<NewLine> &
  ItemAmounts
/**
 * Stores lines of a draft in the given order. The position (`urutan`) of the first line is
 * `after + 1`.
 */
export const insertDraftLines = async (
  trx: Trx,
  billing_id: number,
  lines: readonly LineColumns[],
  after = 0,
): Promise<void> => {
  for (const [i, line] of lines.entries())
    await trx
      .insertInto('billing_item')
      .values({ ...emptyLine, ...line, billing_id, urutan: after + i + 1 })
      .execute()
}
