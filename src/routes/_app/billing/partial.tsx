import { createFileRoute } from '@tanstack/react-router'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { BillList, openColumns } from './-bill.tsx'

export const Route = createFileRoute('/_app/billing/partial')({
  ...listRoute(() => import('#src/data/resources/billing.ts').then((m) => m.Billings), {
    fixed: { status: '1', payment_status: '1', batal: '0' },
    sort: 'jatuh_tempo',
    expand: 'gedung,konfirmasi,untuk,pesan_terakhir',
  }),
  component: () => <BillList columns={openColumns} />,
})
