/**
 * The figures of each report by hand, as somebody would write them who knows the tables, on either
 * engine: the floor of the reports. Each answers the sums that the report's total must come to.
 */
import { addDays, addMonths, firstDay, lastDay } from '#contract/values/tanggal.ts'
import type { Hand } from './api.ts'

type Statement = Parameters<Hand>[0][number]
type Values = Record<string, number>
/** A report as it is asked for, and by hand. */
export interface ByHand {
  path: string
  /** Its sums, where `read` runs the statements. */
  run: (read: (...statement: Statement) => Promise<Record<string, unknown>[]>) => Promise<Values>
}
const sumOf = (rows: readonly Record<string, unknown>[], names: readonly string[]): Values =>
  Object.fromEntries(
    names.map((name) => [name, rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)]),
  )

/** What was paid of each line: of bills that are paid at once the line, else its share. */
const parts = `
  select p.jenis, p.doc, p.tanggal, i.jumlah as neto, i.diskon, i.ppn, i.jenis_billing_id, i.peserta_id from paid p join billing_item i on i.billing_id = p.billing_id where p.jumlah = p.total
  union all select y.jenis, y.doc, y.tanggal, y.neto, case when y.jumlah > 0 and y.neto > 0 then (2 * y.neto * y.diskon + y.jumlah) / (2 * y.jumlah) else 0 end,
    case when y.jumlah > 0 and y.neto > 0 then (2 * y.neto * y.ppn + y.jumlah) / (2 * y.jumlah) else 0 end, y.jenis_billing_id, y.peserta_id from (
    select p.jenis, p.doc, p.tanggal, i.jumlah, i.diskon, i.ppn, i.jenis_billing_id, i.peserta_id,
      case when i.urutan = max(i.urutan) over (partition by p.id)
        then p.jumlah - cast(sum((2 * p.jumlah * i.jumlah + p.total) / (2 * p.total)) over (partition by p.id) as bigint) + (2 * p.jumlah * i.jumlah + p.total) / (2 * p.total)
        else (2 * p.jumlah * i.jumlah + p.total) / (2 * p.total) end as neto
    from paid p join billing_item i on i.billing_id = p.billing_id where p.jumlah <> p.total) y`
/** Allocations of some days, from receipts and from saldo. Takes the days twice. */
const paid = (days = 'between ? and ?') => `
  select a.id, 1 as jenis, p.id as doc, p.tanggal, a.billing_id, a.jumlah, b.total from billing_payment p join billing_payment_alokasi a on a.payment_id = p.id and a.void_at is null join billing b on b.id = a.billing_id where p.tanggal ${days}
  union all select a.id, 2, m.id, m.tanggal, a.billing_id, a.jumlah, b.total from mutasi_saldo m join billing_payment_alokasi a on a.mutasi_id = m.id and a.void_at is null join billing b on b.id = a.billing_id where m.jenis = 'pakai' and m.tanggal ${days}`

const pendapatan = (month: string): ByHand => {
  const days = [firstDay(month), lastDay(month)]
  return {
    path: `/laporan/pendapatan?dari=${days[0]}&sampai=${days[1]}&kelompok=jenis`,
    run: async (read) => {
      const lines = await read(
        `with paid as (${paid()}) select l.jenis_billing_id, sum(l.neto) as neto, sum(l.diskon) as diskon, sum(l.ppn) as ppn, count(distinct l.jenis * 10000000000 + l.doc) as transaksi
          from (${parts}) l group by l.jenis_billing_id`,
        ...days,
        ...days,
      )
      const whole = await read(
        `select count(*) as transaksi from (select 1 from billing_payment where void_at is null and tanggal between ? and ? union all select 1 from mutasi_saldo where jenis = 'pakai' and tanggal between ? and ?) x`,
        ...days,
        ...days,
      )
      const money = await read(
        `select sum(jumlah) as diterima, sum(ke_saldo) as uang_muka from billing_payment where void_at is null and tanggal between ? and ?`,
        ...days,
      )
      const used = await read(
        `select -sum(jumlah) as saldo_dipakai from mutasi_saldo where jenis = 'pakai' and tanggal between ? and ?`,
        ...days,
      )
      return {
        ...sumOf(lines, ['neto', 'diskon', 'ppn']),
        ...sumOf(whole, ['transaksi']),
        ...sumOf(money, ['diterima', 'uang_muka']),
        ...sumOf(used, ['saldo_dipakai']),
      }
    },
  }
}

