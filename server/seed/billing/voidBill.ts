/** Voids bills of a generated school that were made by mistake, and replaces some of them. */
import { closeBill, issue } from '#server/seed/billing/bills.ts'
import type { Bill, Books } from '#server/seed/billing/books.ts'
import { planPayment } from '#server/seed/billing/habits.ts'
import { billDates, tuition } from '#server/seed/billing/tuition.ts'
import { pick } from '#server/seed/names.ts'

const voidBillReasons = [
  'Nominal kursus keliru, tagihan diganti',
  'Peserta mengundurkan diri sebelum bulan berjalan',
  'Jadwal berubah, tagihan diganti',
  'Tagihan ganda untuk bulan yang sama',
] as const

/** Makes a new bill for the month and the enrolments of a voided bill. */
const replace = (books: Books, b: Bill, periode: string, day: string, time: string): void => {
  const p = b.akun
  const drafts = b.items.flatMap((item) =>
    p.enrolments
      .filter((e) => e.id === item.kursus_peserta_id)
      .flatMap((e) => tuition(books, e, periode) ?? []),
  )
  if (drafts.length === 0) return
  const dates = billDates(books, periode, day)
  const options = { sumber: 'generate', periode, ...dates, time, batch: null }
  const bill = issue(books, p, drafts, options)
  planPayment(books, p, { bill, day, periode })
}

/**
 * Voids a bill, and replaces it if the reason requires a new bill. Does nothing if the bill is
 * partly or fully paid.
 */
export const voidBill = (books: Books, b: Bill, day: string, time: string): void => {
  const { by, random: r, audit } = books
  const p = b.akun
  if (b.terbayar > 0 || b.row.void_at || !p.open.includes(b)) return
  const alasan = pick(r, voidBillReasons)
  const voided = { void_at: time, void_by: by, void_alasan: alasan }
  p.open = p.open.filter((x) => x !== b)
  Object.assign(b.row, voided, { updated_at: time })
  b.versi++
  for (const item of b.items) {
    item.kunci_unik = null
    item.stok_diambil = null
  }
  closeBill(books, b)
  audit({
    time,
    entitas: 'billing',
    entitas_id: b.id,
    aksi: 'batalkan',
    sebelum: { void_at: null, void_by: null, void_alasan: null },
    sesudah: voided,
    alasan,
    gedung_id: p.gedung_id,
  })
  const isReplaced = /diganti/.test(alasan) && b.row.sumber === 'generate'
  if (isReplaced) replace(books, b, b.row.periode as string, day, time)
}
