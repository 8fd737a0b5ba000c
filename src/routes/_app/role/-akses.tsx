/**
 * Access codes of a role by task of the school: search, filter and groups.
 * They are shared by the pages that show and edit a role.
 */
import { Group, TextInput, Text } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { accessGroups, codesOf } from '#contract/access/groups/accessGroups.ts'
import type { AccessGroup } from '#contract/access/groups/group.ts'
import type { AccessRow } from '#src/data/resources/role.ts'
import { Toggles } from '#src/ui/form/fields/Toggles.tsx'
import classes from './Akses.module.css'

const fold = (text: string) => text.toLowerCase()
const matches = (row: AccessRow, q: string) =>
  fold(`${row.nama} ${row.kode} ${row.modul}`).includes(fold(q.trim()))
/**
 * Returns the default access codes of a built-in role; empty if `baseRole` is missing. A custom
 * role can be reset to the default codes of its base role.
 */
export const bawaanOf = (
  rows: readonly AccessRow[],
  baseRole: number | null | undefined,
): string[] => (baseRole ? rows.filter((r) => r.bawaan.includes(baseRole)).map((r) => r.kode) : [])

/** Access code as a group shows it. */
export type AksesRow = Pick<AccessRow, 'kode' | 'nama' | 'sensitif'>
/** Ability of a group with the rows of its codes. */
export interface AbilityRows {
  phrase: string
  rows: AksesRow[]
}
/** Frame around groups of access codes. */
export const AksesGroups = ({ children }: { children: ReactNode }) => (
  <div className={classes.groups}>{children}</div>
)

/** Group of access codes as a page shows it. */
export interface GroupRows {
  group: AccessGroup
  abilities: AbilityRows[]
  /** Rows that match a search or a filter; undefined while the page shows everything. */
  matching: AksesRow[] | undefined
}
const groupRows = (rows: readonly AccessRow[], matching: AccessRow[] | undefined): GroupRows[] => {
  const byKode = new Map<string, AccessRow>(rows.map((row) => [row.kode, row]))
  return accessGroups
    .map((group) => {
      const abilities = group.abilities.map((ability) => ({
        phrase: ability.phrase,
        rows: codesOf(ability).flatMap((kode) => byKode.get(kode) ?? []),
      }))
      const codes = new Set<AksesRow>(abilities.flatMap((ability) => ability.rows))
      return { group, abilities, matching: matching?.filter((row) => codes.has(row)) }
    })
    .filter((shown) => shown.matching?.length !== 0)
}

type AksesFilter = 'semua' | 'dipegang' | 'beda' | 'sensitif'
/**
 * Search field and filter for access codes. `children` renders a group below them. `held`: codes of
 * the role. `bawaan`: default codes of the base role.
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
  children: (group: GroupRows) => ReactNode
}) => {
  const [q, setQ] = useState('')
  const [filter, setFilter] = useState<AksesFilter>('semua')
  const kinds: Record<AksesFilter, [label: string, keep: (r: AccessRow) => boolean]> = {
    semua: ['Semua', () => true],
    dipegang: ['Diizinkan', (r) => held.has(r.kode)],
    beda: ['Beda dari bawaan', (r) => held.has(r.kode) !== bawaan.has(r.kode)],
    sensitif: ['Sensitif', (r) => r.sensitif],
  }
  const showsAll = q.trim() === '' && filter === 'semua'
  const groups = groupRows(
    rows,
    showsAll ? undefined : rows.filter((r) => matches(r, q) && kinds[filter][1](r)),
  )
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
      {groups.length === 0 ? (
        <Text c="dimmed" my="md" role="status">
          Tidak ada yang cocok
        </Text>
      ) : (
        <AksesGroups>{groups.map(children)}</AksesGroups>
      )}
    </>
  )
}
