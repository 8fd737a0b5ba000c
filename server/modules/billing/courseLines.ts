/**
 * Lines of a bill that are tuition: tied to an enrolment they take its price, proration, PPN and
 * key, as the generation gives them; without one they need a reason (decision 0050).
 */
import { HasilGenerate } from '#contract/enums.ts'
import type { Issue } from '#contract/resource.ts'
import type { Prorata } from '#contract/rules/prorata.ts'
import { formatRupiah } from '#contract/rules/rupiah.ts'
import { formatPeriode } from '#contract/rules/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict, invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import {
  readEnrolments,
  tuitionKey,
  tuitionOfMonth,
  type Enrolment,
  type Tuition,
} from '#server/modules/billing/tuition.ts'
import { describeBill } from '#server/modules/billing/untied.ts'
import { readSettings } from '#server/settings.ts'

export interface LineInput {
  id?: number | undefined
  jenis_billing_id: number
  biaya_id: number | null
  produk_jasa_id: number | null
  peserta_id: number | null
  kursus_peserta_id: number | null
  qty: number
  harga_satuan: number
  alasan_manual: string | null
}
export interface StoredLine {
  id: number
  peserta_id: number | null
  kursus_peserta_id: number | null
  kursus_id: number | null
  periode: string | null
  qty: number
  prorata_pembilang: number | null
  prorata_penyebut: number | null
  kunci_unik: string | null
}
interface Head {
  periode: string | null
  sumber: string
}
/** A line that is tied to an enrolment, with what it stores of it. */
export interface TiedLine {
  kursus_peserta_id: number
  kursus_id: number | null
  periode: string | null
  prorata: Prorata | null
  kunci_unik: string | null
  /** Undefined for a row that is not there. */
  enrolment: Enrolment | undefined
  /** Set where the line has just come to this enrolment or month: what that costs. */
  tuition: Tuition | undefined
  /** Whether the line has been this enrolment's and this month's before. */
  kept: boolean
}

type Tie = Pick<TiedLine, 'kursus_peserta_id' | 'periode' | 'kept'>
/** A stored tie stays with its line, whatever is sent; a generated line keeps its month, too. */
const tieOf = (item: LineInput, old: StoredLine | undefined, head: Head): Tie | undefined => {
  const before = old?.kursus_peserta_id ?? null
  const kursus_peserta_id = before ?? item.kursus_peserta_id
  if (kursus_peserta_id === null) return undefined
  const own = before !== null && old ? old.periode : head.periode
  // A registration names its course and has no month.
  const fixed = before !== null && (head.sumber === 'generate' || own === null)
  const periode = fixed ? own : head.periode
  return { kursus_peserta_id, periode, kept: before !== null && periode === own }
}

const storedPart = (old: StoredLine): Prorata | null =>
  old.prorata_pembilang === null || old.prorata_penyebut === null
    ? null
    : { pembilang: old.prorata_pembilang, penyebut: old.prorata_penyebut }

/** What each line has of an enrolment; undefined for lines that are tied to none. */
export const readTies = async (
  trx: Trx,
  head: Head,
  items: readonly LineInput[],
  stored: readonly StoredLine[],
): Promise<(TiedLine | undefined)[]> => {
  const oldOf = (item: LineInput) => stored.find((s) => s.id === item.id)
  const ties = items.map((item) => tieOf(item, oldOf(item), head))
  const ids = [...new Set(ties.flatMap((t) => t?.kursus_peserta_id ?? []))]
  const enrolments = await readEnrolments(trx, ids)
  const isNew = ties.some((t) => t && !t.kept)
  const { periode: month } = head
  const costOf =
    isNew && month !== null ? await tuitionOfMonth(trx, await readSettings(trx), month) : undefined
  return items.map((item, i) => {
    const tie = ties[i]
    if (!tie) return undefined
    const { kursus_peserta_id, periode } = tie
    const old = oldOf(item)
    const enrolment = enrolments.get(kursus_peserta_id)
    if (tie.kept && old) {
      const { kursus_id, kunci_unik } = old
      return {
        ...tie,
        kursus_id,
        kunci_unik,
        prorata: storedPart(old),
        enrolment,
        tuition: undefined,
      }
    }
    const tuition = enrolment && costOf?.(enrolment)
    return {
      ...tie,
      kursus_id: enrolment?.kursus_id ?? null,
      prorata: tuition?.prorata ?? null,
      kunci_unik: periode === null ? null : tuitionKey(kursus_peserta_id, periode),
      enrolment,
      tuition,
    }
  })
}

interface KindOfLine {
  sifat: string | undefined
}
/** Whether a line is tuition without an enrolment: fees and products are none. */
export const isUntiedTuition = (
  item: Pick<LineInput, 'biaya_id' | 'produk_jasa_id'>,
  { sifat }: KindOfLine,
  tie: TiedLine | undefined,
): boolean =>
  tie === undefined && sifat === 'kursus' && item.biaya_id === null && item.produk_jasa_id === null

