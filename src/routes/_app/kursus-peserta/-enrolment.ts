/** An enrolment in words. */
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import type { kursusPeserta } from '#contract/schedule/kursusPeserta.ts'
import { hasNotice } from '#contract/schedule/rules/enrolment.ts'
import { shortTanggal } from '#src/ui/format/format.ts'

export type Enrolment = Row<typeof kursusPeserta>
export const enrolmentExpand = 'peserta,kursus,kursus_pelatih,gedung,akun_billing'

/** The class without its course, which has a place of its own: `Senin 15.00 – Andi`. */
export const classText = ({ kursus, kursus_pelatih: c }: Enrolment) =>
  kursus && c?.nama.startsWith(`${kursus.nama} – `) ? c.nama.slice(kursus.nama.length + 3) : c?.nama
export const enrolmentName = (row: Enrolment) =>
  [row.peserta?.name ?? row.peserta_nama, row.kursus?.nama].filter(Boolean).join(' – ')
/** The state with the days that it is about: `Cuti 1 Des 2026–31 Jan 2027`. */
export const stateText = (row: Enrolment): string => {
  const label = KursusPesertaStatus.label(row.status)
  if (row.status === KursusPesertaStatus.cuti && row.cuti_mulai)
    return `${label} ${shortTanggal(row.cuti_mulai)}–${shortTanggal(row.cuti_selesai) || '…'}`
  return hasNotice(row) ? `${label} sampai ${shortTanggal(row.selesai)}` : label
}
