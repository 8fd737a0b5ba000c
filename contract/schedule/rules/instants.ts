/** Converts the local times of a lesson to points in time in UTC. */
import { zoneHours } from '#contract/values/tanggal.ts'

/**
 * Converts a local time to UTC: `('2026-11-23', '09:00', 'Asia/Jakarta')` →
 * `2026-11-23T02:00:00.000Z`. Throws RangeError for a time zone outside Indonesia.
 */
const instantOf = (tanggal: string, jam: string, zona: string): string =>
  new Date(Date.parse(`${tanggal}T${jam}:00.000Z`) - zoneHours(zona) * 3_600_000).toISOString()

/** Returns the columns `mulai_at` and `selesai_at` of a lesson: its start and end in UTC. */
export const lessonInstants = (
  { tanggal, jam_mulai, jam_selesai }: { tanggal: string; jam_mulai: string; jam_selesai: string },
  zona: string,
) => ({
  mulai_at: instantOf(tanggal, jam_mulai, zona),
  selesai_at: instantOf(tanggal, jam_selesai, zona),
})