/** What is wrong with a line that has just come to an enrolment or to another month of it. */
const newTieIssues = (
  item: LineInput,
  tie: TiedLine,
  { sifat, gedung_id }: KindOfLine & { gedung_id: number },
): [field: string, message: string][] => {
  const { enrolment, tuition } = tie
  if (!enrolment || !tuition) return []
  const issues: [string, string][] = []
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
      `Harga jadwalnya ${formatRupiah(tuition.harga_satuan)}. Tulis alasan bila memakai yang lain.`,
    ])
  return issues
}

const tiedIssues = (
  item: LineInput,
  old: StoredLine | undefined,
  tie: TiedLine,
  kind: KindOfLine & { gedung_id: number },
): [field: string, message: string][] => {
  const issues: [string, string][] = []
  const own = { ...item, kursus_peserta_id: item.kursus_peserta_id ?? tie.kursus_peserta_id }
  if (own.kursus_peserta_id !== tie.kursus_peserta_id)
    issues.push(['kursus_peserta_id', 'Baris ini milik kursus lain. Hapus dan buat baris baru.'])
  if ((item.biaya_id ?? item.produk_jasa_id) !== null && !old)
    issues.push(['kursus_peserta_id', 'Baris biaya atau produk bukan baris kursus'])
  const student = tie.kept ? old?.peserta_id : tie.enrolment?.peserta_id
  if (student !== undefined && item.peserta_id !== student)
    issues.push(['peserta_id', 'Kursus ini bukan milik peserta itu'])
  if (tie.periode !== null && item.qty !== 1 && item.qty !== old?.qty)
    issues.push(['qty', 'Satu bulan kursus ditagih satu kali'])
  return tie.kept ? issues : [...issues, ...newTieIssues(item, tie, kind)]
}

interface Bill extends Head {
  id: number | undefined
  gedung_id: number
}
/** Refuses tuition that is not as its enrolment has it, or has neither one nor a reason. Throws 422. */
export const checkCourseLines = async (
  trx: Trx,
  bill: Bill,
  items: readonly LineInput[],
  stored: readonly StoredLine[],
): Promise<(TiedLine | undefined)[]> => {
  const kinds = await trx.selectFrom('jenis_billing').select(['id', 'sifat']).execute()
  const ties = await readTies(trx, bill, items, stored)
  const issues: Issue[] = []
  if (bill.periode === null && ties.some((t) => t && !t.kept))
    issues.push({ field: 'periode', message: 'Wajib diisi: ada baris kursus' })
  const keys = new Set<string>()
  items.forEach((item, i) => {
    const tie = ties[i]
    const kind = { sifat: kinds.find((k) => k.id === item.jenis_billing_id)?.sifat }
    const old = stored.find((s) => s.id === item.id)
    const found = tie ? tiedIssues(item, old, tie, { ...kind, gedung_id: bill.gedung_id }) : []
    if (isUntiedTuition(item, kind, tie) && !item.alasan_manual)
      found.push([
        item.peserta_id === null ? 'peserta_id' : 'kursus_peserta_id',
        'Pilih peserta dan kursusnya, atau tulis alasan tanpa jadwal',
      ])
    if (tie?.kunci_unik && keys.has(tie.kunci_unik))
      found.push(['kursus_peserta_id', 'Bulan kursus ini sudah ada di baris lain'])
    if (tie?.kunci_unik) keys.add(tie.kunci_unik)
    for (const [field, message] of found) issues.push({ field: `items.${i}.${field}`, message })
  })
  if (issues.length > 0) throw invalid(issues)
  return ties
}

/** Refuses a month of a course that another live bill has, and names that. Throws 409. */
export const refuseBilledTwice = async (
  trx: Trx,
  actor: Actor,
  billing_id: number | undefined,
  ties: readonly (TiedLine | undefined)[],
): Promise<void> => {
  const at = new Map<string, number>()
  ties.forEach((tie, i) => tie?.kunci_unik && at.set(tie.kunci_unik, i))
  if (at.size === 0) return
  const taken = await trx
    .selectFrom('billing_item')
    .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
    .innerJoin('user', 'user.id', 'billing_item.peserta_id')
    .select(['kunci_unik', 'nomor', 'nama_tagihan', 'billing.gedung_id', 'user.name'])
    .where('kunci_unik', 'in', [...at.keys()])
    .where('billing.id', '<>', billing_id ?? 0)
    .execute()
  const errors = taken.map((row) => {
    const i = at.get(row.kunci_unik ?? '') ?? 0
    const tie = ties[i]
    const month = tie?.periode ? ` ${formatPeriode(tie.periode)}` : ''
    const what = `${tie?.enrolment?.kursus ?? 'Kursus'}${month} untuk ${row.name}`
    return {
      field: `items.${i}.kursus_peserta_id`,
      message: `${what} sudah ditagih di ${describeBill(actor, row)}`,
    }
  })
  if (errors[0]) throw conflict(errors[0].message, { errors })
}
