import { sql, type SqlBool } from 'kysely'
import { performaSales } from '#contract/report/performaSales.ts'
import { addDays } from '#contract/values/tanggal.ts'
import { incomeRows } from '#server/modules/report/figures/income.ts'
import { openBills, owedRows } from '#server/modules/report/figures/owed.ts'
import { expenseRows } from '#server/modules/report/figures/pengeluaran.ts'
import { reportModule } from '#server/modules/report/module.ts'
import {
  between,
  dayHere,
  daysBetween,
  daysLater,
  earliestBegin,
  every,
  numberFilter,
  inScope,
  latestBegin,
  type ReportQuery,
  type Source,
  type Sql,
} from '#server/modules/report/reportQuery.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/**
 * Returns the SQL for the key of the group. This is `bySource`, the column with the source of
 * information, for the group `sumber`. For other groups, it is `bySales`, the column with the sales
 * person.
 */
const keyOf = ({ kelompok }: ReportQuery, bySales: Sql, bySource: Sql): Sql =>
  kelompok === 'sumber' ? bySource : bySales

type Instant = 'created_at' | 'aktif_at' | 'menang_at' | 'tahap_at'
/**
 * Returns the leads whose event, for example their win (`menang_at`), happened in the range. The
 * date of an event is in the time zone of the lead's outlet.
 */
const leads = (query: ReportQuery, column: Instant, more: Condition = sql<SqlBool>`1 = 1`): Sql => {
  const instant = sql.ref(`l.${column}`)
  const day = dayHere(query.engine, instant, sql`g.zona_waktu`)
  const begun = dayHere(query.engine, sql`l.created_at`, sql`g.zona_waktu`)
  const won = dayHere(query.engine, sql`l.menang_at`, sql`g.zona_waktu`)
  return sql`select ${keyOf(query, sql`l.sales_id`, sql`l.information_source`)} as kunci, l.id as dok, 'lead' as entitas, l.id as acu, cast(null as integer) as item_id,
      ${day} as tanggal, l.activation, l.tahap, case when l.menang_at is not null then ${daysBetween(query.engine, begun, won)} end as hari
    from lead l join gedung g on g.id = l.gedung_id
    where l.dihapus_at is null and ${every([
      // Limits the instant to a range, which can use the index. The next condition then compares
      // the exact date in the outlet's zone.
      sql<SqlBool>`${instant} >= ${earliestBegin(query.dari)} and ${instant} < ${latestBegin(addDays(query.sampai, 1))}`,
      between(day, query),
      inScope(query.actor, sql`l.gedung_id`),
      numberFilter(query, 'gedung_id', sql`l.gedung_id`),
      numberFilter(query, 'sales_id', sql`l.sales_id`),
      more,
    ])}`
}
const isWon = sql<SqlBool>`f.activation = 2 and f.hari is not null`
/**
 * Returns the sources of the basis by cohort: the leads created in the range, counted by their
 * present state.
 */
const cohort = (query: ReportQuery): Source[] => [
  {
    rows: leads(query, 'created_at'),
    takes: {
      lead: {},
      aktivasi1: { when: sql<SqlBool>`f.activation >= 1` },
      aktivasi2: { when: sql<SqlBool>`f.activation = 2` },
      kalah: { when: sql<SqlBool>`f.tahap = 'kalah'` },
      hari: { value: sql`f.hari`, when: isWon },
    },
  },
]
/**
 * Returns the sources of the basis `peristiwa`: events in the range, regardless of the day on which
 * the lead was created.
 */
const activity = (query: ReportQuery): Source[] => [
  { rows: leads(query, 'created_at'), takes: { lead: {} } },
  { rows: leads(query, 'aktif_at', sql<SqlBool>`l.activation >= 1`), takes: { aktivasi1: {} } },
  {
    rows: leads(query, 'menang_at', sql<SqlBool>`l.activation = 2`),
    takes: { aktivasi2: {}, hari: { value: sql`f.hari`, when: isWon } },
  },
  { rows: leads(query, 'tahap_at', sql<SqlBool>`l.tahap = 'kalah'`), takes: { kalah: {} } },
]

