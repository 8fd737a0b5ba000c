/**
 * Fees on bills: the fees that apply to a student, and the keys that prevent a fee from being
 * billed twice (domain.md 2.2, 3.2).
 */
import type { PemicuBiaya } from '#contract/enums.ts'
import { firstDay, formatPeriode } from '#contract/values/tanggal.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'

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

/**
 * Returns the key of the line that bills a student's registration for a course. The key is unique
 * among all bills that are not void, regardless of their month (decision 0227).
 */
export const registrationKey = (kursus_id: number, peserta_id: number): string =>
  `pd:${kursus_id}:${peserta_id}`
/** Returns the description of the line that bills a registration. */
export const registrationText = (kursus: string): string => `Biaya pendaftaran – ${kursus}`
/** Returns the key of the line that bills a monthly fee to a student for a month. */
export const monthlyBiayaKey = (biaya_id: number, peserta_id: number, periode: string): string =>
  `by:${biaya_id}:${peserta_id}:${periode}`
/**
 * Returns the unique key of a fee's line. A monthly fee has a key, so that the fee is billed once
 * per student and month. Returns null for any other fee, and for a line without a student or month:
 * such a line may be billed any number of times.
 */
export const biayaKey = (
  { id, pemicu }: { id: number; pemicu: Pemicu },
  peserta_id: number | null,
  periode: string | null,
): string | null =>
  pemicu === 'bulanan' && peserta_id !== null && periode !== null
    ? monthlyBiayaKey(id, peserta_id, periode)
    : null
/**
 * Returns the unique key of the line of a fee that an event of an enrolment triggers. The key
 * ensures that the fee is billed once per enrolment and month.
 */
export const eventFeeKey = (biaya_id: number, kursus_peserta_id: number, periode: string): string =>
  `be:${biaya_id}:${kursus_peserta_id}:${periode}`
/** Returns the description of the line that bills a monthly fee. */
export const deskripsiBiaya = (nama: string, periode: string): string =>
  `${nama} – ${formatPeriode(periode)}`

/**
 * Returns the active fees with the given trigger that are in force on a date, sorted by name. Omits
 * fees of Rp0, because such a fee is not billed.
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
 * Whether a fee applies to a course at an outlet. An empty list `kursus` means all courses, and an
 * empty list `gedung` means all outlets. If `kursus_id` is null, only a fee for all courses
 * applies.
 */
export const holdsFor = (
  { kursus, gedung }: Pick<Biaya, 'kursus' | 'gedung'>,
  gedung_id: number,
  kursus_id: number | null,
): boolean =>
  (gedung.length === 0 || gedung.includes(gedung_id)) &&
  (kursus.length === 0 || (kursus_id !== null && kursus.includes(kursus_id)))

/** Returns the fees that an event of an enrolment triggers in the month of the event. */
export const readEventFees = async (
  db: Db | Trx,
  event: { pemicu: Pemicu; periode: string; gedung_id: number; kursus_id: number },
): Promise<Biaya[]> => {
  const fees = await readActiveBiaya(db, event.pemicu, firstDay(event.periode))
  return fees.filter((b) => holdsFor(b, event.gedung_id, event.kursus_id))
}

/**
 * Returns the monthly fees in force in a month (`monthlyFees`), and the unique keys of the lines
 * that already bill these fees (`billedKeys`). If `akun` is set, the keys cover only the students
 * of that payer.
 */
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
