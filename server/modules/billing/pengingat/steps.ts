/** Computes the reminder step of a bill, and whether a reminder is paused (domain.md 3.12). */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { ZonaWaktu } from '#contract/enums.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { addDays, zoneHours } from '#contract/values/tanggal.ts'
import { open } from '#server/modules/billing/bills/scope.ts'

/**
 * Days after its date during which a missed step is still sent: covers downtime of the server, but
 * not bills that were due before the school began to send reminders.
 */
const catchUpDays = 7
/** Longest time for which a confirmation pauses reminders, in ms. */
const pauseMs = 3 * 86_400_000

/** Instant until which a confirmation created at an instant pauses reminders. */
export const pausedUntil = (created_at: string): string =>
  new Date(Date.parse(created_at) + pauseMs).toISOString()

/**
 * SQL for the step that a bill (`billing`) has reached on a day, or null, and a condition on its
 * due date; undefined without steps.
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
        step,
        /** Written so that the index of open bills by due date is used. */
        reached: sql<SqlBool>`${open} and billing.jatuh_tempo between ${first.from} and ${last.to}`,
      }
    : undefined
}

/** Whether the bill with the given id has a waiting confirmation that pauses its reminders. */
export const isPaused = (billing_id: RawBuilder<unknown>, time: number) =>
  sql<SqlBool>`exists (select 1 from konfirmasi_tagihan t join konfirmasi_pembayaran k on k.id = t.konfirmasi_id
    where t.billing_id = ${billing_id} and k.status = 'menunggu' and k.created_at > ${new Date(time - pauseMs).toISOString()})`

/** Time of day in a zone, as `08:30`. */
export const clockAt = (zone: string, time: number): string =>
  new Date(time + zoneHours(zone) * 3_600_000).toISOString().slice(11, 16)
/** Whether reminders may be sent in a zone now. Equal hours mean all day. */
export const isHour = (
  { pengingat_dari, pengingat_sampai }: Pick<Settings, 'pengingat_dari' | 'pengingat_sampai'>,
  zone: string,
  time: number,
): boolean => {
  const clock = clockAt(zone, time)
  if (pengingat_dari === pengingat_sampai) return true
  return clock >= pengingat_dari && clock < pengingat_sampai
}
/** Zones in which reminders may be sent now. */
export const openZones = (settings: Settings, time: number) =>
  ZonaWaktu.options.map(({ value }) => value).filter((zone) => isHour(settings, zone, time))
