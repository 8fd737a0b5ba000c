/** Dialog with the details of a lesson and its actions. */
import { Button, Group, Stack } from '@mantine/core'
import { Suspense } from 'react'
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
      <Facts
        items={[
          ['Kursus', row.kursus?.nama],
          ['Waktu', lessonTime(row)],
          ['Guru', row.pelatih?.name],
          ...(row.pelatih_asli ? [['Menggantikan', row.pelatih_asli.name] as const] : []),
          ['Ruang', `${row.ruang?.nama ?? '–'}, ${row.gedung?.nama ?? '–'}`],
          ...(row.kursus_pelatih ? [['Kelas', row.kursus_pelatih.kode] as const] : []),
          ...(row.calon
            ? [['Calon peserta', <Candidate key="calon" calon={row.calon} />] as const]
            : []),
          ...(row.untuk_pengganti ? [['Peserta', 'Kelas pengganti saja'] as const] : []),
          ...(row.honor_nominal === null ? [] : [['Honor', rupiah(row.honor_nominal)] as const]),
          ...(row.alasan ? [['Alasan', row.alasan] as const] : []),
          ...(row.catatan ? [['Catatan', row.catatan] as const] : []),
        ]}
      />
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
