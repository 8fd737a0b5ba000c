/**
 * Makes the payments of a generated school with their allocations, and payments that were entered
 * by mistake and voided.
 */
import { allocateOldest } from '#contract/billing/rules/alokasi.ts'
import { MetodePembayaran } from '#contract/enums.ts'
import { allocate, changeSaldo, settle } from '#server/seed/billing/bills.ts'
import type { Bill, Books, Payer, PaymentKind } from '#server/seed/billing/books.ts'
import { keyed, stamp, type Row } from '#server/seed/maker.ts'
import { pick } from '#server/seed/names.ts'

const voidPaymentReasons = [
  'Salah memilih akun billing, dicatat ulang',
  'Jumlah salah ketik, dicatat ulang',
  'Metode pembayaran keliru, dicatat ulang',
  'Mutasi bank tidak ditemukan, dicatat ulang',
] as const

// Bounds that map a number from 1 to 100 to a way to pay. Numbers up to `cashUpTo` mean cash;
// larger numbers up to `bankUpTo[i]` mean the bank account with index i.
const cashUpTo = 22
const bankUpTo = [48, 60, 80, 86, 92, 97, 100]
const channelOf = ({ random: r, people }: Books, p: Payer) => {
  const c = r.chance(0.85) ? p.habit : r.int(1, 100)
  if (c <= cashUpTo) return { metode: MetodePembayaran.tunai, kanal: null, bank_id: null }
  const bank = people.bank[bankUpTo.findIndex((upTo) => c <= upTo)]!
  return { metode: bank.metode, kanal: bank.kanal, bank_id: bank.id }
}

/** Amount that a payer pays, in rupiah, and its allocation to bills. */
interface Incoming {
  payer: Payer
  day: string
  time: string
  jumlah: number
  alokasi: readonly { billing_id: number; jumlah: number }[]
}
interface Receipt {
  id: number
  nomor: string
  ke_saldo: number
}
const putReceipt = (books: Books, incoming: Incoming, more: Row = {}): Receipt => {
  const { ids, put, by, random: r, audit } = books
  const { payer: p, day, time, jumlah } = incoming
  const dialokasikan = incoming.alokasi.reduce((sum, a) => sum + a.jumlah, 0)
  const ke_saldo = jumlah - dialokasikan
  const id = ids.next('billing_payment')
  const nomor = books.nextNumber('kuitansi', day)
  const via = channelOf(books, p)
  const row: Row = {
    id,
    ...stamp(time, by),
    nomor,
    akun_billing_id: p.id,
    gedung_id: p.gedung_id,
    tanggal: day,
    ...via,
    jumlah,
    referensi: via.metode === MetodePembayaran.tunai ? null : String(r.int(100_000, 999_999_999)),
    pembayar_nama: p.nama,
    catatan: null,
    dialokasikan,
    ke_saldo,
    diterima_oleh: by,
    void_at: null,
    void_by: null,
    void_alasan: null,
    ...more,
  }
  put('billing_payment', keyed('billing-payment', row))
  const { metode } = via
  audit({
    time,
    entitas: 'billing-payment',
    entitas_id: id,
    aksi: 'create',
    sesudah: { nomor, akun_billing_id: p.id, jumlah, metode, dialokasikan, ke_saldo },
    gedung_id: p.gedung_id,
  })
  return { id, nomor, ke_saldo }
}
const putOverpaid = (books: Books, p: Payer, { id, nomor, ke_saldo }: Receipt, time: string) => {
  if (ke_saldo > 0)
    books.put(
      'mutasi_saldo',
      changeSaldo(books, p, {
        jenis: 'lebih_bayar',
        jumlah: ke_saldo,
        keterangan: `Lebih bayar ${nomor}`,
        time,
        payment_id: id,
      }),
    )
}

const minutesAfter = (time: string, minutes: number) =>
  new Date(Date.parse(time) + minutes * 60_000).toISOString()
