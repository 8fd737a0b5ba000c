/**
 * Plans a monthly generation (domain.md 3.2, 3.3) from the data of `read.ts`, without access to the
 * database. The preview shows the planned lines, and `store.ts` stores them.
 */
import { discountReason, type LinePromos } from '#contract/billing/rules/promo/linePromos.ts'
import { type PromoLine } from '#contract/billing/rules/promo/promo.ts'
import { computeItem, generateDates } from '#contract/billing/rules/tagihan.ts'
import { KursusPesertaStatus } from '#contract/enums.ts'
import { rangesOverlap, withinDays } from '#contract/schedule/rules/weekly.ts'
import { currentDay, firstDay, lastDay } from '#contract/values/tanggal.ts'
import { withFees } from '#server/modules/billing/generate/fees.ts'
import {
  zeroAmounts,
  payerOf,
  lineDefaults,
  type MadeLine,
  type Payer,
  type Plan,
  type PlannedLine,
} from '#server/modules/billing/generate/plannedLine.ts'
import type { Month, MonthEnrolment, MonthPromos } from '#server/modules/billing/generate/read.ts'
import type { LineOutcome, Tuition } from '#server/modules/billing/lines/tuition.ts'
import { describeUntied } from '#server/modules/billing/lines/tuitionWithoutEnrolment.ts'
import { planAutomaticPromos } from '#server/modules/billing/promo/automatic.ts'
import { sifatBiaya, existingLine } from '#server/modules/billing/promo/read.ts'
import { mapInTurns } from '#server/runtime/yieldToEventLoop.ts'

/**
 * Returns the payer of the tuition of an enrolment for the month, or the reason why the month is
 * not billed.
 */
const outcomeOf = (enrolment: MonthEnrolment, tuition: Tuition): LineOutcome | Payer => {
  const { status, diakhiri_at } = enrolment
  if (enrolment.billed_item_id !== null) return 'ada'
  // An inactive or graduated enrolment is billed only if it was ended (`diakhiri_at` is set),
  // because its last lessons may lie in the month.
  const rests = status === KursusPesertaStatus.tidakAktif || status === KursusPesertaStatus.lulus
  if (rests && diakhiri_at === null) return 'tidak_aktif'
  if (tuition.noLessons) return tuition.noLessons
  const payer = payerOf(enrolment)
  return typeof payer === 'string' ? payer : (tuition.noPrice ?? payer)
}

/** Returns the tuition line of an enrolment; its amounts are 0 if the month is not billed. */
const tuitionLine = (enrolment: MonthEnrolment, { tuitionOf, untied }: Month): PlannedLine => {
  const tuition = tuitionOf(enrolment)
  const line = {
    jenis: 'kursus' as const,
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
    ...lineDefaults,
  }
  const outcome = outcomeOf(enrolment, tuition)
  if (typeof outcome === 'string') return { ...line, hasil: outcome, ...zeroAmounts }
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

/**
 * Whether the lessons of a line are billed, either by the present generation or by an existing
 * bill.
 */
const billsLessons = ({ hasil }: PlannedLine): boolean => hasil === 'dibuat' || hasil === 'ada'
/**
 * Sets `sekategori` on the tuition lines that will be stored. The field lists the other courses of
 * the same category that are billed for the student on overlapping days of the month. Such a course
 * may belong to an older enrolment that should have ended (domain.md 3.10).
 */
const withSameCategory = (
  lines: readonly PlannedLine[],
  { enrolments, periode }: Month,
): readonly PlannedLine[] => {
  const span = { mulai: firstDay(periode), selesai: lastDay(periode) }
  const inMonth = (e: MonthEnrolment) => withinDays({ mulai: e.mulai, selesai: e.selesai }, span)
  const groups = Map.groupBy(enrolments.keys(), (i) => {
    const enrolment = enrolments[i]
    return `${enrolment?.peserta_id} ${enrolment?.kategori}`
  })
  const rivalCourses = new Map<number, string>()
  for (const group of groups.values())
    for (const i of group) {
      const days = enrolments[i] && inMonth(enrolments[i])
      if (!days || group.length === 1 || lines[i]?.payer === undefined) continue
      const beside = group.filter((j) => {
        const [line, enrolment] = [lines[j], enrolments[j]]
        const there = enrolment && inMonth(enrolment)
        return j !== i && line && billsLessons(line) && there && rangesOverlap(days, there)
      })
      if (beside.length > 0)
        rivalCourses.set(i, beside.map((j) => lines[j]?.kursus ?? '').join(', '))
    }
  return rivalCourses.size === 0
    ? lines
    : lines.map((line, i) => ({ ...line, sekategori: rivalCourses.get(i) ?? null }))
}

/** Returns the input of the promo rules for a line that will be stored. */
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
  sifat: line.jenis === 'kursus' ? 'kursus' : sifatBiaya(kinds.get(line.jenis_billing_id ?? 0)),
  // Date on which a promo must be valid to apply to the line: today for a registration, which has
  // no month; otherwise the first day of the month.
  tanggal: line.jenis === 'pendaftaran' ? currentDay() : firstDay(periode),
  bruto: line.jumlah_bruto,
})

/**
 * Returns the promo input: first the lines that will be stored, then the other enrolments of the
 * families, which have no tuition line in this generation. The `id` of a line that will be stored
 * is its index in `lines`.
 */
const linesForPromos = async (
  lines: readonly PlannedLine[],
  { periode, enrolments }: Month,
  { family, standingOf, kinds }: MonthPromos,
): Promise<(PromoLine & { akun: number })[]> => {
  const byId = new Map(enrolments.map((e) => [e.id, e]))
  const billedNow = new Set<number>()
  const newLines = await mapInTurns(lines, (line, id) => {
    const { payer } = line
    if (!payer) return []
    const enrolment = line.jenis === 'biaya' ? undefined : byId.get(line.kursus_peserta_id)
    if (enrolment && line.jenis === 'kursus') billedNow.add(enrolment.id)
    return [promoLine({ ...line, payer }, id, enrolment, { periode, kinds })]
  })
  const otherEnrolments = family.filter((e) => !billedNow.has(e.id))
  return [
    ...newLines.flat(),
    ...otherEnrolments.map((e) => ({
      ...existingLine(e, standingOf(e.promo_id, e.promo_kedua_id)),
      akun: e.akun,
    })),
  ]
}

/** Returns a line with the promo applied and the amounts recomputed. */
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

/**
 * Returns the lines with automatic promos applied. Sets `promo_dekat` on a line if a promo begins
 * or ends soon.
 */
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
 * Plans one tuition line for every enrolment in the month, plus the unbilled registration fees and,
 * once per student, the monthly fees.
 */
export const planGeneration = async (month: Month): Promise<Plan> => {
  const { periode, settings } = month
  const tuition = withSameCategory(
    await mapInTurns(month.enrolments, (e) => tuitionLine(e, month)),
    month,
  )
  const all = await withFees(tuition, month)
  const dates = generateDates({
    periode,
    hari_terbit: settings.hari_terbit,
    jatuh_tempo_hari: settings.jatuh_tempo_hari,
    today: currentDay(),
    earliest: settings.tanggal_mulai_sekolah,
  })
  return { ...dates, lines: await withAutomaticPromos(all, month) }
}