/**
 * Bills that were open at the end of a day: what is open now and what has been paid since. Takes
 * the day four times.
 */
const openAt = `
  select b.id, b.akun_billing_id, b.gedung_id, b.jatuh_tempo, b.total, cast(sum(x.jumlah) as bigint) as sisa from (
    select id as billing_id, sisa as jumlah from billing where status = 1 and void_at is null and payment_status in (0, 1)
    union all select a.billing_id, a.jumlah from billing_payment p join billing_payment_alokasi a on a.payment_id = p.id and a.void_at is null where p.tanggal > ?
    union all select a.billing_id, a.jumlah from mutasi_saldo m join billing_payment_alokasi a on a.mutasi_id = m.id and a.void_at is null where m.tanggal > ?
    union all select id, sisa from billing where status = 1 and void_at >= ?
  ) x join billing b on b.id = x.billing_id where b.tanggal_terbit <= ? group by b.id, b.akun_billing_id, b.gedung_id, b.jatuh_tempo, b.total`
const openDays = (day: string) => [day, day, `${addDays(day, 1)}T00:00:00`, day]

const piutang = (month: string): ByHand => {
  const day = lastDay(month)
  const ago = (n: number) => addDays(day, -n)
  const within = [ago(90), day]
  return {
    path: `/laporan/piutang?pada=${day}`,
    run: async (read) => {
      const owed = await read(
        `select o.akun_billing_id, sum(case when o.jatuh_tempo >= ? then o.sisa else 0 end) as belum,
          sum(case when o.jatuh_tempo < ? and o.jatuh_tempo >= ? then o.sisa else 0 end) as h1, sum(case when o.jatuh_tempo < ? and o.jatuh_tempo >= ? then o.sisa else 0 end) as h31,
          sum(case when o.jatuh_tempo < ? and o.jatuh_tempo >= ? then o.sisa else 0 end) as h61, sum(case when o.jatuh_tempo < ? then o.sisa else 0 end) as h91,
          sum(o.sisa) as total, count(*) as tagihan from (${openAt}) o group by o.akun_billing_id order by 7 desc`,
        day,
        day,
        ago(30),
        ago(30),
        ago(60),
        ago(60),
        ago(90),
        ago(90),
        ...openDays(day),
      )
      const saldo = await read(
        `select p.user_id, u.name, p.saldo_kredit - coalesce(m.sejak, 0) as saldo from akun_billing_profil p join "user" u on u.id = p.user_id
          left join (select akun_billing_id, sum(jumlah) as sejak from mutasi_saldo where tanggal > ? group by akun_billing_id) m on m.akun_billing_id = p.user_id
          where p.saldo_kredit - coalesce(m.sejak, 0) <> 0`,
        day,
      )
      const first = owed.slice(0, 500).map((row) => Number(row.akun_billing_id))
      await read(
        `select u.id, u.name, coalesce(p.wa_tagihan, u.phone) as phone, (select max(tanggal) from billing_payment x where x.akun_billing_id = u.id and x.void_at is null and x.tanggal <= ?) as bayar,
          (select max(k.dibuat) from billing b join pesan_keluar k on k.billing_id = b.id where b.akun_billing_id = u.id and b.status = 1 and b.void_at is null and b.payment_status in (0, 1)) as pesan
          from "user" u left join akun_billing_profil p on p.user_id = u.id where u.id in (${first.join()})`,
        day,
      )
      const late = await read(
        `select sum(o.sisa) as lewat from (${openAt}) o where o.jatuh_tempo < ?`,
        ...openDays(day),
        day,
      )
      const due = await read(
        `select sum(b.total) as jatuh90 from billing b where b.status = 1 and b.void_at is null and b.jatuh_tempo > ? and b.jatuh_tempo <= ? and b.tanggal_terbit <= ?`,
        ...within,
        day,
      )
      const inTime = await read(
        `select sum(a.jumlah) as tepat90 from billing b join billing_payment_alokasi a on a.billing_id = b.id and a.void_at is null
          left join billing_payment p on p.id = a.payment_id left join mutasi_saldo m on m.id = a.mutasi_id
          where b.status = 1 and b.void_at is null and b.jatuh_tempo > ? and b.jatuh_tempo <= ? and b.tanggal_terbit <= ? and coalesce(p.tanggal, m.tanggal) <= b.jatuh_tempo`,
        ...within,
        day,
      )
      const issued = await read(
        `select sum(b.total) as terbit90 from billing b where b.status = 1 and b.void_at is null and b.tanggal_terbit > ? and b.tanggal_terbit <= ?`,
        ...within,
      )
      return {
        ...sumOf(owed, ['belum', 'h1', 'h31', 'h61', 'h91', 'total', 'tagihan']),
        ...sumOf(saldo, ['saldo']),
        ...sumOf(late, ['lewat']),
        ...sumOf(due, ['jatuh90']),
        ...sumOf(inTime, ['tepat90']),
        ...sumOf(issued, ['terbit90']),
      }
    },
  }
}

