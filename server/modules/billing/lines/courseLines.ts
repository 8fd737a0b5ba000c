/**
 * Tuition lines of a bill. A line that refers to an enrolment has the proration, PPN and unique key
 * that the monthly generation would compute. A different price needs a reason. In the code, the
 * reference of a line to an enrolment and month is called a tie. Tuition without an enrolment needs
 * a reason (decision 0050).
 */
import { HasilGenerate } from '#contract/enums.ts'
import type { Issue } from '#contract/resource.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { formatPeriode } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import {
  isUntiedTuition,
  readTies,
  type KindOfLine,
  type LineInput,
  type StoredLine,
  type TieHead,
  type EnrolmentTie,
} from '#server/modules/billing/lines/enrolmentOfLine.ts'
import { describeBill } from '#server/modules/billing/lines/tuitionWithoutEnrolment.ts'

type LineIssue = [field: string, message: string]
type KindAndOutlet = KindOfLine & { gedung_id: number }

/** Returns the issues of a line whose stored version did not refer to this enrolment and month. */
const newTieIssues = (
  item: LineInput,
  tie: EnrolmentTie,
  { sifat, gedung_id }: KindAndOutlet,
): LineIssue[] => {
  const { enrolment, tuition } = tie
  if (!enrolment || !tuition) return []
  const issues: LineIssue[] = []
  if (sifat !== 'kursus') issues.push(['jenis_billing_id', 'Pilih jenis billing bersifat Kursus'])
  if (enrolment.gedung_id !== gedung_id)
    issues.push(['kursus_peserta_id', 'Kursus ini di outlet lain. Buat tagihannya di sana.'])
  if (tuition.noLessons)
    issues.push([
      'kursus_peserta_id',
      `Tidak ada pertemuan pada bulan ini: ${HasilGenerate.label(tuition.noLessons).toLowerCase()}`,
    ])
  else if (item.harga_satuan !== tuition.harga_satuan && !item.alasan_manual)
    issues.push([
      'harga_satuan',
      `Harga jadwalnya ${formatRupiah(tuition.harga_satuan)}. Tulis alasan jika memakai yang lain.`,
    ])
  return issues
}

const isCourseOfOtherStudent = (
  item: LineInput,
  old: StoredLine | undefined,
  tie: EnrolmentTie,
): boolean => {
  const student = tie.kept ? old?.peserta_id : tie.enrolment?.peserta_id
  return student !== undefined && item.peserta_id !== student
}

/** Returns the issues of a line that refers to an enrolment. The reference may be new or stored. */
const tiedIssues = (
  item: LineInput,
  old: StoredLine | undefined,
  tie: EnrolmentTie,
  kind: KindAndOutlet,
): LineIssue[] => {
  const issues: LineIssue[] = []
  if (item.kursus_peserta_id !== null && item.kursus_peserta_id !== tie.kursus_peserta_id)
    issues.push(['kursus_peserta_id', 'Baris ini milik kursus lain. Hapus dan buat baris baru.'])
  if ((item.biaya_id ?? item.produk_jasa_id) !== null && !old)
    issues.push(['kursus_peserta_id', 'Baris biaya atau produk bukan baris kursus'])
  if (isCourseOfOtherStudent(item, old, tie))
    issues.push(['peserta_id', 'Kursus ini bukan milik peserta itu'])
  if (tie.periode !== null && item.qty !== 1 && item.qty !== old?.qty)
    issues.push(['qty', 'Satu bulan kursus ditagih satu kali'])
  return tie.kept ? issues : [...issues, ...newTieIssues(item, tie, kind)]
}

/**
 * Returns the issues of a line. For a line without an enrolment, the only possible issue is that
 * the line is tuition and has no reason.
 */
const lineIssues = (
  item: LineInput,
  old: StoredLine | undefined,
  tie: EnrolmentTie | undefined,
  kind: KindAndOutlet,
): LineIssue[] => {
  if (tie) return tiedIssues(item, old, tie, kind)
  if (!isUntiedTuition(item, kind, tie) || item.alasan_manual) return []
  const field = item.peserta_id === null ? 'peserta_id' : 'kursus_peserta_id'
  return [[field, 'Pilih peserta dan kursusnya, atau tulis alasan tanpa jadwal']]
}

interface Bill extends TieHead {
  id: number | undefined
  gedung_id: number
}
/**
 * Throws 422 for invalid tuition lines: a line that does not fit its enrolment, two lines for the
 * same enrolment and month, or tuition with neither an enrolment nor a reason. Returns the
 * enrolment data of each line; undefined for a line without an enrolment.
 */
export const checkCourseLines = async (
  trx: Trx,
  bill: Bill,
  items: readonly LineInput[],
  stored: readonly StoredLine[],
): Promise<(EnrolmentTie | undefined)[]> => {
  const kinds = await trx.selectFrom('jenis_billing').select(['id', 'sifat']).execute()
  const ties = await readTies(trx, bill, items, stored)
  const issues: Issue[] = []
  if (bill.periode === null && ties.some((t) => t && !t.kept))
    issues.push({ field: 'periode', message: 'Wajib diisi: ada baris kursus' })
  const keys = new Set<string>()
  items.forEach((item, i) => {
    const tie = ties[i]
    const sifat = kinds.find((k) => k.id === item.jenis_billing_id)?.sifat
    const old = stored.find((s) => s.id === item.id)
    const ownIssues = lineIssues(item, old, tie, { sifat, gedung_id: bill.gedung_id })
    if (tie?.kunci_unik && keys.has(tie.kunci_unik))
      ownIssues.push(['kursus_peserta_id', 'Bulan kursus ini sudah ada di baris lain'])
    if (tie?.kunci_unik) keys.add(tie.kunci_unik)
    for (const [field, message] of ownIssues) issues.push({ field: `items.${i}.${field}`, message })
  })
  if (issues.length > 0) throw invalid(issues)
  return ties
}

/**
 * Throws 409 if another bill already has a line for the same enrolment and month. The error names
 * the other bill. Void bills do not count, because their lines have no unique keys.
 */
export const checkTuitionKeys = async (
  trx: Trx,
  actor: Actor,
  billing_id: number | undefined,
  ties: readonly (EnrolmentTie | undefined)[],
): Promise<void> => {
  const indexByKey = new Map<string, number>()
  ties.forEach((tie, i) => tie?.kunci_unik && indexByKey.set(tie.kunci_unik, i))
  if (indexByKey.size === 0) return
  const billedLines = await trx
    .selectFrom('billing_item')
    .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
    .innerJoin('user', 'user.id', 'billing_item.peserta_id')
    .select(['kunci_unik', 'nomor', 'nama_tagihan', 'billing.gedung_id', 'user.name'])
    .where('kunci_unik', 'in', [...indexByKey.keys()])
    .where('billing.id', '<>', billing_id ?? 0)
    .execute()
  const errors = billedLines.map((row) => {
    const i = indexByKey.get(row.kunci_unik ?? '') ?? 0
    const tie = ties[i]
    const month = tie?.periode ? ` ${formatPeriode(tie.periode)}` : ''
    const subject = `${tie?.enrolment?.kursus ?? 'Kursus'}${month} untuk ${row.name}`
    return {
      field: `items.${i}.kursus_peserta_id`,
      message: `${subject} sudah ditagih di ${describeBill(actor, row)}`,
    }
  })
  if (errors[0]) throw conflict(errors[0].message, { errors })
}
