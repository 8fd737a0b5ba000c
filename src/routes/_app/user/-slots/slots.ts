/**
 * Helpers for the slots (half hours) in the week grid of a coach: slots between two corners, their
 * text, and the slot of an HTML element.
 */
import { Hari, SlotPelatih } from '#contract/enums.ts'
import {
  slotEnd,
  slotTimes,
  type SlotStatus,
  type Weekday,
} from '#contract/schedule/rules/freeSlots.ts'
import { jamSpan } from '#src/ui/format/format.ts'

export const days = Hari.options.map((o) => o.value)
export const statuses = SlotPelatih.options.map((o) => o.value)
export interface SlotPlace {
  hari: Weekday
  ke: number
}
export const slotKey = (place: SlotPlace) => `${place.hari} ${place.ke}`

/** Returns the first and last day and slot of the rectangle between two corners. */
const corners = (a: SlotPlace, b: SlotPlace) => ({
  firstDay: Math.min(a.hari, b.hari),
  lastDay: Math.max(a.hari, b.hari),
  firstSlot: Math.min(a.ke, b.ke),
  lastSlot: Math.max(a.ke, b.ke),
})
/** Returns the slots in the rectangle between two corners, which can be in any order. */
export const slotsBetween = (a: SlotPlace, b: SlotPlace): SlotPlace[] => {
  const { firstDay, lastDay, firstSlot, lastSlot } = corners(a, b)
  return days
    .filter((hari) => hari >= firstDay && hari <= lastDay)
    .flatMap((hari) =>
      slotTimes.flatMap((_, ke) => (ke >= firstSlot && ke <= lastSlot ? [{ hari, ke }] : [])),
    )
}
/** Formats a range of slots: `Senin–Rabu 08.00–10.30`. */
export const rangeLabel = (a: SlotPlace, b: SlotPlace): string => {
  const { firstDay, lastDay, firstSlot, lastSlot } = corners(a, b)
  const day = `${Hari.label(firstDay)}${lastDay > firstDay ? `–${Hari.label(lastDay)}` : ''}`
  return `${day} ${jamSpan(slotTimes[firstSlot] ?? '', slotEnd(slotTimes[lastSlot] ?? ''))}`
}
/** Returns the slot of a cell or of an element inside a cell; undefined outside the cells. */
export const slotOf = (element: Element | null): SlotPlace | undefined => {
  const { hari, ke } = element?.closest<HTMLElement>('td[data-ke]')?.dataset ?? {}
  const weekday = days.find((day) => String(day) === hari)
  return weekday && ke !== undefined ? { hari: weekday, ke: Number(ke) } : undefined
}
/** Returns the total duration of the slots with a status in a week: `3,5 jam`. */
export const hoursOf = (week: string, status: SlotStatus) => {
  const slots = [...week].filter((digit) => digit === String(status)).length
  return `${String(slots / 2).replace('.', ',')} jam`
}
