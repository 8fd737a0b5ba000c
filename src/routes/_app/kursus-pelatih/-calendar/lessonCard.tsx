/** Dialog with the details of a lesson and its actions. */
import { Button, Group, Stack } from '@mantine/core'
import { Suspense, type ComponentProps, type ReactNode } from 'react'
import { JenisPertemuan, StatusPertemuan } from '#contract/enums.ts'
import { Pertemuans } from '#src/data/resources/pertemuan.ts'
import { useAllowed } from '#src/data/session/session.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { rupiah } from '#src/ui/format/format.ts'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'
import {
  lessonExpand,
  lessonTime,
  useLessonActions,
  useLessonScreens,
  type Lesson,
  type OpenLesson,
} from '../-lesson.ts'
import { LessonStudents } from './lessonStudents.tsx'

interface CardProps {
  id: number
  close: () => void
  open: (dialog: OpenLesson) => void
}
/** Name of the candidate of a trial, with a link to the lead if the reader may open it. */
const Candidate = ({ calon: { nama, lead_id } }: { calon: NonNullable<Lesson['calon']> }) =>
  lead_id === null ? (
    nama
  ) : (
    <PlaceLink to="/sales/lead/view" search={{ id: lead_id }}>
      {nama}
    </PlaceLink>
  )
type Items = ComponentProps<typeof Facts>['items']
/** Returns a list with one fact; an empty list if the fact has no value. */
const fact = (label: string, value: ReactNode): Items =>
  value === null || value === undefined || value === '' || value === false ? [] : [[label, value]]
/** Returns the facts of a lesson. Students, course, time and coach come first. */
const factsOf = (row: Lesson): Items => [
  ...fact('Peserta', row.siswa && row.siswa.length > 0 && <LessonStudents siswa={row.siswa} />),
  ...fact('Calon peserta', row.calon && <Candidate calon={row.calon} />),
  ['Kursus', row.kursus?.nama],
  ['Waktu', lessonTime(row)],
  ['Guru', row.pelatih?.name],
  ...fact('Menggantikan', row.pelatih_asli?.name),
  ['Ruang', `${row.ruang?.nama ?? '–'}, ${row.gedung?.nama ?? '–'}`],
  ...fact('Kelas', row.kursus_pelatih?.kode),
  ...fact('Untuk', row.untuk_pengganti ? 'Kelas pengganti saja' : null),
  ...fact('Honor', row.honor_nominal === null ? null : rupiah(row.honor_nominal)),
  ...fact('Alasan', row.alasan),
  ...fact('Catatan', row.catatan),
]
const CardBody = ({ id, close, open }: CardProps) => {
  const row = Pertemuans.useView(id, lessonExpand)
  const allowed = useAllowed()
  const screens = useLessonScreens()(row)
  const actions = useLessonActions(open)(row).filter((a) => a.disabled === undefined)
  return (
    <Stack>
      <Group gap="xs">
        <StatusBadge tone={StatusPertemuan.tone(row.status)}>
          {StatusPertemuan.label(row.status)}
        </StatusBadge>
        {row.jenis !== 'reguler' && (
          <StatusBadge tone={JenisPertemuan.tone(row.jenis)}>
            {JenisPertemuan.label(row.jenis)}
          </StatusBadge>
        )}
      </Group>
      <Facts items={factsOf(row)} />
      <Group gap="xs">
        {screens
          .filter((a) => !a.code || allowed(a.code))
          .map((a) => (
            <Button
              key={a.label}
              onClick={() => {
                close()
                a.run()
              }}
            >
              {a.label}
            </Button>
          ))}
        {actions
          .filter((a) => !a.code || allowed(a.code))
          .map((a) => (
            <Button
              key={a.label}
              variant="default"
              c={a.danger ? 'var(--mantine-color-error)' : undefined}
              onClick={a.run}
            >
              {a.label}
            </Button>
          ))}
      </Group>
    </Stack>
  )
}
export const LessonCard = (props: CardProps) => (
  <Dialog title="Pertemuan" close={props.close} closeButton size="lg">
    <Boundary resetKey={String(props.id)}>
      <Suspense fallback={<FormSkeleton />}>
        <CardBody {...props} />
      </Suspense>
    </Boundary>
  </Dialog>
)
