/**
 * Dialog that matches a line of a bank statement by hand if no proposal fits. The user chooses the
 * payer and the bills to pay.
 */
import '#src/styles/parts.css'
import { Checkbox, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { byDueDate } from '#contract/billing/rules/alokasi.ts'
import { requiredText } from '#contract/fieldMeta.ts'
import { InfoBilling } from '#src/data/calls.ts'
import { MutasiBanks } from '#src/data/resources/mutasiBank.ts'
import { lineName, bankLinePlace, type Line } from '#src/routes/_app/mutasi-bank/-mutasi.tsx'
import { toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { FormSkeleton, NoDuplicate } from '#src/ui/form/form.tsx'
import { formAction } from '#src/ui/form/formCall.tsx'
import { bulan, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'

const { ModalForm, Field, useField, useValue } = formAction(MutasiBanks, 'cocokkan')

/**
 * Checkboxes for the open bills of the payer. If no bill is ticked, the amount becomes credit
 * (saldo) of the payer.
 */
const Bills = ({ jumlah }: { jumlah: number }) => {
  const typed = useValue('akun_billing_id')
  const akun = typeof typed === 'number' ? typed : 0
  const { value, error, set } = useField('billing_ids')
  // Clears the ticks when the payer changes, because the ticked bills belong to the previous payer.
  const last = useRef(akun)
  const changed = useEffectEvent(() => {
    if (last.current !== akun && value) set(undefined)
    last.current = akun
  })
  useEffect(() => changed(), [akun])
  const { data } = InfoBilling.useOptionalQuery({ id: akun }, { enabled: akun > 0 })
  if (!akun) return <Text c="dimmed">Pilih akun billing untuk melihat tagihannya.</Text>
  if (!data) return <FormSkeleton />
  const open = data.tagihan.filter((b) => b.sisa > 0).toSorted(byDueDate)
  const ticked = Array.isArray(value) ? value : []
  const sum = open.reduce((total, b) => (ticked.includes(b.id) ? total + b.sisa : total), 0)
  return (
    <div className="wide" data-field="billing_ids">
      {open.length > 0 && (
        <Checkbox.Group
          label="Tagihan yang dibayar"
          error={error}
          value={ticked.map(String)}
          onChange={(ids) => set(ids.map(Number))}
        >
          <Stack gap="0.6rem" mt={4}>
            {open.map((b) => (
              <Checkbox
                key={b.id}
                value={String(b.id)}
                label={
                  <span>
                    <b>{rupiah(b.sisa)}</b>{' '}
                    {[b.nomor, bulan(b.periode)].filter(Boolean).join(' · ')}
                    <Dim style={{ display: 'block' }}>
                      Jatuh tempo {shortTanggal(b.jatuh_tempo)}
                    </Dim>
                  </span>
                }
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Note tone={sum > jumlah ? 'orange' : undefined} mt="sm" role="status">
        {splitText(jumlah, sum)}
      </Note>
    </div>
  )
}
const splitText = (jumlah: number, sum: number): string => {
  if (sum === 0) return `Tanpa tagihan: ${rupiah(jumlah)} masuk saldo akun ini.`
  if (sum > jumlah)
    return `Kurang ${rupiah(sum - jumlah)}: tagihan dibayar sebagian, yang tertua dahulu.`
  return sum === jumlah
    ? 'Pas: seluruhnya membayar tagihan.'
    : `Lebih ${rupiah(jumlah - sum)}: kelebihannya masuk saldo.`
}

export const MatchDialog = ({
  line,
  close,
  done,
}: {
  line: Line
  close: () => void
  done: () => void
}) => {
  const cocokkan = MutasiBanks.useAction('cocokkan', { quiet: true })
  return (
    <ModalForm
      title={`Cocokkan ${lineName(line)}`}
      submitLabel="Catat pembayaran"
      close={close}
      initial={{ versi: line.versi }}
      check={({ akun_billing_id }) =>
        akun_billing_id ? [] : [{ field: 'akun_billing_id', message: requiredText }]
      }
      send={(input) => cocokkan.mutateAsync({ id: line.id, input })}
      onDone={() => {
        toast(`${lineName(line)} dicatat`, { to: bankLinePlace(line) })
        done()
      }}
    >
      <Field name="akun_billing_id" wide required />
      <Bills jumlah={line.masuk} />
      <NoDuplicate />
    </ModalForm>
  )
}
