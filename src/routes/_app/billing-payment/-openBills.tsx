/**
 * Form section with the open bills of the chosen payer. Ticking a bill or editing the amount in its
 * row updates the amount of the payment. Typing the amount of the payment spreads it over the
 * bills.
 */
import { Button, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { infoBilling } from '#contract/access/userCalls.ts'
import { checkAlokasi } from '#contract/billing/rules/alokasi.ts'
import type { CallOutput } from '#contract/call.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { InfoBilling } from '#src/data/calls.ts'
import { contentText, lateText } from '#src/routes/_app/-billContent.ts'
import { PartInput, partsOf } from '#src/routes/_app/billing-payment/-alokasiSection.tsx'
import { openOf, useValue } from '#src/routes/_app/billing-payment/-paymentParts.ts'
import {
  usePaymentSplit,
  type PaymentSplit,
} from '#src/routes/_app/billing-payment/-paymentSplit.ts'
import { SaldoPart } from '#src/routes/_app/billing-payment/-saldoPart.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { ErrorNote } from '#src/ui/form/ErrorNote.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { useFormField } from '#src/ui/form/useForm.ts'
import { bulan, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge, Badges } from '#src/ui/list/table/table.tsx'
import { PanelFoot } from '#src/ui/record/PanelFoot.tsx'

type Info = CallOutput<typeof infoBilling>
type Bill = Info['tagihan'][number]

/**
 * Ticks the open bills of a payer by default once they have loaded. Skips bills with a confirmation
 * that waits for review, because they may have been paid already. Ticks nothing if the form was
 * opened for a single bill, or if the user typed an amount before choosing the payer.
 */
const useTickedAtFirst = (
  akun: number,
  open: readonly Bill[] | undefined,
  split: PaymentSplit,
  first: number | undefined,
) => {
  const tickedFor = useRef<number>(undefined)
  const tick = useEffectEvent(() => {
    if (open === undefined || tickedFor.current === akun) return
    const isTyped = tickedFor.current === undefined && split.jumlah > 0
    tickedFor.current = akun
    if (first === undefined && !isTyped) split.propose(open.filter((bill) => !bill.menunggu))
  })
  const isLoaded = open !== undefined
  useEffect(() => tick(), [akun, isLoaded])
}

/** Renders the open bills of the payer, or their loading or error state. */
export const OpenBills = ({ first }: { first?: number }) => {
  const akun = useValue('akun_billing_id')
  const id = typeof akun === 'number' ? akun : 0
  const info = InfoBilling.useOptionalQuery({ id }, { enabled: id > 0 })
  const open = id > 0 && info.data ? openOf(info.data.tagihan) : undefined
  const split = usePaymentSplit(id, open ?? [], first)
  useTickedAtFirst(id, open, split, first)
  if (id === 0)
    return (
      <Text className="wide" c="dimmed">
        Pilih akun billing, dengan nama pembayar, nama anak, atau nomor tagihan.
      </Text>
    )
  if (info.isError)
    return (
      <Note className="wide" tone="red" role="alert">
        Tagihan gagal dimuat: {info.error.message}.{' '}
        <Button size="xs" variant="default" onClick={() => void info.refetch()}>
          Coba lagi
        </Button>
      </Note>
    )
  if (!info.data || !open)
    return (
      <div className="wide">
        <FormSkeleton />
      </div>
    )
  return <BillParts info={info.data} open={open} split={split} first={first} />
}

const BillParts = ({
  info,
  open,
  split,
  first,
}: {
  info: Info
  open: readonly Bill[]
  split: PaymentSplit
  first: number | undefined
}) => {
  const { error } = useFormField('alokasi')
  const issues = checkAlokasi(split.alokasi, open, split.jumlah)
  const general = issues.filter((i) => !i.field.endsWith('.jumlah')).map((i) => i.message)
  const messages = error ? [...general, error] : general
  const isWhole = open.every((bill) => partsOf(split.alokasi)(bill.id) === bill.sisa)
  return (
    <section className="wide" aria-label="Alokasi">
      {open.length === 0 ? (
        <Text c="dimmed">Tidak ada tagihan terbuka: seluruh pembayaran masuk saldo.</Text>
      ) : (
        <BillTable open={open} split={split} issues={issues} first={first} />
      )}
      <PanelFoot aria-live="polite">
        {!isWhole && (
          <Button variant="default" mr="auto" onClick={() => split.tick(open, true)}>
            Bayar semua
          </Button>
        )}
        <span>
          Saldo sekarang: <b>{rupiah(info.saldo_kredit)}</b>
        </span>
        <SaldoPart split={split} />
      </PanelFoot>
      <ErrorNote path="alokasi" messages={messages} />
      {split.saldo > 0 && !isWhole && (
        <Note tone="orange" mt="sm">
          Masih ada tagihan terbuka, tetapi {rupiah(split.saldo)} masuk saldo.
        </Note>
      )}
    </section>
  )
}

/** Shows the due day of a bill, and the number of days overdue. */
const DueDay = ({ bill, today }: { bill: Bill; today: string }) => {
  const late = lateText(bill.jatuh_tempo, today)
  return (
    <Badges>
      {shortTanggal(bill.jatuh_tempo)}
      {late && <Badge tone="red">{late}</Badge>}
    </Badges>
  )
}

const BillTable = ({
  open,
  split,
  issues,
  first,
}: {
  open: readonly Bill[]
  split: PaymentSplit
  issues: ReturnType<typeof checkAlokasi>
  first: number | undefined
}) => {
  const today = currentDay()
  const partOf = partsOf(split.alokasi)
  return (
    <DataTable
      caption="Tagihan terbuka dan alokasinya"
      rows={open}
      rowKey={(bill) => bill.id}
      ticking={{
        has: (bill) => partOf(bill.id) > 0,
        can: () => true,
        set: split.tick,
        name: (bill) => bill.nomor ?? `#${bill.id}`,
      }}
      columns={[
        {
          label: 'Tagihan',
          cell: (bill) => (
            <>
              {contentText(bill.untuk) ?? bill.nama_tagihan}
              <Dim style={{ display: 'block', fontSize: '0.85em' }}>
                {[bill.nomor, bulan(bill.periode)].filter(Boolean).join(' · ')}
              </Dim>
              {bill.menunggu && bill.id !== first && (
                <Badge tone="orange">Menunggu verifikasi</Badge>
              )}
            </>
          ),
        },
        { label: 'Jatuh Tempo', cell: (bill) => <DueDay bill={bill} today={today} /> },
        { label: 'Sisa', right: true, cell: (bill) => rupiah(bill.sisa) },
        {
          label: 'Dibayar',
          right: true,
          cell: (bill) => (
            <PartInput
              bill={bill}
              alokasi={split.alokasi}
              issues={issues}
              change={(part) => split.change(bill.id, part)}
            />
          ),
        },
      ]}
    />
  )
}
