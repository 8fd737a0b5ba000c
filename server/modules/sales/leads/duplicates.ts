/**
 * Likely duplicates of a new lead (domain.md 2.3). Candidates are read from the indexes of phone,
 * mail and name; contract/sales/rules/similar.ts decides in which properties they match.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { CallOutput } from '#contract/call.ts'
import { RoleId, UserStatus } from '#contract/enums.ts'
import type { similarPeople } from '#contract/sales/leadCalls.ts'
import { TahapLead } from '#contract/sales/leadEnums.ts'
import {
  firstSound,
  firstSpellings,
  isSimilarName,
  hasSeveralWords,
  samenessOf,
  type Sameness,
} from '#contract/sales/rules/similar.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { userScope } from '#server/modules/access/user/kinds.ts'
import { leadScope } from '#server/modules/sales/leads/leadScope.ts'
import { hasBaseRole, labelOutlet } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

type Found = CallOutput<typeof similarPeople>
type FoundPerson = Found['ada'][number] & {
  /** Id of the user's payer, which is the user's id for a self-payer; null for a lead. */
  akun_billing_id: number | null
}
interface Sought {
  nama: string | null
  phones: readonly string[]
  email: string | null
  /** Lead or user to omit from the result, because the search is for that person. */
  kecuali: { lead?: number; user?: number }
}
/** Maximum number of rows that each condition in the query of `beginning` reads. */
const mostCompared = 2000
/** Maximum number of similar people that are returned. */
const mostNamed = 10

/**
 * Returns a query for rows whose key equals one of the words. With `whole`, the query also returns
 * rows whose key continues with a space after the word. The query uses the index of the key.
 */
const beginning = (
  source: { table: string; key: string; name: string },
  words: readonly string[],
  whole: boolean,
) => {
  const [table, key, name] = [sql.table(source.table), sql.ref(source.key), sql.ref(source.name)]
  // Uses `!` as the end of the range, because it is the character after the space. So the range
  // contains every name that continues with a space after the word.
  const parts = words.flatMap((word) => [
    sql`${key} = ${word}`,
    ...(whole ? [sql`(${key} >= ${`${word} `} and ${key} < ${`${word}!`})`] : []),
  ])
  return sql.join(
    parts.map(
      (part) =>
        sql`select * from (select id, ${name} as nama from ${table} where ${part} limit ${sql.lit(mostCompared)}) as part`,
    ),
    sql` union all `,
  )
}
/** Returns the ids of at most 50 candidates whose name is similar to `nama`. */
const idsByName = async (db: Db, nama: string, candidates: RawBuilder<unknown>) => {
  const { rows } = await sql<{ id: number; nama: string }>`${candidates}`.execute(db)
  return rows
    .filter((row) => isSimilarName(row.nama, nama))
    .slice(0, 50)
    .map((row) => row.id)
}
/**
 * Joins conditions by `or`. Each condition uses an index. Callers omit conditions for missing
 * values, because a condition that is never true would force a full scan.
 */
const anyOf = (conditions: readonly Condition[]): Condition =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
const isAmong = (id: RawBuilder<unknown>, ids: readonly number[]): Condition[] =>
  ids.length === 0 ? [] : [sql<SqlBool>`${id} in (${sql.join(ids)})`]

/** Lead or user, in one common shape. */
interface Row {
  jenis: 'lead' | 'user'
  id: number
  nama: string
  phone: string | null
  phone_alt: string | null
  wali_phone: string | null
  email: string | null
  keterangan: string
  gedung_id: number | null
  gedung: string | null
  akun_billing_id: number | null
  tampak: number
}

const findLeads = async (db: Db, actor: Actor, sought: Sought): Promise<Row[]> => {
  const { nama, phones, email, kecuali } = sought
  const first = firstSound(nama ?? '')
  const candidates = beginning(
    { table: 'lead', key: 'nama_bunyi', name: 'nama' },
    [first],
    hasSeveralWords(nama ?? ''),
  )
  const alike = nama !== null && first !== '' ? await idsByName(db, nama, candidates) : []
  const likely = [
    ...phones.map((phone) => sql<SqlBool>`lead.phone = ${phone}`),
    ...(email === null ? [] : [sql<SqlBool>`lead.email = ${email}`]),
    ...isAmong(sql.ref('lead.id'), alike),
  ]
  if (likely.length === 0) return []
  const rows = await db
    .selectFrom('lead')
    .innerJoin('gedung', 'gedung.id', 'lead.gedung_id')
    .select(['lead.id', 'lead.nama', 'lead.phone', 'lead.email', 'tahap', 'gedung_id'])
    .select(['gedung.nama as gedung'])
    .select(sql<number>`case when ${leadScope(actor)} then 1 else 0 end`.as('tampak'))
    .where('dihapus_at', 'is', null)
    .where('lead.id', '<>', kecuali.lead ?? 0)
    .where(anyOf(likely))
    .orderBy('lead.id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ tahap, ...row }) => ({
    ...row,
    jenis: 'lead',
    phone_alt: null,
    wali_phone: null,
    akun_billing_id: null,
    keterangan: `Lead, ${TahapLead.label(tahap).toLowerCase()}`,
  }))
}