/**
 * Stores a payment that was entered by mistake and voided five minutes later. The paid amounts of
 * the bills and the saldo of the payer are the same afterwards. Returns the time of the void.
 */
const putWrongReceipt = (
  books: Books,
  incoming: Incoming,
  billOf: ReadonlyMap<number, Bill>,
): string => {
  const { ids, put, by, random: r, audit } = books
  const { payer: p, time } = incoming
  const alasan = pick(r, voidPaymentReasons)
  const later = minutesAfter(time, 5)
  const voided = { void_at: later, void_by: by, void_alasan: alasan }
  const wrong = putReceipt(books, incoming, { versi: 2, updated_at: later, ...voided })
  for (const { billing_id, jumlah } of incoming.alokasi) {
    const b = billOf.get(billing_id)!
    b.alokasi.push({
      id: ids.next('billing_payment_alokasi'),
      payment_id: wrong.id,
      mutasi_id: null,
      billing_id,
      jumlah,
      void_at: later,
      created_at: time,
    })
    b.versi += 2
  }
  putOverpaid(books, p, wrong, time)
  if (wrong.ke_saldo > 0)
    put(
      'mutasi_saldo',
      changeSaldo(books, p, {
        jenis: 'batal',
        jumlah: -wrong.ke_saldo,
        keterangan: `Pembatalan ${wrong.nomor}`,
        time: later,
        payment_id: wrong.id,
      }),
    )
  audit({
    time: later,
    entitas: 'billing-payment',
    entitas_id: wrong.id,
    aksi: 'batalkan',
    sebelum: { void_at: null, void_by: null, void_alasan: null },
    sesudah: voided,
    alasan,
    gedung_id: p.gedung_id,
  })
  return later
}

/**
 * Returns the amount of a payment in rupiah. Depending on `kind`, it is the whole debt, about half
 * of the debt, more than the debt, or the fixed amount of a prepayment.
 */
const amountOf = ({ random: r }: Books, kind: PaymentKind, debt: number): number => {
  if (kind === 'titip') return 150_000
  if (kind === 'sebagian' && debt >= 200_000) return Math.round(debt / 2 / 50_000) * 50_000
  if (kind !== 'lebih') return debt
  return r.chance() ? debt + 100_000 : Math.ceil((debt + 1) / 500_000) * 500_000
}

/**
 * Makes a payment of a payer. A prepayment goes to the saldo. Any other payment is for the bills
 * due up to `dueBy`; if there are none, nothing happens.
 */
export const pay = (
  books: Books,
  payer: Payer,
  { kind, dueBy }: { kind: PaymentKind; dueBy: string },
  day: string,
  time: string,
): void => {
  const open = payer.open.filter((b) => b.sisa > 0)
  const debt = open.reduce((sum, b) => sum + (b.jatuh_tempo <= dueBy ? b.sisa : 0), 0)
  const isDeposit = kind === 'titip'
  if (!isDeposit && debt === 0) return
  const jumlah = amountOf(books, kind, debt)
  const { alokasi } = isDeposit ? { alokasi: [] } : allocateOldest(open, jumlah)
  const billOf = new Map(open.map((b) => [b.id, b]))
  const wrongFirst = payer.sifat !== 'contoh' && books.random.chance(0.008)
  const first = { payer, day, time, jumlah, alokasi }
  const paidAt = wrongFirst ? minutesAfter(putWrongReceipt(books, first, billOf), 1) : time
  const receipt = putReceipt(
    books,
    { ...first, time: paidAt },
    isDeposit ? { catatan: 'Titipan untuk bulan depan' } : {},
  )
  for (const a of alokasi)
    allocate(books, billOf.get(a.billing_id)!, a.jumlah, paidAt, {
      payment_id: receipt.id,
      mutasi_id: null,
    })
  putOverpaid(books, payer, receipt, paidAt)
  settle(books, payer)
}
