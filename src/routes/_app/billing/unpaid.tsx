import { IconClock } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { Can } from '#src/ui/access/Can.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ToolLink } from '#src/ui/list/Tool.tsx'
import { BillList, openColumns } from './-bill.tsx'

export const Route = createFileRoute('/_app/billing/unpaid')({
  ...listRoute(() => import('#src/data/resources/billing.ts').then((m) => m.Billings), {
    fixed: { status: '1', payment_status: '0', batal: '0' },
    sort: 'jatuh_tempo',
    expand: 'gedung,konfirmasi,untuk,pesan_terakhir',
  }),
  component: Unpaid,
})

/**
 * Columns of the list of unpaid bills. The paid amount is omitted because it is always Rp0. The
 * total is omitted because it always equals the open amount.
 */
const columns = openColumns.filter((column) => column !== 'total' && column !== 'terbayar')

function Unpaid() {
  return (
    <BillList
      columns={columns}
      tools={
        <Can do="pengingat/index">
          <ToolLink place={{ to: '/billing/pengingat', search: { antre: '1' } }} icon={IconClock}>
            Pengingat
          </ToolLink>
        </Can>
      }
    />
  )
}
