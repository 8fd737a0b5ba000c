import { createFileRoute } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { BillingPayments } from '#src/data/billingPayment.ts'
import { Kwitansi } from '#src/routes/_app/billing-payment/-kwitansi.tsx'
import { paperAtom } from '#src/state/device.ts'
import { PrintScreen } from '#src/ui/print.tsx'
import { recordRoute } from '#src/ui/recordRoute.ts'

const expand = 'alokasi,bank,gedung,penerima'
export const Route = createFileRoute('/_app/billing-payment/print')({
  ...recordRoute(
    () => import('#src/data/billingPayment.ts').then((m) => m.BillingPayments),
    expand,
  ),
  component: CetakKuitansi,
})

function CetakKuitansi() {
  const { id } = Route.useSearch()
  const [size, setSize] = useAtom(paperAtom)
  return (
    <PrintScreen
      tools={
        <select
          aria-label="Ukuran kertas"
          value={size}
          onChange={(e) => setSize(e.currentTarget.value === 'A5' ? 'A5' : 'A4')}
        >
          <option>A4</option>
          <option>A5</option>
        </select>
      }
    >
      <Sheet id={id} size={size} />
    </PrintScreen>
  )
}
const Sheet = ({ id, size }: { id: number; size: 'A4' | 'A5' }) => (
  <Kwitansi payment={BillingPayments.useView(id, expand)} size={size} />
)