const hasBegun = (kp: string): Condition =>
  sql<SqlBool>`(${sql.ref(`${kp}.status`)} <> 0 or ${sql.ref(`${kp}.diakhiri_at`)} is not null)`
/**
 * Returns the students who have a sales person and whose first enrolment began in the range.
 * `dinilai` is 1 if that enrolment began at least 90 days ago. `bertahan` is 1 if, in addition, an
 * enrolment of the student was running 90 days after that beginning.
 */
const newStudents = (query: ReportQuery): Sql => {
  const later = daysLater(query.engine, sql`kp.mulai`, 90)
  return sql`select ${keyOf(query, sql`s.sales_id`, sql`s.information_source`)} as kunci, kp.peserta_id as dok, 'user' as entitas, kp.peserta_id as acu, cast(null as integer) as item_id, kp.mulai as tanggal,
      case when ${later} <= ${query.hari_ini} then 1 else 0 end as dinilai,
      case when ${later} <= ${query.hari_ini} and exists (select 1 from kursus_peserta l where l.peserta_id = kp.peserta_id and ${hasBegun('l')}
        and l.mulai <= ${later} and (l.selesai is null or l.selesai >= ${later})) then 1 else 0 end as bertahan
    from kursus_peserta kp join "user" s on s.id = kp.peserta_id
    where s.sales_id is not null and ${hasBegun('kp')} and ${every([
      between(sql`kp.mulai`, query),
      inScope(query.actor, sql`kp.gedung_id`),
      numberFilter(query, 'gedung_id', sql`kp.gedung_id`),
      numberFilter(query, 'sales_id', sql`s.sales_id`),
    ])} and not exists (select 1 from kursus_peserta e where e.peserta_id = kp.peserta_id and ${hasBegun('e')} and (e.mulai < kp.mulai or (e.mulai = kp.mulai and e.id < kp.id)))`
}
/**
 * Returns the number of calendar months that a range touches. The monthly target counts once per
 * month.
 */
const monthsIn = ({ dari, sampai }: ReportQuery): number =>
  Number(sampai.slice(0, 4)) * 12 +
  Number(sampai.slice(5, 7)) -
  Number(dari.slice(0, 4)) * 12 -
  Number(dari.slice(5, 7)) +
  1
const targets = (query: ReportQuery): Sql => sql`
  select s.id as kunci, s.id as dok, 'user' as entitas, s.id as acu, cast(null as integer) as item_id, null as tanggal, p.target_peserta_bulan * ${monthsIn(query)} as jumlah
  from sales_profil p join "user" s on s.id = p.user_id
  where s.status = 10 and p.target_peserta_bulan > 0 and ${every([
    inScope(query.actor, sql`s.gedung_id`),
    numberFilter(query, 'gedung_id', sql`s.gedung_id`),
    numberFilter(query, 'sales_id', sql`s.id`),
  ])}`

export const performaSalesReport = reportModule(performaSales, {
  sources: (query) => {
    const ofStudents = keyOf(query, sql`s.sales_id`, sql`s.information_source`)
    const brought = sql<SqlBool>`s.sales_id is not null`
    const pada = query.sampai < query.hari_ini ? query.sampai : query.hari_ini
    const owed = { engine: query.engine, actor: query.actor, saring: query.saring, pada }
    const value = sql`f.jumlah`
    return [
      ...(query.basis === 'peristiwa' ? activity(query) : cohort(query)),
      {
        rows: newStudents(query),
        takes: {
          peserta: {},
          dinilai: { when: sql<SqlBool>`f.dinilai = 1` },
          bertahan: { when: sql<SqlBool>`f.bertahan = 1` },
        },
      },
      {
        rows: incomeRows({ ...query, basis: 'kas' }, ofStudents, [brought]),
        takes: { pendapatan: { value: sql`f.neto` } },
      },
      {
        rows: owedRows(owed, openBills(owed), { kunci: ofStudents, byLine: true, more: brought }),
        takes: { tunggakan: { value } },
      },
      ...(query.kelompok === 'sales'
        ? [
            { rows: expenseRows(query, sql`e.sales_id`), takes: { pengeluaran: { value } } },
            { rows: targets(query), takes: { target: { value } } },
          ]
        : []),
    ]
  },
})
