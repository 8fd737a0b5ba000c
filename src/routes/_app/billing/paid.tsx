import { createFileRoute } from '@tanstack/react-router'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { BillList } from './-bill.tsx'

export const Route = createFileRoute('/_app/billing/paid')({
  ...listRoute(() => import('#src/data/resources/billing.ts').then((m) => m.Billings), {
    fixed: { status: '1', payment_status: '2', batal: '0' },
    expand: 'gedung',
  }),
  component: BillList,
})
