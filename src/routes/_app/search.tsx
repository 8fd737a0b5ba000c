import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Suspense, useDeferredValue, type ReactNode } from 'react'
import type { Temuan } from '#contract/calls.ts'
import { UserStatus } from '#contract/enums.ts'
import { cariPeserta, cukup, kata, panggilan, tempatPeserta } from '#src/data/cari.ts'
import { queryClient } from '#src/data/queryClient.ts'
import { useCan, useMe } from '#src/data/session.ts'
import { DataTable, type DataColumn } from '#src/ui/DataTable.tsx'
import { Boundary } from '#src/ui/Failed.tsx'
import { angka, telepon } from '#src/ui/format.ts'
import { SearchBox } from '#src/ui/list/Toolbar.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { PlaceLink } from '#src/ui/PlaceLink.tsx'
import { Badge } from '#src/ui/table.tsx'

export const Route = createFileRoute('/_app/search')({
  validateSearch: (search: Record<string, unknown>): { q?: string } =>
    typeof search.q === 'string' && search.q !== '' ? { q: search.q.slice(0, 100) } : {},
  loaderDeps: ({ search }) => search,
  loader: async ({ deps: { q = '' }, cause }) => {
    if (!cukup(kata(q))) return
    const found = queryClient.ensureQueryData(cariPeserta(kata(q))).catch(() => {})
    if (cause !== 'stay') await found
  },
  component: SearchScreen,
})

function SearchScreen() {
  const { q = '' } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <>
      <PageTitle />
      <div className="panel">
        <div className="tools">
          <SearchBox
            value={q}
            change={({ q: next }) =>
              void navigate({
                to: '/search',
                search: next === undefined ? {} : { q: String(next) },
                replace: true,
                resetScroll: false,
              })
            }
          />
        </div>
        {cukup(kata(q)) ? (
          <Boundary resetKey={q}>
            <Suspense fallback={<Note busy>Mencari…</Note>}>
              <Results q={kata(q)} />
            </Suspense>
          </Boundary>
        ) : (
          <Note>
            <b>{q === '' ? 'Ketik yang dicari' : 'Terlalu pendek: ketik minimal 2 huruf'}</b>
            <span className="dim">
              Nama, panggilan, no. induk, no. HP, email, atau nama akun billing
            </span>
          </Note>
        )}
      </div>
    </>
  )
}

const Note = ({ children, busy }: { children: ReactNode; busy?: boolean }) => (
  <div className="empty" role="status" aria-busy={busy}>
    {children}
  </div>
)

/** The user's name for a student: a link to what may be opened. */
const Nama = ({ row }: { row: Temuan }) => {
  const place = tempatPeserta(row, useMe())
  return (
    <span className="person">
      {place ? (
        <PlaceLink to={place.to} search={place.search}>
          {row.name}
        </PlaceLink>
      ) : (
        row.name
      )}
      {panggilan(row) && <small className="dim">{panggilan(row)}</small>}
    </span>
  )
}
const Kelas = ({ row }: { row: Temuan }) => {
  const may = useCan('kursus-pelatih/index')
  if (row.kelas.length === 0) return <span className="dim">–</span>
  return (
    <span className="person">
      {row.kelas.map(({ id, kode, kursus }) =>
        may ? (
          <PlaceLink key={id} to="/kursus-pelatih" search={{ q: kode }}>
            {kursus}
          </PlaceLink>
        ) : (
          <span key={id}>{kursus}</span>
        ),
      )}
    </span>
  )
}
const dash = (text: string | null | undefined) => text || <span className="dim">–</span>
const columns: DataColumn<Temuan>[] = [
  { label: 'Nama', cell: (row) => <Nama row={row} /> },
  { label: 'No. Induk', cell: (row) => <span className="num">{dash(row.no_induk)}</span> },
  { label: 'Outlet', cell: (row) => dash(row.gedung?.nama) },
  { label: 'Kursus', cell: (row) => <Kelas row={row} /> },
  { label: 'Akun Billing', cell: (row) => dash(row.akun_billing?.name) },
  { label: 'No. HP', cell: (row) => <span className="num">{dash(telepon(row.phone))}</span> },
  {
    label: 'Status',
    cell: (row) => <Badge tone={UserStatus.tone(row.status)}>{UserStatus.label(row.status)}</Badge>,
  },
]
/** A coach is told neither payer nor phone: no columns for them. */
const hidden = new Set(['Akun Billing', 'No. HP'])

const Results = ({ q }: { q: string }) => {
  // While the next answer is on its way the old rows stay, dimmed.
  const shown = useDeferredValue(q)
  const { rows, total } = useSuspenseQuery(cariPeserta(shown)).data
  const stale = shown !== q
  const told = columns.filter(
    (c) => !hidden.has(c.label) || rows.some((r) => r.akun_billing !== null || r.phone !== null),
  )
  const [typed, alike] = [rows.filter((r) => !r.mirip), rows.filter((r) => r.mirip)]
  if (rows.length === 0)
    return (
      <Note>
        <b>Tidak ada yang cocok dengan “{shown}”</b>
        <span className="dim">Periksa ejaannya, atau cari dengan no. induk atau no. HP</span>
      </Note>
    )
  return (
    <>
      <p className="resultNote" role="status">
        {typed.length === 0
          ? `Tidak ada “${shown}” persis. ${angka(total)} nama yang mirip:`
          : total > rows.length
            ? `${angka(rows.length)} teratas dari ${angka(total)} peserta. Ketik lebih lengkap untuk mempersempit.`
            : `${angka(total)} peserta`}
      </p>
      {typed.length > 0 && (
        <DataTable
          caption={`Peserta yang cocok dengan ${shown}`}
          rows={typed}
          rowKey={(r) => r.id}
          columns={told}
          stale={stale}
        />
      )}
      {typed.length > 0 && alike.length > 0 && <h2 className="resultHead">Nama yang mirip</h2>}
      {alike.length > 0 && (
        <DataTable
          caption={`Nama yang mirip dengan ${shown}`}
          rows={alike}
          rowKey={(r) => r.id}
          columns={told}
          stale={stale}
        />
      )}
    </>
  )
}
