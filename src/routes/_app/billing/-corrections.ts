/**
 * Actions that correct a published bill. The lines of a published bill cannot change, so a
 * correction voids the bill, replaces it by a draft, or adds a credit note.
 */
import { useNavigate } from '@tanstack/react-router'
import { sourceProperties } from '#contract/billing/rules/billSource.ts'
import { BillingStatus } from '#contract/enums.ts'
import { Billings } from '#src/data/resources/billing.ts'
import { billName, type Bill } from '#src/routes/_app/billing/-billActions.ts'
import { askReason, toast } from '#src/state/feedback.ts'
import { rupiah } from '#src/ui/format/format.ts'
import type { RecordAction } from '#src/ui/record/Record.tsx'

/**
 * Returns a function that asks for a reason, voids the bill, and opens the draft that replaces it.
 */
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
        onSuccess: () => toast(`${billName(bill)} dibatalkan; draft penggantinya siap diubah`),
        next: ({ id }) => void navigate({ to: '/billing/view', search: { id } }),
      },
    )
  }
  return { reissue: () => void reissue(), busy: isPending }
}

/**
 * Returns a function that asks for a reason and waives a late fee. Each late fee is a bill of its
 * own.
 */
const useWaive = (bill: Bill) => {
  const { mutate, isPending } = Billings.useAction('hapus-denda')
  const ask = async () => {
    const body = `Denda ${rupiah(bill.total)} untuk ${bill.nama_tagihan} tidak ditagih lagi, juga tidak oleh pekerjaan malam berikutnya. Yang sudah dibayar menjadi saldo.`
    const alasan = await askReason({
      title: `Hapus denda ${billName(bill)}?`,
      body,
      confirm: 'Hapus denda',
      cancel: 'Kembali',
      danger: true,
    })
    if (alasan !== null)
      mutate(
        { id: bill.id, input: { alasan } },
        { onSuccess: () => toast(`Denda ${billName(bill)} dihapus`) },
      )
  }
  return { ask: () => void ask(), busy: isPending }
}

/** Returns the correction actions of a bill. `receipts`: number of valid receipts of the bill. */
export const useCorrections = (
  bill: Bill,
  receipts: number,
  credit: () => void,
): RecordAction[] => {
  const { reissue, busy } = useReissue(bill)
  const waive = useWaive(bill)
  if (bill.status === BillingStatus.draft || bill.void_at) return []
  if (bill.sumber === 'denda')
    return [
      {
        label: 'Hapus denda',
        code: 'billing/hapus-denda',
        danger: true,
        disabled: bill.denda_dari?.status === 'ditagih' ? undefined : 'Dendanya sudah berakhir',
        busy: waive.busy,
        run: waive.ask,
      },
      { label: 'Nota kredit', code: 'billing/nota-kredit', run: credit },
    ]
  return [
    {
      label: 'Terbitkan ulang',
      code: 'billing/terbit-ulang',
      danger: true,
      disabled:
        sourceProperties(bill.sumber).reissueIssue ??
        (receipts > 0
          ? 'Masih ada pembayaran. Pindahkan atau batalkan pembayarannya dahulu.'
          : undefined),
      busy,
      run: reissue,
    },
    { label: 'Nota kredit', code: 'billing/nota-kredit', run: credit },
  ]
}
