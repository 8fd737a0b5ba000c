/** Times of jobs. */
import { Cron } from 'croner'
import type { Job } from '#server/jobs/scheduler/job.ts'

/**
 * Time zone of all jobs, as for the school's days without an outlet. Half past one here is half
 * past three in the easternmost zone: night in all of them.
 */
const schoolZone = 'Asia/Jakarta'

const crons = new Map<string, Cron>()
const cronOf = (pattern: string): Cron => {
  const cachedCron = crons.get(pattern)
  if (cachedCron) return cachedCron
  const cron = new Cron(pattern, { timezone: schoolZone, paused: true })
  crons.set(pattern, cron)
  return cron
}

/**
 * Returns the first time of a job after a moment, in ms since 1970. Throws for a job without one.
 */
export const nextTime = ({ nama, cron }: Pick<Job, 'nama' | 'cron'>, after: number): number => {
  const next = cronOf(cron).nextRun(new Date(after))
  if (!next) throw new Error(`The job ${nama} never runs: ${cron}`)
  return next.getTime()
}

const minute = 60_000
/** Delays before the retries of a failed job: three retries, then the job's next time. */
const retryMs = [5 * minute, 20 * minute, 60 * minute]

/** Returns the time of the retry after a number of failures; null: not before the next time. */
export const retryTime = (failures: number, now: number): string | null => {
  const wait = retryMs[failures - 1]
  return wait === undefined ? null : new Date(now + wait).toISOString()
}
