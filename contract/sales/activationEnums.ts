/** The fixed enumerations of an activation, each with its labels. */
import { enumOf } from '#contract/enums.ts'

/** Payer of the student that a lead becomes. */
export const Pembayar = enumOf([
  ['baru', 'Akun billing baru'],
  ['ada', 'Keluarga yang sudah ada'],
  ['sendiri', 'Peserta membayar sendiri'],
])
/** The steps of an activation, in their order. */
export const LangkahAktivasi = enumOf([
  ['peserta', 'Keluarga dan peserta'],
  ['kursus', 'Kursus dan jadwal'],
])
/** Source of an activation: the `id` of its calls belongs to a lead or to an applicant. */
export const SumberAktivasi = enumOf([
  ['lead', 'Lead'],
  ['mandiri', 'Pendaftar mandiri'],
])
