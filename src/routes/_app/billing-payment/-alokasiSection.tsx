/**
 * Table that allocates the amount of a confirmed transfer to open bills, and shows the excess that
 * becomes credit (saldo).
 */
import { Anchor, Text } from '@mantine/core'
import type { infoBilling } from '#contract/access/userCalls.ts'
import { checkAlokasi, sumAlokasi, type AlokasiInput } from '#contract/billing/rules/alokasi.ts'
import type { CallOutput } from '#contract/call.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { openOf } from '#src/routes/_app/billing-payment/-paymentParts.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { ErrorNote } from '#src/ui/form/ErrorNote.tsx'
import { RupiahInput } from '#src/ui/form/fields/RupiahInput.tsx'
import { useFormField, useFormValue } from '#src/ui/form/useForm.ts'
import { rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { PanelFoot } from '#src/ui/record/PanelFoot.tsx'
import classes from './AlokasiFields.module.css'

type Info = CallOutput<typeof infoBilling>
type OpenBills = Info['tagihan']
type Bill = OpenBills[number]

interface Props {
  info: Info
  /** Ids of the bills for which the payment is meant. The table highlights these bills. */
  chosen: readonly number[]
  /** Computes the default allocation, which applies until the user edits the allocation. */
  allocate: (open: OpenBills, jumlah: number) => AlokasiInput[]
}
/**
 * Section that allocates the amount in form field `jumlah` to bills and stores the result in form
 * field `alokasi`.
 */
export const AlokasiSection = ({ info, chosen, allocate }: Props) => {
  const typed = useFormValue('jumlah')
  const { value, set, error } = useFormField('alokasi')
  const open = openOf(info.tagihan)
  const jumlah = typeof typed === 'number' ? typed : 0
  const manual = Array.isArray(value)
  const alokasi: AlokasiInput[] = manual ? value : allocate(open, jumlah)
  const issues = checkAlokasi(alokasi, open, jumlah)
  const rest = jumlah - sumAlokasi(alokasi)
  const partOf = partsOf(alokasi)
  const change = (bill: number, part: number | null) =>
    set(
      open.flatMap((b) => {
        const n = b.id === bill ? (part ?? 0) : partOf(b.id)
        return n > 0 ? [{ billing_id: b.id, jumlah: n }] : []
      }),
    )
  const general = issues.filter((i) => !i.field.endsWith('.jumlah')).map((i) => i.message)
  const messages = error ? [...general, error] : general
  return (
    <section className="wide" aria-label="Alokasi">
      {open.length === 0 ? (
        <Text c="dimmed">Tidak ada tagihan terbuka: seluruh pembayaran masuk saldo.</Text>
      ) : (
        <AlokasiTable
          open={open}
          chosen={chosen}
          alokasi={alokasi}
          issues={issues}
          change={change}
        />
      )}
      <PanelFoot aria-live="polite">
        {manual && (
          <Anchor component="button" type="button" onClick={() => set(undefined)}>
            Bagi otomatis
          </Anchor>
        )}
        <span>
          Saldo sekarang: <b>{rupiah(info.saldo_kredit)}</b>
        </span>
        <span>
          Dialokasikan: <b>{rupiah(sumAlokasi(alokasi))}</b>
        </span>
        <span>
          Ke saldo: <b>{rupiah(Math.max(0, rest))}</b>
        </span>
      </PanelFoot>
      <ErrorNote path="alokasi" messages={messages} />
      {rest > 0 && open.some((b) => partOf(b.id) < b.sisa) && (
        <Note tone="orange" mt="sm">
          Masih ada tagihan terbuka, tetapi {rupiah(rest)} masuk saldo.
        </Note>
      )}
    </section>
  )
}
/** Returns a function that maps the id of a bill to its allocated amount, 0 if it has none. */
export const partsOf = (alokasi: readonly AlokasiInput[]) => (bill: number) =>
  alokasi.find((a) => a.billing_id === bill)?.jumlah ?? 0

interface AlokasiTableProps {
  open: OpenBills
  chosen: readonly number[]
  alokasi: readonly AlokasiInput[]
  issues: ReturnType<typeof checkAlokasi>
  change: (bill: number, part: number | null) => void
}
/**
 * Input for the amount allocated to a bill. An error of this amount is shown at the input instead
 * of above the form.
 */
export const PartInput = ({
  bill,
  alokasi,
  issues,
  change,
}: Pick<AlokasiTableProps, 'alokasi' | 'issues'> & {
  bill: Pick<Bill, 'id' | 'nomor'>
  change: (part: number | null) => void
}) => {
  const path = `alokasi.${alokasi.findIndex((a) => a.billing_id === bill.id)}.jumlah`
  const { error } = useFormField(path)
  return (
    <div className={classes.money} data-field={path}>
      <RupiahInput
        name={`alokasi-${bill.id}`}
        label={`Dibayar ${bill.nomor}`}
        value={partsOf(alokasi)(bill.id) || null}
        placeholder="Rp 0"
        error={issues.find((i) => i.field === path)?.message ?? error}
        onChange={change}
      />
    </div>
  )
}
const AlokasiTable = ({ open, chosen, alokasi, issues, change }: AlokasiTableProps) => {
  const today = currentDay()
  const partInput = (b: Bill) => (
    <PartInput bill={b} alokasi={alokasi} issues={issues} change={(part) => change(b.id, part)} />
  )
  return (
    <DataTable
      caption="Tagihan terbuka dan alokasinya"
      rows={open}
      rowKey={(b) => b.id}
      columns={[
        {
          label: 'Tagihan',
          cell: (b) => (
            <>
              {b.nomor}
              {b.menunggu && !chosen.includes(b.id) && (
                <>
                  {' '}
                  <Badge tone="orange">Menunggu verifikasi</Badge>
                </>
              )}
              {chosen.includes(b.id) && (
                <>
                  {' '}
                  <Badge tone="blue">Dipilih</Badge>
                </>
              )}
            </>
          ),
        },
        {
          label: 'Jatuh Tempo',
          cell: (b) => (
            <span>
              {shortTanggal(b.jatuh_tempo)}
              {b.jatuh_tempo < today && (
                <>
                  {' '}
                  <Badge tone="red">Lewat</Badge>
                </>
              )}
            </span>
          ),
        },
        { label: 'Sisa', right: true, cell: (b) => rupiah(b.sisa) },
        { label: 'Dibayar', right: true, cell: partInput },
      ]}
    />
  )
}
