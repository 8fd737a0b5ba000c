/** What the screens of bills share: columns, status, what may be done with a bill now. */
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { PaymentStatus } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import type { billing } from '#contract/resources/billing.ts'
import { hariIni } from '#contract/rules/tanggal.ts'
import { Billings } from '#src/data/billing.ts'
import { askReason, confirm, toast } from '#src/state/feedback.ts'
import { bulan, rupiah } from '#src/ui/format.ts'
import type { BulkAction } from '#src/ui/list/bulk.ts'
import { ListScreen } from '#src/ui/ListScreen.tsx'
import type { RecordAction } from '#src/ui/Record.tsx'
import { Badge, kolom } from '#src/ui/table.tsx'

export type Bill = Row<typeof billing>
/** Its number, or whose draft it is. */
export const billName = (bill: Bill): string => bill.nomor ?? `Draft ${bill.nama_tagihan}`
/** Whether it waits for money past its due day, by the outlet's own calendar (read with `expand=gedung`). */
export const isOverdue = (bill: Bill): boolean =>
  bill.status === 1 &&
  !bill.void_at &&
  bill.sisa > 0 &&
  bill.jatuh_tempo < hariIni(bill.gedung?.zona_waktu)

/** State of a bill in words. */
export const BillStatus = ({ bill }: { bill: Bill }) => (
  <span className="badges">
    {bill.void_at ? (
      <Badge tone="red">Batal</Badge>
    ) : bill.status === 0 ? (
      <Badge>Draft</Badge>
    ) : (
      <Badge tone={PaymentStatus.tone(bill.payment_status)}>
        {PaymentStatus.label(bill.payment_status)}
      </Badge>
    )}
    {isOverdue(bill) && <Badge tone="red">Lewat jatuh tempo</Badge>}
  </span>
)

/** What may be done with a bill, with the reason where its state does not allow it now. */
export const useBillActions = () => {
  const navigate = useNavigate()
  const publish = Billings.useAction('terbitkan')
  const cancel = Billings.useAction('batalkan')
  const remove = Billings.useDelete()
  const recount = Billings.useAction('hitung-ulang-promo')
  const go = (to: string, search: Record<string, number>) => void navigate({ to, search })

  const terbitkan = async (bill: Bill) => {
    const body = `Tagihan ${rupiah(bill.total)} untuk ${bill.nama_tagihan} mendapat nomor. Baris dan jumlahnya tidak dapat diubah lagi.`
    if (!(await confirm({ title: `Terbitkan ${billName(bill)}?`, body, confirm: 'Terbitkan' })))
      return
    publish.mutate(
      { id: bill.id, input: {} },
      {
        onSuccess: (row) =>
          toast(`Tagihan ${row.nomor} diterbitkan`, {
            to: { path: '/billing/view', search: { id: row.id } },
          }),
      },
    )
  }
  const batalkan = async (bill: Bill) => {
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
              to: { path: '/billing/view', search: { id: bill.id } },
            }),
        },
      )
  }
  const hitungUlang = (bill: Bill) =>
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
            { to: { path: '/billing/view', search: { id: row.id } } },
          )
        },
      },
    )
  const hapus = async (bill: Bill) => {
    const body = `Draft ${rupiah(bill.total)} untuk ${bill.nama_tagihan} dihapus. Kursus di dalamnya dapat ditagih lagi untuk periode yang sama.`
    if (
      !(await confirm({ title: `Hapus ${billName(bill)}?`, body, confirm: 'Hapus', danger: true }))
    )
      return
    remove.mutate(bill.id, {
      onSuccess: () => {
        toast(`${billName(bill)} dihapus`)
        void navigate({ to: '/billing', replace: true })
      },
    })
  }
  const busy = publish.isPending || cancel.isPending || remove.isPending || recount.isPending

  /** In the order of work. `receipts`: how many still pay it, where that is known. */
  const actionsOf = (bill: Bill, receipts = 0): RecordAction[] => {
    const draft = bill.status === 0
    const late =
      bill.jatuh_tempo < (bill.tanggal_terbit ?? hariIni(bill.gedung?.zona_waktu))
        ? 'Jatuh tempo sebelum tanggal terbit. Ubah jatuh temponya dahulu.'
        : undefined
    const gone = bill.void_at ? 'Tagihan sudah dibatalkan' : undefined
    return [
      ...(draft
        ? [
            {
              label: 'Terbitkan',
              code: 'billing/terbitkan',
              primary: true,
              busy: publish.isPending,
              disabled: late,
              run: () => void terbitkan(bill),
            } satisfies RecordAction,
          ]
        : []),
      ...(draft
        ? []
        : [
            {
              label: 'Bayar',
              code: 'billing-payment/create',
              primary: true,
              disabled: gone ?? (bill.sisa === 0 ? 'Tagihan sudah lunas' : undefined),
              run: () => go('/billing-payment/form', { billing_id: bill.id }),
            } satisfies RecordAction,
          ]),
      ...(draft
        ? [
            {
              label: 'Hitung ulang promo',
              code: 'billing/hitung-ulang-promo',
              busy: recount.isPending,
              run: () => hitungUlang(bill),
            } satisfies RecordAction,
          ]
        : []),
      {
        label: 'Cetak',
        code: 'billing/download',
        run: () => go('/billing/download', { id: bill.id }),
      },
      ...(draft
        ? []
        : [
            {
              label: 'Batalkan',
              code: 'billing/batalkan',
              danger: true,
              busy: cancel.isPending,
              disabled:
                gone ??
                (receipts > 0 ? 'Masih ada pembayaran. Batalkan pembayarannya dahulu.' : undefined),
              run: () => void batalkan(bill),
            } satisfies RecordAction,
          ]),
    ]
  }
  return { actionsOf, hapus, busy, go }
}

