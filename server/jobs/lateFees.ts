/** Charges late fees every night (domain.md 3.12). */
import { currentDay } from '#contract/values/tanggal.ts'
import { HttpError } from '#server/errors.ts'
import { JobError, type Job } from '#server/jobs/scheduler/job.ts'
import { chargeFee, findDue, readDue, readFeeType } from '#server/modules/billing/denda/charge.ts'
import { readSettings } from '#server/settings.ts'

/** Maximum number of bills read at a time. */
const slice = 200
/** Maximum number of failures listed in the result of a run. */
const mostTold = 20

export const lateFeesJob: Job = {
  nama: 'denda',
  label: 'Denda keterlambatan',
  ket: 'Menagih denda dari tagihan kursus yang terlambat, menurut tingkat di Setting; tingkat berikutnya menggantikan yang sebelumnya.',
  cron: '50 1 * * *',
  limitMs: 60 * 60_000,
  off: ({ denda_tier, denda_mulai }) =>
    denda_tier.length > 0 && denda_mulai !== null
      ? undefined
      : 'Denda mati: isi tingkat dan tanggal mulainya di Setting, Penagihan.',
  run: async ({ db, reader, now, transaction, pause }) => {
    const settings = await readSettings(db)
    // `today` is the date in Jakarta. Jakarta has the westernmost time zone of Indonesia, so a day
    // that has begun in Jakarta has begun in all of Indonesia.
    const today = currentDay('Asia/Jakarta', new Date(now()))
    if (settings.kunci_buku_sampai !== null && today <= settings.kunci_buku_sampai)
      return { ringkasan: 'Buku hari ini terkunci: tidak ada yang ditagih.' }
    const jenis = await readFeeType(db)
    if (!jenis) throw new JobError('Tidak ada jenis billing bersifat denda yang aktif.')
    let [after, charged] = [0, 0]
    const failures: string[] = []
    for (;;) {
      const criteria = { settings, today, at: now() }
      const rows = await readDue(reader, { ...criteria, after, most: slice })
      for (const { id } of rows) {
        try {
          const done = await transaction(
            async (trx) => {
              const due = await findDue(trx, criteria, id)
              return due !== undefined && (await chargeFee(trx, { settings, today, jenis }, due))
            },
            { queueFor: ['penghitung'] },
          )
          if (done) charged++
        } catch (error) {
          // Records an `HttpError` as a failure of this bill and continues with the next bill. Any
          // other error ends the run.
          if (!(error instanceof HttpError)) throw error
          failures.push(`Tagihan ${id}: ${error.message}`)
        }
        await pause()
      }
      after = rows.at(-1)?.id ?? after
      if (rows.length < slice) break
    }
    return {
      ringkasan: charged === 0 ? 'Tidak ada denda baru.' : `${charged} denda ditagih.`,
      ...(failures.length > 0 && { temuan: failures.slice(0, mostTold) }),
    }
  },
}
