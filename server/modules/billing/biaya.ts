/**
 * Fees on bills: which of them hold for a student, and the keys that keep one from being billed
 * twice (domain.md 2.2, 3.2).
 */
import type { PemicuBiaya } from '#contract/enums.ts'
import { firstDay, formatPeriode, currentDay } from '#contract/values/tanggal.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/tables.ts'

export type Pemicu = (typeof PemicuBiaya.options)[number]['value']
export interface Biaya {
  id: number
  nama: string
  jenis_billing_id: number
  nominal: number
  kursus: readonly number[]
  gedung: readonly number[]
  berlaku_mulai: string
  ppn_kena: boolean
}

/** Key of a monthly fee's line. */
export const monthlyBiayaKey = (biaya_id: number, peserta_id: number, periode: string): string =>
  `by:${biaya_id}:${peserta_id}:${periode}`
/**
 * Key of a line under which a fee can be billed once: for each month, or ever. Null where it may be
 * billed as often as somebody wants.
 */
export const biayaKey = (
  { id, pemicu }: { id: number; pemicu: Pemicu },
  peserta_id: number | null,
  periode: string | null,
): string | null => {
  if (peserta_id === null) return null
  if (pemicu === 'bulanan')
    return periode === null ? null : monthlyBiayaKey(id, peserta_id, periode)
  return pemicu === 'pendaftaran' ? `bd:${id}:${peserta_id}` : null
}
/** Key of a fee that an event of an enrolment has brought in a month. */
export const eventFeeKey = (biaya_id: number, kursus_peserta_id: number, periode: string): string =>
  `be:${biaya_id}:${kursus_peserta_id}:${periode}`
/** Text of a monthly fee's line. */
export const deskripsiBiaya = (nama: string, periode: string): string =>
  `${nama} – ${formatPeriode(periode)}`

/**
 * Active fees of a trigger that hold on a day, in the order of their names. A fee of Rp0 makes no
 * line.
 */
const readActiveBiaya = async (db: Db | Trx, pemicu: Pemicu, day: string): Promise<Biaya[]> =>
  (
    await db
      .selectFrom('biaya')
      .innerJoin('jenis_billing', 'jenis_billing.id', 'biaya.jenis_billing_id')
      .select([
        'biaya.id',
        'biaya.nama',
        'biaya.jenis_billing_id',
        'biaya.nominal',
        'biaya.kursus',
        'biaya.gedung',
        'biaya.berlaku_mulai',
        'jenis_billing.ppn_kena',
      ])
      .where('biaya.pemicu', '=', pemicu)
      .where('biaya.status', '=', 'aktif')
      .where('biaya.berlaku_mulai', '<=', day)
      .where('biaya.nominal', '>', 0)
      .orderBy('biaya.nama_kunci')
      .orderBy('biaya.id')
      .execute()
  ).map((b) => ({
    ...b,
    kursus: fromJson<number[]>(b.kursus),
    gedung: fromJson<number[]>(b.gedung),
    ppn_kena: b.ppn_kena === 1,
  }))
/**
 * Whether a fee holds for a course at an outlet; an empty list means all. Without a course only a
 * fee for all of them does.
 */
export const holdsFor = (
  { kursus, gedung }: Pick<Biaya, 'kursus' | 'gedung'>,
  gedung_id: number,
  kursus_id: number | null,
): boolean =>
  (gedung.length === 0 || gedung.includes(gedung_id)) &&
  (kursus.length === 0 || (kursus_id !== null && kursus.includes(kursus_id)))

/** Fees that an event of an enrolment brings in a month. */
export const readEventFees = async (
  db: Db | Trx,
  event: { pemicu: Pemicu; periode: string; gedung_id: number; kursus_id: number },
): Promise<Biaya[]> => {
  const fees = await readActiveBiaya(db, event.pemicu, firstDay(event.periode))
  return fees.filter((b) => holdsFor(b, event.gedung_id, event.kursus_id))
}

