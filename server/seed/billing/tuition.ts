/**
 * Makes the tuition bills of a generated school. Enrolments that were entered after the monthly run
 * of their first month get a bill of their own.
 */
import { isProrated, prorata, tuitionText } from '#contract/billing/rules/prorata.ts'
import { generateDates } from '#contract/billing/rules/tagihan.ts'
import { KursusPesertaStatus } from '#contract/enums.ts'
import { addDays, addMonths, firstDay, lastDay } from '#contract/values/tanggal.ts'
import { registrationText } from '#server/modules/billing/lines/biaya.ts'
import { issue, type Draft } from '#server/seed/billing/bills.ts'
import type { Books, Payer } from '#server/seed/billing/books.ts'
import { planAfterIssue, planPayment } from '#server/seed/billing/habits.ts'
import { momentOf } from '#server/seed/maker.ts'
import type { Enrolment } from '#server/seed/schedule/enrolments.ts'

/** Returns the share of a month's lessons for which an enrolment is billed. */
const shareOf = ({ settings }: Books, e: Enrolment, periode: string) => {
  const onLeave =
    e.status === KursusPesertaStatus.cuti || (e.cuti_mulai !== null && e.cuti_selesai !== null)
  return prorata({
    periode,
    hari: e.kelas.hari,
    mulai: e.mulai,
    selesai: e.selesai,
    cuti: onLeave ? [{ mulai: e.cuti_mulai ?? firstDay(periode), selesai: e.cuti_selesai }] : [],
    pertemuanPerBulan: e.kelas.kursus.meetingsPerMonth,
    mingguKelima: settings.minggu_kelima,
    hariLibur: [],
  })
}
/**
 * Returns the bill line for a month of an enrolment; undefined if the monthly run would skip the
 * enrolment.
 */
export const tuition = (books: Books, e: Enrolment, periode: string): Draft | undefined => {
  const { types, people, thisMonth } = books
  const [first, last] = [firstDay(periode), lastDay(periode)]
  if (e.mulai > last || (e.selesai && e.selesai < first)) return undefined
  if (!e.akun.active || (e.akun.blocked && periode > addMonths(thisMonth, -2))) return undefined
  const { kursus, gedung_id } = e.kelas
  const part = shareOf(books, e, periode)
  const harga = e.specialPrice ?? people.priceOn(kursus.id, gedung_id, first) ?? kursus.biaya
  if (part.pembilang === 0 || harga === 0) return undefined
  return {
    jenis: types.kursus,
    enrolment: e,
    peserta_id: e.peserta_id,
    peserta: e.peserta,
    deskripsi: tuitionText(kursus.nama, periode, part),
    periode,
    qty: 1,
    harga,
    share: isProrated(part) ? part : null,
    diskon: 0,
    alasan: null,
  }
}
/**
 * Returns the issue date and due date of a bill for the month `periode` that is made on `today`.
 */
export const billDates = ({ settings }: Books, periode: string, today: string) => {
  const { hari_terbit, jatuh_tempo_hari } = settings
  const dates = generateDates({ periode, hari_terbit, jatuh_tempo_hari, today })
  return { issued: dates.tanggal_terbit, due: dates.jatuh_tempo }
}

interface Batch {
  periode: string
  time: string
  drafts: number
  akun: number
  round: number
}
const putBatch = ({ ids, put, by, settings, people }: Books, batch: Batch): number => {
  const { periode, time, drafts, akun, round } = batch
  const id = ids.next('generate_batch')
  put('generate_batch', {
    id,
    kunci: `demo-${periode}-${round}`,
    oleh: by,
    periode,
    gedung: '[]',
    mode: settings.mode_tagihan,
    status: 'selesai',
    jumlah_akun: akun,
    selesai_akun: akun,
    dilewati: Math.max(0, people.enrolments.length - drafts),
    galat: '[]',
    created_at: time,
    updated_at: time,
  })
  return id
}

/** Makes the bills of a month on the day of the monthly run. */
export const generateMonth = (books: Books, periode: string, day: string): void => {
  const { issued, due } = billDates(books, periode, day)
  const plans = [...books.payers.values()].flatMap((payer) => {
    const drafts = payer.enrolments.flatMap((e) =>
      e.registered <= day ? (tuition(books, e, periode) ?? []) : [],
    )
    return drafts.length > 0 ? [{ payer, drafts }] : []
  })
  const batch = putBatch(books, {
    periode,
    time: momentOf(day),
    drafts: plans.reduce((n, x) => n + x.drafts.length, 0),
    akun: plans.length,
    round: 0,
  })
  let total = 0
  for (const [i, { payer, drafts }] of plans.entries()) {
    const time = momentOf(day, 60 + Math.floor(i / 50))
    const options = { sumber: 'generate', periode, issued, due, time, batch }
    const bill = issue(books, payer, drafts, options)
    total += bill.total
    planAfterIssue(books, payer, { bill, day: issued, periode })
  }
  books.audit({
    time: momentOf(day, 50),
    entitas: 'billing',
    entitas_id: null,
    aksi: 'generate',
    sesudah: { periode, dibuat: plans.length, total, generate_batch_id: batch },
    gedung_id: null,
  })
}

/** Bills the registration fee of an enrolment. */
const billRegistration = (books: Books, p: Payer, e: Enrolment, day: string, time: string) => {
  const { types, plan, random: r } = books
  const { nama, registrationFee } = e.kelas.kursus
  const fee: Draft = {
    jenis: types.pendaftaran,
    enrolment: e,
    peserta_id: e.peserta_id,
    peserta: e.peserta,
    deskripsi: registrationText(nama),
    periode: null,
    qty: 1,
    harga: registrationFee,
    share: null,
    diskon: 0,
    alasan: null,
  }
  const due = addDays(day, 7)
  const options = { sumber: 'pendaftaran', periode: null, issued: day, due, time, batch: null }
  const bill = issue(books, p, [fee], options)
  if (p.sifat !== 'macet')
    plan(addDays(day, r.int(0, 5)), { akun: p, kind: 'bayar', dueBy: bill.jatuh_tempo })
  planAfterIssue(books, p, { bill, day, periode: null })
}
/**
 * Returns a function that bills a new enrolment. The function bills the registration fee, unless
 * the enrolment has a special price. If the bills of the enrolment's first month are already
 * issued, the function also makes a tuition bill for that month. Each such tuition bill belongs to
 * a batch of its own, whose key contains a consecutive number (`round`).
 */
export const makeCatchUp = (books: Books) => {
  const { payers, firstMonth, thisMonth, issueDay } = books
  let round = 0
  return (e: Enrolment, day: string, time: string): void => {
    const p = payers.get(e.akun.id)!
    if (e.specialPrice === null) billRegistration(books, p, e, day, time)
    const periode = e.mulai.slice(0, 7)
    if (periode < firstMonth || periode > thisMonth || day <= issueDay(periode)) return
    const draft = tuition(books, e, periode)
    if (!draft) return
    const batch = putBatch(books, { periode, time, drafts: 1, akun: 1, round: ++round })
    const dates = billDates(books, periode, day)
    const bill = issue(books, p, [draft], { sumber: 'generate', periode, ...dates, time, batch })
    planPayment(books, p, { bill, day, periode })
  }
}
