/**
 * Printed week. As in the calendar, the columns are days and the rows are hours. Rows grow with
 * their content, so that no name is cut off. No information depends on colour alone.
 */
import { addDays } from '#contract/values/tanggal.ts'
import { jam, jamSpan, tanggalWithDay } from '#src/ui/format/format.ts'
import { Paper, usePrintedAt } from '#src/ui/print/print.tsx'
import { hoursAround, type CalendarEvent } from '#src/ui/schedule/calendar.ts'
import { eventOf, type CalendarData, type Rows } from './calendarEvents.ts'

const weekDays = 7
const hourOf = ({ jam_mulai }: { jam_mulai: string }): string => `${jam_mulai.slice(0, 2)}:00`
/** Returns the full hours from the first to the last lesson of the week. */
const hoursOf = (events: readonly CalendarEvent[]): string[] => {
  const [first] = events
  if (!first) return []
  const { from, to } = hoursAround(events, { from: first.jam_mulai, to: first.jam_selesai })
  const [begin, end] = [Number(from.slice(0, 2)), Number(to.slice(0, 2))]
  return Array.from(
    { length: Math.max(end - begin, 1) },
    (_, i) => `${String(begin + i).padStart(2, '0')}:00`,
  )
}

const LessonLines = ({ event }: { event: CalendarEvent }) => {
  const title = `${jamSpan(event.jam_mulai, event.jam_selesai)} ${event.title}`
  return (
    <p className="weekLesson">
      <b>{event.cancelled ? <s>{title}</s> : title}</b>
      {event.note && <span>{event.note}</span>}
    </p>
  )
}

/**
 * Printed week. `known` is `ruang` or `pelatih` if all lessons have the same room or coach. The
 * name of this room or coach is then printed above the table instead of in each lesson.
 */
export const PrintedWeek = ({
  data,
  monday,
  title,
  known,
}: {
  data: CalendarData
  monday: string
  title: string
  known: Rows | undefined
}) => {
  const printTime = usePrintedAt()
  const { gedung, pelatih, libur, pertemuan } = data
  const room = known === 'ruang' ? pertemuan[0]?.ruang.nama : undefined
  const events = pertemuan.map((lesson) => eventOf(lesson, known))
  const days = Array.from({ length: weekDays }, (_, i) => addDays(monday, i))
  const hours = hoursOf(events)
  return (
    <Paper
      size="list-landscape"
      aside={<h2>JADWAL PERTEMUAN</h2>}
      foot={`Jadwal Pertemuan · ${title} · ${printTime}`}
    >
      <p className="listNote">
        {[title, gedung?.nama, room, pelatih?.name, `per ${printTime}`].filter(Boolean).join(' · ')}
      </p>
      <table className="printWeek" aria-label={`Jadwal ${title}`}>
        <thead>
          <tr>
            <th scope="col">Jam</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {tanggalWithDay(day)}
                {pelatih?.cuti.some((c) => c.mulai <= day && day <= c.selesai) && (
                  <span>Guru libur</span>
                )}
                {libur
                  .filter((l) => l.tanggal === day)
                  .map((l) => (
                    <span key={`${l.gedung_id}`}>{l.nama}</span>
                  ))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour}>
              <th scope="row">{jam(hour)}</th>
              {days.map((day) => (
                <td key={day}>
                  {events
                    .filter((e) => e.tanggal === day && hourOf(e) === hour)
                    .toSorted((a, b) => (a.jam_mulai < b.jam_mulai ? -1 : 1))
                    .map((event) => (
                      <LessonLines key={event.id} event={event} />
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {events.length === 0 && <p className="listEmpty">Tidak ada pertemuan</p>}
    </Paper>
  )
}
