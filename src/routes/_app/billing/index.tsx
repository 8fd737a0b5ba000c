import { createFileRoute } from '@tanstack/react-router'
import { AllBills } from './-bill.tsx'
import { listRoute } from '#src/ui/listRoute.ts'

export const Route = createFileRoute('/_app/billing/')({
  ...listRoute(() => import('#src/data/billing.ts').then((m) => m.Billings), { expand: 'gedung' }), component: AllBills,
})
