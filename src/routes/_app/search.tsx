import { Box, Group, Text, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Suspense, useDeferredValue } from 'react'
import { UserStatus } from '#contract/enums.ts'
import type { FoundStudent } from '#contract/search/searchCalls.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { useCan, useMe } from '#src/data/session/session.ts'
import {
  studentSearchQuery,
  isLongEnough,
  normalizeQuery,
  nickname,
  studentTarget,
} from '#src/data/studentSearch.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { numberText, phoneText } from '#src/ui/format/format.ts'
import { Dim, Num } from '#src/ui/format/Words.tsx'
import { SearchBox } from '#src/ui/list/filters/SearchBox.tsx'
import { DataTable, type DataColumn } from '#src/ui/list/table/DataTable.tsx'
import { Nothing } from '#src/ui/list/table/NoRows.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

export const Route = createFileRoute('/_app/search')({
  validateSearch: (search: Record<string, unknown>): { q?: string } =>
    typeof search.q === 'string' && search.q !== '' ? { q: search.q.slice(0, 100) } : {},
  loaderDeps: ({ search }) => search,
  loader: async ({ deps: { q = '' }, cause }) => {
    if (!isLongEnough(normalizeQuery(q))) return
    const prefetch = queryClient
      .ensureQueryData(studentSearchQuery(normalizeQuery(q)))
      .catch(() => {})
    if (cause !== 'stay') await prefetch
  },
  component: SearchScreen,
})

function SearchScreen() {
  const { q = '' } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <>
      <PageTitle />
      <Panel bare>
        <Group px="var(--pad)" py="0.7rem" className="noPrint">
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
        </Group>
        {isLongEnough(normalizeQuery(q)) ? (
          <Boundary resetKey={q}>
            <Suspense fallback={<Note busy title="Mencari…" />}>
              <Results q={normalizeQuery(q)} />
            </Suspense>
          </Boundary>
        ) : (
          <Note
            title={q === '' ? 'Ketik yang dicari' : 'Terlalu pendek: ketik minimal 2 huruf'}
            hint="Nama, panggilan, no. induk, no. HP, email, atau nama akun billing"
          />
        )}
      </Panel>
    </>
  )
}

const Note = ({ title, hint, busy }: { title: string; hint?: string; busy?: boolean }) => (
  <Box role="status" aria-busy={busy}>
    <Nothing title={title}>{hint && <Text c="dimmed">{hint}</Text>}</Nothing>
  </Box>
)

const stacked = { display: 'inline-grid' }
/** Name of a student, with a link if the reader may open the record. */
const StudentName = ({ row }: { row: FoundStudent }) => {
  const place = studentTarget(row, useMe())
  return (
    <span style={stacked}>
      {place ? <PlaceLink {...place}>{row.name}</PlaceLink> : row.name}
      {nickname(row) && <Dim>{nickname(row)}</Dim>}
    </span>
  )
}
const KelasLinks = ({ row }: { row: FoundStudent }) => {
  const may = useCan('kursus-pelatih/index')
  if (row.kelas.length === 0) return <Dim>–</Dim>
  return (
    <span style={stacked}>
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
const dash = (text: string | null | undefined) => text || <Dim>–</Dim>
const columns: DataColumn<FoundStudent>[] = [
  { label: 'Nama', cell: (row) => <StudentName row={row} /> },
  { label: 'No. Induk', cell: (row) => <Num>{dash(row.no_induk)}</Num> },
  { label: 'Outlet', cell: (row) => dash(row.gedung?.nama) },
  { label: 'Kursus', cell: (row) => <KelasLinks row={row} /> },
  { label: 'Akun Billing', cell: (row) => dash(row.akun_billing?.name) },
  { label: 'No. HP', cell: (row) => <Num>{dash(phoneText(row.phone))}</Num> },
  {
    label: 'Status',
    cell: (row) => <Badge tone={UserStatus.tone(row.status)}>{UserStatus.label(row.status)}</Badge>,
  },
]
/**
 * Labels of the columns for payer and phone number. Both columns are omitted if no row has a payer
 * or a phone number. This is the case for a coach, who may see neither.
 */
const hidden = new Set(['Akun Billing', 'No. HP'])

const countText = (shownCount: number, total: number) =>
  total > shownCount
    ? `${numberText(shownCount)} teratas dari ${numberText(total)} peserta. Ketik lebih lengkap untuk mempersempit.`
    : `${numberText(total)} peserta`

const Results = ({ q }: { q: string }) => {
  // Keeps the previous rows visible, dimmed, until the response for the new search text arrives.
  const shownQuery = useDeferredValue(q)
  const { rows, total } = useSuspenseQuery(studentSearchQuery(shownQuery)).data
  const stale = shownQuery !== q
  const shownColumns = columns.filter(
    (c) => !hidden.has(c.label) || rows.some((r) => r.akun_billing !== null || r.phone !== null),
  )
  const [typed, alike] = [rows.filter((r) => !r.mirip), rows.filter((r) => r.mirip)]
  if (rows.length === 0)
    return (
      <Note
        title={`Tidak ada yang cocok dengan “${shownQuery}”`}
        hint="Periksa ejaannya, atau cari dengan no. induk atau no. HP"
      />
    )
  return (
    <>
      <Text size="sm" c="dimmed" px="var(--pad)" pb="0.75rem" role="status">
        {typed.length === 0
          ? `Tidak ada “${shownQuery}” persis. ${numberText(total)} nama yang mirip:`
          : countText(rows.length, total)}
      </Text>
      {typed.length > 0 && (
        <DataTable
          caption={`Peserta yang cocok dengan ${shownQuery}`}
          rows={typed}
          rowKey={(r) => r.id}
          columns={shownColumns}
          stale={stale}
        />
      )}
      {typed.length > 0 && alike.length > 0 && (
        <Title order={2} fz="1rem" px="var(--pad)" pt="1rem" pb="0.6rem">
          Nama yang mirip
        </Title>
      )}
      {alike.length > 0 && (
        <DataTable
          caption={`Nama yang mirip dengan ${shownQuery}`}
          rows={alike}
          rowKey={(r) => r.id}
          columns={shownColumns}
          stale={stale}
        />
      )}
    </>
  )
}
