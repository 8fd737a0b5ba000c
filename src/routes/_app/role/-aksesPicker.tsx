import '#src/styles/parts.css'
import { Button, Group, Switch, Text } from '@mantine/core'
import { useAllAccesses } from '#src/data/resources/role.ts'
import { useHolds, useMe } from '#src/data/session/session.ts'
import { bawaanOf, FilteredAkses, type AksesRow } from '#src/routes/_app/role/-akses.tsx'
import { AksesGroup } from '#src/routes/_app/role/-aksesGroup.tsx'
import { Dim } from '#src/ui/format/Words.tsx'
import classes from './Akses.module.css'

/**
 * Access codes of the dashboard and the portals. A role without any of these codes starts on the
 * first page of its menu.
 */
const startPageCodes = [
  'dashboard',
  'portal/sales',
  'portal/pelatih',
  'portal/peserta',
  'portal/akun-billing',
]

/** List of the access codes that saving would add and remove, updated on every change. */
const AksesChanges = ({ added, taken }: { added: string[]; taken: string[] }) =>
  added.length + taken.length > 0 ? (
    <div className={classes.changes} role="status" aria-label="Perubahan akses">
      {added.length > 0 && (
        <div>
          <b>Ditambah ({added.length}):</b> {added.join(', ')}
        </div>
      )}
      {taken.length > 0 && (
        <div>
          <b>Dicabut ({taken.length}):</b> {taken.join(', ')}
        </div>
      )}
    </div>
  ) : null

interface AksesPickerProps {
  value: readonly string[]
  set: (accesses: string[]) => void
  /** Access codes of the role as stored. */
  before: readonly string[]
  baseRole: number | null | undefined
  error?: string
}
/**
 * Field that grants and revokes access codes. Users can only grant or revoke codes that they hold
 * themselves. The server enforces the same rule.
 */
export const AksesPicker = ({ value, set, before, baseRole, error }: AksesPickerProps) => {
  const rows = useAllAccesses()
  const holds = useHolds()
  const wildcard = useMe()?.role?.accesses[0] === '*'
  const bawaan = new Set(bawaanOf(rows, baseRole))
  const held = new Set(value)
  const all = value[0] === '*'
  const mayGive = ({ kode }: AksesRow) => holds(kode)
  const nameOf = (kode: string) =>
    kode === '*' ? 'Semua akses (*)' : (rows.find((r) => r.kode === kode)?.nama ?? kode)
  // Keeps the order of the stored codes. If the user undoes all changes, the value then equals the
  // stored value, so the form counts as unchanged.
  const write = (next: ReadonlySet<string>) =>
    set([
      ...before.filter((k) => next.has(k)),
      ...rows.map((r) => r.kode).filter((k) => next.has(k) && !before.includes(k)),
    ])
  const toggle = (of: readonly AksesRow[], on: boolean) => {
    const next = new Set(held)
    for (const row of of.filter(mayGive))
      if (on) next.add(row.kode)
      else next.delete(row.kode)
    write(next)
  }
  const reset = () =>
    write(new Set(rows.filter((r) => (mayGive(r) ? bawaan : held).has(r.kode)).map((r) => r.kode)))
  const added = value.filter((k) => !before.includes(k))
  const removedCodes = before.filter((k) => !held.has(k))
  const isBawaan = !all && value.length === bawaan.size && value.every((k) => bawaan.has(k))
  return (
    <div className="wide" data-field="accesses">
      {wildcard && (
        <Switch
          mb="md"
          label="Semua akses (*)"
          description="Boleh melakukan apa saja, juga yang baru ditambahkan kelak"
          checked={all}
          onChange={(e) =>
            set(e.currentTarget.checked ? ['*'] : [...(before[0] === '*' ? bawaan : before)])
          }
        />
      )}
      {!all && (
        <>
          <FilteredAkses rows={rows} held={held} bawaan={bawaan}>
            {(shown) => (
              <AksesGroup
                key={shown.group.label}
                shown={shown}
                held={held}
                bawaan={bawaan}
                edit={{ mayGive, toggle }}
              />
            )}
          </FilteredAkses>
          <Group gap="sm" mt="sm">
            <Button variant="default" disabled={isBawaan || bawaan.size === 0} onClick={reset}>
              Kembalikan ke bawaan
            </Button>
            {baseRole != null && !startPageCodes.some((k) => held.has(k)) && (
              <Dim>
                Tanpa Dashboard atau portal, halaman pertama setelah masuk adalah menu pertama yang
                boleh dibuka.
              </Dim>
            )}
          </Group>
        </>
      )}
      {error && (
        <Text role="alert" c="var(--mantine-color-error)" mt="sm">
          {error}
        </Text>
      )}
      <AksesChanges added={added.map(nameOf)} taken={removedCodes.map(nameOf)} />
    </div>
  )
}
