/** Database rows behind a figure of a report, each with a link to its document or person. */
import '#src/styles/listParts.css'
import { Skeleton, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { AnyReport, FigureKind, ReportAnswer, ReportDetail } from '#contract/report/report.ts'
import type { List } from '#src/data/api/http.ts'
import { reportParams, rowsQuery, type ReportSearch } from '#src/data/reports.ts'
import { positive } from '#src/data/search.ts'
import type { Place } from '#src/state/place.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { shortTanggal } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Pager } from '#src/ui/list/table/Pager.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { figureText, nothing } from '#src/ui/report/words.ts'

/**
 * Returns the screen of the record to which a row belongs; undefined if the record has no screen.
 */
const recordPlace = ({ entitas, id }: ReportDetail): Place | undefined => {
  switch (entitas) {
    case 'billing':
      return { to: '/billing/view', search: { id } }
    case 'billing-payment':
      return { to: '/billing-payment/view', search: { id } }
    case 'pengeluaran-sales':
      return { to: '/pengeluaran-sales/view', search: { id } }
    case 'honor-periode':
      return { to: '/honor-periode/view', search: { id } }
    case 'lead':
      return { to: '/sales/lead/view', search: { id } }
    case 'user':
      return { to: '/user/view', search: { id } }
    default:
      return undefined
  }
}
const RowName = ({ row }: { row: ReportDetail }) => {
  const place = recordPlace(row)
  const name = row.nomor ?? row.nama ?? nothing
  return place ? <PlaceLink {...place}>{name}</PlaceLink> : name
}
interface Props {
  of: AnyReport
  search: ReportSearch
  asked: { ukuran: string; kunci: string | undefined }
  answer: ReportAnswer
}
interface Sought {
  label: string
  kind: FigureKind
  /** Value of the figure. It equals the total of the rows on all pages. */
  value: number | null | undefined
}
/**
 * Returns label, kind and value of the figure whose database rows are shown. With `kunci` the
 * figure belongs to the report line with this key, otherwise to the whole report.
 */
const soughtOf = (
  of: AnyReport,
  answer: ReportAnswer,
  { ukuran, kunci }: Props['asked'],
): Sought => {
  const line = kunci === undefined ? undefined : answer.baris.find((b) => b.kunci === kunci)
  const { label = '', kind = 'angka' } = of.all[ukuran] ?? {}
  return {
    label: [label, line?.label ?? kunci].filter(Boolean).join(' · '),
    kind,
    value: kunci === undefined || line ? (line ?? answer.total).nilai[ukuran] : undefined,
  }
}
interface RowsProps {
  list: List<ReportDetail>
  sought: Sought
  stale: boolean
  go: (patch: ReportSearch) => void
}
const Rows = ({ list: { rows, page }, sought: { label, kind, value }, stale, go }: RowsProps) => (
  <>
    <DataTable
      caption={`Rincian ${label}`}
      rows={rows.map((row, index) => ({ ...row, at: index }))}
      rowKey={(row) => row.at}
      stale={stale}
      columns={[
        { label: 'Nomor', cell: (row) => <RowName row={row} />, total: 'Semua baris' },
        { label: 'Tanggal', cell: (row) => (row.tanggal ? shortTanggal(row.tanggal) : nothing) },
        { label: 'Nama', cell: (row) => row.nama ?? nothing },
        { label: 'Uraian', cell: (row) => row.uraian ?? nothing },
        {
          label: 'Nilai',
          right: true,
          cell: (row) => figureText(kind, row.nilai),
          total: figureText(kind, value),
        },
      ]}
    />
    <Pager
      page={page}
      go={(n) => go({ page: n > 1 ? n : undefined })}
      setPerPage={(size) => go({ page: undefined, 'per-page': size })}
    />
  </>
)

export const ReportRows = ({ of, search, asked, answer }: Props) => {
  const navigate = useNavigate()
  const params = { ...reportParams(of, search), ...asked }
  const page = { page: positive(search.page) ?? 1, 'per-page': positive(search['per-page']) ?? 20 }
  const { data, error, isPlaceholderData } = useQuery({
    ...rowsQuery(of, params, page),
    placeholderData: keepPreviousData,
  })
  const sought = soughtOf(of, answer, asked)
  const back = { ...search, ukuran: undefined, kunci: undefined, page: undefined }
  return (
    <Panel
      bare
      title={sought.label}
      aside={
        <Link to="." search={back as never}>
          Kembali ke laporan
        </Link>
      }
    >
      {error && (
        <Note tone="red" role="alert">
          {error.message}
        </Note>
      )}
      {!data && !error && <Skeleton h={240} m="md" />}
      {data?.rows.length === 0 && (
        <Text c="dimmed" p="1.25rem var(--pad)">
          Tidak ada baris di balik angka ini.
        </Text>
      )}
      {data && data.rows.length > 0 && (
        <Rows
          list={data}
          sought={sought}
          stale={isPlaceholderData}
          go={(patch) => void navigate({ to: '.', search: { ...search, ...patch } as never })}
        />
      )}
    </Panel>
  )
}
