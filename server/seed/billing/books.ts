/**
 * Shared state for generating the bills and payments of a made-up school: payers, document numbers,
 * audit log and planned events.
 */
import type { OpenBill } from '#contract/billing/rules/alokasi.ts'
import { numberIn, seriesOf } from '#contract/billing/rules/numberFormat.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { makeRandom, type Random } from '#contract/values/random.ts'
import { addDays, addMonths, dayOf } from '#contract/values/tanggal.ts'
import { fold } from '#server/db/fold.ts'
import type { Akun } from '#server/seed/access/payers.ts'
import type { CatalogueTypes } from '#server/seed/catalog/products.ts'
import { stamp, type Ids, type Maker, type Put, type Row } from '#server/seed/maker.ts'
import type { People } from '#server/seed/people.ts'
import type { Enrolment } from '#server/seed/schedule/enrolments.ts'

/**
 * Published bill in memory. It is stored when it is fully paid, otherwise at the end of the
 * generation.
 */
export interface Bill extends OpenBill {
  akun: Payer
  row: Row
  total: number
  terbayar: number
  versi: number
  items: Row[]
  alokasi: Row[]
  mutasi: Row[]
}
export interface Payer extends Akun {
  open: Bill[]
  saldo: number
  /** Random number from 1 to 100 that decides the usual payment method of the payer. */
  habit: number
  enrolments: Enrolment[]
}
/** Ids of the kinds of bill lines. */
export interface Types extends CatalogueTypes {
  pendaftaran: number
  kursus: number
}
export type PaymentKind = 'bayar' | 'sebagian' | 'lebih' | 'titip'
/**
 * Planned event that changes money: a payment, the void of a bill, or a new enrolment. A payment
 * pays the bills whose due date is not after `dueBy`.
 */
type MoneyEvent =
  | { akun: Payer; kind: PaymentKind; dueBy: string }
  | { voided: Bill }
  | { enrolled: Enrolment }
/** Entry of the audit log. */
interface AuditEntry {
  time: string
  entitas: string
  entitas_id: number | null
  aksi: string
  sebelum?: Row
  sesudah: Row
  alasan?: string
  gedung_id: number | null
}

/** Context of all functions that generate bills and payments. */
export interface Books {
  settings: Settings
  types: Types
  people: People
  ids: Ids
  put: Put
  random: Random
  /** Id of the admin who makes all entries. */
  by: number
  payers: ReadonlyMap<number, Payer>
  yesterday: string
  thisMonth: string
  /** First billed month (`YYYY-MM`). Its bills are issued on `startDay`. */
  firstMonth: string
  startDay: string
  /** Returns the day on which the bills of a month are issued. */
  issueDay: (periode: string) => string
  nextNumber: (jenis: 'tagihan' | 'kuitansi', tanggal: string) => string
  putCounters: () => void
  audit: (entry: AuditEntry) => void
  /** Plans an event for a day; ignores it if the day is outside the generated period. */
  plan: (day: string, event: MoneyEvent) => void
  /** Removes and returns the events of a day. */
  takeEvents: (day: string) => MoneyEvent[]
}

const makePayers = (people: People, r: Random): Map<number, Payer> => {
  const payers = new Map<number, Payer>(
    people.akun.map((a) => [
      a.id,
      { ...a, open: [], saldo: 0, habit: r.int(1, 100), enrolments: [] },
    ]),
  )
  for (const e of people.enrolments) payers.get(e.akun.id)!.enrolments.push(e)
  const byName = (a: Enrolment, b: Enrolment) => {
    const [first, second] = [fold(a.peserta), fold(b.peserta)]
    if (first !== second) return first < second ? -1 : 1
    return a.id - b.id
  }
  for (const p of payers.values()) p.enrolments.sort(byName)
  return payers
}
const makeNumbers = (settings: Settings, put: Put) => {
  const counters = new Map<string, { jenis: string; seri: string; nilai: number }>()
  return {
    nextNumber: (jenis: 'tagihan' | 'kuitansi', tanggal: string) => {
      const format =
        jenis === 'tagihan' ? settings.format_nomor_tagihan : settings.format_nomor_kuitansi
      const seri = seriesOf(format, { tanggal })
      const counter = counters.get(`${jenis} ${seri}`) ?? { jenis, seri, nilai: 0 }
      counter.nilai++
      counters.set(`${jenis} ${seri}`, counter)
      return numberIn(format, seri, counter.nilai)
    },
    putCounters: () => {
      for (const counter of counters.values()) put('penghitung', counter)
    },
  }
}
const makeAgenda = (first: string, last: string) => {
  const agenda = new Map<string, MoneyEvent[]>()
  return {
    plan: (day: string, event: MoneyEvent) => {
      if (day < first || day > last) return
      const list = agenda.get(day)
      if (list) list.push(event)
      else agenda.set(day, [event])
    },
    takeEvents: (day: string) => {
      const events = agenda.get(day) ?? []
      agenda.delete(day)
      return events
    },
  }
}
/**
 * Returns a function that adds an entry to the audit log. The function skips an entry that is older
 * than 45 days, unless the entry has a reason (`alasan`).
 */
const makeAudit = ({ options, ids, put }: Maker, by: number) => {
  const first = addDays(options.today, -45)
  return ({ time, alasan, sebelum, sesudah, ...entry }: AuditEntry) => {
    if (time.slice(0, 10) < first && !alasan) return
    put('audit', {
      id: ids.next('audit'),
      ...stamp(time, by),
      user_nama: 'Ratna Wulandari',
      ...entry,
      sebelum: sebelum ? JSON.stringify(sebelum) : null,
      sesudah: JSON.stringify(sesudah),
      alasan: alasan ?? null,
      ip: '127.0.0.1',
      agen: 'Nada',
    })
  }
}

/**
 * Returns the context in which the bills and payments of a school are generated. It contains no
 * bills yet.
 */
export const openBooks = (
  maker: Maker,
  people: People,
  settings: Settings,
  types: Types,
): Books => {
  const { options, ids, put, thisMonth, yesterday } = maker
  const random = makeRandom(options.seed + 1)
  const by = people.adminId
  const firstMonth = addMonths(thisMonth, 1 - options.months)
  const issueDay = (periode: string) => dayOf(addMonths(periode, -1), settings.hari_terbit)
  const startDay = issueDay(firstMonth)
  return {
    settings,
    types,
    people,
    ids,
    put,
    random,
    by,
    yesterday,
    thisMonth,
    firstMonth,
    startDay,
    issueDay,
    payers: makePayers(people, random),
    ...makeNumbers(settings, put),
    ...makeAgenda(startDay, yesterday),
    audit: makeAudit(maker, by),
  }
}
