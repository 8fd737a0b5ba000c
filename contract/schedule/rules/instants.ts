/** Converts the local times of a lesson to instants in UTC. */
import { zoneHours } from '#contract/values/tanggal.ts'

/**
 * Returns the instant of a local time in UTC: `('2026-11-23', '09:00', 'Asia/Jakarta')` →
 * `2026-11-23T02:00:00.000Z`. Throws RangeError for a zone outside Indonesia.
 */
const instantOf = (tanggal: string, jam: string, zona: string): string =>
  new Date(Date.parse(`${tanggal}T${jam}:00.000Z`) - zoneHours(zona) * 3_600_000).toISOString()

/** Returns start and end of a lesson as instants in UTC, in the columns of its row. */
export const lessonInstants = (
  { tanggal, jam_mulai, jam_selesai }: { tanggal: string; jam_mulai: string; jam_selesai: string },
  zona: string,
) => ({
  mulai_at: instantOf(tanggal, jam_mulai, zona),
  selesai_at: instantOf(tanggal, jam_selesai, zona),
})
