/**
 * Reminder steps of bills, and pauses and sending hours of reminders (domain.md 3.12). A step is a
 * number of days after the due date of a bill; it is negative before the due date.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { ZonaWaktu } from '#contract/enums.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { addDays, zoneHours } from '#contract/values/tanggal.ts'
import { open } from '#server/modules/billing/bills/scope.ts'

/**
 * Number of days during which the reminder of a step can be queued. The first of these days is the
 * date of the step. The additional days compensate for downtime of the server. The limit prevents
 * reminders about bills that were due long before the school began to send reminders.
 */
const catchUpDays = 7
/** Maximum time in ms for which a waiting confirmation pauses reminders. */
const pauseMs = 3 * 86_400_000

/** Returns the instant until which a confirmation with the given creation time pauses reminders. */
export const pausedUntil = (created_at: string): string =>
  new Date(Date.parse(created_at) + pauseMs).toISOString()

/**
 * Returns SQL for the step that a bill has reached on the day `today`, and a condition that
 * preselects bills. Returns undefined if `days` is empty.
 */
export const stepsOn = (days: readonly number[], today: string) => {
  const steps = [...days].toSorted((a, b) => b - a)
  const spans = steps.map((step) => ({
    step,
    to: addDays(today, -step),
    from: addDays(today, -step - catchUpDays + 1),
  }))
  const cases = spans.map(
    ({ step, from, to }) =>
      sql`when billing.jatuh_tempo between ${from} and ${to} then ${sql.lit(step)}`,
  )
  const step: RawBuilder<number | null> = sql`case ${sql.join(cases, sql` `)} end`
  const [last, first] = [spans.at(-1), spans[0]]
  return first && last
    ? {
        /**
         * SQL for the step. Null if the bill has reached no step, or reached its latest step at
         * least `catchUpDays` days ago.
         */
        step,
        /**
         * Condition that preselects bills. It holds for all open bills whose `step` is not null,
         * and for some open bills whose `step` is null. The condition is a single range of due
         * dates, so that the database uses the index of open bills by due date.
         */
        reached: sql<SqlBool>`${open} and billing.jatuh_tempo between ${first.from} and ${last.to}`,
      }
    : undefined
}

/** Returns the SQL condition that a bill has a waiting confirmation which pauses its reminders. */
export const isPaused = (billing_id: RawBuilder<unknown>, time: number) =>
  sql<SqlBool>`exists (select 1 from konfirmasi_tagihan t join konfirmasi_pembayaran k on k.id = t.konfirmasi_id
    where t.billing_id = ${billing_id} and k.status = 'menunggu' and k.created_at > ${new Date(time - pauseMs).toISOString()})`

/** Returns the time of day in a time zone, for example `08:30`. */
export const clockAt = (zone: string, time: number): string =>
  new Date(time + zoneHours(zone) * 3_600_000).toISOString().slice(11, 16)
/**
 * Whether reminders may be sent in a time zone at the given instant. Equal start and end times mean
 * that reminders may be sent all day.
 */
export const isHour = (
  { pengingat_dari, pengingat_sampai }: Pick<Settings, 'pengingat_dari' | 'pengingat_sampai'>,
  zone: string,
  time: number,
): boolean => {
  const clock = clockAt(zone, time)
  if (pengingat_dari === pengingat_sampai) return true
  return clock >= pengingat_dari && clock < pengingat_sampai
}
/** Returns the time zones in which reminders may be sent at the given instant. */
export const openZones = (settings: Settings, time: number) =>
  ZonaWaktu.options.map(({ value }) => value).filter((zone) => isHour(settings, zone, time))
