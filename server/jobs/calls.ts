/**
 * Calls for the server's jobs: list the jobs, run a job now, and check or confirm the server's
 * clock.
 */
import type { CallOutput } from '#contract/call.ts'
import type { pekerjaanList } from '#contract/settings/pekerjaanCalls.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import type { KnownJob } from '#server/jobs/scheduler/jobRunner.ts'
import { isRunning, dueTime } from '#server/jobs/scheduler/lease.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { checkSeesAllOutlets } from '#server/resource/outlets.ts'
import { readSettings } from '#server/settings.ts'

type Shown = CallOutput<typeof pekerjaanList>[number]

/** Returns the names of the users who requested the current or last run of a job, by user id. */
const readNames = async (ctx: Ctx, jobs: readonly KnownJob[]): Promise<Map<number, string>> => {
  const ids = jobs.flatMap(({ row }) => [row.oleh, row.diminta_oleh]).filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const users = await ctx.db
    .selectFrom('user')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(users.map(({ id, name }) => [id, name]))
}

/**
 * Returns a job as the API shows it, with its last and next run. The next run takes place at the
 * scheduled time or at the time of a retry, whichever is earlier. If this time has passed, shows
 * the current time instead.
 */
const shownOf = (
  { job, row }: KnownJob,
  names: ReadonlyMap<number, string>,
  settings: Settings,
  now: number,
): Shown => {
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null))
  const off = job.off?.(settings) ?? null
  const runs = isRunning(row, now)
  const times = [dueTime(job, row, now), ...(row.coba_lagi ? [Date.parse(row.coba_lagi)] : [])]
  const { mulai, selesai, hasil } = row
  return {
    nama: job.nama,
    label: job.label,
    ket: job.ket,
    berikut: off === null ? new Date(Math.max(now, Math.min(...times))).toISOString() : null,
    mati: off,
    berjalan: runs && row.dimulai ? { mulai: row.dimulai, oleh: nameOf(row.diminta_oleh) } : null,
    terakhir:
      mulai && selesai && hasil
        ? {
            mulai,
            selesai,
            hasil,
            ringkasan: row.ringkasan,
            galat: row.galat,
            oleh: nameOf(row.oleh),
          }
        : null,
    berhasil_terakhir: row.berhasil_terakhir,
  }
}

/** Returns all jobs with their last and next run. */
export const listJobs = async (ctx: Ctx): Promise<Shown[]> => {
  const jobs = await ctx.jobs.known()
  const [names, settings] = [await readNames(ctx, jobs), await readSettings(ctx.db)]
  return jobs.map((job) => shownOf(job, names, settings, ctx.jobs.now()))
}

/** Maximum time in ms for which a call to run a job waits for the end of the run. */
const patienceMs = 20_000
const noLongerThan = async (ms: number, ended: Promise<void>): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms).unref()
  await Promise.race([ended, promise])
  clearTimeout(timer)
}

/**
 * Maximum difference in ms between the server time that the user saw and confirms, and the present
 * server time. A confirmation with a larger difference is rejected with 409, because the clock may
 * have been changed again after the user saw the time.
 */
const lookedAtMs = 60 * 60_000

export const pekerjaanCalls: Pick<
  Handlers,
  'pekerjaanList' | 'runPekerjaan' | 'jamServer' | 'konfirmasiJam'
> = {
  pekerjaanList: listJobs,
  runPekerjaan: async (ctx, { nama }) => {
    checkSeesAllOutlets(ctx.actor, 'Pekerjaan')
    const job = ctx.jobs.jobs.find((item) => item.nama === nama)
    if (!job) throw notFound('Pekerjaan')
    if (await ctx.jobs.doubt())
      throw conflict('Jam server meragukan. Periksa dan konfirmasi jamnya lebih dahulu.')
    const run = await ctx.jobs.runFor(job, ctx.actor.id, (trx) =>
      auditEvent(trx, ctx, {
        aksi: 'jalankan',
        entitas: 'pekerjaan',
        sesudah: JSON.stringify({ Pekerjaan: job.label }),
      }),
    )
    if (!run) throw conflict(`${job.label} sedang berjalan. Tunggu sampai selesai.`)
    await noLongerThan(patienceMs, run.ended)
    const shownJob = (await listJobs(ctx)).find((item) => item.nama === nama)
    if (!shownJob) throw notFound('Pekerjaan')
    return shownJob
  },
  jamServer: async (ctx) => (await ctx.jobs.doubt()) ?? null,
  konfirmasiJam: async (ctx, { sekarang }) => {
    checkSeesAllOutlets(ctx.actor, 'Pekerjaan')
    const doubt = await ctx.jobs.doubt()
    if (!doubt) return null
    const moved = Math.abs(ctx.jobs.now() - Date.parse(sekarang))
    if (!(moved <= lookedAtMs))
      throw conflict('Jam server sudah berubah lagi. Periksa sekali lagi.')
    await ctx.jobs.trustClock((trx) =>
      auditEvent(trx, ctx, {
        aksi: 'konfirmasi-jam',
        entitas: 'pekerjaan',
        sesudah: JSON.stringify({ 'Terakhir terlihat': doubt.terakhir, Jam: doubt.sekarang }),
      }),
    )
    return null
  },
}
