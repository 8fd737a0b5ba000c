/** What the promo rule (contract/rules/promo.ts) needs to know, read in a few statements: promos with their use, and families. */
import { sql, type Selectable } from 'kysely'
import {
  hariBaris,
  hitungPromo,
  jendelaPromo,
  promoDekat,
  simpanPromo,
  tanpaPromo,
  type BarisPromo,
  type HasilPromo,
  type Promo,
  type PromoBaris,
} from '#contract/rules/promo.ts'
import { firstDay, lastDay } from '#contract/rules/tanggal.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Tables, Trx } from '#server/db/tables.ts'
import { slices } from '#server/turns.ts'

/** A promo before one knows whose use of it is asked for. */
type Dibaca = Omit<Promo, 'terpakai_akun'>
interface Pemakaian {
  promo: Dibaca[]
  /** Uses that count, by `<promo>:<akun>`. */ akun: ReadonlyMap<string, number>
}

const promoOf = (
  row: Selectable<Tables['promo']>,
  terpakai: number,
  pertama: ReadonlyMap<number, string>,
): Dibaca => ({
  ...row,
  peserta_baru: row.peserta_baru === 1,
  dapat_digabung: row.dapat_digabung === 1,
  terpakai,
  pertama,
  jenis_sifat: fromJson<string[]>(row.jenis_sifat),
  kursus: fromJson<number[]>(row.kursus),
  kategori: fromJson<number[]>(row.kategori),
  gedung: fromJson<number[]>(row.gedung),
})

/** Uses of promos that count, in all and by payer. */
export const hitungPemakaian = async (
  db: Db | Trx,
  ids: readonly number[],
  akun?: number,
): Promise<{ semua: Map<number, number>; akun: Map<string, number> }> => {
  if (ids.length === 0) return { semua: new Map(), akun: new Map() }
  const live = db
    .selectFrom('promo_pemakaian')
    .where('promo_id', 'in', ids)
    .where('dibatalkan_at', 'is', null)
  const semua = await live
    .select((eb) => ['promo_id', eb.fn.countAll<number>().as('n')])
    .groupBy('promo_id')
    .execute()
  const own = await (akun === undefined ? live : live.where('akun_billing_id', '=', akun))
    .select((eb) => ['promo_id', 'akun_billing_id', eb.fn.countAll<number>().as('n')])
    .groupBy(['promo_id', 'akun_billing_id'])
    .execute()
  return {
    semua: new Map(semua.map((r) => [r.promo_id, r.n])),
    akun: new Map(own.map((r) => [`${r.promo_id}:${r.akun_billing_id}`, r.n])),
  }
}

/**
 * Promos with their use: those that are automatic and hold near the days `hari` (which of them hold for a line, its own day decides), and the one
 * of `kode`, whether it holds or not; without `hari` all that there are. `akun` asks for the use of one payer only.
 */
export const bacaPromo = async (
  db: Db | Trx,
  { hari, kode, akun }: { hari?: readonly string[]; kode?: string | null; akun?: number },
): Promise<Pemakaian> => {
  const { dari = '', sampai = '' } = jendelaPromo(hari ?? []) ?? {}
  const rows = await db
    .selectFrom('promo')
    .selectAll()
    .$if(hari !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb.and([
            eb('kode', 'is', null),
            eb('status', '=', 'aktif'),
            eb('mulai', '<=', sampai),
            eb.or([eb('selesai', 'is', null), eb('selesai', '>=', dari)]),
          ]),
          eb('kode', '=', kode ?? ''),
        ]),
      ),
    )
    .orderBy('id')
    .execute()
  const uses = await hitungPemakaian(
    db,
    rows.filter((r) => r.kuota !== null || r.kuota_per_akun !== null).map((r) => r.id),
    akun,
  )
  const timed = rows.filter((r) => r.durasi_bulan !== null).map((r) => r.id)
  const first =
    timed.length === 0
      ? []
      : (
          await sql<{ promo_id: number; peserta_id: number; periode: string }>`
    select v.promo_id, v.peserta_id, min(v.periode) as periode from (
      select i.promo_id, i.peserta_id, coalesce(i.periode, b.periode, substr(coalesce(b.tanggal_terbit, b.created_at), 1, 7)) as periode from billing_item i join billing b on b.id = i.billing_id
        where b.void_at is null and i.peserta_id is not null and i.promo_id in (${sql.join(timed)})
      union all select i.promo_kedua_id, i.peserta_id, coalesce(i.periode, b.periode, substr(coalesce(b.tanggal_terbit, b.created_at), 1, 7)) from billing_item i join billing b on b.id = i.billing_id
        where b.void_at is null and i.peserta_id is not null and i.promo_kedua_id in (${sql.join(timed)})) v
    group by v.promo_id, v.peserta_id`.execute(db)
        ).rows
  const pertama = Map.groupBy(first, (r) => r.promo_id)
  return {
    promo: rows.map((row) =>
      promoOf(
        row,
        uses.semua.get(row.id) ?? 0,
        new Map((pertama.get(row.id) ?? []).map((r) => [r.peserta_id, r.periode])),
      ),
    ),
    akun: uses.akun,
  }
}
/** The promos as one payer meets them. */
export const untukAkun = ({ promo, akun }: Pemakaian, payer: number): Promo[] =>
  promo.map((p) => ({ ...p, terpakai_akun: akun.get(`${p.id}:${payer}`) ?? 0 }))

