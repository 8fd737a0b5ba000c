/** Texts that describe an enrolment: its class, its name and its state. */
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import type { kursusPeserta } from '#contract/schedule/kursusPeserta.ts'
import { hasNotice, type EnrolmentState } from '#contract/schedule/rules/enrolment.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { shortTanggal } from '#src/ui/format/format.ts'

export type Enrolment = Row<typeof kursusPeserta>
export const enrolmentExpand = 'peserta,kursus,kursus_pelatih,gedung,akun_billing,menunggak'

/**
 * Returns the name of the class without the name of the course: `Senin 15.00 – Andi`. The course
 * name is omitted, because the course has a separate column.
 */
export const classText = ({ kursus, kursus_pelatih: c }: Enrolment) =>
  kursus && c?.nama.startsWith(`${kursus.nama} – `) ? c.nama.slice(kursus.nama.length + 3) : c?.nama
export const enrolmentName = (row: Enrolment) =>
  [row.peserta?.name ?? row.peserta_nama, row.kursus?.nama].filter(Boolean).join(' – ')
/**
 * Returns the status of an enrolment with its dates: `Cuti 1 Des 2026–31 Jan 2027` (on leave).
 * Before the first day of an active enrolment, returns `Aktif mulai 1 Des 2026` (active from).
 * Before the last day of a graduated enrolment, returns `Lulus, sampai 28 Nov 2026` (graduated,
 * until).
 */
export const stateText = (row: EnrolmentState & Pick<Enrolment, 'gedung'>): string => {
  const label = KursusPesertaStatus.label(row.status)
  const today = currentDay(row.gedung?.zona_waktu)
  if (row.status === KursusPesertaStatus.aktif && row.mulai > today && !hasNotice(row))
    return `${label} mulai ${shortTanggal(row.mulai)}`
  if (row.status === KursusPesertaStatus.lulus && row.selesai !== null && row.selesai > today)
    return `${label}, sampai ${shortTanggal(row.selesai)}`
  if (row.status === KursusPesertaStatus.cuti && row.cuti_mulai)
    return `${label} ${shortTanggal(row.cuti_mulai)}–${shortTanggal(row.cuti_selesai) || '…'}`
  return hasNotice(row) ? `${label} sampai ${shortTanggal(row.selesai)}` : label
}
