/**
 * Reads the input of the promo rule (contract/billing/rules/promo/computePromo.ts) in few SQL
 * statements: promos with their uses, and the enrolments of families.
 */
import { sql, type Selectable } from 'kysely'
import { promoWindow } from '#contract/billing/rules/promo/nearPromos.ts'
import { type Promo, type PromoLine } from '#contract/billing/rules/promo/promo.ts'
import { KursusPesertaStatus } from '#contract/enums.ts'
import { firstDay, lastDay } from '#contract/values/tanggal.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Tables, Trx } from '#server/db/schema/tables.ts'

/** Promo without the number of uses by one payer. */
type StoredPromo = Omit<Promo, 'terpakai_akun'>
export interface Pemakaian {
  promo: StoredPromo[]
  /** Number of uses by promo and payer, without cancelled uses. The key is `<promo>:<akun>`. */
  akun: ReadonlyMap<string, number>
}

const promoOf = (
  row: Selectable<Tables['promo']>,
  terpakai: number,
  firstPeriodes: ReadonlyMap<number, string>,
): StoredPromo => ({
  ...row,
  peserta_baru: row.peserta_baru === 1,
  dapat_digabung: row.dapat_digabung === 1,
  terpakai,
  firstUses: firstPeriodes,
  jenis_sifat: fromJson<string[]>(row.jenis_sifat),
  kursus: fromJson<number[]>(row.kursus),
  kategori: fromJson<number[]>(row.kategori),
  gedung: fromJson<number[]>(row.gedung),
})

/**
 * Counts the uses of promos, without cancelled uses. Returns the count by promo (`all`), and the
 * count by promo and payer (`akun`). The argument `akun` limits only the second count to one payer.
 */
export const countPemakaian = async (
  db: Db | Trx,
  ids: readonly number[],
  akun?: number,
): Promise<{ all: Map<number, number>; akun: Map<string, number> }> => {
  if (ids.length === 0) return { all: new Map(), akun: new Map() }
  const live = db
    .selectFrom('promo_pemakaian')
    .where('promo_id', 'in', ids)
    .where('dibatalkan_at', 'is', null)
  const all = await live
    .select((eb) => ['promo_id', eb.fn.countAll<number>().as('n')])
    .groupBy('promo_id')
    .execute()
  const payerCounts = await (akun === undefined ? live : live.where('akun_billing_id', '=', akun))
    .select((eb) => ['promo_id', 'akun_billing_id', eb.fn.countAll<number>().as('n')])
    .groupBy(['promo_id', 'akun_billing_id'])
    .execute()
  return {
    all: new Map(all.map((r) => [r.promo_id, r.n])),
    akun: new Map(payerCounts.map((r) => [`${r.promo_id}:${r.akun_billing_id}`, r.n])),
  }
}

interface FirstUse {
  promo_id: number
  peserta_id: number
  periode: string
}
/**
 * Returns, by promo and student, the first month in which the student got the promo. Omits void
 * bills.
 */
const readFirstUses = async (db: Db | Trx, ids: readonly number[]): Promise<FirstUse[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<FirstUse>`
    select v.promo_id, v.peserta_id, min(v.periode) as periode from (
      select i.promo_id, i.peserta_id, coalesce(i.periode, b.periode, substr(coalesce(b.tanggal_terbit, b.created_at), 1, 7)) as periode from billing_item i join billing b on b.id = i.billing_id
        where b.void_at is null and i.peserta_id is not null and i.promo_id in (${sql.join([...ids])})
      union all select i.promo_kedua_id, i.peserta_id, coalesce(i.periode, b.periode, substr(coalesce(b.tanggal_terbit, b.created_at), 1, 7)) from billing_item i join billing b on b.id = i.billing_id
        where b.void_at is null and i.peserta_id is not null and i.promo_kedua_id in (${sql.join([...ids])})) v
    group by v.promo_id, v.peserta_id`.execute(db)
  return rows
}

/**
 * Reads promos with their uses. Without `days`, reads all promos. With `days`, reads the automatic
 * promos that are valid near these days, and the promo with the code `kode` even if it is not
 * valid. The caller checks the exact day of each line. `akun` limits the counts by payer to this
 * payer.
 */
export const readPromos = async (
  db: Db | Trx,
  { days, kode, akun }: { days?: readonly string[]; kode?: string | null; akun?: number },
): Promise<Pemakaian> => {
  const { dari = '', sampai = '' } = promoWindow(days ?? []) ?? {}
  const all = db.selectFrom('promo').selectAll().orderBy('id')
  const near = all.where((eb) =>
    eb.or([
      eb.and([
        eb('kode', 'is', null),
        eb('status', '=', 'aktif'),
        eb('mulai', '<=', sampai),
        eb.or([eb('selesai', 'is', null), eb('selesai', '>=', dari)]),
      ]),
      eb('kode', '=', kode ?? ''),
    ]),
  )
  const rows = await (days === undefined ? all : near).execute()
  const uses = await countPemakaian(
    db,
    rows.filter((r) => r.kuota !== null || r.kuota_per_akun !== null).map((r) => r.id),
    akun,
  )
  const timed = rows.filter((r) => r.durasi_bulan !== null).map((r) => r.id)
  const firstByPromo = Map.groupBy(await readFirstUses(db, timed), (r) => r.promo_id)
  return {
    promo: rows.map((row) =>
      promoOf(
        row,
        uses.all.get(row.id) ?? 0,
        new Map((firstByPromo.get(row.id) ?? []).map((r) => [r.peserta_id, r.periode])),
      ),
    ),
    akun: uses.akun,
  }
}
/** Returns the promos, each with its number of uses by one payer. */
export const promosForAkun = ({ promo, akun }: Pemakaian, payer: number): Promo[] =>
  promo.map((p) => ({ ...p, terpakai_akun: akun.get(`${p.id}:${payer}`) ?? 0 }))

