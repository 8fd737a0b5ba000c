/** Section with the courses of a student, and a dialog for a new enrolment. */
import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { EnrolmentForm } from '#src/routes/_app/kursus-peserta/-form.tsx'
import { PesertaJadwal } from '#src/routes/_app/user/-tab.tsx'
import { Can } from '#src/ui/access/Can.tsx'

/**
 * Section with the courses of a student. `isActive`: whether the student is active; a deactivated
 * or anonymised student cannot be enrolled.
 */
export const PesertaKursus = ({ id, isActive }: { id: number; isActive: boolean }) => {
  const [isOpen, open] = useState(false)
  return (
    <>
      {isActive && (
        <Can do="kursus-peserta/create">
          <Group justify="flex-end" mb="0.75rem">
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => open(true)}
            >
              Tambah Kursus
            </Button>
          </Group>
          <EnrolmentForm
            target={{ id: isOpen ? 0 : null, close: () => open(false) }}
            peserta={id}
          />
        </Can>
      )}
      <PesertaJadwal id={id} />
    </>
  )
}
