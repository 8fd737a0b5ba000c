/**
 * Shows the number of taken seats of a class, with a warning if it is below the minimum of the
 * course.
 */
import { Group } from '@mantine/core'
import type { Kelas } from '#src/routes/_app/kursus-pelatih/-kelas.ts'
import { numberText } from '#src/ui/format/format.ts'
import { Num } from '#src/ui/format/Words.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'

export const Seats = ({ kelas: { isi, kapasitas, kursus, status } }: { kelas: Kelas }) => {
  const [takenSeats, least] = [isi?.terisi ?? 0, kursus?.kapasitas_min ?? 0]
  return (
    <Group gap="0.5rem" component="span">
      <Num>
        {numberText(takenSeats)} dari {numberText(kapasitas ?? 0)}
      </Num>
      {status === 'aktif' && takenSeats < least && (
        <Badge tone="orange">{`minimal ${numberText(least)}`}</Badge>
      )}
    </Group>
  )
}
