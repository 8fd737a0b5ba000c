/**
 * Week of a coach: 25 slots of half an hour on each of seven days (domain.md 2.4). Each slot has a
 * status: free (1), ask first (2) or not available (3). A week is a text of 175 digits, one status
 * per slot, beginning with Monday. Weeks can be compared as texts.
 */
import { Hari, SlotPelatih } from '#contract/enums.ts'
import { formatJam } from '#contract/values/tanggal.ts'

const slotMinutes = 30
const minutesOf = (jam: string) => Number(jam.slice(0, 2)) * 60 + Number(jam.slice(3))
const timeOf = (n: number) =>
  `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`

/** Start times of the slots of a day, from `08:00` to `20:00`. */
export const slotTimes: readonly string[] = Array.from({ length: 25 }, (_, i) =>
  timeOf(8 * 60 + i * slotMinutes),
)
/** Returns the end of the slot that starts at `jam`. */
export const slotEnd = (jam: string): string => timeOf(minutesOf(jam) + slotMinutes)

export type SlotStatus = (typeof SlotPelatih.options)[number]['value']
export type Weekday = (typeof Hari.options)[number]['value']
const allDays: readonly Weekday[] = Hari.options.map((o) => o.value)
export interface Slot {
  hari: Weekday
  jam: string
  status: SlotStatus
}
/**
 * Returns the index of a slot in the text of a week. `place` is the number of the slot within its
 * day, counted from 0.
 */
export const slotIndex = (hari: Weekday, place: number): number =>
  (hari - 1) * slotTimes.length + place
export const emptyWeek = String(SlotPelatih.tidakBisa).repeat(7 * slotTimes.length)
export const statusAt = (week: string, hari: Weekday, place: number): SlotStatus => {
  const status = Number(week[slotIndex(hari, place)])
  if (status === SlotPelatih.kosong || status === SlotPelatih.tanyaDulu) return status
  return SlotPelatih.tidakBisa
}
/** Returns a copy of a week with the given slots changed. Skips times at which no slot starts. */
export const fillSlots = (
  week: string,
  slot: readonly { hari: number; jam: string; status: number }[],
): string => {
  const digits = [...week]
  for (const { hari, jam, status } of slot) {
    const place = slotTimes.indexOf(jam)
    const knownDay = allDays.find((h) => h === hari)
    if (knownDay && place >= 0) digits[slotIndex(knownDay, place)] = String(status)
  }
  return digits.join('')
}
/**
 * Returns the slots of `week`. With `otherWeek`, returns only the slots whose status in `week`
 * differs from their status in `otherWeek`.
 */
export const slotsOf = (week: string, otherWeek?: string): Slot[] =>
  allDays.flatMap((hari) =>
    slotTimes.flatMap((jam, place): Slot[] =>
      otherWeek !== undefined && otherWeek[slotIndex(hari, place)] === week[slotIndex(hari, place)]
        ? []
        : [{ hari, jam, status: statusAt(week, hari, place) }],
    ),
  )

/**
 * Returns the numbers (from 0 within the day) of the slots that overlap the hours of a class. A
 * slot that begins when the class ends does not overlap (domain.md 3.8). Returns an empty list for
 * a class outside all slots.
 */
export const slotsOfClass = ({
  jam_mulai,
  jam_selesai,
}: {
  jam_mulai: string
  jam_selesai: string
}): number[] =>
  slotTimes.flatMap((jam, place) => (jam < jam_selesai && jam_mulai < slotEnd(jam) ? [place] : []))

export interface SlotSpan {
  hari: Weekday
  mulai: string
  selesai: string
}
/**
 * Joins consecutive slots of a day into a span if `keyOf` returns the same text (`key`) for them.
 * Skips slots for which `keyOf` returns undefined.
 */
export const slotSpans = (
  keyOf: (hari: Weekday, place: number) => string | undefined,
): (SlotSpan & { key: string; places: number[] })[] =>
  allDays.flatMap((hari) => {
    const spans: (SlotSpan & { key: string; places: number[] })[] = []
    for (const [place, jam] of slotTimes.entries()) {
      const text = keyOf(hari, place)
      const last = spans.at(-1)
      if (text === undefined) continue
      if (last?.key === text && last.selesai === jam) {
        last.selesai = slotEnd(jam)
        last.places.push(place)
      } else spans.push({ hari, mulai: jam, selesai: slotEnd(jam), key: text, places: [place] })
    }
    return spans
  })
const formatSlotSpan = ({ mulai, selesai }: SlotSpan): string =>
  `${formatJam(mulai)}–${formatJam(selesai)}`
/** Describes the slots of a weekday: `Kosong 08.00–12.00, tanya dulu 13.00–14.30`. */
export const daySummary = (week: string, hari: Weekday): string => {
  const parts = slotSpans((h, place) =>
    h === hari && statusAt(week, h, place) !== SlotPelatih.tidakBisa
      ? String(statusAt(week, h, place))
      : undefined,
  ).map((r) => `${SlotPelatih.label(Number(r.key)).toLowerCase()} ${formatSlotSpan(r)}`)
  const text = parts.join(', ') || SlotPelatih.label(SlotPelatih.tidakBisa).toLowerCase()
  return text[0]!.toUpperCase() + text.slice(1)
}
