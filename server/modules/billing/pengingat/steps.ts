/** Which step of the reminders a bill has reached, and what holds one back (domain.md 3.12). */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { ZonaWaktu } from '#contract/enums.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { addDays, zoneHours } from '#contract/values/tanggal.ts'
import { open } from '#server/modules/billing/scope.ts'

/**
 * A step is made up for so long after its day: what a server that slept has missed is reminded of,
 * what was due before the school began to remind is not.
 */
const catchUpDays = 7
/** A confirmation holds reminders back for at most so long. */
const pauseMs = 3 * 86_400_000

/** Until when a confirmation of a moment holds back. */
export const pausedUntil = (created_at: string): string =>
  new Date(Date.parse(created_at) + pauseMs).toISOString()

/** The step that a bill (`billing`) is at on a day, or null; and the due days that have one. */
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
        /** As the index of open bills by their due day says it. */
        reached: sql<SqlBool>`${open} and billing.jatuh_tempo between ${first.from} and ${last.to}`,
      }
    : undefined
}

/** Whether a bill, by its id, has a confirmation that is being looked at. */
export const isPaused = (billing_id: RawBuilder<unknown>, at: number) =>
  sql<SqlBool>`exists (select 1 from konfirmasi_tagihan t join konfirmasi_pembayaran k on k.id = t.konfirmasi_id
    where t.billing_id = ${billing_id} and k.status = 'menunggu' and k.created_at > ${new Date(at - pauseMs).toISOString()})`

/** What time it is somewhere, `08:30`. */
export const clockAt = (zone: string, at: number): string =>
  new Date(at + zoneHours(zone) * 3_600_000).toISOString().slice(11, 16)
/** Whether reminders may go out in a zone now: never at night. Both hours alike: all day. */
export const isHour = (
  { pengingat_dari, pengingat_sampai }: Pick<Settings, 'pengingat_dari' | 'pengingat_sampai'>,
  zone: string,
  at: number,
): boolean => {
  const clock = clockAt(zone, at)
  if (pengingat_dari === pengingat_sampai) return true
  return clock >= pengingat_dari && clock < pengingat_sampai
}
/** The zones where they may. */
export const openZones = (settings: Settings, at: number) =>
  ZonaWaktu.options.map(({ value }) => value).filter((zone) => isHour(settings, zone, at))
