/** Make-ups that nobody used in time lapse (domain.md 3.10). */
import { currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import { clock } from '#server/http/context.ts'
import type { Job } from '#server/jobs/job.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

const slice = 200

/** Lets some of them lapse; answers how many. */
const lapseSome = async (trx: Trx, time: string, today: string): Promise<number> => {
  const rows = await trx
    .selectFrom('kredit_pengganti')
    .select(['id', 'status', 'gedung_id'])
    .where('status', '=', 'tersedia')
    .where('berlaku_sampai', '<', today)
    .orderBy('id')
    .limit(slice)
    .execute()
  for (const { id, status, gedung_id } of rows) {
    await trx
      .updateTable('kredit_pengganti')
      .set((eb) => ({
        status: 'kedaluwarsa',
        versi: eb('versi', '+', 1),
        updated_at: time,
        updated_by: null,
      }))
      .where('id', '=', id)
      .execute()
    await auditEvent(trx, clock, {
      aksi: 'kedaluwarsa',
      entitas: 'kredit-pengganti',
      entitas_id: id,
      sebelum: JSON.stringify({ status }),
      sesudah: JSON.stringify({ status: 'kedaluwarsa' }),
      gedung_id,
    })
  }
  return rows.length
}

export const creditsJob: Job = {
  nama: 'kelas-pengganti',
  label: 'Kelas pengganti',
  ket: 'Menghanguskan kelas pengganti yang masa berlakunya sudah lewat dan tidak dipesan.',
  cron: '20 1 * * *',
  limitMs: 30 * 60_000,
  run: async ({ transaction, pause, now }) => {
    const time = new Date(now())
    // The day is over in every zone of Indonesia once it is in the western one.
    const today = currentDay('Asia/Jakarta', time)
    let [lapsed, more] = [0, true]
    while (more) {
      const n = await transaction((trx) => lapseSome(trx, time.toISOString(), today))
      lapsed += n
      more = n === slice
      await pause()
    }
    const ringkasan =
      lapsed === 0 ? 'Tidak ada yang kedaluwarsa.' : `${lapsed} kelas pengganti kedaluwarsa.`
    return { ringkasan }
  },
}