/** First day of the first enrolment of each student who has one. */
export const mulaiPertama = async (
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

/** An enrolment that a payer has in a period, and the line that bills it there, if any. */
export interface Ikut {
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
/** Enrolments that are active, or billed, in a period: of one payer, or of all. */
export const bacaIkut = async (db: Db | Trx, periode: string, akun?: number): Promise<Ikut[]> =>
  (
    await sql<Ikut>`
  select kp.id, kp.peserta_id, coalesce(p.akun_billing_id, kp.akun_billing_id) as akun, kp.mulai, kp.gedung_id, kp.kursus_id, k.kategori_kursus_id as kategori, kp.status, bi.id as item_id, bi.billing_id, bi.promo_id, bi.promo_kedua_id
  from kursus_peserta kp join "user" p on p.id = kp.peserta_id join kursus k on k.id = kp.kursus_id left join billing_item bi on bi.kunci_unik = 'kp:' || kp.id || ':' || ${periode}
  where (kp.status = 1 or bi.id is not null) and kp.mulai <= ${lastDay(periode)} and (kp.selesai is null or kp.selesai >= ${firstDay(periode)})
    ${akun === undefined ? sql`` : sql`and (p.akun_billing_id = ${akun} or (p.akun_billing_id is null and kp.akun_billing_id = ${akun}))`}
  order by kp.id`.execute(db)
  ).rows

type Tetap = NonNullable<BarisPromo['tetap']>
/** Promos by id, as a line that stands carries them. */
export const bacaTetap = async (
  db: Db | Trx,
  ids: readonly (number | null)[],
): Promise<(...of: (number | null)[]) => Tetap> => {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const rows =
    wanted.length === 0
      ? []
      : await db
          .selectFrom('promo')
          .select(['id', 'nama', 'dapat_digabung'])
          .where('id', 'in', wanted)
          .execute()
  const known = new Map(rows.map((r) => [r.id, { ...r, dapat_digabung: r.dapat_digabung === 1 }]))
  return (...of) => of.flatMap((id) => (id === null ? [] : (known.get(id) ?? [])))
}
/** An enrolment that counts for its family but is not computed here. */
export const barisTetap = (ikut: Ikut, tetap: Tetap): BarisPromo => ({
  id: -ikut.id,
  peserta_id: ikut.peserta_id,
  kursus_peserta_id: ikut.id,
  mulai: ikut.mulai,
  kursus_id: ikut.kursus_id,
  kategori_kursus_id: ikut.kategori,
  mulai_pertama: null,
  gedung_id: ikut.gedung_id,
  sifat: 'kursus',
  tanggal: '',
  bruto: 0,
  tetap,
})

/** The kind of a fee's line: a fee is no course, whatever kind of billing it has. */
export const sifatBiaya = (sifat: BarisPromo['sifat'] | undefined): BarisPromo['sifat'] =>
  sifat === undefined || sifat === 'kursus' ? 'tambahan' : sifat

interface Dihitung {
  periode: string
  pembulatan: number
}
/**
 * Automatic promos of many families at once. `baris` are the lines of the period, made and standing, each with its payer; a quota is given out
 * family by family. Each line is of the month. Answers by the lines' ids what each is to store, and what begins or ends near it.
 */
export const promoOtomatis = async (
  db: Db | Trx,
  {
    periode,
    pembulatan,
    baris,
  }: Dihitung & { baris: () => Promise<readonly (BarisPromo & { akun: number })[]> },
): Promise<{ beri: Map<number, PromoBaris>; dekat: Map<number, string> }> => {
  const dibaca = await bacaPromo(db, { hari: [firstDay(periode)] })
  const beri = new Map<number, PromoBaris>()
  const dekat = new Map<number, string>()
  if (dibaca.promo.length === 0) return { beri, dekat }
  const names = new Map(dibaca.promo.map((p) => [p.id, p]))
  const first = dibaca.promo.some((p) => p.peserta_baru) ? await mulaiPertama(db) : undefined
  const slice = slices()
  for (const [akun, own] of Map.groupBy(await baris(), (b) => b.akun)) {
    await slice()
    if (own.every((b) => b.tetap)) continue
    const lines = first
      ? own.map((b) => ({
          ...b,
          mulai_pertama: b.peserta_id === null ? null : (first.get(b.peserta_id) ?? null),
        }))
      : own
    const promos = untukAkun(dibaca, akun)
    for (const [id, near] of promoDekat({ periode, baris: lines, promo: promos }))
      dekat.set(id, near.join('; '))
    const hasil = hitungPromo({ periode, kode: null, pembulatan, baris: lines, promo: promos })
    for (const { id, promo } of hasil.baris) {
      if (promo.length === 0) continue
      beri.set(id, simpanPromo(promo, names))
      for (const d of promo) {
        const p = names.get(d.id)
        if (p) p.terpakai++
      }
    }
  }
  return { beri, dekat }
}

/**
 * A line of a draft that is being computed. `kursus`: the course it is for, taken already or from `mulai` on. `periode`: the month that it is for,
 * if any; a promo must hold on its first day.
 */
export interface BarisDraft {
  peserta_id: number | null
  kursus_peserta_id: number | null
  sifat: BarisPromo['sifat']
  periode: string | null
  bruto: number
  gedung_id?: number
  kursus?: { id: number; kategori: number; mulai: string }
}
/** Everything that one draft may get: its lines beside what else the family has in the period. Answers in the order of `items`. */
export const promoDraft = async (
  db: Db | Trx,
  {
    billing_id,
    akun,
    gedung_id,
    tanggal,
    kode,
    items,
    semua = false,
    ...rest
  }: Dihitung & {
    billing_id: number | undefined
    akun: number
    gedung_id: number
    /** For lines without a month. */ tanggal: string
    kode: string | null
    items: readonly BarisDraft[]
    /** Also promos that do not hold. */ semua?: boolean
  },
): Promise<{
  baris: PromoBaris[]
  hasil: HasilPromo
  promo: Promo[]
  lain: number
  dekat: Map<number, string[]>
}> => {
  const promo = untukAkun(
    await bacaPromo(
      db,
      semua ? { akun } : { hari: items.map((i) => hariBaris(i.periode, tanggal)), kode, akun },
    ),
    akun,
  )
  const ikut = await bacaIkut(db, rest.periode, akun)
  const students = [...new Set(items.flatMap((i) => (i.peserta_id === null ? [] : [i.peserta_id])))]
  const first = await mulaiPertama(db, students)
  const others = ikut.filter((i) => i.billing_id !== billing_id || i.billing_id === null)
  const baris = items.map((item, i): BarisPromo => {
    // A tuition line that was typed stands for a course of the student that nobody has billed yet.
    const { kursus } = item
    const own =
      item.kursus_peserta_id !== null
        ? ikut.find((k) => k.id === item.kursus_peserta_id)
        : kursus
          ? others.find(
              (k) =>
                k.peserta_id === item.peserta_id &&
                k.kursus_id === kursus.id &&
                item.sifat === 'kursus',
            )
          : item.sifat === 'kursus'
            ? others.find((k) => k.peserta_id === item.peserta_id && k.item_id === null)
            : undefined
    const at = own ? others.indexOf(own) : -1
    if (at >= 0) others.splice(at, 1)
    return {
      id: i + 1,
      peserta_id: item.peserta_id,
      kursus_peserta_id: own?.id ?? item.kursus_peserta_id,
      mulai: own?.mulai ?? kursus?.mulai ?? null,
      kursus_id: own?.kursus_id ?? kursus?.id ?? null,
      kategori_kursus_id: own?.kategori ?? kursus?.kategori ?? null,
      mulai_pertama: item.peserta_id === null ? null : (first.get(item.peserta_id) ?? null),
      gedung_id: item.gedung_id ?? gedung_id,
      sifat: item.sifat,
      tanggal: hariBaris(item.periode, tanggal),
      bruto: item.bruto,
    }
  })
  const tetap = await bacaTetap(
    db,
    others.flatMap((o) => [o.promo_id, o.promo_kedua_id]),
  )
  const family = [
    ...baris,
    ...others.map((o) => barisTetap(o, tetap(o.promo_id, o.promo_kedua_id))),
  ]
  const hasil = hitungPromo({ ...rest, kode, promo, baris: family })
  const names = new Map(promo.map((p) => [p.id, p]))
  const given = new Map(hasil.baris.map((b) => [b.id, simpanPromo(b.promo, names)]))
  return {
    baris: items.map((_, i) => given.get(i + 1) ?? tanpaPromo),
    hasil,
    promo,
    lain: others.length,
    dekat: promoDekat({ periode: rest.periode, baris: family, promo }),
  }
}
