/** What a person agrees to who registers (UU PDP 27/2022): the text and its version, which is stored with the consent. A new text is a new version. */
import { usia } from '#contract/rules/tanggal.ts'

export const versiPersetujuan = '2026-11'
export const teksPersetujuan = [
  'Sekolah menyimpan data ini untuk menghubungi Anda, mengatur jadwal kursus, dan menagih biaya kursus. Data tidak diberikan kepada pihak lain kecuali diwajibkan hukum.',
  'Anda dapat meminta untuk melihat, membetulkan, atau menghapus data ini, dan menarik persetujuan, kapan saja lewat sekolah.',
] as const

/** Age from which a person consents alone (PP 17/2025). */
export const usiaDewasa = 18
/** Whether a parent consents for who was born on this day; false while there is no day. */
export const perluWali = (lahir: unknown): boolean =>
  typeof lahir === 'string' && /^\d{4}-\d\d-\d\d$/.test(lahir) && usia(lahir) < usiaDewasa
