/** Computes the scheduled times of jobs and the times of retries. */
import { Cron } from 'croner'
import type { Job } from '#server/jobs/scheduler/job.ts'

/**
 * Time zone of the schedules of all jobs. A job at 01:30 in this zone runs at 03:30 in the
 * easternmost zone, so nightly jobs run at night in all of Indonesia.
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
 * Returns the first scheduled time of a job after `after`, both in ms since 1970. Throws for a
 * schedule that has no further time.
 */
export const nextTime = ({ nama, cron }: Pick<Job, 'nama' | 'cron'>, after: number): number => {
  const next = cronOf(cron).nextRun(new Date(after))
  if (!next) throw new Error(`The job ${nama} never runs: ${cron}`)
  return next.getTime()
}

const minute = 60_000
/**
 * Delays in ms before the retries of a failed job. After three retries, the job waits for its next
 * scheduled time.
 */
const retryMs = [5 * minute, 20 * minute, 60 * minute]

/**
 * Returns the time of the retry after a number of failures in a row; null when the job waits for
 * its next scheduled time.
 */
export const retryTime = (failures: number, now: number): string | null => {
  const wait = retryMs[failures - 1]
  return wait === undefined ? null : new Date(now + wait).toISOString()
}
