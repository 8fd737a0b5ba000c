import { IconClock } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { Can } from '#src/ui/access/Can.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ToolLink } from '#src/ui/list/Tool.tsx'
import { BillList } from './-bill.tsx'

export const Route = createFileRoute('/_app/billing/unpaid')({
  ...listRoute(() => import('#src/data/resources/billing.ts').then((m) => m.Billings), {
    fixed: { status: '1', payment_status: '0', batal: '0' },
    expand: 'gedung,konfirmasi',
  }),
  component: Unpaid,
})

function Unpaid() {
  return (
    <BillList
      without="terbayar"
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
