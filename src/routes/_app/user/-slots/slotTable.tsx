/** Table with the week of a coach: half hours as rows, days as columns. */
import type { ComponentProps } from 'react'
import { Hari, SlotPelatih } from '#contract/enums.ts'
import {
  slotIndex,
  slotsOfClass,
  slotTimes,
  statusAt,
  type Weekday,
} from '#contract/schedule/rules/freeSlots.ts'
import type { kelasBySlot } from '#src/routes/_app/user/-slots/jadwalWeek.tsx'
import { days, slotKey, slotsBetween, type SlotPlace } from '#src/routes/_app/user/-slots/slots.ts'
import { jam } from '#src/ui/format/format.ts'
import marks from '#src/ui/schedule/slotMark.module.css'
import classes from './SlotTable.module.css'

type TakenSlots = ReturnType<typeof kelasBySlot>
type Kelas = NonNullable<ReturnType<TakenSlots['get']>>
const courseNames = (kelas: Kelas) => kelas.map((k) => k.kursus ?? k.nama).join(', ')

interface SlotCellProps {
  place: SlotPlace
  week: string
  initial: string
  kelas: Kelas | undefined
  /** Whether the cell is visible on a phone, which shows one day at a time. */
  shown: boolean
  focused: boolean
  selected: boolean
}
const SlotCell = ({ place, week, initial, kelas, shown, focused, selected }: SlotCellProps) => {
  const { hari, ke } = place
  const status = statusAt(week, hari, ke)
  const index = slotIndex(hari, ke)
  const name = `${Hari.label(hari)} ${jam(slotTimes[ke])} ${SlotPelatih.label(status).toLowerCase()}`
  return (
    <td
      className={`${classes.slot} ${marks.mark}`}
      data-hari={hari}
      data-ke={ke}
      data-shown={shown || undefined}
      data-status={status}
      data-kelas={kelas ? true : undefined}
      data-changed={week[index] !== initial[index] || undefined}
      tabIndex={focused ? 0 : -1}
      aria-selected={selected}
      title={kelas?.map((k) => k.nama).join(', ')}
      aria-label={kelas ? `${name}, kelas ${courseNames(kelas)}` : name}
    >
      {kelas && courseNames(kelas.filter((k) => slotsOfClass(k)[0] === ke))}
    </td>
  )
}

export const SlotTable = ({
  week,
  initial,
  taken,
  at,
  anchor,
  ...rest
}: {
  week: string
  initial: string
  taken: TakenSlots
  at: SlotPlace
  anchor: SlotPlace
} & ComponentProps<'table'>) => {
  const selected = new Set(slotsBetween(anchor, at).map(slotKey))
  const cell = (hari: Weekday, ke: number) => {
    const place = { hari, ke }
    const key = slotKey(place)
    return (
      <SlotCell
        key={hari}
        place={place}
        week={week}
        initial={initial}
        kelas={taken.get(key)}
        shown={hari === at.hari}
        focused={key === slotKey(at)}
        selected={selected.has(key)}
      />
    )
  }
  return (
    <table
      className={classes.grid}
      // Follows the ARIA grid pattern: the table has the role `grid`, while rows, headers and cells
      // keep their implicit roles.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      aria-multiselectable
      {...rest}
    >
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">Jam</span>
          </th>
          {Hari.options.map((o) => (
            <th
              key={o.value}
              scope="col"
              data-hari={o.value}
              data-shown={o.value === at.hari || undefined}
            >
              {o.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {slotTimes.map((time, ke) => (
          <tr key={time}>
            <th scope="row">{jam(time)}</th>
            {days.map((hari) => cell(hari, ke))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
