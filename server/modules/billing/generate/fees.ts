/**
 * Plans the fees that a generation adds to tuition: registration fees that are not billed yet, and
 * monthly fees.
 */
import { computeItem } from '#contract/billing/rules/tagihan.ts'
import type { Settings } from '#contract/settings/settings.ts'
import {
  zeroAmounts,
  payerOf,
  lineDefaults,
  type Payer,
  type PlannedLine,
} from '#server/modules/billing/generate/plannedLine.ts'
import {
  owesRegistration,
  type Month,
  type MonthEnrolment,
} from '#server/modules/billing/generate/read.ts'
import {
  deskripsiBiaya,
  holdsFor,
  monthlyBiayaKey,
  registrationKey,
  registrationText,
  type Biaya,
} from '#server/modules/billing/lines/biaya.ts'
import type { LineOutcome } from '#server/modules/billing/lines/tuition.ts'
import { required } from '#server/runtime/required.ts'
import { mapInTurns } from '#server/runtime/yieldToEventLoop.ts'

/** Returns the amounts of a fee, which has no proration and no promos. */
const feeAmounts = (nominal: number, ppn_kena: boolean, { pembulatan, ...settings }: Settings) => {
  const ppn_persen = ppn_kena ? settings.ppn_persen : 0
  const { jumlah, jumlah_bruto, ppn } = computeItem({
    qty: 1,
    harga_satuan: nominal,
    pembulatan,
    diskon: 0,
    ppn_persen,
  })
  return { jumlah, jumlah_bruto, ppn, ppn_persen }
}
/** Returns the amounts and columns of a monthly fee's line that are equal for all students. */
const pricedFee = (biaya: Biaya, { periode, settings }: Month) => {
  return {
    biaya,
    amounts: feeAmounts(biaya.nominal, biaya.ppn_kena, settings),
    own: {
      jenis: 'biaya' as const,
      biaya_id: biaya.id,
      jenis_billing_id: biaya.jenis_billing_id,
      harga_satuan: biaya.nominal,
      deskripsi: deskripsiBiaya(biaya.nama, periode),
      prorata_pembilang: null,
      prorata_penyebut: null,
      ...lineDefaults,
    },
  }
}

/**
 * Outcomes of tuition for a month in which an enrolment has no lessons. For an enrolment with such
 * an outcome, neither monthly fees nor the registration fee are charged.
 */
const noLessonOutcomes: readonly LineOutcome[] = ['cuti', 'belum_mulai', 'selesai', 'tidak_aktif']

/**
 * Returns the line of a fee, with student and outlet copied from the tuition line. `payer` is the
 * payer of the fee, or the reason why the fee is not billed. With a reason, the amounts of the line
 * are 0.
 */
const feeLine = (
  { payer: _, ...student }: PlannedLine,
  { own, amounts }: Pick<ReturnType<typeof pricedFee>, 'amounts'> & { own: Partial<PlannedLine> },
  payer: Payer | LineOutcome,
): PlannedLine =>
  typeof payer === 'string'
    ? { ...student, ...own, ...zeroAmounts, hasil: payer }
    : { ...student, ...own, ...amounts, hasil: 'dibuat', payer }

/**
 * Returns the amounts and columns of the registration line of an enrolment. The price is the
 * registration fee that was agreed for the enrolment.
 */
const pricedRegistration = (
  { kursus, pendaftaran }: MonthEnrolment,
  { registrationKind, settings }: Month,
) => {
  const { id, ppn_kena } = required(registrationKind, 'the kind of billing of registrations')
  const harga_satuan = pendaftaran ?? 0
  return {
    amounts: feeAmounts(harga_satuan, ppn_kena, settings),
    own: {
      jenis: 'pendaftaran' as const,
      biaya_id: null,
      jenis_billing_id: id,
      harga_satuan,
      deskripsi: registrationText(kursus),
      prorata_pembilang: null,
      prorata_penyebut: null,
      ...lineDefaults,
    },
  }
}

/**
 * Inserts fee lines after the tuition line of an enrolment. The unbilled registration fee is
 * charged once per student and course. Each monthly fee is charged once per student, with the first
 * enrolment to which it applies.
 */
export const withFees = async (
  lines: readonly PlannedLine[],
  month: Month,
): Promise<readonly PlannedLine[]> => {
  const { periode, enrolments, monthlyFees, billedKeys } = month
  if (monthlyFees.length === 0 && !month.registrationKind) return lines
  const fees = monthlyFees.map((biaya) => pricedFee(biaya, month))
  const charged = new Set<string>()
  const feesWith = (enrolment: MonthEnrolment, line: PlannedLine): PlannedLine[] => {
    if (noLessonOutcomes.includes(line.hasil)) return []
    return fees.flatMap(({ biaya, amounts, own }): PlannedLine[] => {
      const key = monthlyBiayaKey(biaya.id, enrolment.peserta_id, periode)
      if (charged.has(key) || !holdsFor(biaya, enrolment.gedung_id, enrolment.kursus_id)) return []
      charged.add(key)
      const payer = billedKeys.has(key) ? 'ada' : payerOf(enrolment)
      return [feeLine(line, { own, amounts }, payer)]
    })
  }
  const registrationWith = (enrolment: MonthEnrolment, line: PlannedLine): PlannedLine[] => {
    const key = registrationKey(enrolment.kursus_id, enrolment.peserta_id)
    if (noLessonOutcomes.includes(line.hasil) || !owesRegistration(enrolment)) return []
    if (charged.has(key)) return []
    charged.add(key)
    return [feeLine(line, pricedRegistration(enrolment, month), payerOf(enrolment))]
  }
  const grouped = await mapInTurns(lines, (line, i) => {
    const enrolment = enrolments[i]
    return enrolment
      ? [line, ...registrationWith(enrolment, line), ...feesWith(enrolment, line)]
      : [line]
  })
  return grouped.flat()
}
