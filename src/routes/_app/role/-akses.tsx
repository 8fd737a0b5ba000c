import '#src/styles/alur.css'
import '#src/styles/role.css'
import '#src/styles/bagian.css'
/** The codes of a role, by module: to look at (`DaftarAkses`) and to give and take (`PilihAkses`). */
import { Button, Switch, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { useAllAccesses, type AccessRow } from '#src/data/role.ts'
import { useHolds, useMe } from '#src/data/session.ts'
import { Badge } from '#src/ui/table.tsx'

const fold = (text: string) => text.toLowerCase()
const matches = (row: AccessRow, q: string) =>
  fold(`${row.nama} ${row.kode} ${row.modul}`).includes(fold(q.trim()))
const byModul = (rows: readonly AccessRow[]) =>
  [...Map.groupBy(rows, (r) => r.modul)].toSorted(([a], [b]) => a.localeCompare(b, 'id'))
/** The codes that a seeded role held at first, and that a custom one made from it may return to. */
export const bawaanDari = (
  rows: readonly AccessRow[],
  dasar: number | null | undefined,
): string[] => (dasar ? rows.filter((r) => r.bawaan.includes(dasar)).map((r) => r.kode) : [])

type Pilah = 'semua' | 'dipegang' | 'beda' | 'sensitif'
/** Search and the choice of what is shown, over the modules that are left. */
const Saringan = ({
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
  const [pilah, setPilah] = useState<Pilah>('semua')
  const kinds: Record<Pilah, [label: string, keep: (r: AccessRow) => boolean]> = {
    semua: ['Semua', () => true],
    dipegang: ['Dipegang', (r) => held.has(r.kode)],
    beda: ['Beda dari bawaan', (r) => held.has(r.kode) !== bawaan.has(r.kode)],
    sensitif: ['Sensitif', (r) => r.sensitif],
  }
  const shown = rows.filter((r) => matches(r, q) && kinds[pilah][1](r))
  return (
    <>
      <div className="aksesTools">
        <TextInput
          type="search"
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
        <div className="toggles" role="group" aria-label="Tampilkan">
          {(['semua', 'dipegang', 'beda', 'sensitif'] as const).map((k) => (
            <button key={k} type="button" aria-pressed={k === pilah} onClick={() => setPilah(k)}>
              {kinds[k][0]} <b>{rows.filter(kinds[k][1]).length}</b>
            </button>
          ))}
        </div>
      </div>
      {shown.length === 0 ? (
        <p className="dim" role="status">
          Tidak ada yang cocok
        </p>
      ) : (
        children(shown)
      )}
    </>
  )
}
const Nama = ({ row }: { row: AccessRow }) => (
  <span>
    {row.nama}
    <code>
      {row.kode}
      {row.jenis === 'halaman' && ' · halaman'}
    </code>
  </span>
)
const Tanda = ({ row, bawaan }: { row: AccessRow; bawaan: ReadonlySet<string> }) => (
  <span className="badges">
    {row.sensitif && <Badge tone="orange">Sensitif</Badge>}
    {bawaan.has(row.kode) && <Badge>Bawaan</Badge>}
  </span>
)

/** What a role holds, and where that differs from what its base held at first. */
export const DaftarAkses = ({
  accesses,
  dasar,
}: {
  accesses: readonly string[]
  dasar: number | null
}) => {
  const rows = useAllAccesses()
  const bawaan = new Set(bawaanDari(rows, dasar))
  if (accesses[0] === '*')
    return (
      <p className="note">
        Semua akses (*): role ini boleh melakukan apa saja, juga yang baru ditambahkan kelak.
      </p>
    )
  const held = new Set(accesses)
  const added = accesses.filter((kode) => !bawaan.has(kode)).length
  const missing = [...bawaan].filter((kode) => !held.has(kode)).length
  return (
    <>
      <p className="dim" style={{ marginTop: 0 }}>
        {added === 0 && missing === 0
          ? 'Sama dengan bawaan.'
          : `Dibanding bawaan: ${added} ditambah, ${missing} dicabut.`}
      </p>
      <Saringan rows={rows} held={held} bawaan={bawaan}>
        {(shown) => (
          <ul className="moduls">
            {byModul(shown).map(([modul, own]) => (
              <li key={modul} className="modul">
                <div className="modulHead">
                  <b>{modul}</b>
                  <span className="dim num">
                    {own.filter((r) => held.has(r.kode)).length} dari {own.length}
                  </span>
                </div>
                {own.map((row) => (
                  <div key={row.kode} className="akses" data-held={held.has(row.kode)}>
                    <span className="mark" aria-hidden>
                      {held.has(row.kode) ? '✓' : '–'}
                    </span>
                    <span className="sr">
                      {held.has(row.kode) ? 'Dipegang:' : 'Tidak dipegang:'}
                    </span>
                    <Nama row={row} />
                    <Tanda row={row} bawaan={bawaan} />
                  </div>
                ))}
              </li>
            ))}
          </ul>
        )}
      </Saringan>
    </>
  )
}

interface PilihProps {
  value: readonly string[]
  set: (accesses: string[]) => void
  /** What is stored now. */ before: readonly string[]
  dasar: number | null | undefined
  error?: string
}
/** Giving and taking. What the person does not hold is shown and cannot be touched: the server refuses it as well. */
export const PilihAkses = ({ value, set, before, dasar, error }: PilihProps) => {
  const rows = useAllAccesses()
  const holds = useHolds()
  const wildcard = useMe()?.role?.accesses[0] === '*'
  const bawaan = new Set(bawaanDari(rows, dasar))
  const held = new Set(value)
  const all = value[0] === '*'
  const mayGive = ({ kode }: AccessRow) => holds(kode)
  const nameOf = (kode: string) =>
    kode === '*' ? 'Semua akses (*)' : (rows.find((r) => r.kode === kode)?.nama ?? kode)
  // What is as it was keeps its place, so that a change and its reverse are no change.
  const write = (next: ReadonlySet<string>) =>
    set([
      ...before.filter((k) => next.has(k)),
      ...rows.map((r) => r.kode).filter((k) => next.has(k) && !before.includes(k)),
    ])
  const toggle = (of: readonly AccessRow[], on: boolean) => {
    const next = new Set(held)
    for (const row of of.filter(mayGive))
      if (on) next.add(row.kode)
      else next.delete(row.kode)
    write(next)
  }
  const reset = () =>
    write(new Set(rows.filter((r) => (mayGive(r) ? bawaan : held).has(r.kode)).map((r) => r.kode)))
  const added = value.filter((k) => !before.includes(k))
  const taken = before.filter((k) => !held.has(k))
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
            set(e.currentTarget.checked ? ['*'] : before[0] === '*' ? [...bawaan] : [...before])
          }
        />
      )}
      {!all && (
        <>
          <Saringan rows={rows} held={held} bawaan={bawaan}>
            {(shown) => (
              <div className="moduls">
                {byModul(shown).map(([modul, own]) => (
                  <Modul
                    key={modul}
                    modul={modul}
                    rows={own}
                    held={held}
                    bawaan={bawaan}
                    mayGive={mayGive}
                    toggle={toggle}
                  />
                ))}
              </div>
            )}
          </Saringan>
          <div className="actions" style={{ marginTop: '.9rem' }}>
            <Button variant="default" disabled={isBawaan || bawaan.size === 0} onClick={reset}>
              Kembalikan ke bawaan
            </Button>
            {dasar != null &&
              ![
                'dashboard',
                'portal/sales',
                'portal/pelatih',
                'portal/peserta',
                'portal/akun-billing',
              ].some((k) => held.has(k)) && (
                <span className="dim">
                  Tanpa Dashboard atau portal, halaman pertama setelah masuk adalah menu pertama
                  yang boleh dibuka.
                </span>
              )}
          </div>
        </>
      )}
      {error && (
        <p role="alert" style={{ color: 'var(--mantine-color-error)' }}>
          {error}
        </p>
      )}
      {(added.length > 0 || taken.length > 0) && (
        <div className="aksesUbah" role="status" aria-label="Perubahan akses">
          {added.length > 0 && (
            <p>
              <b>Ditambah ({added.length}):</b> {added.map(nameOf).join(', ')}
            </p>
          )}
          {taken.length > 0 && (
            <p>
              <b>Dicabut ({taken.length}):</b> {taken.map(nameOf).join(', ')}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

const Modul = ({
  modul,
  rows,
  held,
  bawaan,
  mayGive,
  toggle,
}: {
  modul: string
  rows: AccessRow[]
  held: ReadonlySet<string>
  bawaan: ReadonlySet<string>
  mayGive: (row: AccessRow) => boolean
  toggle: (rows: readonly AccessRow[], on: boolean) => void
}) => {
  const id = useId()
  const free = rows.filter(mayGive)
  const count = rows.filter((r) => held.has(r.kode)).length
  const whole = free.length > 0 && free.every((r) => held.has(r.kode))
  return (
    <div className="modul" role="group" aria-labelledby={id}>
      <div className="modulHead">
        <input
          type="checkbox"
          id={`${id}-semua`}
          checked={whole}
          disabled={free.length === 0}
          aria-label={`Semua akses ${modul}`}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !whole
          }}
          onChange={() => toggle(rows, !whole)}
        />
        <label id={id} htmlFor={`${id}-semua`}>
          {modul}
        </label>
        <span className="dim num">
          {count} dari {rows.length}
        </span>
      </div>
      {rows.map((row) => {
        const may = mayGive(row)
        return (
          <label
            key={row.kode}
            className="akses"
            title={may ? undefined : 'Anda tidak memegang akses ini sendiri'}
          >
            <input
              type="checkbox"
              checked={held.has(row.kode)}
              disabled={!may}
              onChange={(e) => toggle([row], e.currentTarget.checked)}
            />
            <Nama row={row} />
            <Tanda row={row} bawaan={bawaan} />
          </label>
        )
      })}
    </div>
  )
}