/** Returns the first day of the first enrolment of each student, by student id. */
export const readFirstStarts = async (
  db: Db | Trx,
  ids?: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (ids?.length === 0) return new Map()
  const rows = await db
    .selectFrom('kursus_peserta')
    .select((eb) => ['peserta_id', eb.fn.min<string>('mulai').as('mulai')])
    .$if(ids !== undefined, (q) => q.where('peserta_id', 'in', ids ?? []))
    .groupBy('peserta_id')
    .execute()
  return new Map(rows.map((r) => [r.peserta_id, r.mulai]))
}

/** Enrolment of a student in a period, with its payer (`akun`) and the bill line for the period. */
export interface FamilyEnrolment {
  id: number
  peserta_id: number
  akun: number
  mulai: string
  gedung_id: number
  kursus_id: number
  kategori: number
  status: number
  item_id: number | null
  billing_id: number | null
  promo_id: number | null
  promo_kedua_id: number | null
}
/**
 * Reads the enrolments that are active or billed in a period. With `akun`, reads only the
 * enrolments of this payer.
 */
export const readFamilyEnrolments = async (
  db: Db | Trx,
  periode: string,
  akun?: number,
): Promise<FamilyEnrolment[]> =>
  (
    await sql<FamilyEnrolment>`
  select kp.id, kp.peserta_id, coalesce(p.akun_billing_id, kp.akun_billing_id) as akun, kp.mulai, kp.gedung_id, kp.kursus_id, k.kategori_kursus_id as kategori, kp.status, bi.id as item_id, bi.billing_id, bi.promo_id, bi.promo_kedua_id
  from kursus_peserta kp join "user" p on p.id = kp.peserta_id join kursus k on k.id = kp.kursus_id left join billing_item bi on bi.kunci_unik = 'kp:' || kp.id || ':' || ${periode}
  where (kp.status = ${sql.lit(KursusPesertaStatus.aktif)} or bi.id is not null) and kp.mulai <= ${lastDay(periode)} and (kp.selesai is null or kp.selesai >= ${firstDay(periode)})
    ${akun === undefined ? sql`` : sql`and (p.akun_billing_id = ${akun} or (p.akun_billing_id is null and kp.akun_billing_id = ${akun}))`}
  order by kp.id`.execute(db)
  ).rows

type ExistingPromos = NonNullable<PromoLine['standing']>
export type StandingPromosOf = (...of: readonly (number | null)[]) => ExistingPromos
/**
 * Reads promos by id. Returns a function that maps the promo ids of a stored line to the names and
 * combination rules of these promos. `existingLine` needs these names and rules.
 */
export const readStandingPromos = async (
  db: Db | Trx,
  ids: readonly (number | null)[],
): Promise<StandingPromosOf> => {
  const promoIds = [...new Set(ids.filter((id) => id !== null))]
  const rows =
    promoIds.length === 0
      ? []
      : await db
          .selectFrom('promo')
          .select(['id', 'nama', 'dapat_digabung'])
          .where('id', 'in', promoIds)
          .execute()
  const promosById = new Map(
    rows.map((r) => [r.id, { ...r, dapat_digabung: r.dapat_digabung === 1 }]),
  )
  return (...of) => of.flatMap((id) => (id === null ? [] : (promosById.get(id) ?? [])))
}
/**
 * Returns the promo input for an enrolment that no new line bills. The enrolment counts for promo
 * conditions about the family, but gets no promos in this computation.
 */
export const existingLine = (enrolment: FamilyEnrolment, standing: ExistingPromos): PromoLine => ({
  id: -enrolment.id,
  peserta_id: enrolment.peserta_id,
  kursus_peserta_id: enrolment.id,
  mulai: enrolment.mulai,
  kursus_id: enrolment.kursus_id,
  kategori_kursus_id: enrolment.kategori,
  mulai_pertama: null,
  gedung_id: enrolment.gedung_id,
  sifat: 'kursus',
  tanggal: '',
  bruto: 0,
  standing,
})

/**
 * Returns the kind of a fee line for the promo rules. Fees without a kind and fees of the kind
 * `kursus` become `tambahan`, so that promos for tuition do not apply to fees.
 */
export const sifatBiaya = (sifat: PromoLine['sifat'] | undefined): PromoLine['sifat'] =>
  sifat === undefined || sifat === 'kursus' ? 'tambahan' : sifat
