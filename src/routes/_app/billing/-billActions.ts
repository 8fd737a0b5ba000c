/**
 * Actions of a bill. An action that is not possible in the status of the bill is disabled, with the
 * reason.
 */
import { useNavigate } from '@tanstack/react-router'
import type { billing } from '#contract/billing/billing.ts'
import { BillingStatus } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { Billings } from '#src/data/resources/billing.ts'
import { askReason, confirm, toast } from '#src/state/feedback.ts'
import { useDeletedToast } from '#src/ui/feedback/useDeletedToast.ts'
import { rupiah } from '#src/ui/format/format.ts'
import type { RecordAction } from '#src/ui/record/Record.tsx'

/** Single key that opens the share page of a bill. On this page, the key sends the message. */
export const sendKey = 'w'

export type Bill = Row<typeof billing>
/**
 * Returns the number of a bill; for a draft, which has no number, `Draft` with the name of the
 * payer.
 */
export const billName = (bill: Bill): string => bill.nomor ?? `Draft ${bill.nama_tagihan}`

/** Functions that ask for confirmation, send a bill action, and show the result. */
const useBillTasks = () => {
  const navigate = useNavigate()
  const publish = Billings.useAction('terbitkan')
  const cancel = Billings.useAction('batalkan')
  const remove = Billings.useDelete()
  const toastDeleted = useDeletedToast(Billings)
  const recount = Billings.useAction('hitung-ulang-promo')

  const publishBill = async (bill: Bill) => {
    const body = `Tagihan ${rupiah(bill.total)} untuk ${bill.nama_tagihan} mendapat nomor. Baris dan jumlahnya tidak dapat diubah lagi.`
    if (!(await confirm({ title: `Terbitkan ${billName(bill)}?`, body, confirm: 'Terbitkan' })))
      return
    publish.mutate(
      { id: bill.id, input: {} },
      {
        onSuccess: (row) =>
          toast(`Tagihan ${row.nomor} diterbitkan`, {
            to: { to: '/billing/view', search: { id: row.id } },
          }),
      },
    )
  }
  const cancelBill = async (bill: Bill) => {
    const body = `Tagihan ${rupiah(bill.total)} untuk ${bill.nama_tagihan} tidak ditagih lagi dan tercetak BATAL; nomornya tidak dipakai ulang. Saldo yang sudah dipakai kembali ke akun. Tindakan ini tidak dapat diurungkan.`
    const alasan = await askReason({
      title: `Batalkan ${billName(bill)}?`,
      body,
      confirm: 'Batalkan',
      cancel: 'Kembali',
      danger: true,
    })
    if (alasan !== null)
      cancel.mutate(
        { id: bill.id, input: { alasan } },
        {
          onSuccess: () =>
            toast(`Tagihan ${billName(bill)} dibatalkan`, {
              to: { to: '/billing/view', search: { id: bill.id } },
            }),
        },
      )
  }
  const recountBill = (bill: Bill) =>
    recount.mutate(
      { id: bill.id, input: {} },
      {
        onSuccess: (row) => {
          const lost =
            bill.kode_promo !== null && row.kode_promo === null
              ? ` Kode ${bill.kode_promo} tidak lagi memberi potongan.`
              : ''
          toast(
            `${row.total === bill.total ? 'Jumlahnya tetap' : `Total menjadi ${rupiah(row.total)}`}: ${billName(row)}.${lost}`,
            { to: { to: '/billing/view', search: { id: row.id } } },
          )
        },
      },
    )
  const removeBill = async (bill: Bill) => {
    const body = `Draft ${rupiah(bill.total)} untuk ${bill.nama_tagihan} dihapus. Kursus di dalamnya dapat ditagih lagi untuk periode yang sama.`
    if (
      !(await confirm({ title: `Hapus ${billName(bill)}?`, body, confirm: 'Hapus', danger: true }))
    )
      return
    const restore = await Billings.restorer(bill)
    remove.mutate(bill.id, {
      onSuccess: () => toastDeleted(billName(bill), restore),
      next: () => void navigate({ to: '/billing', replace: true }),
    })
  }
  return {
    publishBill,
    cancelBill,
    recountBill,
    removeBill,
    publishing: publish.isPending,
    cancelling: cancel.isPending,
    recounting: recount.isPending,
    busy: publish.isPending || cancel.isPending || remove.isPending || recount.isPending,
  }
}
type BillTasks = ReturnType<typeof useBillTasks>

/** Returns the actions of a draft, such as publishing it or recomputing its promo. */
const draftActions = (bill: Bill, tasks: BillTasks, print: RecordAction): RecordAction[] => {
  const issueDay = bill.tanggal_terbit ?? currentDay(bill.gedung?.zona_waktu)
  return [
    {
      label: 'Terbitkan',
      code: 'billing/terbitkan',
      primary: true,
      busy: tasks.publishing,
      disabled:
        bill.jatuh_tempo < issueDay
          ? 'Jatuh tempo sebelum tanggal terbit. Ubah jatuh temponya dahulu.'
          : undefined,
      run: () => void tasks.publishBill(bill),
    },
    {
      label: 'Hitung ulang promo',
      code: 'billing/hitung-ulang-promo',
      busy: tasks.recounting,
      run: () => tasks.recountBill(bill),
    },
    print,
  ]
}
/** Returns the actions of a published bill, such as paying or voiding it. */
const publishedActions = (
  bill: Bill,
  receipts: number,
  tasks: BillTasks,
  { pay, print, share }: { pay: () => void; print: RecordAction; share: RecordAction },
): RecordAction[] => {
  const voidNote = bill.void_at ? 'Tagihan sudah dibatalkan' : undefined
  const paid =
    receipts > 0 ? 'Masih ada pembayaran. Pindahkan atau batalkan pembayarannya dahulu.' : undefined
  return [
    {
      label: 'Bayar',
      code: 'billing-payment/create',
      primary: true,
      hotkey: 'b',
      disabled: voidNote ?? (bill.sisa === 0 ? 'Tagihan sudah lunas' : undefined),
      run: pay,
    },
    print,
    share,
    {
      label: 'Batalkan',
      code: 'billing/batalkan',
      danger: true,
      busy: tasks.cancelling,
      disabled: voidNote ?? paid,
      run: () => void tasks.cancelBill(bill),
    },
  ]
}

export const useBillActions = () => {
  const navigate = useNavigate()
  const tasks = useBillTasks()
  /**
   * Returns the actions of a bill, in the order in which they are usually needed. `receipts`:
   * number of valid receipts of the bill, 0 if unknown.
   */
  const actionsOf = (bill: Bill, receipts = 0): RecordAction[] => {
    const print: RecordAction = {
      label: 'Cetak',
      code: 'billing/download',
      run: () => void navigate({ to: '/billing/download', search: { id: bill.id } }),
    }
    const share: RecordAction = {
      label: 'Bagikan',
      code: 'billing/share',
      hotkey: sendKey,
      disabled: bill.void_at ? 'Tagihan sudah dibatalkan' : undefined,
      run: () => void navigate({ to: '/billing/share', search: { id: bill.id } }),
    }
    const pay = () =>
      void navigate({ to: '/billing-payment/form', search: { billing_id: bill.id } })
    return bill.status === BillingStatus.draft
      ? draftActions(bill, tasks, print)
      : publishedActions(bill, receipts, tasks, { pay, print, share })
  }
  return { actionsOf, removeBill: tasks.removeBill, busy: tasks.busy }
}