/** Of the longest range: a month of them is read in less time than a call takes. */
const pengeluaran = (month: string, from = addDays(lastDay(month), -1090)): ByHand => {
  const days = [from, lastDay(month)]
  return {
    path: `/laporan/pengeluaran?dari=${days[0]}&sampai=${days[1]}`,
    run: async (read) => {
      const spent = await read(
        `select kategori, sum(jumlah) as jumlah, count(*) as transaksi from pengeluaran_sales where status = 'disetujui' and void_at is null and tanggal between ? and ? group by kategori`,
        ...days,
      )
      const waits = await read(
        `select sum(jumlah) as menunggu from pengeluaran_sales where status = 'diajukan' and void_at is null and tanggal between ? and ?`,
        ...days,
      )
      return { ...sumOf(spent, ['jumlah', 'transaksi']), ...sumOf(waits, ['menunggu']) }
    },
  }
}

const labaRugi = (month: string): ByHand => {
  const spans = {
    bulan: [firstDay(month), lastDay(month)],
    sebelumnya: [firstDay(addMonths(month, -1)), lastDay(addMonths(month, -1))],
    tahun_lalu: [firstDay(addMonths(month, -12)), lastDay(addMonths(month, -12))],
    berjalan: [`${month.slice(0, 4)}-01-01`, lastDay(month)],
  } as const
  const names = Object.keys(spans)
  const days = Object.values(spans).flat()
  const each = (of: string) =>
    names
      .map((name) => `sum(case when tanggal between ? and ? then ${of} else 0 end) as ${name}`)
      .join()
  // What the year holds is read once; only last year's month stands by itself.
  const then = '(tanggal between ? and ? or tanggal between ? and ?)'
  const both = [...spans.berjalan, ...spans.tahun_lalu]
  return {
    path: `/laporan/laba-rugi?bulan=${month}`,
    run: async (read) => {
      const income = await read(
        `with paid as (${paid('between ? and ?')} union all ${paid('between ? and ?')})
          select jenis_billing_id, ${each('neto - ppn')}, sum(diskon) as diskon from (${parts}) l group by jenis_billing_id`,
        ...spans.berjalan,
        ...spans.berjalan,
        ...spans.tahun_lalu,
        ...spans.tahun_lalu,
        ...days,
      )
      const notes = await read(
        `with paid as (select m.id, 1 as jenis, m.id as doc, m.tanggal, m.billing_id, m.jumlah, b.total from mutasi_saldo m join billing b on b.id = m.billing_id
            where m.jenis = 'nota_kredit' and m.jumlah > 0 and b.void_at is null and ${then.replaceAll('tanggal', 'm.tanggal')})
          select ${each('ppn - neto')} from (${parts}) l`,
        ...both,
        ...days,
      )
      const spent = await read(
        `select kategori, ${each('-jumlah')} from pengeluaran_sales where status = 'disetujui' and void_at is null and ${then} group by kategori`,
        ...days,
        ...both,
      )
      const honours = await read(
        `select ${each('-total')} from (select periode || '-01' as tanggal, total from honor_periode where status <> 'draft' and (periode between ? and ? or periode between ? and ?)) h`,
        ...days,
        ...both.map((day) => day.slice(0, 7)),
      )
      return sumOf([...income, ...notes, ...spent, ...honours], names)
    },
  }
}

