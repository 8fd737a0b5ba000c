/** A lesson's moments in UTC, of the clock of its outlet. */
import { zoneHours } from '#contract/values/tanggal.ts'

/**
 * The instant that an outlet's clock shows: `('2026-11-23', '09:00', 'Asia/Jakarta')` →
 * `2026-11-23T02:00:00.000Z`. Throws RangeError for a zone that is none of Indonesia's.
 */
const instantOf = (tanggal: string, jam: string, zona: string): string =>
  new Date(Date.parse(`${tanggal}T${jam}:00.000Z`) - zoneHours(zona) * 3_600_000).toISOString()

/** When a lesson begins and ends, as its row keeps it. */
export const lessonInstants = (
  { tanggal, jam_mulai, jam_selesai }: { tanggal: string; jam_mulai: string; jam_selesai: string },
  zona: string,
) => ({
  mulai_at: instantOf(tanggal, jam_mulai, zona),
  selesai_at: instantOf(tanggal, jam_selesai, zona),
})
