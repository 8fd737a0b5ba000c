/**
 * What a monthly generation will make (domain.md 3.2, 3.3), computed from what `read.ts` has read:
 * the preview shows it and `store.ts` stores it. Nothing here asks the database.
 */
import type * as z from 'zod/mini'
import type { PreviewLine } from '#contract/billing/generateCalls.ts'
import { noPromos, discountReason, type LinePromos } from '#contract/billing/rules/linePromos.ts'
import { type PromoLine } from '#contract/billing/rules/promo.ts'
import { computeItem, generateDates } from '#contract/billing/rules/tagihan.ts'
import { KursusPesertaStatus, UserStatus } from '#contract/enums.ts'
import { rangesOverlap, withinDays } from '#contract/schedule/rules/weekly.ts'
import { currentDay, firstDay, lastDay } from '#contract/values/tanggal.ts'
import {
  deskripsiBiaya,
  holdsFor,
  monthlyBiayaKey,
  type Biaya,
} from '#server/modules/billing/biaya.ts'
import type {
  GenerateOptions,
  Month,
  MonthEnrolment,
  MonthPromos,
} from '#server/modules/billing/generate/read.ts'
import { planAutomaticPromos } from '#server/modules/billing/promo/automatic.ts'
import { sifatBiaya, standingLine } from '#server/modules/billing/promo/read.ts'
import type { LineOutcome, Tuition } from '#server/modules/billing/tuition.ts'
import { describeUntied } from '#server/modules/billing/untied.ts'
import { mapInTurns } from '#server/turns.ts'

type PreviewRow = z.infer<typeof PreviewLine>
/** A planned line: what the preview shows, and what the stored line needs besides. */
export interface PlannedLine extends PreviewRow, LinePromos {
  /** Null for tuition: its kind is a setting. */
  jenis_billing_id: number | null
  kursus_id: number
  harga_satuan: number
  ppn_persen: number
  ppn: number
  jumlah_bruto: number
  /** Who will be billed; only on lines that will be made. */
  payer?: Payer
}
interface Payer {
  id: number
  nama_tagihan: string
  alamat: string | null
}
export type MadeLine = PlannedLine & { payer: Payer }
export interface Plan {
  tanggal_terbit: string
  jatuh_tempo: string
  lines: readonly PlannedLine[]
}
/** The lines of a plan that will be stored. */
export const madeLines = (plan: Plan): MadeLine[] =>
  plan.lines.filter((line): line is MadeLine => line.payer !== undefined)

/**
 * Key under which a generated draft collects its lines: one per payer, outlet and period (and
 * student, in that mode).
 */
export const draftKey = (line: PreviewRow, { periode, mode }: GenerateOptions): string => {
  const perStudent = mode === 'per_peserta' ? `:${line.peserta_id}` : ''
  return `ab:${line.akun_billing_id}:${line.gedung_id}:${periode}${perStudent}`
}

/** Amounts of a line that is not made. */
const nothing = { jumlah: 0, jumlah_bruto: 0, ppn: 0, ppn_persen: 0 }
/** What a line has before promos are given, and whatever it is for. */
const plain = {
  ...noPromos,
  diskon: 0,
  promo: null,
  promo_dekat: null,
  tanpa_jadwal: null,
  sekategori: null,
}

/** Who is billed for an enrolment, or why nobody is. */
const payerOf = (enrolment: MonthEnrolment): Payer | 'tanpa_akun' | 'diblokir' => {
  const { akun, akun_status, nama_tagihan, alamat, blokir } = enrolment
  if (akun === null || akun_status !== UserStatus.aktif || nama_tagihan === null)
    return 'tanpa_akun'
  return blokir === 1 ? 'diblokir' : { id: akun, nama_tagihan, alamat }
}

/** Why an enrolment's month is not billed; otherwise who is. */
const outcomeOf = (enrolment: MonthEnrolment, tuition: Tuition): LineOutcome | Payer => {
  const { status, diakhiri_at } = enrolment
  if (enrolment.billed_item_id !== null) return 'ada'
  // One that was stopped or finished is billed for the lessons that it still had.
  const rests = status === KursusPesertaStatus.tidakAktif || status === KursusPesertaStatus.lulus
  if (rests && diakhiri_at === null) return 'tidak_aktif'
  if (tuition.noLessons) return tuition.noLessons
  const payer = payerOf(enrolment)
  return typeof payer === 'string' ? payer : (tuition.noPrice ?? payer)
}

