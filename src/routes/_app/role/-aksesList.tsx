import { Text } from '@mantine/core'
import { useAllAccesses } from '#src/data/resources/role.ts'
import { bawaanOf, FilteredAkses } from '#src/routes/_app/role/-akses.tsx'
import { AksesGroup } from '#src/routes/_app/role/-aksesGroup.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'

/**
 * Summaries of the access codes of a role, with the differences from the default codes of its base
 * role.
 */
export const AksesList = ({
  accesses,
  baseRole,
}: {
  accesses: readonly string[]
  baseRole: number | null
}) => {
  const rows = useAllAccesses()
  const bawaan = new Set(bawaanOf(rows, baseRole))
  if (accesses[0] === '*')
    return (
      <Note>
        Semua akses (*): role ini boleh melakukan apa saja, juga yang baru ditambahkan kelak.
      </Note>
    )
  const held = new Set(accesses)
  const added = accesses.filter((kode) => !bawaan.has(kode)).length
  const missing = [...bawaan].filter((kode) => !held.has(kode)).length
  return (
    <>
      <Text c="dimmed" mb="sm">
        {added === 0 && missing === 0
          ? 'Sama dengan bawaan.'
          : `Dibanding bawaan: ${added} ditambah, ${missing} dicabut.`}
      </Text>
      <FilteredAkses rows={rows} held={held} bawaan={bawaan}>
        {(shown) => (
          <AksesGroup key={shown.group.label} shown={shown} held={held} bawaan={bawaan} />
        )}
      </FilteredAkses>
    </>
  )
}
