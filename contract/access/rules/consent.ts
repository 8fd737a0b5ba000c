/**
 * Consent of a person who registers (UU PDP 27/2022): the text and its version, which is stored
 * with the consent. A new text is a new version.
 */
import type { Issue } from '#contract/resource.ts'
import { ageOf } from '#contract/values/tanggal.ts'

export const consentVersion = '2026-11'
export const consentText = [
  'Sekolah menyimpan data ini untuk menghubungi Anda, mengatur jadwal kursus, dan menagih biaya kursus. Data tidak diberikan kepada pihak lain kecuali diwajibkan hukum.',
  'Anda dapat meminta untuk melihat, membetulkan, atau menghapus data ini, dan menarik persetujuan, kapan saja lewat sekolah.',
] as const

/** Age from which a person consents alone (PP 17/2025). */
export const adultAge = 18
/** Whether a parent consents for who was born on this day; false while there is no day. */
export const needsWali = (born: unknown): boolean =>
  typeof born === 'string' && /^\d{4}-\d\d-\d\d$/.test(born) && ageOf(born) < adultAge

/**
 * Whether the consent that must be there before a student is active, or an applicant stored, is
 * missing: `refusal` is what the field says then. For a child the guardian gives it. An adult whom
 * the school itself enters consents on paper.
 */
export const checkConsent = (
  person: { persetujuan?: boolean | undefined },
  refusal = 'Persetujuan wali wajib untuk peserta di bawah 18 tahun',
): Issue[] => (person.persetujuan ? [] : [{ field: 'persetujuan', message: refusal }])
