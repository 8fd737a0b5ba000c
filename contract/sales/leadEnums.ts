/** The fixed enumerations of leads, each with its labels and badge colours. */
import { enumOf } from '#contract/enums.ts'

/** Stages of a lead (domain.md 2.3). Allowed transitions: contract/sales/rules/stages.ts. */
export const TahapLead = enumOf([
  ['baru', 'Baru', 'orange'],
  ['dihubungi', 'Dihubungi', 'blue'],
  ['trial_dijadwalkan', 'Trial dijadwalkan', 'blue'],
  ['trial_hadir', 'Trial hadir', 'blue'],
  ['penawaran', 'Penawaran', 'blue'],
  ['menang', 'Menang', 'green'],
  ['kalah', 'Kalah'],
])
/** Kinds of entries in the timeline of a lead. */
export const JenisAktivitas = enumOf([
  ['telepon', 'Telepon'],
  ['wa', 'WhatsApp'],
  ['kunjungan', 'Kunjungan'],
  ['trial', 'Trial'],
  ['catatan', 'Catatan'],
])
/** Kinds of manual entries; trials are recorded through their lessons. */
export const AktivitasManual = enumOf([
  ['telepon', 'Telepon'],
  ['wa', 'WhatsApp'],
  ['kunjungan', 'Kunjungan'],
  ['catatan', 'Catatan'],
])
/** Whether the next step of an open lead is due. */
export const JatuhTindakLanjut = enumOf([
  ['perlu', 'Hari ini dan terlambat', 'orange'],
  ['terlambat', 'Terlambat', 'red'],
  ['hari_ini', 'Hari ini', 'orange'],
  ['nanti', 'Nanti'],
  ['tanpa', 'Belum ada langkah'],
])
/** How new leads without a sales person are assigned. */
export const PembagianLead = enumOf([
  ['bergilir', 'Bergilir di tiap outlet'],
  ['manual', 'Dipilih sendiri'],
])
