/** Places in the grid of a coach's week: between two corners, in words, under the pointer. */
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
export const slotKey = (at: SlotPlace) => `${at.hari} ${at.ke}`

/** First and last day, first and last slot of the rectangle between two corners. */
const corners = (a: SlotPlace, b: SlotPlace) => ({
  firstDay: Math.min(a.hari, b.hari),
  lastDay: Math.max(a.hari, b.hari),
  firstSlot: Math.min(a.ke, b.ke),
  lastSlot: Math.max(a.ke, b.ke),
})
/** The slots between two corners. */
export const slotsBetween = (a: SlotPlace, b: SlotPlace): SlotPlace[] => {
  const { firstDay, lastDay, firstSlot, lastSlot } = corners(a, b)
  return days
    .filter((hari) => hari >= firstDay && hari <= lastDay)
    .flatMap((hari) =>
      slotTimes.flatMap((_, ke) => (ke >= firstSlot && ke <= lastSlot ? [{ hari, ke }] : [])),
    )
}
/** `Senin–Rabu 08.00–10.30` */
export const rangeLabel = (a: SlotPlace, b: SlotPlace): string => {
  const { firstDay, lastDay, firstSlot, lastSlot } = corners(a, b)
  const day = `${Hari.label(firstDay)}${lastDay > firstDay ? `–${Hari.label(lastDay)}` : ''}`
  return `${day} ${jamSpan(slotTimes[firstSlot] ?? '', slotEnd(slotTimes[lastSlot] ?? ''))}`
}
/** The slot whose cell an element is, or stands in. */
export const slotOf = (element: Element | null): SlotPlace | undefined => {
  const { hari, ke } = element?.closest<HTMLElement>('td[data-ke]')?.dataset ?? {}
  const found = days.find((day) => String(day) === hari)
  return found && ke !== undefined ? { hari: found, ke: Number(ke) } : undefined
}
/** `3,5 jam`: how long a week has slots of a status. */
export const hoursOf = (week: string, status: SlotStatus) => {
  const slots = [...week].filter((digit) => digit === String(status)).length
  return `${String(slots / 2).replace('.', ',')} jam`
}
