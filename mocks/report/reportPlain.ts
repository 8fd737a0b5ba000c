/** Computes figures of reports (docs/domain.md, section 5) by loops, to compare with the server. */
import { scale } from '#contract/values/rupiah.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Row, World } from '#mocks/report/reportStore.ts'

/** Rows of people and master data to which the generated bills, payments and expenses refer. */
export interface Around {
  gedung: Row[]
  user: Row[]
  kursus: Row[]
}
export interface Ask {
  laporan: string
  dari: string
  sampai: string
  basis: string
  kelompok: string
  gedung?: number[] | undefined
}
/** Figures of a report by group. Rows without a group have the key `-`, the total has `''`. */
export type Plain = Map<string, Record<string, number>>

class Sums {
  readonly all: Plain = new Map([['', {}]])
  readonly #seen = new Map<string, Set<number>>()
  add(key: number | string | null | undefined, name: string, n: number): void {
    for (const k of [key == null ? '-' : String(key), '']) {
      const line = this.all.get(k) ?? {}
      line[name] = (line[name] ?? 0) + n
      this.all.set(k, line)
    }
  }
  /** Adds 1 to a figure of a group and of the total. Counts each document `doc` at most once. */
  count(key: number | string | null | undefined, name: string, doc: number): void {
    for (const k of [key == null ? '-' : String(key), '']) {
      const seenDocs = this.#seen.get(`${k} ${name}`) ?? new Set()
      const line = this.all.get(k) ?? {}
      if (!seenDocs.has(doc)) line[name] = (line[name] ?? 0) + 1
      this.#seen.set(`${k} ${name}`, seenDocs.add(doc))
      this.all.set(k, line)
    }
  }
}
const text = (v: Row[string] | undefined) => (v == null ? '' : String(v))
const num = (v: Row[string] | undefined) => Number(v ?? 0)
const within = (day: string, { dari, sampai }: { dari: string; sampai: string }) =>
  day >= dari && day <= sampai

