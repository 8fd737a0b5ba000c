import { Anchor, Button, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { infoBilling } from '#contract/access/userCalls.ts'
import { allocateFrom, checkAlokasi, type AlokasiInput } from '#contract/billing/rules/alokasi.ts'
import type { CallOutput } from '#contract/call.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { InfoBilling } from '#src/data/calls.ts'
import { openOf, sum, useField, useValue } from '#src/routes/_app/billing-payment/-paymentParts.ts'
/** The open bills, what each gets of the amount, and what is left for the saldo. */
import { Note } from '#src/ui/feedback/Note.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { RupiahInput } from '#src/ui/form/RupiahInput.tsx'
import { bulan, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/DataTable.tsx'
import { Badge } from '#src/ui/list/table.tsx'
import { PanelFoot } from '#src/ui/record/PanelFoot.tsx'
import classes from './AlokasiFields.module.css'

type Info = CallOutput<typeof infoBilling>
type OpenBills = Info['tagihan']

/** The account's open bills, while they come, fail or are there. */
export const AlokasiFields = ({ first }: { first?: number }) => {
  const akun = useValue('akun_billing_id')
  const { value: chosen, set } = useField('alokasi')
  const id = typeof akun === 'number' ? akun : 0
  const info = InfoBilling.useMaybe({ id }, { enabled: id > 0 })
  // What was split over the bills of one account means nothing for another.
  const last = useRef(id)
  const changed = useEffectEvent(() => {
    if (last.current !== id && chosen) set(undefined)
    last.current = id
  })
  useEffect(() => changed(), [id])

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
  return <AlokasiSection info={info.data} first={first} />
}

const AlokasiSection = ({ info, first }: { info: Info; first?: number }) => {
  const typed = useValue('jumlah')
  const { value: chosen, set, error } = useField('alokasi')
  const open = openOf(info.tagihan)
  const jumlah = typeof typed === 'number' ? typed : 0
  const manual = Array.isArray(chosen)
  const alokasi = manual ? chosen : allocateFrom(open, jumlah, first)
  const issues = checkAlokasi(alokasi, open, jumlah)
  const rest = jumlah - sum(alokasi)
  const partOf = partsOf(alokasi)
  const change = (bill: number, part: number | null) =>
    set(
      open.flatMap((b) => {
        const n = b.id === bill ? (part ?? 0) : partOf(b.id)
        return n > 0 ? [{ billing_id: b.id, jumlah: n }] : []
      }),
    )
  const general = issues.filter((i) => !i.field.endsWith('.jumlah')).map((i) => i.message)
  const messages = [...new Set(error ? [...general, error] : general)]
  return (
    <section className="wide" aria-label="Alokasi">
      {open.length === 0 ? (
        <Text c="dimmed">Tidak ada tagihan terbuka: seluruh pembayaran masuk saldo.</Text>
      ) : (
        <AlokasiTable open={open} first={first} alokasi={alokasi} issues={issues} change={change} />
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
          Dialokasikan: <b>{rupiah(sum(alokasi))}</b>
        </span>
        <span>
          Ke saldo: <b>{rupiah(Math.max(0, rest))}</b>
        </span>
      </PanelFoot>
      {messages.length > 0 && (
        <Note tone="red" role="alert">
          {messages.map((m) => (
            <div key={m}>{m}</div>
          ))}
        </Note>
      )}
      {manual && rest > 0 && open.some((b) => partOf(b.id) < b.sisa) && (
        <Note tone="orange" mt="sm">
          Masih ada tagihan terbuka, tetapi {rupiah(rest)} masuk saldo.
        </Note>
      )}
    </section>
  )
}
/** What a bill gets. */
const partsOf = (alokasi: readonly AlokasiInput[]) => (bill: number) =>
  alokasi.find((a) => a.billing_id === bill)?.jumlah ?? 0

interface AlokasiTableProps {
  open: OpenBills
  first: number | undefined
  alokasi: readonly AlokasiInput[]
  issues: ReturnType<typeof checkAlokasi>
  change: (bill: number, part: number | null) => void
}
const AlokasiTable = ({ open, first, alokasi, issues, change }: AlokasiTableProps) => {
  const today = currentDay()
  const partOf = partsOf(alokasi)
  const partInput = (b: OpenBills[number]) => {
    const at = alokasi.findIndex((a) => a.billing_id === b.id)
    return (
      <div className={classes.money}>
        <RupiahInput
          name={`alokasi-${b.id}`}
          label={`Dibayar ${b.nomor}`}
          value={partOf(b.id) || null}
          placeholder="Rp 0"
          error={issues.find((i) => i.field === `alokasi.${at}.jumlah`)?.message}
          onChange={(v) => change(b.id, v)}
        />
      </div>
    )
  }
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
              {b.id === first && (
                <>
                  {' '}
                  <Badge tone="blue">Dipilih</Badge>
                </>
              )}
            </>
          ),
        },
        { label: 'Periode', cell: (b) => bulan(b.periode) || <Dim>–</Dim> },
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
