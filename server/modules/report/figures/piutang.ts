import { sql, type SqlBool } from 'kysely'
import { ages, piutang } from '#contract/report/piutang.ts'
import { addDays } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { userScope } from '#server/modules/access/user/kinds.ts'
import { isCounted } from '#server/modules/billing/bills/scope.ts'
import {
  billsOf,
  isLater,
  openBills,
  owedRows,
  paidBy,
  type AsOf,
} from '#server/modules/report/figures/owed.ts'
import { reportModule } from '#server/modules/report/module.ts'
import {
  always,
  dayHere,
  every,
  numberFilter,
  nothing,
  type ReportQuery,
  type Source,
  type Sql,
  type Take,
} from '#server/modules/report/reportQuery.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

const keys: Readonly<Record<string, Sql>> = {
  akun: sql`f.akun_billing_id`,
  gedung: sql`f.gedung_id`,
  sales: sql`s.sales_id`,
  kursus: sql`f.kursus_id`,
}
const isByLine = (kelompok: string) => kelompok === 'sales' || kelompok === 'kursus'
/**
 * Returns the condition for the bills of an age bucket. The days past due of such a bill are at
 * least the lower bound of the bucket, and less than the lower bound of the next bucket.
 */
const ageIn = (pada: string, index: number): Condition => {
  const from = ages[index]?.[1] ?? null
  const to = ages[index + 1]?.[1] ?? null
  const due = sql`f.jatuh_tempo`
  return every([
    ...(from === null ? [] : [sql<SqlBool>`${due} <= ${addDays(pada, -from)}`]),
    ...(to === null ? [] : [sql<SqlBool>`${due} > ${addDays(pada, -to)}`]),
  ])
}
/**
 * Returns the saldo of each payer at the end of the range: the present saldo minus later ledger
 * entries.
 */
const saldoRows = ({ actor, saring, sampai }: ReportQuery) => sql`
  select "user".id as kunci, "user".id as dok, 'user' as entitas, "user".id as acu, cast(null as integer) as item_id, null as tanggal,
    p.saldo_kredit - coalesce(m.sejak, 0) as jumlah
  from akun_billing_profil p join "user" on "user".id = p.user_id
    left join (select akun_billing_id, sum(jumlah) as sejak from mutasi_saldo where tanggal > ${sampai} group by akun_billing_id) m on m.akun_billing_id = p.user_id
  where ${every([
    userScope(actor) ?? always,
    numberFilter({ saring }, 'gedung_id', sql`"user".gedung_id`),
    numberFilter({ saring }, 'akun_billing_id', sql`"user".id`),
  ])}`
const ofLines = ['jenis_billing_id', 'kursus_id', 'kategori_kursus_id', 'sales_id']

interface Fact {
  id: number
  nilai: string | null
}
const isOneOf = (column: Sql, ids: readonly number[]) =>
  sql<SqlBool>`${column} in (${sql.join(ids)})`
/**
 * Returns the date of each payer's last payment up to the day `pada`. Payments voided after that
 * day still count.
 */
const lastPaid = (ids: readonly number[], { pada }: AsOf): Sql => sql`
  select u.id, (select p.tanggal from billing_payment p join gedung g on g.id = p.gedung_id
    where p.akun_billing_id = u.id and p.tanggal <= ${pada} and ${isLater(sql`p.void_at`, pada)} order by p.tanggal desc limit 1) as nilai
  from "user" u where ${isOneOf(sql`u.id`, ids)}`
/**
 * Returns the date of the last message to each payer up to the day `of.pada`. Messages count if
 * they are about the account, or about a bill that was open on that day.
 */