/** Monthly fees of a period, with the keys of what all, or one family, have been billed already. */
export const readMonthlyBiaya = async (
  db: Db | Trx,
  periode: string,
  akun?: number,
): Promise<{ monthlyFees: Biaya[]; billedKeys: ReadonlySet<string> }> => {
  const monthlyFees = await readActiveBiaya(db, 'bulanan', firstDay(periode))
  if (monthlyFees.length === 0) return { monthlyFees, billedKeys: new Set() }
  const rows = await db
    .selectFrom('billing_item')
    .select('kunci_unik')
    .where(
      'biaya_id',
      'in',
      monthlyFees.map((b) => b.id),
    )
    .where('periode', '=', periode)
    .where('kunci_unik', 'is not', null)
    .$if(akun !== undefined, (q) =>
      q.where('peserta_id', 'in', (eb) =>
        eb
          .selectFrom('user')
          .select('user.id')
          .where('akun_billing_id', '=', akun ?? 0),
      ),
    )
    .execute()
  return { monthlyFees, billedKeys: new Set(rows.flatMap((r) => r.kunci_unik ?? [])) }
}

/**
 * A fee that a student is to be billed for: the input of a bill's line, and where the fee holds.
 */
export interface Tawaran {
  biaya_id: number
  peserta_id: number
  jenis_billing_id: number
  deskripsi: string
  harga_satuan: number
  gedung: readonly number[]
}
/**
 * What a trigger asks of students now, in the order of their ids; what they have been billed for
 * once and for all is left out. A registration fee is asked of those only whose first course began
 * since it holds. The flows of registration, of levels and of leave call it.
 */
export const readTawaran = async (
  db: Db | Trx,
  pemicu: Exclude<Pemicu, 'bulanan'>,
  peserta: readonly number[],
  day = currentDay(),
): Promise<Tawaran[]> => {
  const activeFees = peserta.length === 0 ? [] : await readActiveBiaya(db, pemicu, day)
  if (activeFees.length === 0) return []
  const students = await db
    .selectFrom('user')
    .select(['id', 'gedung_id'])
    .where('id', 'in', peserta)
    .orderBy('id')
    .execute()
  const courses = Map.groupBy(
    await db
      .selectFrom('kursus_peserta')
      .select(['peserta_id', 'kursus_id', 'gedung_id', 'mulai'])
      .where('peserta_id', 'in', peserta)
      .execute(),
    (e) => e.peserta_id,
  )
  const asked = students.flatMap((s) => {
    const own = courses.get(s.id) ?? []
    return activeFees.flatMap((biaya) => {
      if (pemicu === 'pendaftaran' && own.some((e) => e.mulai < biaya.berlaku_mulai)) return []
      const holds =
        own.length > 0
          ? own.some((e) => holdsFor(biaya, e.gedung_id, e.kursus_id))
          : s.gedung_id !== null && holdsFor(biaya, s.gedung_id, null)
      return holds
        ? [{ biaya, peserta_id: s.id, key: biayaKey({ id: biaya.id, pemicu }, s.id, null) }]
        : []
    })
  })
  const keys = asked.flatMap((a) => a.key ?? [])
  const billed = new Set(
    keys.length === 0
      ? []
      : (
          await db
            .selectFrom('billing_item')
            .select('kunci_unik')
            .where('kunci_unik', 'in', keys)
            .execute()
        ).map((r) => r.kunci_unik),
  )
  return asked.flatMap(({ biaya, peserta_id, key }) =>
    key !== null && billed.has(key)
      ? []
      : [
          {
            biaya_id: biaya.id,
            peserta_id,
            jenis_billing_id: biaya.jenis_billing_id,
            deskripsi: biaya.nama,
            harga_satuan: biaya.nominal,
            gedung: biaya.gedung,
          },
        ],
  )
}
