/**
 * Components for access codes: search, name and badges of a code. They are shared by the pages that
 * show and edit a role.
 */
import { Group, TextInput, Text } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { AccessRow } from '#src/data/resources/role.ts'
import { Toggles } from '#src/ui/form/fields/Toggles.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import classes from './Akses.module.css'

const fold = (text: string) => text.toLowerCase()
const matches = (row: AccessRow, q: string) =>
  fold(`${row.nama} ${row.kode} ${row.modul}`).includes(fold(q.trim()))
export const byModul = (rows: readonly AccessRow[]) =>
  [...Map.groupBy(rows, (r) => r.modul)].toSorted(([a], [b]) => a.localeCompare(b, 'id'))
/**
 * Returns the default access codes of a built-in role; empty if `baseRole` is missing. A custom
 * role can be reset to the default codes of its base role.
 */
export const bawaanOf = (
  rows: readonly AccessRow[],
  baseRole: number | null | undefined,
): string[] => (baseRole ? rows.filter((r) => r.bawaan.includes(baseRole)).map((r) => r.kode) : [])

type AksesFilter = 'semua' | 'dipegang' | 'beda' | 'sensitif'
/**
 * Search field and filter for access codes. `children` renders the matching codes below the search
 * field. `held`: codes of the role. `bawaan`: default codes of the base role.
 */
export const FilteredAkses = ({
  rows,
  held,
  bawaan,
  children,
}: {
  rows: readonly AccessRow[]
  held: ReadonlySet<string>
  bawaan: ReadonlySet<string>
  children: (rows: AccessRow[]) => ReactNode
}) => {
  const [q, setQ] = useState('')
  const [filter, setFilter] = useState<AksesFilter>('semua')
  const kinds: Record<AksesFilter, [label: string, keep: (r: AccessRow) => boolean]> = {
    semua: ['Semua', () => true],
    dipegang: ['Diizinkan', (r) => held.has(r.kode)],
    beda: ['Beda dari bawaan', (r) => held.has(r.kode) !== bawaan.has(r.kode)],
    sensitif: ['Sensitif', (r) => r.sensitif],
  }
  const shownRows = rows.filter((r) => matches(r, q) && kinds[filter][1](r))
  return (
    <>
      <Group justify="space-between" align="end" mb="sm" className={classes.tools}>
        <TextInput
          type="search"
          flex="1 1 14rem"
          maw="24rem"
          label="Cari akses"
          value={q}
          onChange={(e) => setQ(e.currentTarget.value)}
          leftSection={<IconSearch size={16} aria-hidden />}
          autoComplete="off"
          onKeyDown={(e) => {
            if (e.key === 'Enter') e.preventDefault()
            if (e.key === 'Escape' && q) {
              e.preventDefault()
              setQ('')
            }
          }}
        />
        <Toggles
          label="Tampilkan"
          value={filter}
          choose={setFilter}
          items={(['semua', 'dipegang', 'beda', 'sensitif'] as const).map((k) => ({
            key: k,
            label: kinds[k][0],
            count: rows.filter(kinds[k][1]).length,
          }))}
        />
      </Group>
      {shownRows.length === 0 ? (
        <Text c="dimmed" my="md" role="status">
          Tidak ada yang cocok
        </Text>
      ) : (
        children(shownRows)
      )}
    </>
  )
}
/** Name of an access code, followed by the code. */
export const AksesName = ({ row }: { row: AccessRow }) => (
  <span className={classes.name}>
    {row.nama}
    <code>
      {row.kode}
      {row.jenis === 'halaman' && ' · halaman'}
    </code>
  </span>
)
/**
 * Badges of an access code. They show whether the code is sensitive, and whether it is one of the
 * default codes.
 */
export const AksesBadges = ({ row, bawaan }: { row: AccessRow; bawaan: ReadonlySet<string> }) => (
  <span className={`badges ${classes.badges}`}>
    {row.sensitif && <Badge tone="orange">Sensitif</Badge>}
    {bawaan.has(row.kode) && <Badge>Bawaan</Badge>}
  </span>
)