/** The line of an enrolment's tuition, made or left out. */
const tuitionLine = (enrolment: MonthEnrolment, { tuitionOf, untied }: Month): PlannedLine => {
  const tuition = tuitionOf(enrolment)
  const line = {
    kursus_peserta_id: enrolment.id,
    biaya_id: null,
    jenis_billing_id: null,
    peserta_id: enrolment.peserta_id,
    peserta: enrolment.peserta,
    akun_billing_id: enrolment.akun,
    akun_billing: enrolment.nama_tagihan ?? enrolment.akun_nama,
    gedung_id: enrolment.gedung_id,
    gedung: enrolment.gedung,
    kursus: enrolment.kursus,
    kursus_id: enrolment.kursus_id,
    harga_satuan: tuition.harga_satuan,
    deskripsi: tuition.deskripsi,
    prorata_pembilang: tuition.prorata?.pembilang ?? null,
    prorata_penyebut: tuition.prorata?.penyebut ?? null,
    ...plain,
  }
  const outcome = outcomeOf(enrolment, tuition)
  if (typeof outcome === 'string') return { ...line, hasil: outcome, ...nothing }
  const { jumlah, jumlah_bruto, ppn } = tuition.amounts
  return {
    ...line,
    hasil: 'dibuat',
    jumlah,
    jumlah_bruto,
    ppn,
    ppn_persen: tuition.ppn_persen,
    payer: outcome,
    tanpa_jadwal: untied.get(enrolment.peserta_id)?.map(describeUntied).join('; ') ?? null,
  }
}

/** Lines that bill lessons of the month: made now, or before. */
const billsLessons = ({ hasil }: PlannedLine): boolean => hasil === 'dibuat' || hasil === 'ada'
/**
 * Says on lines that will be made which other course of its category the student has on the same
 * days of the month (domain.md 3.10): perhaps the old one was meant to end.
 */
const withSameCategory = (
  lines: readonly PlannedLine[],
  { enrolments, periode }: Month,
): readonly PlannedLine[] => {
  const span = { mulai: firstDay(periode), selesai: lastDay(periode) }
  const inMonth = (e: MonthEnrolment) => withinDays({ mulai: e.mulai, selesai: e.selesai }, span)
  const groups = Map.groupBy(enrolments.keys(), (i) => {
    const one = enrolments[i]
    return `${one?.peserta_id} ${one?.kategori}`
  })
  const others = new Map<number, string>()
  for (const group of groups.values())
    for (const i of group) {
      const days = enrolments[i] && inMonth(enrolments[i])
      if (!days || group.length === 1 || lines[i]?.payer === undefined) continue
      const beside = group.filter((j) => {
        const [line, other] = [lines[j], enrolments[j]]
        const there = other && inMonth(other)
        return j !== i && line && billsLessons(line) && there && rangesOverlap(days, there)
      })
      if (beside.length > 0) others.set(i, beside.map((j) => lines[j]?.kursus ?? '').join(', '))
    }
  return others.size === 0
    ? lines
    : lines.map((line, i) => ({ ...line, sekategori: others.get(i) ?? null }))
}

/** What a monthly fee costs, and what its line has of its own: the same for each student. */
const pricedFee = (biaya: Biaya, { periode, settings }: Month) => {
  const ppn_persen = biaya.ppn_kena ? settings.ppn_persen : 0
  const { jumlah, jumlah_bruto, ppn } = computeItem({
    qty: 1,
    harga_satuan: biaya.nominal,
    pembulatan: settings.pembulatan,
    diskon: 0,
    ppn_persen,
  })
  return {
    biaya,
    amounts: { jumlah, jumlah_bruto, ppn, ppn_persen },
    own: {
      biaya_id: biaya.id,
      jenis_billing_id: biaya.jenis_billing_id,
      harga_satuan: biaya.nominal,
      deskripsi: deskripsiBiaya(biaya.nama, periode),
      prorata_pembilang: null,
      prorata_penyebut: null,
      ...plain,
    },
  }
}

/** Enrolments in these states are no lessons in the period: nobody pays a monthly fee for them. */
const noLessonOutcomes: readonly LineOutcome[] = ['cuti', 'belum_mulai', 'selesai', 'tidak_aktif']

/**
 * Puts the monthly fees behind the tuition that they come with: each once for a student, with the
 * first enrolment for which it holds.
 */
const withMonthlyFees = async (
  lines: readonly PlannedLine[],
  month: Month,
): Promise<readonly PlannedLine[]> => {
  const { periode, enrolments, monthlyFees, billedKeys } = month
  if (monthlyFees.length === 0) return lines
  const fees = monthlyFees.map((biaya) => pricedFee(biaya, month))
  const charged = new Set<string>()
  const feesWith = (enrolment: MonthEnrolment, line: PlannedLine): PlannedLine[] => {
    if (noLessonOutcomes.includes(line.hasil)) return []
    return fees.flatMap(({ biaya, amounts, own }): PlannedLine[] => {
      const key = monthlyBiayaKey(biaya.id, enrolment.peserta_id, periode)
      if (charged.has(key) || !holdsFor(biaya, enrolment.gedung_id, enrolment.kursus_id)) return []
      charged.add(key)
      const payer = billedKeys.has(key) ? 'ada' : payerOf(enrolment)
      const { payer: _, ...student } = line
      return typeof payer === 'string'
        ? [{ ...student, ...own, ...nothing, hasil: payer }]
        : [{ ...student, ...own, ...amounts, hasil: 'dibuat', payer }]
    })
  }
  const grouped = await mapInTurns(lines, (line, i) => {
    const enrolment = enrolments[i]
    return enrolment ? [line, ...feesWith(enrolment, line)] : [line]
  })
  return grouped.flat()
}

