/** Decides which promos fit which lines of a family, and explains why a promo does not fit. */
import type { Promo, PromoLine } from '#contract/billing/rules/promo/promo.ts'
import { formatNumber } from '#contract/values/rupiah.ts'
import { addMonths, formatPeriode, formatTanggal } from '#contract/values/tanggal.ts'

/**
 * Returns the position of the month `periode` within an enrolment: 1 for the month of the first day
 * (`mulai`), 2 for the following month.
 */
export const enrolmentMonth = (mulai: string, periode: string): number =>
  (Number(periode.slice(0, 4)) - Number(mulai.slice(0, 4))) * 12 +
  Number(periode.slice(5, 7)) -
  Number(mulai.slice(5, 7)) +
  1

/**
 * Returns why a promo is not in force on a day: the promo is inactive, the day is outside the dates
 * of the promo, or a quota is used up. Null when the promo is in force.
 */
export const whyNotInForce = (
  p: Pick<
    Promo,
    'status' | 'mulai' | 'selesai' | 'kuota' | 'terpakai' | 'kuota_per_akun' | 'terpakai_akun'
  >,
  tanggal: string,
): string | null => {
  if (p.status !== 'aktif') return 'Promo tidak aktif'
  if (tanggal < p.mulai) return `Baru berlaku ${formatTanggal(p.mulai)}`
  if (p.selesai !== null && tanggal > p.selesai) return `Sudah berakhir ${formatTanggal(p.selesai)}`
  if (p.kuota !== null && p.terpakai >= p.kuota) return `Kuota ${formatNumber(p.kuota)} sudah habis`
  if (p.kuota_per_akun !== null && p.terpakai_akun >= p.kuota_per_akun)
    return `Keluarga ini sudah memakainya ${formatNumber(p.terpakai_akun)} kali`
  return null
}

/**
 * Returns a map from student id to the rank of the student in the family, starting at 1. Students
 * are sorted by the first day of their earliest course, then by id. Students without a course come
 * last.
 */
const familyOrder = (lines: readonly PromoLine[]): Map<number, number> => {
  const mulai = new Map<number, string>()
  for (const { peserta_id, mulai: day } of lines)
    if (peserta_id !== null)
      mulai.set(
        peserta_id,
        [mulai.get(peserta_id) ?? '9999', day ?? '9999'].toSorted()[0] ?? '9999',
      )
  return new Map(
    [...mulai]
      .toSorted(([a, x], [b, y]) => (x === y ? a - b : x.localeCompare(y)))
      .map(([id], i) => [id, i + 1]),
  )
}

export interface FamilyContext {
  periode: string
  kode: string | null
  kursus: number
  order: ReadonlyMap<number, number>
}
/** Collects the data of a family that the promo conditions check, such as the course count. */
export const familyContext = (
  periode: string,
  kode: string | null,
  lines: readonly PromoLine[],
): FamilyContext => ({
  periode,
  kode,
  order: familyOrder(lines),
  kursus: lines.filter((b) => b.sifat === 'kursus').length,
})
/**
 * Condition of a promo: returns why the condition excludes a line, or null when the line meets it.
 */
type Reason = (p: Promo, b: PromoLine, family: FamilyContext) => string | null

const byCode: Reason = (p, _, { kode }) =>
  p.kode !== null && p.kode !== kode ? 'Perlu kode promo' : null
const byDay: Reason = (p, b) => whyNotInForce(p, b.tanggal)
const byOutlet: Reason = (p, b) =>
  p.gedung.length > 0 && !p.gedung.includes(b.gedung_id) ? 'Tidak berlaku di outlet ini' : null
const byKind: Reason = (p, b) => {
  if (p.tipe === 'gratis_pendaftaran' && b.sifat !== 'pendaftaran')
    return 'Hanya untuk biaya pendaftaran'
  if (p.tipe === 'gratis_bulan_ke_n' && b.sifat !== 'kursus') return 'Hanya untuk biaya kursus'
  return p.jenis_sifat.length > 0 && !p.jenis_sifat.includes(b.sifat)
    ? 'Tidak berlaku untuk jenis tagihan ini'
    : null
}
const excludes = (allowedIds: readonly number[], id: number | null) =>
  allowedIds.length > 0 && (id === null || !allowedIds.includes(id))
const byCourse: Reason = (p, b) => {
  if (excludes(p.kursus, b.kursus_id)) return 'Tidak berlaku untuk kursus ini'
  return excludes(p.kategori, b.kategori_kursus_id)
    ? 'Tidak berlaku untuk kategori kursus ini'
    : null
}
const byFamily: Reason = (p, b, family) => {
  if (p.min_kursus_keluarga !== null && family.kursus < p.min_kursus_keluarga)
    return `Keluarga ini mengambil ${family.kursus} kursus, promo mulai ${p.min_kursus_keluarga}`
  if (p.urutan_anak === null) return null
  const place = b.peserta_id === null ? undefined : family.order.get(b.peserta_id)
  if (place === undefined) return 'Baris ini tanpa peserta'
  return place < p.urutan_anak
    ? `Anak ke-${place} dalam keluarga, promo mulai anak ke-${p.urutan_anak}`
    : null
}
/**
 * Checks the conditions `peserta_baru` and `durasi_bulan`. `peserta_baru` is checked only before
 * the first use of the promo by the student. After the first use, the promo fits until
 * `durasi_bulan` months have passed since the month of the first use.
 */
const byFirstUse: Reason = (p, b, { periode }) => {
  const firstUse = b.peserta_id === null ? undefined : p.firstUses.get(b.peserta_id)
  if (firstUse === undefined) {
    const wasThere = b.mulai_pertama !== null && b.mulai_pertama < p.mulai
    return p.peserta_baru && wasThere
      ? `Hanya untuk peserta baru sejak ${formatTanggal(p.mulai)}`
      : null
  }
  return p.durasi_bulan !== null && periode >= addMonths(firstUse, p.durasi_bulan)
    ? `Sudah ${p.durasi_bulan} bulan sejak pertama dipakai pada ${formatPeriode(firstUse)}`
    : null
}
const byMonth: Reason = (p, b, { periode }) => {
  if (p.tipe !== 'gratis_bulan_ke_n') return null
  if (b.mulai === null) return 'Baris ini tanpa jadwal kursus'
  const month = enrolmentMonth(b.mulai, periode)
  return month === p.nilai ? null : `Bulan ke-${month} kursus ini, promo untuk bulan ke-${p.nilai}`
}
/**
 * Conditions in the order in which they are checked; the user sees the reason of the first
 * condition that is not met.
 */
const reasons: readonly Reason[] = [
  byCode,
  byDay,
  byOutlet,
  byKind,
  byCourse,
  byFamily,
  byFirstUse,
  byMonth,
]
/** Returns why a promo does not fit a line; null when the promo fits. */
export const whyNotMatching: Reason = (p, b, family) => {
  for (const reason of reasons) {
    const text = reason(p, b, family)
    if (text !== null) return text
  }
  return null
}
