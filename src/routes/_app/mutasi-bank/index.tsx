import { IconChecklist, IconUpload } from '@tabler/icons-react'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import type { mutasiBank } from '#contract/billing/mutasiBank/mutasiBank.ts'
import { MutasiBanks } from '#src/data/resources/mutasiBank.ts'
import { useCan } from '#src/data/session/session.ts'
import {
  lineName,
  LineStatus,
  matchOf,
  bankLinePlace,
  ProposalCell,
  useLineActions,
  useLineQueue,
} from '#src/routes/_app/mutasi-bank/-mutasi.tsx'
import { numberText, shortTanggal } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import type { BulkAction } from '#src/ui/list/bulk/bulk.ts'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { Tool } from '#src/ui/list/Tool.tsx'

export const Route = createFileRoute('/_app/mutasi-bank/')({
  ...listRoute(() => import('#src/data/resources/mutasiBank.ts').then((m) => m.MutasiBanks), {
    expand: 'bank,usulan',
    prefetch: {
      code: 'mutasi-bank/cocokkan',
      query: () => import('#src/data/resources/mutasiBank.ts').then((m) => m.lineQueue),
    },
  }),
  component: LineList,
})

const k = columnHelper(MutasiBanks)
const small = { display: 'block', fontSize: '0.8125rem' }
const columns = [
  k.accessor('tanggal', {
    cell: ({ row }) => (
      <span style={{ whiteSpace: 'nowrap' }}>
        {shortTanggal(row.tanggal)}
        <Dim style={small}>{row.bank?.nama_bank}</Dim>
      </span>
    ),
  }),
  // The description is shown in full, because banks put the name of the sender at its end.
  k.accessor('keterangan', {
    cell: ({ row }) => (
      <span style={{ overflowWrap: 'anywhere' }}>
        {row.keterangan}
        {row.referensi && <Dim style={small}>{row.referensi}</Dim>}
      </span>
    ),
  }),
  k.accessor((row) => row.masuk || null, { id: 'masuk', header: 'Masuk', cell: 'rupiah' }),
  k.accessor((row) => row.keluar || null, { id: 'keluar', header: 'Keluar', cell: 'rupiah' }),
  k.display({
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <LineStatus status={row.status} />,
  }),
  k.display({
    id: 'usulan',
    header: 'Usulan',
    cell: ({ row }) => <ProposalCell proposal={row.usulan?.[0]} />,
  }),
]
const explained = 'Sudah dicocokkan atau diabaikan'

/**
 * Bulk actions: accept the proposals that are certain (`pasti`), and ignore lines that do not
 * belong to a payment.
 */
const bulk: readonly BulkAction<typeof mutasiBank>[] = [
  {
    label: 'Terima yang pasti',
    code: 'mutasi-bank/cocokkan',
    body: 'Tiap baris dicatat menurut usulannya, jika usulan itu masih pasti.',
    except: (row) => {
      if (row.status !== 'belum') return explained
      return row.usulan?.[0]?.pasti ? undefined : 'Usulannya tidak pasti: periksa satu per satu.'
    },
    run: (row) => {
      const [best] = row.usulan ?? []
      const match = best ? matchOf(best) : {}
      return MutasiBanks.each('cocokkan', row.id, { ...match, pasti: true, versi: row.versi })
    },
  },
  {
    label: 'Abaikan',
    code: 'mutasi-bank/abaikan',
    reason: true,
    body: 'Baris ini tidak menjadi pembayaran; alasannya tetap tercatat.',
    except: (row) => (row.status === 'belum' ? undefined : explained),
    run: (row, alasan) => MutasiBanks.each('abaikan', row.id, { alasan, versi: row.versi }),
  },
]

/** Button that opens the oldest unmatched line of the bank statements. */
const StartMatching = () => {
  const navigate = useNavigate()
  const { first, count } = useLineQueue(0)
  return (
    <Tool
      icon={IconChecklist}
      disabled={first === undefined}
      onClick={() => first && void navigate(bankLinePlace(first))}
    >
      Cocokkan{count > 0 && ` (${numberText(count)})`}
    </Tool>
  )
}

function LineList() {
  const navigate = useNavigate()
  const mayMatch = useCan('mutasi-bank/cocokkan')
  const mayImport = useCan('mutasi-bank/import')
  const { ignoring, releasing } = useLineActions()
  return (
    <ListScreen
      of={MutasiBanks}
      columns={columns}
      filters={['status', 'arah', 'bank_id', 'tanggal', 'masuk', 'keluar']}
      rowName={lineName}
      open={bankLinePlace}
      bulk={bulk}
      tools={
        <>
          {mayMatch && <StartMatching />}
          {mayImport && (
            <Tool
              brief="onPhone"
              icon={IconUpload}
              onClick={() => void navigate({ to: '/mutasi-bank/import' })}
            >
              Impor
            </Tool>
          )}
        </>
      }
      actions={(row) => [row.status === 'belum' ? ignoring(row) : releasing(row)]}
    />
  )
}
