import { IconCashRegister } from '@tabler/icons-react'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { BillingPayments } from '#src/data/resources/billingPayment.ts'
import { useCan } from '#src/data/session/session.ts'
import {
  PaymentStatus,
  PaymentEditForm,
  useVoidPayment,
} from '#src/routes/_app/billing-payment/-paymentActions.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { ToolLink } from '#src/ui/list/Tool.tsx'

export const Route = createFileRoute('/_app/billing-payment/')({
  ...listRoute(
    () => import('#src/data/resources/billingPayment.ts').then((m) => m.BillingPayments),
    {
      expand: 'akun_billing,bank,gedung',
    },
  ),
  component: PaymentList,
})

const k = columnHelper(BillingPayments)
// Amount and status come before the less important columns, because a narrow screen cuts off the
// last columns until the table is scrolled.
const columns = [
  'nomor' as const,
  'tanggal' as const,
  'pembayar_nama' as const,
  'jumlah' as const,
  k.display({ id: 'status', header: 'Status', cell: ({ row }) => <PaymentStatus payment={row} /> }),
  'metode' as const,
  k.accessor((p) => p.bank?.nama_bank, { id: 'bank_id', header: 'Bank', cell: 'text' }),
  'ke_saldo' as const,
  k.accessor((p) => p.akun_billing?.name, {
    id: 'akun_billing_id',
    header: 'Akun Billing',
    cell: 'text',
  }),
  k.accessor((p) => p.gedung?.nama, { id: 'gedung_id', header: 'Outlet', cell: 'text' }),
]

function PaymentList() {
  const navigate = useNavigate()
  const { voidPayment } = useVoidPayment()
  const mayClose = useCan('tutup-kas/index')
  return (
    <ListScreen
      of={BillingPayments}
      columns={columns}
      filters={['tanggal', 'metode', 'bank_id', 'gedung_id', 'batal']}
      rowName={(p) => p.nomor}
      open={({ id }) => ({ to: '/billing-payment/view', search: { id } })}
      create={{ to: '/billing-payment/form' }}
      tools={
        mayClose && (
          <ToolLink place={{ to: '/tutup-kas' }} icon={IconCashRegister} brief="onPhone">
            Tutup kas
          </ToolLink>
        )
      }
      form={<PaymentEditForm />}
      rowMay={(p) => !p.void_at}
      actions={(p) => [
        {
          label: 'Cetak',
          code: 'billing-payment/print',
          run: () => void navigate({ to: '/billing-payment/print', search: { id: p.id } }),
        },
        {
          label: 'Batalkan',
          code: 'billing-payment/batalkan',
          danger: true,
          disabled: p.void_at ? 'Pembayaran sudah dibatalkan' : undefined,
          run: () => voidPayment(p),
        },
      ]}
    />
  )
}
