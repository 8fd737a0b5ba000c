/**
 * Recomputes the draft payslips of coaches for the current and the previous month (domain.md 3.19).
 */
import { addMonths, currentDay } from '#contract/values/tanggal.ts'
import { systemAuthor } from '#server/http/context.ts'
import type { Job } from '#server/jobs/scheduler/job.ts'
import { computeMonth } from '#server/modules/schedule/honor/compute.ts'

export const honorJob: Job = {
  nama: 'honor',
  label: 'Honor guru',
  ket: 'Menghitung ulang draft honor bulan ini dan bulan lalu di outlet yang memakainya.',
  cron: '50 2 * * *',
  limitMs: 30 * 60_000,
  run: async ({ db, now, transaction, pause }) => {
    const month = currentDay('Asia/Jakarta', new Date(now())).slice(0, 7)
    // Omits outlets without any payslip, because they do not use the app for coach pay.
    const outlets = await db
      .selectFrom('honor_periode')
      .select('gedung_id')
      .distinct()
      .orderBy('gedung_id')
      .execute()
    let changed = 0
    for (const periode of [addMonths(month, -1), month])
      for (const { gedung_id } of outlets) {
        const { dibuat, diperbarui } = await transaction((trx) =>
          computeMonth(trx, systemAuthor, periode, [gedung_id]),
        )
        changed += dibuat + diperbarui
        await pause()
      }
    return {
      ringkasan: changed === 0 ? 'Tidak ada yang berubah.' : `${changed} draft honor dihitung.`,
    }
  },
}
