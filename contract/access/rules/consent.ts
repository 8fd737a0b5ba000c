/**
 * Text to which a person consents at registration, required by the Indonesian data protection law
 * (UU PDP 27/2022). Each consent is stored with `consentVersion`. Change `consentVersion` whenever
 * the text changes.
 */
import type { Issue } from '#contract/resource.ts'
import { ageOf } from '#contract/values/tanggal.ts'

export const consentVersion = '2026-11'
export const consentText = [
  'Sekolah menyimpan data ini untuk menghubungi Anda, mengatur jadwal kursus, dan menagih biaya kursus. Data tidak diberikan kepada pihak lain kecuali diwajibkan hukum.',
  'Anda dapat meminta untuk melihat, membetulkan, atau menghapus data ini, dan menarik persetujuan, kapan saja lewat sekolah.',
] as const

/** Age in years from which a person consents without a guardian (regulation PP 17/2025). */
export const adultAge = 18
/**
 * Whether a person with the given date of birth needs the consent of a guardian. False when the
 * date is missing or invalid.
 */
export const needsWali = (born: unknown): boolean =>
  typeof born === 'string' && /^\d{4}-\d\d-\d\d$/.test(born) && ageOf(born) < adultAge

/**
 * Returns an issue with the message `refusal` when `persetujuan` is not true. Called for children,
 * whose guardian must consent, and for everyone who registers online. Not called for adults whom
 * the school enters: they consent on paper.
 */
export const checkConsent = (
  person: { persetujuan?: boolean | undefined },
  refusal = 'Persetujuan wali wajib untuk peserta di bawah 18 tahun',
): Issue[] => (person.persetujuan ? [] : [{ field: 'persetujuan', message: refusal }])
