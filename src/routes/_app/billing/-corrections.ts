/** What is done with a published bill that is wrong: its lines never change. */
import { useNavigate } from '@tanstack/react-router'
import { BillingStatus } from '#contract/enums.ts'
import { Billings } from '#src/data/billing.ts'
import { billName, type Bill } from '#src/routes/_app/billing/-billActions.ts'
import { askReason, toast } from '#src/state/feedback.ts'
import { rupiah } from '#src/ui/format/format.ts'
import type { RecordAction } from '#src/ui/record/Record.tsx'

/** Asks for the reason, voids, and goes on to the draft that takes the bill's place. */
const useReissue = (bill: Bill) => {
  const navigate = useNavigate()
  const { mutate, isPending } = Billings.useAction('terbit-ulang')
  const reissue = async () => {
    const body = `Tagihan ${rupiah(bill.total)} untuk ${bill.nama_tagihan} dibatalkan dan tercetak BATAL; nomornya tidak dipakai ulang. Baris-barisnya menjadi draft baru, yang masih dapat diubah sebelum diterbitkan.`
    const alasan = await askReason({
      title: `Terbitkan ulang ${billName(bill)}?`,
      body,
      confirm: 'Batalkan dan buat draft',
      cancel: 'Kembali',
      danger: true,
    })
    if (alasan === null) return
    mutate(
      { id: bill.id, input: { alasan } },
      {
        onSuccess: ({ id }) => {
          toast(`${billName(bill)} dibatalkan; draft penggantinya siap diubah`)
          void navigate({ to: '/billing/view', search: { id } })
        },
      },
    )
  }
  return { reissue: () => void reissue(), busy: isPending }
}

/** `receipts`: how many still pay it. */
export const useCorrections = (
  bill: Bill,
  receipts: number,
  credit: () => void,
): RecordAction[] => {
  const { reissue, busy } = useReissue(bill)
  if (bill.status === BillingStatus.draft || bill.void_at) return []
  return [
    {
      label: 'Terbitkan ulang',
      code: 'billing/terbit-ulang',
      danger: true,
      disabled:
        receipts > 0
          ? 'Masih ada pembayaran. Pindahkan atau batalkan pembayarannya dahulu.'
          : undefined,
      busy,
      run: reissue,
    },
    { label: 'Nota kredit', code: 'billing/nota-kredit', run: credit },
  ]
}
