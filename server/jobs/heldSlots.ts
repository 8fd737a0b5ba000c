/**
 * Deletes expired held slots, that is, slots kept free for a lead or applicant (domain.md 2.3). A
 * slot counts as free from the moment of expiry, even before the job deletes its row.
 */
import { systemAuthor } from '#server/http/context.ts'
import { runInSlices, type Job } from '#server/jobs/scheduler/job.ts'
import { dropHold, readExpired } from '#server/modules/sales/slots/slotRows.ts'

const slice = 100

export const heldSlotsJob: Job = {
  nama: 'slot-ditahan',
  label: 'Jam yang dipesan',
  ket: 'Melepas jam yang waktu pesanannya habis, dan mencatatnya pada lead.',
  cron: '*/5 * * * *',
  limitMs: 10 * 60_000,
  run: async (context) => {
    const time = new Date(context.now()).toISOString()
    const released = await runInSlices(context, slice, async (trx) => {
      const rows = await readExpired(trx, time, slice)
      for (const row of rows)
        await dropHold(trx, systemAuthor, row, { isi: 'Waktu pesanan jam habis' })
      return rows.length
    })
    return { ringkasan: released === 0 ? 'Tidak ada yang habis.' : `${released} slot dilepas.` }
  },
}
