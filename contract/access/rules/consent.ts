/**
 * Consent at registration (UU PDP 27/2022): the text and its version, which is stored with the
 * consent. Changing the text requires a new version.
 */
import type { Issue } from '#contract/resource.ts'
import { ageOf } from '#contract/values/tanggal.ts'

export const consentVersion = '2026-11'
export const consentText = [
  'Sekolah menyimpan data ini untuk menghubungi Anda, mengatur jadwal kursus, dan menagih biaya kursus. Data tidak diberikan kepada pihak lain kecuali diwajibkan hukum.',
  'Anda dapat meminta untuk melihat, membetulkan, atau menghapus data ini, dan menarik persetujuan, kapan saja lewat sekolah.',
] as const

/** Age from which a person can consent alone (PP 17/2025). */
export const adultAge = 18
/** Whether a guardian has to consent for a person born on this day; false without a day. */
export const needsWali = (born: unknown): boolean =>
  typeof born === 'string' && /^\d{4}-\d\d-\d\d$/.test(born) && ageOf(born) < adultAge

/**
 * Checks the consent that is required before a student becomes active or an applicant is stored;
 * `refusal` is the message when it is missing. A guardian consents for a child. An adult entered by
 * the school consents on paper.
 */
export const checkConsent = (
  person: { persetujuan?: boolean | undefined },
  refusal = 'Persetujuan wali wajib untuk peserta di bawah 18 tahun',
): Issue[] => (person.persetujuan ? [] : [{ field: 'persetujuan', message: refusal }])
