/**
 * Note on lessons that start soon or have started although their coach has not reported being on
 * the way.
 */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CallOutput } from '#contract/call.ts'
import { StatusKeberangkatan } from '#contract/enums.ts'
import type { unattendedLessons } from '#contract/schedule/substituteCalls.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { UnattendedLessons } from '#src/data/calls.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { jamSpan, shortTanggal } from '#src/ui/format/format.ts'
import { withLesson, type OpenLesson } from './-lesson.ts'
import { LessonDialog } from './-lessonDialogs.tsx'

/**
 * Polling interval in ms. Polling is needed because the list changes with the time of day and with
 * each report of a coach.
 */
const everyMinute = 60_000

type Unattended = CallOutput<typeof unattendedLessons>['pertemuan'][number]
const stateOf = ({ status_keberangkatan, alasan }: Unattended): string =>
  status_keberangkatan === StatusKeberangkatan.tidakBerangkat
    ? `tidak berangkat${alasan ? `: ${alasan}` : ''}`
    : 'belum berangkat'
const timeOf = ({ tanggal, jam_mulai, jam_selesai, gedung }: Unattended): string => {
  const hours = jamSpan(jam_mulai, jam_selesai, gedung.zona_waktu)
  return tanggal === currentDay(gedung.zona_waktu) ? hours : `${shortTanggal(tanggal)} ${hours}`
}

const Item = ({ one, open }: { one: Unattended; open: (dialog: OpenLesson) => void }) => (
  <Group component="li" justify="space-between" gap="0.4rem 1rem">
    <Text m={0} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <b>{timeOf(one)}</b> {one.kursus.nama}, {one.ruang.nama}, {one.gedung.nama}:{' '}
      {one.pelatih.name} {stateOf(one)}
    </Text>
    <Button
      variant="default"
      aria-label={`Cari pengganti ${one.pelatih.name} ${timeOf(one)}`}
      onClick={() => void withLesson(one.id, (row) => open({ name: 'pengganti', row }))}
    >
      Cari pengganti
    </Button>
  </Group>
)

/**
 * Note on lessons whose coach is not on the way, for users who may assign substitutes. The loader
 * of the page prefetches the data, which is then polled every minute.
 */
export const UnattendedNote = ({ gedung_id }: { gedung_id?: string }) => {
  const params = gedung_id === undefined ? {} : { gedung_id }
  const { pertemuan: lessons } = UnattendedLessons.useSuspenseData(params)
  UnattendedLessons.useOptionalQuery(params, { every: everyMinute })
  const [dialog, open] = useState<OpenLesson | null>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {lessons.length > 0 && (
        <Note tone="red" role="status" className="noPrint">
          <Group justify="space-between" gap="0.75rem" wrap="nowrap">
            <Text
              m={0}
              fw={600}
              lh={1.3}
            >{`${lessons.length} kelas yang gurunya berhalangan`}</Text>
            <Button
              variant="default"
              flex="none"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Tutup' : 'Lihat'}
            </Button>
          </Group>
          {isOpen && (
            <Stack component="ul" gap="xs" m={0} p={0} mt="sm" style={{ listStyle: 'none' }}>
              {lessons.map((lesson) => (
                <Item key={lesson.id} one={lesson} open={open} />
              ))}
            </Stack>
          )}
        </Note>
      )}
      <LessonDialog dialog={dialog} open={open} />
    </>
  )
}
