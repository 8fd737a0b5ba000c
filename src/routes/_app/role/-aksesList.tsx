import { Group, Text } from '@mantine/core'
import { useAllAccesses } from '#src/data/resources/role.ts'
import {
  AksesBadges,
  AksesName,
  bawaanOf,
  byModul,
  FilteredAkses,
} from '#src/routes/_app/role/-akses.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { Num } from '#src/ui/format/Words.tsx'
import classes from './Akses.module.css'

/**
 * List of the access codes of a role, with the differences from the default codes of its base role.
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
        {(shownRows) => (
          <ul className={classes.modules}>
            {byModul(shownRows).map(([modul, modulRows]) => (
              <li key={modul} className={classes.module}>
                <Group gap="sm" px="sm" py="xs" className={classes.head}>
                  <b>{modul}</b>
                  <Num dim>
                    {modulRows.filter((r) => held.has(r.kode)).length} dari {modulRows.length}
                  </Num>
                </Group>
                {modulRows.map((row) => (
                  <div key={row.kode} className={classes.row} data-held={held.has(row.kode)}>
                    <span className={classes.mark} aria-hidden>
                      {held.has(row.kode) ? '✓' : '–'}
                    </span>
                    <span className="sr">
                      {held.has(row.kode) ? 'Diizinkan:' : 'Tidak diizinkan:'}
                    </span>
                    <AksesName row={row} />
                    <AksesBadges row={row} bawaan={bawaan} />
                  </div>
                ))}
              </li>
            ))}
          </ul>
        )}
      </FilteredAkses>
    </>
  )
}
