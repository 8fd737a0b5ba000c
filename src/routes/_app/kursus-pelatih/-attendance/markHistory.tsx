/** History of a lesson: the changes of its attendance marks, and its audit log entries. */
import { Box, Text } from '@mantine/core'
import { Suspense } from 'react'
import { AttendanceHistory } from '#src/data/attendance/attendance.ts'
import { Pertemuans } from '#src/data/resources/pertemuan.ts'
import { useCan } from '#src/data/session/session.ts'
import { waktu } from '#src/ui/format/format.ts'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordHistory } from '#src/ui/record/Record.tsx'

/**
 * Panel with the history of a lesson. Changes of attendance marks are shown to all users who record
 * attendance. Audit log entries are shown only to users who may read the audit log. The panel is
 * hidden if there are no changes and the user may not read the audit log.
 */
export const LessonHistory = ({ id, zone }: { id: number; zone: string }) => {
  const changes = AttendanceHistory.useOptionalQuery({ id }).data?.perubahan ?? []
  const readsLog = useCan('audit/index')
  if (changes.length === 0 && !readsLog) return null
  return (
    <Panel title="Riwayat">
      {changes.length > 0 && (
        <Box
          component="ul"
          aria-label="Perubahan tanda"
          m={0}
          mb="md"
          p={0}
          style={{ listStyle: 'none' }}
        >
          {changes.map(({ id: key, nama, dari, ke, oleh, diubah_at }) => (
            <li key={key}>
              {`${nama}: ${dari} → ${ke}`}
              <Text span c="dimmed">{`, oleh ${oleh ?? 'sistem'}, ${waktu(diubah_at, zone)}`}</Text>
            </li>
          ))}
        </Box>
      )}
      {readsLog && (
        <Suspense>
          <RecordHistory entitas="pertemuan" id={id} of={Pertemuans} />
        </Suspense>
      )}
    </Panel>
  )
}
