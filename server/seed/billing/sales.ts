/** Makes bills for books, strings and other goods that families of a generated school buy. */
import { KursusPesertaStatus } from '#contract/enums.ts'
import { addDays } from '#contract/values/tanggal.ts'
import { issue, type Draft } from '#server/seed/billing/bills.ts'
import type { Books, Payer } from '#server/seed/billing/books.ts'
import { planPayment } from '#server/seed/billing/habits.ts'
import { goods } from '#server/seed/catalog/products.ts'
import { momentOf } from '#server/seed/maker.ts'
import { pick } from '#server/seed/names.ts'
import type { Enrolment } from '#server/seed/schedule/enrolments.ts'

const makeDraft = (
  { random: r, types }: Books,
  e: Enrolment,
  productIds: ReadonlyMap<string, number>,
): Draft => {
  const [nama, harga] = pick(r, goods)
  const diskon = r.chance(0.2) ? 10_000 : 0
  return {
    jenis: types.produk,
    produk: productIds.get(nama),
    peserta_id: e.peserta_id,
    peserta: e.peserta,
    deskripsi: nama,
    periode: null,
    qty: r.int(1, 2),
    harga,
    share: null,
    diskon,
    alasan: diskon ? 'Potongan pelanggan lama' : null,
  }
}
const sell = (
  books: Books,
  p: Payer,
  e: Enrolment,
  day: string,
  productIds: ReadonlyMap<string, number>,
): void => {
  const { yesterday, plan, random: r } = books
  const draft = day === yesterday
  const item = makeDraft(books, e, productIds)
  const due = addDays(day, 7)
  const time = momentOf(day, 3000)
  const options = { sumber: 'manual', periode: null, issued: day, due, time, batch: null, draft }
  const bill = issue(books, p, [item], options)
  if (draft) return
  if (p.sifat !== 'macet')
    plan(addDays(day, r.int(0, 6)), { akun: p, kind: 'bayar', dueBy: bill.jatuh_tempo })
  planPayment(books, p, { bill, day, periode: null })
}

/**
 * Makes the bills for goods sold on a day. Yesterday is the last generated day; its bills stay
 * drafts.
 */
export const sellOn = (
  books: Books,
  day: string,
  payers: readonly Payer[],
  productIds: ReadonlyMap<string, number>,
): void => {
  const { random: r, yesterday } = books
  const count = day === yesterday ? 8 : Math.floor(payers.length / 1500 + r.int(0, 99) / 100)
  for (let n = count; n > 0; n--) {
    const p = pick(r, payers)
    const e = p.enrolments.find((x) => x.status === KursusPesertaStatus.aktif && x.mulai <= day)
    if (e && p.sifat !== 'contoh' && p.active) sell(books, p, e, day, productIds)
  }
}