const lastTold = (ids: readonly number[], of: AsOf): Sql => {
  const day = dayHere(of.engine, sql`k.dibuat`, sql`g.zona_waktu`)
  const open = openBills(of, isOneOf(sql`b.akun_billing_id`, ids))
  return sql`select t.id, max(t.tanggal) as nilai from (
    select f.akun_billing_id as id, ${day} as tanggal from (${open}) f join pesan_keluar k on k.billing_id = f.dok join gedung g on g.id = f.gedung_id
    union all select k.akun_billing_id, ${day} from pesan_keluar k join "user" u on u.id = k.akun_billing_id join gedung g on g.id = u.gedung_id
      where ${isOneOf(sql`k.akun_billing_id`, ids)}) t where t.tanggal <= ${of.pada} group by t.id`
}
const phones = (ids: readonly number[]): Sql =>
  sql`select u.id, coalesce(p.wa_tagihan, u.phone) as nilai from "user" u left join akun_billing_profil p on p.user_id = u.id where ${isOneOf(sql`u.id`, ids)}`

/** Reads three texts for the line of each payer: last payment, last message and phone number. */
const factsOf = async (db: Db, reportQuery: ReportQuery, keys_: readonly string[]) => {
  if (reportQuery.kelompok !== 'akun' || keys_.length === 0) return new Map()
  const of = asOf(reportQuery)
  const facts = { pembayaran_terakhir: lastPaid, pengingat_terakhir: lastTold, phone: phones }
  const factsByKey = new Map(
    keys_.map((key): [string, Record<string, string | null>] => [
      key,
      Object.fromEntries(Object.keys(facts).map((name) => [name, null])),
    ]),
  )
  for (let i = 0; i < keys_.length; i += 500)
    for (const [name, query] of Object.entries(facts)) {
      const ids = keys_.slice(i, i + 500).map(Number)
      const { rows } = await sql<Fact>`${query(ids, of)}`.execute(db)
      for (const { id, nilai } of rows) {
        const line = factsByKey.get(String(id))
        if (line) line[name] = nilai
      }
    }
  return factsByKey
}

const asOf = ({ engine, actor, saring, sampai }: ReportQuery): AsOf => ({
  engine,
  actor,
  saring,
  pada: sampai,
})
export const piutangReport = reportModule(piutang, {
  sources: (query) => {
    const of = asOf(query)
    const { kelompok, saring } = query
    const byLine = isByLine(kelompok)
    const kunci = keys[kelompok] ?? nothing
    const jumlah = sql`f.jumlah`
    const takes: Record<string, Take> = Object.fromEntries(
      ages.map(([name], index) => [name, { value: jumlah, when: ageIn(of.pada, index) }]),
    )
    const owed: Source = {
      rows: owedRows(of, openBills(of), { kunci, byLine }),
      takes: {
        ...takes,
        total: { value: jumlah },
        tagihan: {},
        lewat: { value: jumlah, when: sql<SqlBool>`f.jatuh_tempo < ${of.pada}` },
      },
      splits: true,
    }
    return kelompok === 'akun' && !ofLines.some((name) => saring[name] !== undefined)
      ? [
          owed,
          {
            rows: sql`select * from (${saldoRows(query)}) x where x.jumlah <> 0`,
            takes: { saldo: { value: jumlah } },
          },
        ]
      : [owed]
  },
  tiles: (query) => {
    const of = asOf(query)
    const from = addDays(of.pada, -90)
    // Omits opening bills: they are only the unpaid part of old bills, and would bias the rates.
    const within = (column: string): Condition =>
      sql<SqlBool>`${isCounted(sql`b.sumber`)} and ${sql.ref(`b.${column}`)} > ${from} and ${sql.ref(`b.${column}`)} <= ${of.pada}`
    const whole = { kunci: nothing, byLine: false }
    const value = sql`f.jumlah`
    const due = within('jatuh_tempo')
    const sources: Source[] = [
      { rows: owedRows(of, billsOf(of, due, sql`b.total`), whole), takes: { jatuh90: { value } } },
      {
        rows: owedRows(of, billsOf(of, due, paidBy(of.pada, sql`b.jatuh_tempo`)), whole),
        takes: { tepat90: { value } },
      },
      {
        rows: owedRows(of, billsOf(of, within('tanggal_terbit'), sql`b.total`), whole),
        takes: { terbit90: { value } },
      },
    ]
    return sources
  },
  facts: factsOf,
})
