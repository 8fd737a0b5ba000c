/**
 * Calendar of a week that can only be read and printed. Blocks are placed on a time scale. On a
 * screen that is too narrow for seven columns, the days are below each other.
 */
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Hari } from '#contract/enums.ts'
import type { Weekday } from '#contract/schedule/rules/freeSlots.ts'
import { jam } from '#src/ui/format/format.ts'
import marks from '#src/ui/schedule/slotMark.module.css'
import classes from '#src/ui/schedule/WeekGrid.module.css'

/**
 * Block on a weekday from `mulai` to `selesai` (`HH:mm`). With `status` the block is a slot of a
 * coach and has the colour of this status. Without `status` the block is a time that is already
 * taken.
 */
export interface Block {
  key: string
  hari: Weekday
  mulai: string
  selesai: string
  status?: 1 | 2 | 3
  title?: string
  content: ReactNode
}
/**
 * Returns the number of grid rows from midnight to a time `HH:mm`. A grid row stands for five
 * minutes.
 */
const stepOf = (jam: string) =>
  Math.round((Number(jam.slice(0, 2)) * 60 + Number(jam.slice(3))) / 5)
/**
 * Returns the blocks of a day, sorted by start. Each block gets the first column that is free at
 * its start, so that overlapping blocks are side by side.
 */
const sideBySide = (blocks: readonly Block[]): { block: Block; lane: number }[] => {
  const laneEnds: string[] = []
  return blocks
    .toSorted((a, b) => (a.mulai < b.mulai ? -1 : 1))
    .map((b) => {
      const free = laneEnds.findIndex((selesai) => selesai <= b.mulai)
      const lane = free === -1 ? laneEnds.length : free
      laneEnds[lane] = b.selesai
      return { block: b, lane }
    })
}

/**
 * Week of blocks. `emptyDay` is the text for a day without blocks on a narrow screen. `emptyWeek`
 * is the text for a week without blocks. `table` is a table with the same data, which phones do not
 * show.
 */
export const WeekGrid = ({
  label,
  blocks,
  emptyDay,
  emptyWeek,
  table,
}: {
  label: string
  blocks: readonly Block[]
  emptyDay: string
  emptyWeek: string
  table?: ReactNode
}) => {
  if (blocks.length === 0) return <Text c="dimmed">{emptyWeek}</Text>
  // The time scale begins at the full hour at or before the first block. It ends at the full hour
  // at or after the last block.
  const firstHour = Math.floor(Math.min(...blocks.map((b) => stepOf(b.mulai))) / 12)
  const endHour = Math.ceil(Math.max(...blocks.map((b) => stepOf(b.selesai))) / 12)
  const rows = { gridTemplateRows: `repeat(${(endHour - firstHour) * 12}, var(--step))` }
  const place = (mulai: string, selesai: string) => ({
    gridRow: `${stepOf(mulai) - firstHour * 12 + 1} / ${stepOf(selesai) - firstHour * 12 + 1}`,
  })
  return (
    <>
      <section className={classes.week} aria-label={label}>
        <div className={classes.scale} aria-hidden style={rows}>
          {Array.from({ length: endHour - firstHour }, (_, i) => {
            const hour = `${String(firstHour + i).padStart(2, '0')}:00`
            return (
              <span
                key={hour}
                style={place(hour, `${String(firstHour + i + 1).padStart(2, '0')}:00`)}
              >
                {jam(hour)}
              </span>
            )
          })}
        </div>
        {Hari.options.map((h) => {
          const placed = sideBySide(blocks.filter((b) => b.hari === h.value))
          const lanes = Math.max(1, ...placed.map((s) => s.lane + 1))
          return (
            <div key={h.value}>
              <h2>{h.label}</h2>
              <ul
                className={classes.day}
                style={{ ...rows, gridTemplateColumns: `repeat(${lanes}, minmax(0, 1fr))` }}
              >
                {placed.map(({ block: { key, mulai, selesai, status, title, content }, lane }) => (
                  <li
                    key={key}
                    className={status ? marks.mark : classes.taken}
                    data-status={status}
                    title={title}
                    style={{
                      ...place(mulai, selesai),
                      gridColumn: lanes > 1 ? lane + 1 : undefined,
                    }}
                  >
                    {content}
                  </li>
                ))}
                {placed.length === 0 && <li className={`${classes.free} dim`}>{emptyDay}</li>}
              </ul>
            </div>
          )
        })}
      </section>
      {table && <div className={classes.asTable}>{table}</div>}
    </>
  )
}