const findUsers = async (db: Db, actor: Actor, sought: Sought): Promise<Row[]> => {
  const { nama, phones, email, kecuali } = sought
  const spellings = firstSpellings(nama ?? '')
  const candidates = beginning(
    { table: 'user', key: 'name_kunci', name: 'name' },
    spellings,
    hasSeveralWords(nama ?? ''),
  )
  const alike = nama !== null && spellings.length > 0 ? await idsByName(db, nama, candidates) : []
  const columns = ['phone', 'phone_alt', 'wali_phone'].map((column) => sql.ref(`user.${column}`))
  const likely = [
    ...phones.flatMap((phone) => columns.map((column) => sql<SqlBool>`${column} = ${phone}`)),
    ...(email === null ? [] : [sql<SqlBool>`"user".email = ${email}`]),
    ...isAmong(sql.ref('user.id'), alike),
  ]
  if (likely.length === 0) return []
  const rows = await db
    .selectFrom('user')
    .leftJoin('gedung', 'gedung.id', 'user.gedung_id')
    .select(['user.id', 'user.name as nama', 'user.phone', 'phone_alt', 'wali_phone'])
    .select(['user.email', 'role_id', 'user.status', 'sumber', 'user.akun_billing_id'])
    .select(['user.gedung_id', 'gedung.nama as gedung'])
    .select(sql<number>`case when ${userScope(actor) ?? sql`1 = 1`} then 1 else 0 end`.as('tampak'))
    .select(
      sql<number>`case when ${hasBaseRole(actor, [RoleId.akunBilling])} then 1 else 0 end`.as(
        'pays',
      ),
    )
    .where('user.status', '<>', UserStatus.dihapus)
    .where('user.id', '<>', kecuali.user ?? 0)
    .where(anyOf(likely))
    .orderBy('user.id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ role_id, status, sumber, pays, ...row }) => {
    const waits = sumber === 'mandiri' && status === UserStatus.nonaktif
    const kind = waits ? 'Pendaftar mandiri' : RoleId.label(role_id)
    const state = status === UserStatus.aktif || waits ? '' : ', nonaktif'
    const akun_billing_id = pays === 1 ? row.id : row.akun_billing_id
    return { ...row, akun_billing_id, jenis: 'user', keterangan: `${kind}${state}` }
  })
}

/**
 * Returns the weight of a match for sorting. Phone and mail weigh most, a name alone weighs least.
 */
const weight = (sama: readonly Sameness[]): number =>
  sama.length + (sama.includes('phone') ? 2 : 0) + (sama.includes('email') ? 2 : 0)

/**
 * Returns people similar to the person sought. People in scope are named; people outside the scope
 * are only counted.
 */
export const findSimilar = async (
  db: Db,
  actor: Actor,
  sought: Sought,
): Promise<Omit<Found, 'ada'> & { ada: FoundPerson[] }> => {
  const { nama, phones: soughtPhones, email } = sought
  const rows = [...(await findLeads(db, actor, sought)), ...(await findUsers(db, actor, sought))]
  const judged = rows.map((row) => {
    const phones = [row.phone, row.phone_alt, row.wali_phone]
    return { row, sama: samenessOf({ nama, phones: soughtPhones, email }, { ...row, phones }) }
  })
  const hidden = judged.filter(({ row }) => row.tampak === 0)
  const ada = judged
    .filter(({ row, sama }) => row.tampak === 1 && sama.length > 0)
    .toSorted((a, b) => weight(b.sama) - weight(a.sama))
    .slice(0, mostNamed)
    .map(({ row, sama }) => {
      const { jenis, id, gedung_id, gedung, akun_billing_id } = row
      const outlet =
        gedung_id === null || gedung === null
          ? ''
          : `, ${labelOutlet(actor, { id: gedung_id, nama: gedung }).nama}`
      const keterangan = `${row.keterangan}${outlet}`
      return { jenis, id, nama: row.nama, keterangan, sama, akun_billing_id }
    })
  const countHidden = (by: Sameness) => hidden.filter(({ sama }) => sama.includes(by)).length
  return { ada, di_luar: { phone: countHidden('phone'), email: countHidden('email') } }
}
