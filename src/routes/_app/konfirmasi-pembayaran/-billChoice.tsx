/**
 * Checkboxes for the open bills that a payment confirmation covers. The sum of the ticked bills is
 * proposed as the amount.
 */
import '#src/styles/parts.css'
import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { infoBilling } from '#contract/access/userCalls.ts'
import { mostConfirmedBills } from '#contract/billing/konfirmasi/konfirmasiPembayaran.ts'
import { byDueDate } from '#contract/billing/rules/alokasi.ts'
import { transferAmount } from '#contract/billing/rules/bank/uniqueCode.ts'
import type { CallOutput } from '#contract/call.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { InfoBilling } from '#src/data/calls.ts'
import { useMe } from '#src/data/session/session.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { useFormField, useFormValue } from '#src/ui/form/useForm.ts'
import { bulan, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { Badges, Badge } from '#src/ui/list/table/table.tsx'

type Bills = CallOutput<typeof infoBilling>['tagihan']

/**
 * Returns the ids of the bills that are ticked initially. If the form was opened from an open bill,
 * only this bill is ticked. Otherwise the first `mostConfirmedBills` open bills without a pending
 * confirmation are ticked.
 */
const usuallyTicked = (open: Bills, first: number | undefined): number[] => {
  const firstBills = open.filter((b) => b.id === first)
  return (firstBills.length > 0 ? firstBills : open.filter((b) => !b.menunggu))
    .slice(0, mostConfirmedBills)
    .map((b) => b.id)
}

const BillLabel = ({ bill }: { bill: Bills[number] }) => (
  <span>
    <b>{rupiah(bill.sisa)}</b> {[bill.nomor, bulan(bill.periode)].filter(Boolean).join(' · ')}
    <Badges>
      <Text span size="sm" c="dimmed">
        Jatuh tempo {shortTanggal(bill.jatuh_tempo)}
      </Text>
      {bill.jatuh_tempo < currentDay() && <Badge tone="red">Lewat</Badge>}
      {bill.menunggu && <Badge tone="orange">Menunggu verifikasi</Badge>}
    </Badges>
  </span>
)

/**
 * Shows the open bills of the payer, or a loading or error state until the bills have loaded.
 * `first`: id of the bill from which the form was opened.
 */
export const BillChoice = ({ first }: { first?: number }) => {
  const akun = useFormValue('akun_billing_id')
  const id = typeof akun === 'number' ? akun : 0
  const info = InfoBilling.useOptionalQuery({ id }, { enabled: id > 0 })
  if (id === 0)
    return (
      <Text className="wide" c="dimmed">
        Pilih akun billing untuk melihat tagihannya.
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
  if (!info.data)
    return (
      <div className="wide">
        <FormSkeleton />
      </div>
    )
  const open = info.data.tagihan.filter((b) => b.sisa > 0).toSorted(byDueDate)
  return <Choice key={id} open={open} first={first} />
}

const Choice = ({ open, first }: { open: Bills; first: number | undefined }) => {
  const { value, error, set, propose } = useFormField('billing_ids')
  const amount = useFormField('jumlah')
  const proposed = useRef<number>(undefined)
  const kodeUnik = useMe()?.pengaturan?.kode_unik === true
  const ticked: readonly unknown[] = Array.isArray(value) ? value : []
  const choose = (ids: readonly number[], put = set) => {
    const chosen = open.filter((b) => ids.includes(b.id))
    const openAmount = chosen.reduce((total, b) => total + b.sisa, 0)
    // Proposes the amount that the family was asked to transfer. The amount includes a unique code
    // only if a single bill is ticked, because the code identifies one bill.
    const sum =
      kodeUnik && chosen.length === 1 && chosen[0] ? transferAmount(chosen[0]) : openAmount
    // Does not replace an amount that the user has typed.
    if (!amount.value || amount.value === proposed.current) amount.propose(sum > 0 ? sum : null)
    proposed.current = sum
    put(ids)
  }
  const begin = useEffectEvent(() => choose(usuallyTicked(open, first), propose))
  useEffect(() => begin(), [])
  if (open.length === 0)
    return (
      <Note className="wide" role="status">
        Tidak ada tagihan yang menunggu pembayaran.
      </Note>
    )
  return (
    <div className="wide" data-field="billing_ids">
      <Checkbox.Group
        label="Tagihan yang dibayar"
        required
        error={error}
        value={ticked.map(String)}
        onChange={(ids) => choose(open.filter((b) => ids.includes(String(b.id))).map((b) => b.id))}
      >
        <Stack gap="0.6rem" mt={4}>
          {open.map((b) => (
            <Checkbox key={b.id} value={String(b.id)} label={<BillLabel bill={b} />} />
          ))}
        </Stack>
      </Checkbox.Group>
    </div>
  )
}
