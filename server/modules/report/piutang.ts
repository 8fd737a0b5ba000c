import { sql, type SqlBool } from 'kysely'
import { ages, piutang } from '#contract/report/piutang.ts'
import { addDays } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/tables.ts'
import { userScope } from '#server/modules/access/user/kinds.ts'
import {
  always,
  every,
  isAsked,
  nothing,
  type Asked,
  type Source,
  type Sql,
  type Take,
} from '#server/modules/report/asked.ts'
import { reportModule } from '#server/modules/report/module.ts'
import { billsOf, openBills, owedRows, paidBy, type AsOf } from '#server/modules/report/owed.ts'
import type { Condition } from '#server/resource/conditions.ts'

const keys: Readonly<Record<string, Sql>> = {
  akun: sql`f.akun_billing_id`,
  gedung: sql`f.gedung_id`,
  sales: sql`s.sales_id`,
  kursus: sql`f.kursus_id`,
}
const isByLine = (kelompok: string) => kelompok === 'sales' || kelompok === 'kursus'
/** Days past due that a bucket holds: from its first to before the next one's. */
const ageIn = (pada: string, at: number): Condition => {
  const from = ages[at]?.[1] ?? null
  const to = ages[at + 1]?.[1] ?? null
  const due = sql`f.jatuh_tempo`
  return every([
    ...(from === null ? [] : [sql<SqlBool>`${due} <= ${addDays(pada, -from)}`]),
    ...(to === null ? [] : [sql<SqlBool>`${due} > ${addDays(pada, -to)}`]),
  ])
}
/** Saldo of accounts at the end of a day: what it is now less what has come and gone since. */
const saldoRows = ({ actor, saring, sampai }: Asked) => sql`
  select "user".id as kunci, "user".id as dok, 'user' as entitas, "user".id as acu, cast(null as integer) as item_id, null as tanggal,
    p.saldo_kredit - coalesce((select sum(m.jumlah) from mutasi_saldo m where m.akun_billing_id = p.user_id and m.tanggal > ${sampai}), 0) as jumlah
  from akun_billing_profil p join "user" on "user".id = p.user_id
  where ${every([
    userScope(actor) ?? always,
    isAsked({ saring }, 'gedung_id', sql`"user".gedung_id`),
    isAsked({ saring }, 'akun_billing_id', sql`"user".id`),
  ])}`
const ofLines = ['jenis_billing_id', 'kursus_id', 'kategori_kursus_id', 'sales_id']

const latest = async (
  db: Db,
  keys_: readonly string[],
  query: (ids: readonly number[]) => ReturnType<typeof sql<{ id: number; nilai: string | null }>>,
): Promise<Map<number, string | null>> => {
  const found = new Map<number, string | null>()
  const ids = keys_.map(Number)
  for (let i = 0; i < ids.length; i += 500)
    for (const row of (await query(ids.slice(i, i + 500)).execute(db)).rows)
      found.set(row.id, row.nilai)
  return found
}
/** The last payment and the last message of accounts by then, and how they are reached. */
const factsOf = async (db: Db, { kelompok, sampai }: Asked, of: readonly string[]) => {
  if (kelompok !== 'akun' || of.length === 0) return new Map()
  const paid = await latest(
    db,
    of,
    (ids) =>
      sql`select akun_billing_id as id, max(tanggal) as nilai from billing_payment where akun_billing_id in (${sql.join(ids)}) and void_at is null and tanggal <= ${sampai} group by akun_billing_id`,
  )
  const told = await latest(
    db,
    of,
    (ids) =>
      sql`select b.akun_billing_id as id, max(k.dibuat) as nilai from pesan_keluar k join billing b on b.id = k.billing_id where b.akun_billing_id in (${sql.join(ids)}) group by b.akun_billing_id`,
  )
  const phones = await latest(
    db,
    of,
    (ids) =>
      sql`select u.id, coalesce(p.wa_tagihan, u.phone) as nilai from "user" u left join akun_billing_profil p on p.user_id = u.id where u.id in (${sql.join(ids)})`,
  )
  return new Map(
    of.map((key) => [
      key,
      {
        pembayaran_terakhir: paid.get(Number(key)) ?? null,
        pengingat_terakhir: told.get(Number(key))?.slice(0, 10) ?? null,
        phone: phones.get(Number(key)) ?? null,
      },
    ]),
  )
}

const asOf = ({ engine, actor, saring, sampai }: Asked): AsOf => ({
  engine,
  actor,
  saring,
  pada: sampai,
})
export const piutangReport = reportModule(piutang, {
  sources: (asked) => {
    const of = asOf(asked)
    const { kelompok, saring } = asked
    const byLine = isByLine(kelompok)
    const kunci = keys[kelompok] ?? nothing
    const jumlah = sql`f.jumlah`
    const takes: Record<string, Take> = Object.fromEntries(
      ages.map(([name], at) => [name, { value: jumlah, when: ageIn(of.pada, at) }]),
    )
    const owed: Source = {
      rows: owedRows(of, openBills(of), { kunci, byLine }),
      takes: { ...takes, total: { value: jumlah }, tagihan: {} },
      splits: true,
    }
    return kelompok === 'akun' && !ofLines.some((name) => saring[name] !== undefined)
      ? [
          owed,
          {
            rows: sql`select * from (${saldoRows(asked)}) x where x.jumlah <> 0`,
            takes: { saldo: { value: jumlah } },
          },
        ]
      : [owed]
  },
  tiles: (asked) => {
    const of = asOf(asked)
    const from = addDays(of.pada, -90)
    const within = (column: string): Condition =>
      sql<SqlBool>`${sql.ref(`b.${column}`)} > ${from} and ${sql.ref(`b.${column}`)} <= ${of.pada}`
    const whole = { kunci: nothing, byLine: false }
    const value = sql`f.jumlah`
    const due = within('jatuh_tempo')
    const sources: Source[] = [
      {
        rows: owedRows(of, openBills(of), {
          ...whole,
          more: sql<SqlBool>`f.jatuh_tempo < ${of.pada}`,
        }),
        takes: { lewat: { value } },
      },
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