/** A line that will be made, as the promos' rule looks at it. */
const promoLine = (
  line: MadeLine,
  id: number,
  enrolment: MonthEnrolment | undefined,
  { periode, kinds }: { periode: string; kinds: MonthPromos['kinds'] },
): PromoLine & { akun: number } => ({
  id,
  akun: line.payer.id,
  peserta_id: line.peserta_id,
  kursus_peserta_id: enrolment?.id ?? null,
  mulai: enrolment?.mulai ?? null,
  kursus_id: enrolment?.kursus_id ?? null,
  kategori_kursus_id: enrolment?.kategori ?? null,
  mulai_pertama: null,
  gedung_id: line.gedung_id,
  sifat: line.biaya_id === null ? 'kursus' : sifatBiaya(kinds.get(line.jenis_billing_id ?? 0)),
  tanggal: firstDay(periode),
  bruto: line.jumlah_bruto,
})

/** The lines that will be made and what else their families have, numbered as `lines` are. */
const linesForPromos = async (
  lines: readonly PlannedLine[],
  { periode, enrolments }: Month,
  { family, standingOf, kinds }: MonthPromos,
): Promise<(PromoLine & { akun: number })[]> => {
  const byId = new Map(enrolments.map((e) => [e.id, e]))
  const billedNow = new Set<number>()
  const made = await mapInTurns(lines, (line, id) => {
    const { payer } = line
    if (!payer) return []
    const enrolment = line.biaya_id === null ? byId.get(line.kursus_peserta_id) : undefined
    if (enrolment) billedNow.add(enrolment.id)
    return [promoLine({ ...line, payer }, id, enrolment, { periode, kinds })]
  })
  const others = family.filter((e) => !billedNow.has(e.id))
  return [
    ...made.flat(),
    ...others.map((e) => ({
      ...standingLine(e, standingOf(e.promo_id, e.promo_kedua_id)),
      akun: e.akun,
    })),
  ]
}

/** A line with the promo that it gets, its amounts computed anew. */
const withPromo = (line: PlannedLine, promo: LinePromos, pembulatan: number): PlannedLine => {
  const { prorata_pembilang: pembilang, prorata_penyebut: penyebut } = line
  return {
    ...line,
    ...promo,
    ...computeItem({
      qty: 1,
      harga_satuan: line.harga_satuan,
      prorata: pembilang === null || penyebut === null ? null : { pembilang, penyebut },
      pembulatan,
      promo: [{ nominal: promo.promo_diskon }],
      diskon: 0,
      ppn_persen: line.ppn_persen,
    }),
    promo: discountReason(promo, null),
  }
}

/** Gives the lines their automatic promos, and says which begin or end near them. */
const withAutomaticPromos = async (
  lines: readonly PlannedLine[],
  month: Month,
): Promise<readonly PlannedLine[]> => {
  const { promos, periode } = month
  if (!promos) return lines
  const { pembulatan } = month.settings
  const forPromos = await linesForPromos(lines, month, promos)
  const { given, near } = await planAutomaticPromos(promos.automatic, {
    periode,
    pembulatan,
    lines: forPromos,
  })
  if (given.size === 0 && near.size === 0) return lines
  return mapInTurns(lines, (line, id) => {
    const promo = given.get(id)
    const promo_dekat = near.get(id) ?? null
    if (promo) return { ...withPromo(line, promo, pembulatan), promo_dekat }
    return promo_dekat === null ? line : { ...line, promo_dekat }
  })
}

/**
 * Every enrolment that touches the month, with what will become of it, and the monthly fees, once
 * for each student.
 */
export const planGeneration = async (month: Month): Promise<Plan> => {
  const { periode, settings } = month
  const tuition = withSameCategory(
    await mapInTurns(month.enrolments, (e) => tuitionLine(e, month)),
    month,
  )
  const all = await withMonthlyFees(tuition, month)
  const dates = generateDates({
    periode,
    hari_terbit: settings.hari_terbit,
    jatuh_tempo_hari: settings.jatuh_tempo_hari,
    today: currentDay(),
    earliest: settings.tanggal_mulai_sekolah,
  })
  return { ...dates, lines: await withAutomaticPromos(all, month) }
}
