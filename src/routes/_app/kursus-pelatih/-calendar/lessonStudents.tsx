/**
 * Students of a lesson with their attendance codes, for the dialog with the details of the lesson.
 */
import { Anchor, Button, Group, Stack } from '@mantine/core'
import { KodeAbsensi } from '#contract/enums.ts'
import { waLink } from '#contract/sales/rules/waText.ts'
import { useCan } from '#src/data/session/session.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { ArrearsFlag } from '#src/ui/record/ArrearsFlag.tsx'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'
import type { Lesson } from '../-lesson.ts'

/**
 * Lists the students of a lesson. A name links to the record of the student if the reader may open
 * this record. The attendance code, the arrears flag and the WhatsApp link are shown only if the
 * reader may see them.
 */
export const LessonStudents = ({ siswa }: { siswa: NonNullable<Lesson['siswa']> }) => {
  const mayOpen = useCan('user/view')
  return (
    <Stack gap={4} role="list" aria-label="Peserta">
      {siswa.map(({ id, name, kode_absensi, menunggak, phone }) => (
        <Group key={id} gap="xs" role="listitem">
          {mayOpen ? (
            <PlaceLink to="/user/view" search={{ id }}>
              {name}
            </PlaceLink>
          ) : (
            name
          )}
          {kode_absensi && (
            <StatusBadge tone={KodeAbsensi.tone(kode_absensi)}>
              {KodeAbsensi.label(kode_absensi)}
            </StatusBadge>
          )}
          <ArrearsFlag bulan={menunggak?.bulan} />
          {phone && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`WhatsApp keluarga ${name}`}
              renderRoot={(props) => (
                <Anchor
                  {...props}
                  href={waLink(phone)}
                  target="_blank"
                  rel="noreferrer"
                  underline="never"
                />
              )}
            >
              WhatsApp
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  )
}
