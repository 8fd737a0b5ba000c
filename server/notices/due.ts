/**
 * Notices that are not caused by the action of a user: about held slots that end soon, make-up
 * credits that expire soon, and failed jobs. A held slot is kept for a lead or applicant.
 */
import { HasilPekerjaan } from '#contract/enums.ts'
import { formatJam, formatTanggalShort } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { readHolders, type Notice } from '#server/notices/notice.ts'

const hour = 3_600_000
/** Time in ms before the end of a held slot at which its notice becomes due. */
const holdMs = 2 * hour
/** Maximum age in ms of a job's failure for which a notice is still sent. */
const jobMs = 24 * hour

/**
 * Returns notices about held slots that end within two hours. The recipient is the sales person of
 * the lead or applicant, or else the user who held the slot.
 */
export const endingHolds = async (trx: Trx, date: Date): Promise<Notice[]> => {
  const rows = await trx
    .selectFrom('slot_ditahan as s')
    .leftJoin('lead', 'lead.id', 's.lead_id')
    .leftJoin('user as p', 'p.id', 's.peserta_id')
    .innerJoin('gedung as g', 'g.id', 's.gedung_id')
    .select(['s.id', 's.sampai_at', 's.created_by', 's.lead_id', 'lead.nama', 'lead.sales_id'])
    .select(['p.name', 'p.sales_id as pemegang', 'g.zona_waktu'])
    .where('s.sampai_at', '>', date.toISOString())
    .where('s.sampai_at', '<=', new Date(date.getTime() + holdMs).toISOString())
    .execute()
  return rows.map((row) => ({
    user_id: row.sales_id ?? row.pemegang ?? row.created_by,
    teks: `Slot untuk ${row.nama ?? row.name ?? 'calon peserta'} habis pukul ${clockOf(row.sampai_at, row.zona_waktu)}`,
    ...(row.lead_id === null
      ? { rute: '/sales/pendaftar-mandiri' as const, rute_id: null }
      : { rute: '/sales/lead/view' as const, rute_id: row.lead_id }),
    kunci: `slot:${row.id}:${row.sampai_at}`,
  }))
}
const clockOf = (instant: string, zone: string): string =>
  formatJam(
    new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: zone,
    }).format(new Date(instant)),
    zone,
  )

/**
 * Returns notices about unbooked make-up credits that expire on one of `days`, to the payer and the
 * student (domain.md 3.10).
 */
export const endingMakeUps = async (trx: Trx, days: readonly string[]): Promise<Notice[]> => {
  const rows = await trx
    .selectFrom('kredit_pengganti as k')
    .innerJoin('user as s', 's.id', 'k.peserta_id')
    .innerJoin('kursus as c', 'c.id', 'k.kursus_id')
    .select(['k.id', 'k.peserta_id', 'k.berlaku_sampai', 's.name', 's.akun_billing_id', 'c.nama'])
    .where('k.status', '=', 'tersedia')
    .where('k.berlaku_sampai', 'in', days)
    .execute()
  return rows.flatMap((row) =>
    [...new Set([row.akun_billing_id, row.peserta_id])].map((user_id) => ({
      user_id,
      teks: `${row.name}: kelas pengganti ${row.nama} hangus sesudah ${formatTanggalShort(row.berlaku_sampai)}`,
      rute: '/kredit-pengganti' as const,
      rute_id: null,
      kunci: `pengganti:${row.id}:${row.berlaku_sampai}:${days.indexOf(row.berlaku_sampai)}`,
    })),
  )
}

/**
 * Returns notices about jobs that failed, timed out or found a problem in the data. The key `kunci`
 * limits them to one notice per recipient, job and day.
 */
export const failedJobs = async (trx: Trx, date: Date): Promise<Notice[]> => {
  const rows = await trx
    .selectFrom('pekerjaan')
    .select(['nama', 'hasil', 'selesai', 'ringkasan'])
    .where('hasil', 'in', ['temuan', 'gagal', 'lewat_waktu'])
    .where('selesai', '>', new Date(date.getTime() - jobMs).toISOString())
    .execute()
  if (rows.length === 0) return []
  const holders = await readHolders(trx, 'pekerjaan/index')
  return rows.flatMap((row) =>
    holders(null).map((user_id) => ({
      user_id,
      teks: `Pekerjaan ${row.nama}: ${HasilPekerjaan.label(row.hasil).toLowerCase()}${row.ringkasan ? `. ${row.ringkasan}` : ''}`,
      rute: '/setting' as const,
      rute_id: null,
      kunci: `pekerjaan:${row.nama}:${row.selesai?.slice(0, 10) ?? ''}`,
    })),
  )
}
