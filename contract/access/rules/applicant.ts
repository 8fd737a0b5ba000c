/**
 * Stages of an applicant who registered online (domain.md 2.3), and the messages that an applicant
 * gets at login.
 */
import { needsWali } from '#contract/access/rules/consent.ts'
import { Activation, enumOf, UserStatus } from '#contract/enums.ts'

export const TahapPendaftar = enumOf([
  ['menunggu', 'Menunggu sales', 'orange'],
  ['diproses', 'Sedang dilengkapi', 'blue'],
  ['siap', 'Siap diaktivasi', 'green'],
  ['ditutup', 'Ditutup'],
])
export type TahapPendaftarKey = (typeof TahapPendaftar.options)[number]['value']
/** Reasons for closing a registration. */
export const AlasanTutup = enumOf([
  ['spam', 'Spam'],
  ['ganda', 'Mendaftar ganda'],
  ['batal', 'Tidak jadi'],
  ['tidak_terhubung', 'Tidak dapat dihubungi'],
  ['lain', 'Alasan lain'],
])
/** Ways in which applicants are assigned to a sales person. */
export const PembagianPendaftar = enumOf([
  ['bergilir', 'Bergilir di tiap outlet'],
  ['diambil', 'Menunggu diambil sales atau diserahkan admin'],
])

interface Applicant {
  sales_id: number | null
  dilengkapi_at: string | null
  ditutup_at: string | null
}
/** Returns the stage of an applicant who is not a student yet. */
export const tahapPendaftar = (row: Applicant): TahapPendaftarKey => {
  if (row.ditutup_at !== null) return 'ditutup'
  if (row.dilengkapi_at !== null) return 'siap'
  return row.sales_id === null ? 'menunggu' : 'diproses'
}
/**
 * Whether a user has registered online and is not a student yet. An applicant with a closed
 * registration also counts.
 */
export const isApplicant = (row: { sumber: string; status: number; activation: number }): boolean =>
  row.sumber === 'mandiri' &&
  row.status === UserStatus.nonaktif &&
  row.activation === Activation.belum

/** Messages for an applicant who logs in before the account is active, by stage. */
export const applicantStateText: Record<TahapPendaftarKey, string> = {
  menunggu:
    'Pendaftaran Anda sudah kami terima. Berikutnya: petugas kami menghubungi Anda untuk melengkapi data.',
  diproses:
    'Pendaftaran Anda sedang ditangani. Berikutnya: petugas kami menghubungi Anda untuk melengkapi data.',
  siap: 'Data pendaftaran Anda sudah lengkap. Berikutnya: kami mengaktifkan akun Anda dan mengajak memilih kursus.',
  ditutup: 'Pendaftaran Anda tidak kami lanjutkan. Hubungi sekolah jika ini keliru.',
}

/**
 * Whether consent for a person must be obtained (again). True when there is no consent. Also true
 * for a child when someone other than the current guardian gave the consent.
 */
export const needsConsent = (row: {
  tanggal_lahir: string | null
  wali_nama: string | null
  persetujuan_at: string | null
  persetujuan_oleh: string | null
}): boolean =>
  row.persetujuan_at === null ||
  (needsWali(row.tanggal_lahir) && row.persetujuan_oleh !== row.wali_nama)
