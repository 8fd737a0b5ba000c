/**
 * Line that a generation plans, with the fields that the preview shows and the fields that the
 * stored draft needs.
 */
import type * as z from 'zod/mini'
import type { PreviewLine } from '#contract/billing/generateCalls.ts'
import { noPromos, type LinePromos } from '#contract/billing/rules/promo/linePromos.ts'
import { UserStatus } from '#contract/enums.ts'
import type { GenerateOptions, MonthEnrolment } from '#server/modules/billing/generate/read.ts'

type PreviewRow = z.infer<typeof PreviewLine>
/** Line of the preview, with additional fields that are needed for storing it. */
export interface PlannedLine extends PreviewRow, LinePromos {
  /** Kind of billing; null for tuition, whose kind comes from the settings. */
  jenis_billing_id: number | null
  kursus_id: number
  harga_satuan: number
  ppn_persen: number
  ppn: number
  jumlah_bruto: number
  /** Payer of the line; undefined if the line will not be stored. */
  payer?: Payer
}
export interface Payer {
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
/** Returns the lines of a plan that will be stored. */
export const madeLines = (plan: Plan): MadeLine[] =>
  plan.lines.filter((line): line is MadeLine => line.payer !== undefined)

/**
 * Returns the key of the generated draft to which a line belongs. There is one draft per payer,
 * outlet and period. In mode `per_peserta`, each of the payer's students has a separate draft.
 */
export const draftKey = (line: PreviewRow, { periode, mode }: GenerateOptions): string => {
  const perStudent = mode === 'per_peserta' ? `:${line.peserta_id}` : ''
  return `ab:${line.akun_billing_id}:${line.gedung_id}:${periode}${perStudent}`
}

/** Amounts of a line that is not billed. */
export const zeroAmounts = { jumlah: 0, jumlah_bruto: 0, ppn: 0, ppn_persen: 0 }
/** Field values that every planned line has before promos are applied. */
export const lineDefaults = {
  ...noPromos,
  diskon: 0,
  promo: null,
  promo_dekat: null,
  tanpa_jadwal: null,
  sekategori: null,
}

/** Returns the payer who is billed for an enrolment, or the reason why no payer can be billed. */
export const payerOf = (enrolment: MonthEnrolment): Payer | 'tanpa_akun' | 'diblokir' => {
  const { akun, akun_status, nama_tagihan, alamat, blokir } = enrolment
  if (akun === null || akun_status !== UserStatus.aktif || nama_tagihan === null)
    return 'tanpa_akun'
  return blokir === 1 ? 'diblokir' : { id: akun, nama_tagihan, alamat }
}
