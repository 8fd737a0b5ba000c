import { createFileRoute } from '@tanstack/react-router'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { AllBills } from './-bill.tsx'

export const Route = createFileRoute('/_app/billing/')({
  ...listRoute(() => import('#src/data/resources/billing.ts').then((m) => m.Billings), {
    expand: 'gedung,konfirmasi',
  }),
  component: AllBills,
})
