/** Dashboard panel with the cash state of each outlet. */
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Tone } from '#contract/enums.ts'
import { tillsQuery, type TillState } from '#src/data/dashboard.ts'
import { useCan } from '#src/data/session/session.ts'
import { rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

/** Polling interval in ms: the maximum age of a figure while the page is visible. */
const every = 3 * 60_000

/** Returns the state of a till in words, with its colour. */
const stateOf = ({ terakhir, sejak, hari_ini }: TillState): [tone: Tone, text: string] => {
  if (!terakhir) return ['gray', 'Belum pernah ditutup']
  if (terakhir.tanggal >= hari_ini) return ['green', 'Sudah ditutup hari ini']
  if (sejak === null) return ['gray', 'Belum ada uang masuk']
  return sejak < hari_ini
    ? ['orange', `Belum ditutup sejak ${shortTanggal(sejak)}`]
    : ['blue', 'Buka hari ini']
}

const Tills = ({ rows }: { rows: readonly TillState[] }) => {
  const mayClose = useCan('tutup-kas/create')
  const mayView = useCan('tutup-kas/view')
  return (
    <DataTable
      caption="Kas outlet"
      empty="Belum ada outlet"
      rows={rows}
      rowKey={(till) => till.gedung_id}
      columns={[
        {
          label: 'Outlet',
          cell: ({ gedung_id, nama, terakhir, hari_ini }) =>
            mayClose && (terakhir?.tanggal ?? '') < hari_ini ? (
              <PlaceLink to="/tutup-kas/form" search={{ gedung_id }}>
                {nama}
              </PlaceLink>
            ) : (
              nama
            ),
        },
        {
          label: 'Keadaan',
          cell: (till) => {
            const [tone, text] = stateOf(till)
            return <Badge tone={tone}>{text}</Badge>
          },
        },
        {
          label: 'Seharusnya di laci',
          right: true,
          cell: ({ seharusnya }) => (seharusnya === null ? '–' : rupiah(seharusnya)),
        },
        {
          label: 'Terakhir dihitung',
          right: true,
          cell: ({ terakhir }) => (terakhir ? <LastCount last={terakhir} link={mayView} /> : '–'),
        },
      ]}
    />
  )
}
/** Counted cash of the latest closing, its day and a difference. */
const LastCount = ({
  last: { id, tanggal, dihitung, selisih },
  link,
}: {
  last: NonNullable<TillState['terakhir']>
  link: boolean
}) => (
  <>
    {link ? (
      <PlaceLink to="/tutup-kas/view" search={{ id }}>
        {rupiah(dihitung)}
      </PlaceLink>
    ) : (
      rupiah(dihitung)
    )}
    <Dim style={{ display: 'block', fontSize: '0.8125rem' }}>
      {shortTanggal(tanggal)}
      {selisih !== 0 && `, selisih ${rupiah(selisih)}`}
    </Dim>
  </>
)

/** Cash state of each outlet in the scope of the user. */
export const TillsPanel = () => {
  const may = useCan('tutup-kas/index')
  const { data, isError } = useQuery({ ...tillsQuery, enabled: may, refetchInterval: every })
  if (!may) return null
  return (
    <Panel title="Kas outlet">
      {data && <Tills rows={data} />}
      {!data && isError && <Text m={0}>Gagal dimuat</Text>}
      {!data && !isError && <Skeleton h={120} />}
    </Panel>
  )
}
