/** The fixed enumerations of an activation, each with its labels. */
import { enumOf } from '#contract/enums.ts'

/**
 * Kinds of payers of a newly activated student: a new payer, an existing family, or the student.
 */
export const Pembayar = enumOf([
  ['baru', 'Akun billing baru'],
  ['ada', 'Keluarga yang sudah ada'],
  ['sendiri', 'Peserta membayar sendiri'],
])
/** Steps of an activation, in their order. */
export const LangkahAktivasi = enumOf([
  ['peserta', 'Keluarga dan peserta'],
  ['kursus', 'Kursus dan jadwal'],
])
/**
 * Kinds of people who choose a course in an activation. Leads and applicants become students by the
 * activation. Students continue an open activation or add a further course. In the calls of an
 * activation, `id` is the id of a lead, an applicant or a student, depending on this kind.
 */
export const SumberAktivasi = enumOf([
  ['lead', 'Lead'],
  ['mandiri', 'Pendaftar mandiri'],
  ['peserta', 'Peserta'],
])
