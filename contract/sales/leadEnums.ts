/** The fixed enumerations of leads, each with its labels and badge colours. */
import { enumOf } from '#contract/enums.ts'

/**
 * Stages of a lead (domain.md 2.3). contract/sales/rules/stages.ts decides the allowed transitions.
 */
export const TahapLead = enumOf([
  ['baru', 'Baru', 'orange'],
  ['dihubungi', 'Dihubungi', 'blue'],
  ['trial_dijadwalkan', 'Trial dijadwalkan', 'blue'],
  ['trial_hadir', 'Trial hadir', 'blue'],
  ['penawaran', 'Penawaran', 'blue'],
  ['menang', 'Menang', 'green'],
  ['kalah', 'Kalah'],
])
/** Kinds of activities of a lead. */
export const JenisAktivitas = enumOf([
  ['telepon', 'Telepon'],
  ['wa', 'WhatsApp'],
  ['kunjungan', 'Kunjungan'],
  ['trial', 'Trial'],
  ['catatan', 'Catatan'],
])
/**
 * Kinds of activities that users enter by hand. The kind `trial` is omitted, because marking the
 * attendance of a trial lesson adds an activity of this kind.
 */
export const AktivitasManual = enumOf([
  ['telepon', 'Telepon'],
  ['wa', 'WhatsApp'],
  ['kunjungan', 'Kunjungan'],
  ['catatan', 'Catatan'],
])
/** Values of a filter of open leads by the due day of their next step. */
export const JatuhTindakLanjut = enumOf([
  ['perlu', 'Hari ini dan terlambat', 'orange'],
  ['terlambat', 'Terlambat', 'red'],
  ['hari_ini', 'Hari ini', 'orange'],
  ['nanti', 'Nanti'],
  ['tanpa', 'Belum ada langkah'],
])
/** Ways in which a new lead without a sales person gets one. */
export const PembagianLead = enumOf([
  ['bergilir', 'Bergilir di tiap outlet'],
  ['manual', 'Dipilih sendiri'],
])
