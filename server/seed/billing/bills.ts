/**
 * Makes the bills of a generated school, with amounts calculated by the functions of the server.
 */
import { paymentStatusOf } from '#contract/billing/rules/paymentStatus.ts'
import { computeItem, totalTagihan, type ItemAmounts } from '#contract/billing/rules/tagihan.ts'
import { BillingStatus, PaymentStatus } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { fold } from '#server/db/fold.ts'
import { naturalKey } from '#server/db/naturalKey.ts'
import type { Bill, Books, Payer } from '#server/seed/billing/books.ts'
import { stamp, type Row } from '#server/seed/maker.ts'
import type { Enrolment } from '#server/seed/schedule/enrolments.ts'

/** Line of a bill to be made. Amounts are in rupiah. */
export interface Draft {
  jenis: number
  produk?: number | undefined
  enrolment?: Enrolment
  peserta_id: number
  peserta: string
  deskripsi: string
  periode: string | null
  qty: number
  harga: number
  share: { pembilang: number; penyebut: number } | null
  diskon: number
  alasan: string | null
}
export interface IssueOptions {
  sumber: string
  periode: string | null
  issued: string
  due: string
  time: string
  batch: number | null
  draft?: boolean
}

/** Stores a bill that will not change any more, with its lines, allocations and saldo entries. */
export const closeBill = ({ put }: Books, b: Bill): void => {
  const { terbayar, total, versi, sisa } = b
  const payment_status = paymentStatusOf({ status: BillingStatus.terbit, total, terbayar })
  put('billing', { ...b.row, versi, terbayar, sisa, payment_status })
  for (const item of b.items) put('billing_item', item)
  for (const m of b.mutasi) put('mutasi_saldo', m)
  for (const a of b.alokasi) put('billing_payment_alokasi', a)
}
/** Stores the fully paid bills of a payer and removes them from the open bills. */
export const settle = (books: Books, p: Payer): void => {
  const done = p.open.filter((b) => b.sisa === 0)
  if (done.length === 0) return
  p.open = p.open.filter((b) => b.sisa > 0)
  for (const b of done) closeBill(books, b)
}
/** Pays a part of a bill from a payment or from the saldo of the payer. */
export const allocate = (
  { ids }: Books,
  b: Bill,
  jumlah: number,
  time: string,
  source: { payment_id: number | null; mutasi_id: number | null },
): void => {
  b.alokasi.push({
    id: ids.next('billing_payment_alokasi'),
    ...source,
    billing_id: b.id,
    jumlah,
    void_at: null,
    created_at: time,
  })
  b.terbayar += jumlah
  b.sisa -= jumlah
  b.versi++
  b.row.updated_at = time
}
/** Adds `jumlah` to the saldo of a payer. Returns the ledger entry, which the caller stores. */
export const changeSaldo = (
  { ids, by }: Books,
  p: Payer,
  change: {
    jenis: string
    jumlah: number
    keterangan: string
    time: string
    payment_id?: number
    billing_id?: number
  },
): Row & { id: number } => {
  const { jenis, jumlah, keterangan, time } = change
  p.saldo += jumlah
  return {
    id: ids.next('mutasi_saldo'),
    akun_billing_id: p.id,
    jenis,
    jumlah,
    payment_id: change.payment_id ?? null,
    billing_id: change.billing_id ?? null,
    keterangan,
    tanggal: currentDay(undefined, new Date(time)),
    created_at: time,
    created_by: by,
    updated_at: time,
    updated_by: by,
  }
}

/**
 * Returns the unique key of a bill line for a month of tuition or for a registration fee. The key
 * prevents billing the same month or fee twice. Returns null for other lines.
 */
