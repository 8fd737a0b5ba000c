import { NativeSelect } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { BillingPayments } from '#src/data/billingPayment.ts'
import { KuitansiPaper } from '#src/routes/_app/billing-payment/-kuitansi.tsx'
import { paperAtom } from '#src/state/device.ts'
import { PrintScreen } from '#src/ui/print/print.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'

const expand = 'alokasi,bank,gedung,penerima'
export const Route = createFileRoute('/_app/billing-payment/print')({
  ...recordRoute(
    () => import('#src/data/billingPayment.ts').then((m) => m.BillingPayments),
    expand,
  ),
  component: KuitansiPrint,
})

function KuitansiPrint() {
  const { id } = Route.useSearch()
  const [size, setSize] = useAtom(paperAtom)
  return (
    <PrintScreen
      pdf={() => BillingPayments.pdf(id, size)}
      tools={
        <NativeSelect
          aria-label="Ukuran kertas"
          value={size}
          data={['A4', 'A5']}
          onChange={(e) => setSize(e.currentTarget.value === 'A5' ? 'A5' : 'A4')}
        />
      }
    >
      <Sheet id={id} size={size} />
    </PrintScreen>
  )
}
const Sheet = ({ id, size }: { id: number; size: 'A4' | 'A5' }) => (
  <KuitansiPaper payment={BillingPayments.useView(id, expand)} size={size} />
)
