/** Lesson on the day board: time, course, coach and room, with the people beside them. */
import { Text } from '@mantine/core'
import { JenisPertemuan, StatusKeberangkatan, StatusPertemuan } from '#contract/enums.ts'
import type { BoardLesson as Lesson } from '#src/data/attendance/attendance.ts'
import { jamSpan } from '#src/ui/format/format.ts'
import { Badge, Badges } from '#src/ui/list/rows/Badge.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { takesPlace } from '../-calendar/calendarEvents.ts'
import { isRunning, lacksCoach, lateOf, type BoardMark, type Person, type Shared } from './board.ts'
import { BoardPerson } from './boardPerson.tsx'
import type { Grouping } from './boardSearch.ts'
import classes from './DayBoard.module.css'

interface Props {
  lesson: Lesson
  people: readonly Person[]
  grouping: Grouping
  shared: Shared
  now: number
  mark: (person: Person, newMark: BoardMark) => void
}
const { berangkat, tidakBerangkat } = StatusKeberangkatan
/** Returns the coach, room and outlet of a lesson, without the name that the section has. */
const placeOf = ({ lesson: { pelatih, ruang, gedung }, grouping, shared }: Props): string =>
  [
    grouping === 'pelatih' ? '' : pelatih.nama,
    pelatih.status_keberangkatan === berangkat ? 'berangkat' : '',
    grouping === 'ruang' ? '' : ruang.nama,
    grouping === 'ruang' || shared.isOneOutlet ? '' : gedung.nama,
  ]
    .filter(Boolean)
    .join(' · ')

/** Badge of a coach who has reported an absence or has not set out. */
const MissingCoach = ({ pelatih: { status_keberangkatan, alasan } }: Lesson) =>
  status_keberangkatan === tidakBerangkat ? (
    <>
      <Badge tone="red">Guru tidak berangkat</Badge>
      {alasan && <Text size="sm">{alasan}</Text>}
    </>
  ) : (
    <Badge tone="orange">Guru belum berangkat</Badge>
  )

const Head = (props: Props) => {
  const { lesson, people, grouping, shared, now } = props
  const { jenis, status, jam_mulai, jam_selesai, gedung, kursus } = lesson
  const isOn = takesPlace(status)
  // The title of a section by time has the zone.
  const zone = shared.isOneZone || grouping === 'jam' ? undefined : gedung.zona_waktu
  const marked = people.filter(({ kode_absensi }) => kode_absensi !== null).length
  return (
    <div>
      <PlaceLink to="/kursus-pelatih/absensi" search={{ id: lesson.id }} className={classes.name}>
        {`${jamSpan(jam_mulai, jam_selesai, zone)} ${kursus.nama}`}
      </PlaceLink>
      <Text size="sm" c="dimmed">
        {placeOf(props)}
      </Text>
      <Badges>
        {jenis !== 'reguler' && (
          <Badge tone={JenisPertemuan.tone(jenis)}>{JenisPertemuan.label(jenis)}</Badge>
        )}
        {!isOn && (
          <Badge tone={StatusPertemuan.tone(status)}>{StatusPertemuan.label(status)}</Badge>
        )}
        {isOn && people.length > 1 && (
          <Badge
            tone={marked === people.length ? 'green' : 'gray'}
          >{`${marked} dari ${people.length}`}</Badge>
        )}
        {lacksCoach(lesson, now) && <MissingCoach {...lesson} />}
      </Badges>
      {isOn && lesson.terhalang && (
        <Text size="sm" c="dimmed">
          {lesson.terhalang}
        </Text>
      )}
    </div>
  )
}

/**
 * Lesson of the board. A lesson that does not take place only names its people, because nobody is
 * marked in it.
 */
export const BoardLesson = (props: Props) => {
  const { lesson, people, now, mark } = props
  const isOn = takesPlace(lesson.status)
  const late = lateOf(lesson, now)
  return (
    <article
      className={classes.lesson}
      data-lesson={lesson.id}
      data-running={isRunning(lesson, now) || undefined}
      data-cancelled={isOn ? undefined : true}
      aria-label={`${jamSpan(lesson.jam_mulai, lesson.jam_selesai)} ${lesson.kursus.nama}, ${lesson.ruang.nama}`}
    >
      <Head {...props} />
      {people.length === 0 && <Text c="dimmed">Tidak ada peserta</Text>}
      {people.length > 0 && !isOn && (
        <Text c="dimmed">{people.map(({ nama }) => nama).join(', ')}</Text>
      )}
      {people.length > 0 && isOn && (
        <ul className={classes.people} aria-label="Tandai hadir">
          {people.map((person) => (
            <BoardPerson
              key={person.key}
              person={person}
              late={late}
              disabled={lesson.terhalang !== null}
              mark={(newMark) => mark(person, newMark)}
            />
          ))}
        </ul>
      )}
    </article>
  )
}