const keyOf = (types: Books['types'], { jenis, enrolment, periode }: Draft): string | null => {
  if (!enrolment) return null
  if (jenis === types.kursus) return `kp:${enrolment.id}:${periode}`
  return jenis === types.pendaftaran
    ? `pd:${enrolment.kelas.kursus.id}:${enrolment.peserta_id}`
    : null
}
const makeItem = (
  { ids, settings, types }: Books,
  d: Draft,
  { billing_id, urutan, isDraft }: { billing_id: number; urutan: number; isDraft: boolean },
): Row & ItemAmounts => ({
  id: ids.next('billing_item'),
  billing_id,
  urutan,
  jenis_billing_id: d.jenis,
  biaya_id: null,
  produk_jasa_id: d.produk ?? null,
  stok_diambil: d.produk === undefined || isDraft ? null : d.qty,
  peserta_id: d.peserta_id,
  kursus_peserta_id: d.enrolment?.id ?? null,
  kursus_id: d.enrolment?.kelas.kursus.id ?? null,
  deskripsi: d.deskripsi,
  periode: d.periode,
  qty: d.qty,
  harga_satuan: d.harga,
  prorata_pembilang: d.share?.pembilang ?? null,
  prorata_penyebut: d.share?.penyebut ?? null,
  diskon_alasan: d.alasan,
  ppn_persen: 0,
  ...computeItem({
    qty: d.qty,
    harga_satuan: d.harga,
    prorata: d.share,
    pembulatan: settings.pembulatan,
    diskon: d.diskon,
    ppn_persen: 0,
  }),
  kunci_unik: keyOf(types, d),
})
const makeRow = (
  { by }: Books,
  p: Payer,
  o: IssueOptions,
  sums: ReturnType<typeof totalTagihan>,
  { id, nomor, searchText }: { id: number; nomor: string | null; searchText: string },
): Row => ({
  id,
  ...stamp(o.time, by),
  nomor,
  nomor_kunci: nomor && naturalKey(nomor),
  akun_billing_id: p.id,
  gedung_id: p.gedung_id,
  periode: o.periode,
  tanggal_terbit: o.issued,
  jatuh_tempo: o.due,
  alamat: p.alamat,
  catatan: null,
  status: o.draft ? BillingStatus.draft : BillingStatus.terbit,
  payment_status: PaymentStatus.belum,
  ...sums,
  terbayar: 0,
  sisa: sums.total,
  nama_tagihan: p.nama,
  nama_tagihan_kunci: fold(p.nama),
  sumber: o.sumber,
  generate_batch_id: o.batch,
  kunci_generate: null,
  void_at: null,
  void_by: null,
  void_alasan: null,
  diterbitkan_at: o.draft ? null : o.time,
  diterbitkan_oleh: o.draft ? null : by,
  cari: searchText,
})
const payFromSaldo = (books: Books, p: Payer, b: Bill, time: string): void => {
  const used = Math.min(p.saldo, b.total)
  if (!books.settings.auto_pakai_saldo || used <= 0) return
  const mutasi = changeSaldo(books, p, {
    jenis: 'pakai',
    jumlah: -used,
    keterangan: `Dipakai untuk ${b.nomor}`,
    time,
    billing_id: b.id,
  })
  b.mutasi.push(mutasi)
  allocate(books, b, used, time, { payment_id: null, mutasi_id: mutasi.id })
}

/** Makes a bill. Publishes it and pays it from the payer's saldo, unless `o.draft` is true. */
export const issue = (books: Books, p: Payer, drafts: readonly Draft[], o: IssueOptions): Bill => {
  const id = books.ids.next('billing')
  const isDraft = o.draft ?? false
  const items = drafts.map((d, i) => makeItem(books, d, { billing_id: id, urutan: i + 1, isDraft }))
  const sums = totalTagihan(items)
  const nomor = isDraft ? null : books.nextNumber('tagihan', o.issued)
  const searchText = fold([p.nama, ...new Set(drafts.map((d) => d.peserta))].join(' '))
  const b: Bill = {
    id,
    jatuh_tempo: o.due,
    nomor,
    sisa: sums.total,
    total: sums.total,
    terbayar: 0,
    akun: p,
    versi: isDraft ? 1 : 2,
    items,
    alokasi: [],
    mutasi: [],
    row: makeRow(books, p, o, sums, { id, nomor, searchText }),
  }
  if (isDraft) {
    books.put('billing', b.row)
    for (const item of items) books.put('billing_item', item)
    return b
  }
  payFromSaldo(books, p, b, o.time)
  p.open.push(b)
  settle(books, p)
  return b
}
