import { NativeSelect } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { BillingPayments } from '#src/data/resources/billingPayment.ts'
import { paperAtom } from '#src/state/device.ts'
import { paperRoute } from '#src/ui/print/paperRoute.ts'
import { PaperSheet } from '#src/ui/print/PaperSheet.tsx'
import { PrintScreen } from '#src/ui/print/print.tsx'

export const Route = createFileRoute('/_app/billing-payment/print')({
  ...paperRoute(() =>
    import('#src/data/resources/billingPayment.ts').then((m) => m.BillingPayments.queries.kertas),
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
      <ReceiptSheet id={id} size={size} />
    </PrintScreen>
  )
}
const ReceiptSheet = ({ id, size }: { id: number; size: 'A4' | 'A5' }) => (
  <PaperSheet paper={BillingPayments.useKertas(id, size)} />
)