const k = kolom(Billings)
const columns = [
  k.accessor((bill) => bill.nomor ?? 'Draft', {
    id: 'nomor',
    header: 'Nomor',
    cell: ({ cell, row }) => cell.orang(bulan(row.periode)),
  }),
  k.accessor('nama_tagihan', { cell: ({ cell, row }) => cell.orang(row.gedung?.nama) }),
  k.display({ id: 'status', header: 'Status', cell: ({ row }) => <BillStatus bill={row} /> }),
  'jatuh_tempo' as const,
  'total' as const,
  'terbayar' as const,
  // A void bill waits for nothing; the total below leaves it out too.
  k.accessor((bill) => (bill.void_at ? null : bill.sisa), {
    id: 'sisa',
    header: 'Sisa',
    cell: 'rupiah',
  }),
]
/** The list of bills; its presets are routes, and may leave out a column that says the same in each row. They read `expand: 'gedung'`. */
export const BillList = ({
  without,
  bulk,
}: {
  without?: string
  bulk?: readonly BulkAction<typeof billing>[]
}) => {
  const { actionsOf } = useBillActions()
  return (
    <ListScreen
      bulk={bulk}
      of={Billings}
      columns={columns.filter((c) => c !== without)}
      rowName={billName}
      filters={[
        'status',
        'payment_status',
        'batal',
        'tunggakan',
        'gedung_id',
        'periode',
        'jatuh_tempo',
        'sumber',
      ]}
      open={({ id }) => ({ to: '/billing/view', search: { id } })}
      create={{ to: '/billing/form' }}
      edit={({ id }) => ({ to: '/billing/edit', search: { id } })}
      rowMay={(bill, operation) => (operation === 'delete' ? bill.status === 0 : !bill.void_at)}
      actions={(bill) => actionsOf(bill)}
    />
  )
}

const LazyPublish = lazy(() =>
  import('./-publishDialog.tsx').then((m) => ({ default: m.PublishChosen })),
)
interface Chosen {
  bills: readonly Bill[]
  left: (ids: ReadonlySet<number>) => void
}
/** All bills, drafts among them: chosen ones are published together, whatever the list is filtered by. */
export const AllBills = () => {
  const [chosen, setChosen] = useState<Chosen>()
  const close = ({ bills, left }: Chosen, done: ReadonlySet<number>) => {
    setChosen(undefined)
    if (done.size > 0) left(new Set(bills.map((b) => b.id).filter((id) => !done.has(id))))
  }
  return (
    <>
      <BillList
        bulk={[
          {
            label: 'Terbitkan',
            code: 'billing/terbitkan',
            together: (bills, left) => setChosen({ bills, left }),
          },
        ]}
      />
      {chosen && (
        <Suspense>
          <LazyPublish bills={chosen.bills} close={(done) => close(chosen, done)} />
        </Suspense>
      )}
    </>
  )
}
