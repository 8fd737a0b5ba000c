import { IconBuildingBank, IconChecklist } from '@tabler/icons-react'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { KonfirmasiPembayarans } from '#src/data/resources/konfirmasiPembayaran.ts'
import { useCan } from '#src/data/session/session.ts'
import {
  ConfirmationStatus,
  confirmationPlace,
  useConfirmationActions,
  useConfirmationQueue,
} from '#src/routes/_app/konfirmasi-pembayaran/-konfirmasi.tsx'
import { numberText } from '#src/ui/format/format.ts'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { Tool, ToolLink } from '#src/ui/list/Tool.tsx'

export const Route = createFileRoute('/_app/konfirmasi-pembayaran/')({
  ...listRoute(
    () =>
      import('#src/data/resources/konfirmasiPembayaran.ts').then((m) => m.KonfirmasiPembayarans),
    {
      expand: 'akun_billing,bank,gedung',
      prefetch: {
        code: 'konfirmasi-pembayaran/setujui',
        query: () =>
          import('#src/data/resources/konfirmasiPembayaran.ts').then((m) => m.confirmationQueue),
      },
    },
  ),
  component: ConfirmationList,
})

const k = columnHelper(KonfirmasiPembayarans)
const columns = [
  k.accessor('nomor', { cell: ({ cell, row }) => cell.person(row.gedung?.nama) }),
  k.display({
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <ConfirmationStatus status={row.status} />,
  }),
  k.accessor((row) => row.akun_billing?.name, {
    id: 'akun_billing_id',
    header: 'Akun Billing',
    cell: 'text',
  }),
  'jumlah' as const,
  'tanggal_transfer' as const,
  k.accessor((row) => row.bank?.nama_bank, {
    id: 'bank_tujuan_id',
    header: 'Rekening Tujuan',
    cell: 'text',
  }),
  'pengirim_nama' as const,
  'created_at' as const,
]

/** Button that opens the oldest pending confirmation. */
const StartChecking = () => {
  const navigate = useNavigate()
  const { first, count } = useConfirmationQueue(0)
  return (
    <Tool
      icon={IconChecklist}
      disabled={first === undefined}
      onClick={() => first && void navigate(confirmationPlace(first))}
    >
      Periksa{count > 0 && ` (${numberText(count)})`}
    </Tool>
  )
}

function ConfirmationList() {
  const mayDecide = useCan('konfirmasi-pembayaran/setujui')
  const seesPayers = useCan('user/akun-billing')
  const seesStatements = useCan('mutasi-bank/index')
  const { refusal, withdrawal } = useConfirmationActions()
  return (
    <ListScreen
      of={KonfirmasiPembayarans}
      columns={columns.filter(
        (c) => seesPayers || typeof c === 'string' || c.id !== 'akun_billing_id',
      )}
      filters={[
        'status',
        'bulan',
        ...(seesPayers ? (['akun_billing_id'] as const) : []),
        'gedung_id',
        'bank_tujuan_id',
        'tanggal_transfer',
        'jumlah',
      ]}
      open={confirmationPlace}
      create={{ to: '/konfirmasi-pembayaran/form' }}
      tools={
        <>
          {mayDecide && <StartChecking />}
          {seesStatements && (
            <ToolLink place={{ to: '/mutasi-bank' }} icon={IconBuildingBank} brief="onPhone">
              Mutasi bank
            </ToolLink>
          )}
        </>
      }
      actions={(row) => [
        ...(mayDecide ? [refusal(row)] : []),
        ...(row.status === 'menunggu' ? [withdrawal(row)] : []),
      ]}
    />
  )
}