const performa = (month: string): ByHand => {
  const [from, to] = [firstDay(month), lastDay(month)]
  const next = addDays(to, 1)
  const here = `case g.zona_waktu when 'Asia/Makassar' then`
  const local = (day: string, hour: number) =>
    new Date(Date.parse(day) - hour * 3_600_000).toISOString()
  const later = addDays(to, 0)
  return {
    path: `/laporan/performa-sales?dari=${from}&sampai=${to}`,
    run: async (read) => {
      const leads = await read(
        `select l.sales_id, count(*) as lead, sum(case when l.activation >= 1 then 1 else 0 end) as aktivasi1, sum(case when l.activation = 2 then 1 else 0 end) as aktivasi2,
          sum(case when l.tahap = 'kalah' then 1 else 0 end) as kalah from lead l join gedung g on g.id = l.gedung_id where l.dihapus_at is null
          and l.created_at >= ? and l.created_at < ? and l.created_at >= ${here} ? else ? end and l.created_at < ${here} ? else ? end group by l.sales_id`,
        local(from, 9),
        local(next, 7),
        local(from, 8),
        local(from, 7),
        local(next, 8),
        local(next, 7),
      )
      // The median's values.
      await read(
        `select l.sales_id, l.created_at, l.menang_at from lead l where l.dihapus_at is null and l.created_at >= ? and l.created_at < ? and l.activation = 2 order by 1`,
        local(from, 9),
        local(next, 7),
      )
      const students = await read(
        `select s.sales_id, count(*) as peserta, sum(case when k.selesai is null or k.selesai >= ? then 1 else 0 end) as masih from kursus_peserta k join "user" s on s.id = k.peserta_id
          where s.sales_id is not null and k.mulai between ? and ? and (k.status <> 0 or k.diakhiri_at is not null)
          and not exists (select 1 from kursus_peserta e where e.peserta_id = k.peserta_id and (e.status <> 0 or e.diakhiri_at is not null) and (e.mulai < k.mulai or (e.mulai = k.mulai and e.id < k.id)))
          group by s.sales_id`,
        later,
        from,
        to,
      )
      const earned = await read(
        `with paid as (${paid()}) select s.sales_id, sum(l.neto) as pendapatan from (${parts}) l join "user" s on s.id = l.peserta_id where s.sales_id is not null group by s.sales_id`,
        from,
        to,
        from,
        to,
      )
      const owed = await read(
        `with paid as (select o.id, 1 as jenis, o.id as doc, o.jatuh_tempo as tanggal, o.id as billing_id, o.sisa as jumlah, o.total from (${openAt}) o)
          select s.sales_id, sum(l.neto) as tunggakan from (${parts}) l join "user" s on s.id = l.peserta_id where s.sales_id is not null group by s.sales_id`,
        ...openDays(to),
      )
      const spent = await read(
        `select sales_id, sum(jumlah) as pengeluaran from pengeluaran_sales where status = 'disetujui' and void_at is null and tanggal between ? and ? group by sales_id`,
        from,
        to,
      )
      const target = await read(
        `select u.id, u.name, p.target_peserta_bulan as target from sales_profil p join "user" u on u.id = p.user_id where u.status = 10 and p.target_peserta_bulan > 0`,
      )
      return {
        ...sumOf(leads, ['lead', 'aktivasi1', 'aktivasi2', 'kalah']),
        ...sumOf(students, ['peserta']),
        ...sumOf(earned, ['pendapatan']),
        ...sumOf(owed, ['tunggakan']),
        ...sumOf(spent, ['pengeluaran']),
        ...sumOf(target, ['target']),
      }
    },
  }
}
/** Each report of a month (expenses: of three years), by its name. */
export const byHand = (month: string): Record<string, ByHand> => ({
  pendapatan: pendapatan(month),
  piutang: piutang(month),
  pengeluaran: pengeluaran(month),
  'laba-rugi': labaRugi(month),
  'performa-sales': performa(month),
})
/** The same, each of this month alone: what must not cost more in an older school. */
export const ofOneMonth = (month: string): Record<string, ByHand> => ({
  ...byHand(month),
  pengeluaran: pengeluaran(month, firstDay(month)),
})
