/** The fixed enumerations of an activation, each with its labels. */
import { enumOf } from '#contract/enums.ts'

/** Who pays for a student that a lead becomes. */
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
/** Whose activation it is: the `id` of its calls is a lead's, or an applicant's. */
export const SumberAktivasi = enumOf([
  ['lead', 'Lead'],
  ['mandiri', 'Pendaftar mandiri'],
])
