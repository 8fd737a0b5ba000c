/**
 * Note on the attendance marks of a lesson that are queued on this device or were rejected by the
 * server.
 */
import { Button, Group, Text } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import {
  dropMark,
  resendMark,
  sendQueue,
  type QueuedMark,
} from '#src/data/attendance/attendanceQueue.ts'
import { onlineAtom } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'

const Refused = ({ mark }: { mark: QueuedMark }) => (
  <Note tone="red" role="alert" mb="sm" title={`Tidak tersimpan: ${mark.label}`}>
    {mark.refused}
    <Group gap="xs" mt="xs">
      <Button h={44} variant="default" onClick={() => resendMark(mark.key)}>
        Kirim lagi
      </Button>
      <Button h={44} variant="default" onClick={() => dropMark(mark.key)}>
        Biarkan
      </Button>
    </Group>
  </Note>
)

/** Shows the number of queued attendance marks, and sends them when the connection is back. */
export const SendingState = ({ marks }: { marks: readonly QueuedMark[] }) => {
  const online = useAtomValue(onlineAtom)
  const waiting = marks.filter((mark) => mark.refused === undefined).length
  useEffect(() => {
    if (online) void sendQueue()
  }, [online])
  return (
    <Text role="status" aria-label="Pengiriman">
      {waiting > 0
        ? `${waiting} absensi menunggu dikirim${online ? '' : ': tidak ada koneksi'}`
        : 'Semua absensi tersimpan'}
    </Text>
  )
}
/**
 * Shows each rejected mark until the user resends or discards the mark. On the page of a lesson
 * (`lesson`), the label of a mark in another lesson says so.
 */
export const RefusedMarks = ({
  marks,
  lesson,
}: {
  marks: readonly QueuedMark[]
  lesson?: number
}) =>
  marks
    .filter((mark) => mark.refused !== undefined)
    .map((mark) => (
      <Refused
        key={mark.key}
        mark={
          lesson === undefined || mark.lesson === lesson
            ? mark
            : { ...mark, label: `${mark.label} (lain)` }
        }
      />
    ))
