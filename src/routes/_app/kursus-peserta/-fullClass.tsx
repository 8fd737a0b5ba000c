/** Next steps for a student whose class is full. */
import { Group } from '@mantine/core'
import { useCan } from '#src/data/session/session.ts'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'

/**
 * Returns whether the signed-in user may open the page that searches free slots for a new course of
 * a student.
 */
export const useMayAddCourse = (): boolean => {
  const [maySearch, mayAdd] = [useCan('lead/aktivasi'), useCan('user/tambah-kursus-peserta')]
  return maySearch && mayAdd
}

/** Link to the page that searches free seats and free hours of coaches for the student. */
export const FullClassSteps = ({ peserta_id }: { peserta_id: number }) => {
  const mayAddCourse = useMayAddCourse()
  return (
    <Group className="wide" gap="xs">
      {mayAddCourse && (
        <LinkButton
          variant="default"
          place={{
            to: '/sales/tambah-kursus-peserta',
            search: { id: peserta_id, sumber: 'peserta' },
          }}
        >
          Cari jam kosong
        </LinkButton>
      )}
    </Group>
  )
}