// oxlint-disable-next-line max-lines-per-function -- all reports share the rows read at its top
export const plainOf = (world: World, around: Around) => {
  const rows = (table: string) => world[table] ?? []
  const byId = (list: Row[]) => new Map(list.map((row) => [num(row.id), row]))
  const bills = byId(rows('billing'))
  const payments = byId(rows('billing_payment'))
  const mutations = byId(rows('mutasi_saldo'))
  const courses = byId(around.kursus)
  const people = byId(around.user)
  const outlets = byId(around.gedung)
  const itemsOf = Map.groupBy(rows('billing_item'), (i) => num(i.billing_id))
  const zoneOf = (gedung: Row[string] | undefined) => text(outlets.get(num(gedung))?.zona_waktu)
  const localDay = (instant: Row[string] | undefined, gedung: Row[string] | undefined) =>
    currentDay(zoneOf(gedung), new Date(text(instant)))
  const isIn = ({ gedung }: Ask, id: Row[string] | undefined) => !gedung || gedung.includes(num(id))

  /** Divides an amount among a bill's lines in proportion; the last line gets the remainder. */
  const split = (bill: Row, jumlah: number) => {
    const items = (itemsOf.get(num(bill.id)) ?? []).toSorted(
      (a, b) => num(a.urutan) - num(b.urutan),
    )
    let remainder = jumlah
    return items.map((item, i) => {
      const neto =
        i === items.length - 1 ? remainder : scale(jumlah, num(item.jumlah), num(bill.total))
      remainder -= neto
      const share = (of: Row[string] | undefined) =>
        num(item.jumlah) > 0 && neto > 0 ? scale(neto, num(of), num(item.jumlah)) : 0
      const [diskon, ppn] = [share(item.diskon), share(item.ppn)]
      return { item, bill, neto, diskon, ppn, bruto: neto + diskon - ppn }
    })
  }
  const income = (ask: Ask) => {
    if (ask.basis === 'akrual')
      return [...bills.values()]
        .filter((b) => b.status === 1 && !b.void_at && b.sumber !== 'awal')
        .filter((b) => isIn(ask, b.gedung_id) && within(text(b.tanggal_terbit), ask))
        .flatMap((bill) =>
          (itemsOf.get(num(bill.id)) ?? []).map((item) => ({
            item,
            bill,
            neto: num(item.jumlah),
            diskon: num(item.diskon),
            ppn: num(item.ppn),
            bruto: num(item.jumlah_bruto),
            tanggal: text(bill.tanggal_terbit),
            doc: num(bill.id),
            payment: undefined as Row | undefined,
          })),
        )
    return rows('billing_payment_alokasi').flatMap((a) => {
      const payment = payments.get(num(a.payment_id))
      const tanggal = text((payment ?? mutations.get(num(a.mutasi_id)))?.tanggal)
      const bill = bills.get(num(a.billing_id))!
      if (a.void_at || !within(tanggal, ask) || !isIn(ask, bill.gedung_id)) return []
      const doc = payment ? num(payment.id) : -num(a.mutasi_id)
      return split(bill, num(a.jumlah)).map((part) => ({ ...part, tanggal, doc, payment }))
    })
  }
  type Income = ReturnType<typeof income>[number]
  const salesOf = ({ item }: Income) => people.get(num(item.peserta_id))?.sales_id ?? null
  const incomeKey: Record<string, (row: Income) => Row[string]> = {
    bulan: (row) => row.tanggal.slice(0, 7),
    gedung: ({ bill }) => bill.gedung_id ?? null,
    jenis: ({ item }) => item.jenis_billing_id ?? null,
    kategori: ({ item }) => courses.get(num(item.kursus_id))?.kategori_kursus_id ?? null,
    kursus: ({ item }) => item.kursus_id ?? null,
    metode: ({ payment }) => payment?.metode ?? null,
    bank: ({ payment }) => payment?.bank_id ?? null,
    sales: salesOf,
  }
  const pendapatan = (ask: Ask): Plain => {
    const sums = new Sums()
    for (const row of income(ask)) {
      const key = incomeKey[ask.kelompok]!(row)
      for (const name of ['bruto', 'diskon', 'ppn', 'neto'] as const) sums.add(key, name, row[name])
      sums.count(key, 'transaksi', row.doc)
    }
    return sums.all
  }
  const expenses = (ask: Ask) =>
    rows('pengeluaran_sales').filter(
      (e) =>
        e.status === 'disetujui' &&
        !e.void_at &&
        within(text(e.tanggal), ask) &&
        isIn(ask, e.gedung_id),
    )
  const pengeluaran = (ask: Ask): Plain => {
    const sums = new Sums()
    const keys: Record<string, (e: Row) => Row[string]> = {
      kategori: (e) => e.kategori ?? null,
      sales: (e) => e.sales_id ?? null,
      gedung: (e) => e.gedung_id ?? null,
      bulan: (e) => text(e.tanggal).slice(0, 7),
    }
    for (const e of expenses(ask)) {
      sums.add(keys[ask.kelompok]!(e), 'jumlah', num(e.jumlah))
      sums.count(keys[ask.kelompok]!(e), 'transaksi', num(e.id))
    }
    return sums.all
  }

  /** Returns the paid amount of a bill at the end of `day`. Ignores voids and moves after `day`. */
  const paidAt = (bill: Row, day: string) => {
    const allocations = rows('billing_payment_alokasi').filter((a) => a.billing_id === bill.id)
    const later = (instant: Row[string] | undefined) =>
      !instant || localDay(instant, bill.gedung_id) > day
    return allocations.reduce((sum, a) => {
      const payment = payments.get(num(a.payment_id))
      const tanggal = text((payment ?? mutations.get(num(a.mutasi_id)))?.tanggal)
      if (tanggal > day || !later(a.void_at)) return sum
      // Skips a payment that was still allocated to another bill at the end of `day`.
      const wasThere = !later(a.created_at)
      const replaces = rows('billing_payment_alokasi').some(
        (o) =>
          o.payment_id === a.payment_id &&
          num(o.id) < num(a.id) &&
          o.void_at &&
          text(o.void_at) <= text(a.created_at) &&
          later(o.void_at),
      )
      if (payment && !wasThere && (!later(payment.created_at) || replaces)) return sum
      return sum + num(a.jumlah)
    }, 0)
  }
  const owed = (day: string, ask: Ask) =>
    [...bills.values()].flatMap((bill) => {
      const isThere =
        bill.status === 1 &&
        text(bill.tanggal_terbit) <= day &&
        isIn(ask, bill.gedung_id) &&
        (!bill.void_at || localDay(bill.void_at, bill.gedung_id) > day)
      const sisa = isThere ? num(bill.total) - paidAt(bill, day) : 0
      return sisa > 0 ? [{ bill, sisa }] : []
    })
  const bucketOf = (due: string, day: string) => {
    if (due >= day) return 'belum'
    if (due >= addDays(day, -30)) return 'h1'
    if (due >= addDays(day, -60)) return 'h31'
    return due >= addDays(day, -90) ? 'h61' : 'h91'
  }
  /** Returns the debts at the end of each of twelve months. The last month ends on `ask.sampai`. */
  const months = (ask: Ask): Plain => {
    const all: Plain = new Map()
    let first = `${ask.sampai.slice(0, 7)}-01`
    for (let n = 0; n < 12; n++) {
      const day = n === 0 ? ask.sampai : addDays(first, -1)
      if (n > 0) first = `${day.slice(0, 7)}-01`
      const whole = piutang({ ...ask, sampai: day, kelompok: 'gedung' }).get('') ?? {}
      all.set(day.slice(0, 7), whole)
      if (n === 0) all.set('', whole)
    }
    return all
  }
  const piutang = (ask: Ask): Plain => {
    const sums = new Sums()
    const add = (key: Row[string] | undefined, bill: Row, n: number) => {
      if (n === 0) return
      sums.add(key, bucketOf(text(bill.jatuh_tempo), ask.sampai), n)
      sums.add(key, 'total', n)
      sums.count(key, 'tagihan', num(bill.id))
    }
    if (ask.kelompok === 'bulan') return months(ask)
    for (const { bill, sisa } of owed(ask.sampai, ask)) {
      if (ask.kelompok === 'akun') add(bill.akun_billing_id, bill, sisa)
      else if (ask.kelompok === 'gedung') add(bill.gedung_id, bill, sisa)
      else
        for (const { item, neto } of split(bill, sisa))
          add(
            ask.kelompok === 'kursus' ? item.kursus_id : people.get(num(item.peserta_id))?.sales_id,
            bill,
            neto,
          )
    }
    if (ask.kelompok === 'akun' && !ask.gedung)
      for (const m of mutations.values())
        if (text(m.tanggal) <= ask.sampai) sums.add(m.akun_billing_id, 'saldo', num(m.jumlah))
    return sums.all
  }

  // oxlint-disable-next-line complexity -- computes all lines of the report, one after the other
  const labaRugi = (ask: Ask): Plain => {
    const sums = new Sums()
    const bulan = ask.dari.slice(0, 7)
    const month = (n: number) => {
      const d = new Date(Date.UTC(Number(bulan.slice(0, 4)), Number(bulan.slice(5)) - 1 + n, 1))
      return d.toISOString().slice(0, 7)
    }
    const columns = {
      bulan: [`${bulan}-01`, `${bulan}-31`],
      sebelumnya: [`${month(-1)}-01`, `${month(-1)}-31`],
      tahun_lalu: [`${month(-12)}-01`, `${month(-12)}-31`],
      berjalan: [`${bulan.slice(0, 4)}-01-01`, `${bulan}-31`],
    }
    for (const [name, [dari = '', sampai = '']] of Object.entries(columns)) {
      const span = { ...ask, dari, sampai }
      for (const row of income(span)) {
        sums.add(`pendapatan:${row.item.jenis_billing_id}`, name, row.bruto)
        sums.add('diskon', name, -row.diskon)
      }
      for (const m of mutations.values()) {
        const bill = bills.get(num(m.billing_id))
        if (m.jenis !== 'nota_kredit' || !bill || bill.void_at || !within(text(m.tanggal), span))
          continue
        if (!isIn(ask, bill.gedung_id)) continue
        for (const part of split(bill, num(m.jumlah)))
          sums.add('nota_kredit', name, part.ppn - part.neto)
      }
      for (const h of rows('honor_periode'))
        if (h.status !== 'draft' && within(`${text(h.periode)}-01`, span) && isIn(ask, h.gedung_id))
          sums.add('honor', name, -num(h.total))
      for (const e of expenses(span)) sums.add(`pengeluaran:${e.kategori}`, name, -num(e.jumlah))
    }
    return sums.all
  }

  // oxlint-disable-next-line complexity -- computes all columns of the report, one after the other
  const performa = (ask: Ask): Plain => {
    const sums = new Sums()
    const source = ask.kelompok === 'sumber'
    const medians = new Map<string, number[]>()
    for (const l of rows('lead')) {
      if (l.dihapus_at || !isIn(ask, l.gedung_id)) continue
      const key = (source ? l.information_source : l.sales_id) ?? null
      const on = (instant: Row[string] | undefined) => localDay(instant, l.gedung_id)
      const happened = (instant: Row[string] | undefined) => !!instant && within(on(instant), ask)
      const came = happened(l.created_at)
      const cohort = ask.basis === 'kohort'
      if (came) sums.count(key, 'lead', num(l.id))
      if (num(l.activation) >= 1 && (cohort ? came : happened(l.aktif_at)))
        sums.count(key, 'aktivasi1', num(l.id))
      if (l.tahap === 'kalah' && (cohort ? came : happened(l.tahap_at)))
        sums.count(key, 'kalah', num(l.id))
      if (l.activation === 2 && (cohort ? came : happened(l.menang_at))) {
        sums.count(key, 'aktivasi2', num(l.id))
        const n = Math.round(
          (Date.parse(on(l.menang_at)) - Date.parse(on(l.created_at))) / 86_400_000,
        )
        for (const k of [key == null ? '-' : String(key), ''])
          medians.set(k, [...(medians.get(k) ?? []), n])
      }
    }
    for (const [key, list] of medians) {
      const sorted = list.toSorted((a, b) => a - b)
      const half = sorted.length / 2
      const value = Number.isInteger(half)
        ? (sorted[half - 1]! + sorted[half]!) / 2
        : sorted[Math.floor(half)]!
      sums.all.set(key, { ...sums.all.get(key), hari: value })
    }
    const keyOfStudent = (id: Row[string] | undefined) => {
      const student = people.get(num(id))
      if (!student?.sales_id) return undefined
      return (source ? student.information_source : student.sales_id) ?? null
    }
    for (const row of income({ ...ask, basis: 'kas' })) {
      const key = keyOfStudent(row.item.peserta_id)
      if (key !== undefined) sums.add(key, 'pendapatan', row.neto)
    }
    const today = currentDay()
    for (const { bill, sisa } of owed(ask.sampai < today ? ask.sampai : today, ask))
      for (const { item, neto } of split(bill, sisa)) {
        const key = keyOfStudent(item.peserta_id)
        if (key !== undefined) sums.add(key, 'tunggakan', neto)
      }
    if (!source) for (const e of expenses(ask)) sums.add(e.sales_id, 'pengeluaran', num(e.jumlah))
    const begun = rows('kursus_peserta').filter((k) => k.status !== 0 || k.diakhiri_at)
    for (const list of Map.groupBy(begun, (k) => num(k.peserta_id)).values()) {
      const [firstEnrolment] = list.toSorted(
        (a, b) => text(a.mulai).localeCompare(text(b.mulai)) || num(a.id) - num(b.id),
      )
      const key = keyOfStudent(firstEnrolment!.peserta_id)
      if (
        key === undefined ||
        !within(text(firstEnrolment!.mulai), ask) ||
        !isIn(ask, firstEnrolment!.gedung_id)
      )
        continue
      const later = addDays(text(firstEnrolment!.mulai), 90)
      sums.count(key, 'peserta', num(firstEnrolment!.peserta_id))
      if (later > today) continue
      sums.count(key, 'dinilai', num(firstEnrolment!.peserta_id))
      if (list.some((k) => text(k.mulai) <= later && (!k.selesai || text(k.selesai) >= later)))
        sums.count(key, 'bertahan', num(firstEnrolment!.peserta_id))
    }
    return sums.all
  }
  const all: Record<string, (ask: Ask) => Plain> = {
    pendapatan,
    pengeluaran,
    piutang,
    'laba-rugi': labaRugi,
    'performa-sales': performa,
  }
  return (ask: Ask): Plain => all[ask.laporan]!(ask)
}
