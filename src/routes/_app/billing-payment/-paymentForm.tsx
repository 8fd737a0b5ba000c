import '#src/styles/alur.css'
/** The payment form: who pays, how, and how the amount is split over the open bills, live. */
import { Button, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { MetodePembayaran } from '#contract/enums.ts'
import type { Input } from '#contract/resource.ts'
import type { billingPayment } from '#contract/resources/billingPayment.ts'
import {
  alokasiTertua,
  periksaAlokasi,
  type AlokasiInput,
  type TagihanTerbuka,
} from '#contract/rules/alokasi.ts'
import { hariIni } from '#contract/rules/tanggal.ts'
import { Billings } from '#src/data/billing.ts'
import { BillingPayments } from '#src/data/billingPayment.ts'
import { InfoBilling, ListPaymentBank } from '#src/data/calls.ts'
import { ApiError } from '#src/data/http.ts'
import { useMetode } from '#src/data/metode.ts'
import { confirm } from '#src/state/feedback.ts'
import { DataTable } from '#src/ui/DataTable.tsx'
import { formFor, FormSkeleton } from '#src/ui/form.tsx'
import { RupiahInput } from '#src/ui/form/controls.tsx'
import { bulan, rupiah, tanggal, tanggalPendek } from '#src/ui/format.ts'
import { Badge } from '#src/ui/table.tsx'

const { Form, Field, useValue, useField } = formFor(BillingPayments)
type PaymentInput = Input<typeof billingPayment>

const openOf = <T extends { sisa: number }>(bills: readonly T[]): T[] =>
  bills.filter((b) => b.sisa > 0)
/** The bill that one came to pay goes first, then the oldest due ones. */
const split = (
  open: readonly TagihanTerbuka[],
  jumlah: number,
  first: number | undefined,
): AlokasiInput[] => {
  const own = alokasiTertua(
    open.filter((b) => b.id === first),
    jumlah,
  )
  return [
    ...own.alokasi,
    ...alokasiTertua(
      open.filter((b) => b.id !== first),
      own.sisa,
    ).alokasi,
  ]
}
const sum = (alokasi: readonly AlokasiInput[]) => alokasi.reduce((total, a) => total + a.jumlah, 0)

/** Opened from a bill: its account, and what is left of it. */
export const PaymentOfBill = ({ id }: { id: number }) => {
  // As it was when the form opened: the payment itself makes the bill paid, and the form must still be there to hear that it was saved.
  const now = Billings.useView(id)
  const [bill] = useState(now)
  if (bill.status !== 1 || bill.void_at || bill.sisa === 0)
    return (
      <p className="note" data-tone="orange">
        Tagihan {bill.nomor ?? 'ini'} tidak menunggu pembayaran:{' '}
        {bill.void_at ? 'sudah dibatalkan' : bill.status === 0 ? 'masih draft' : 'sudah lunas'}.
      </p>
    )
  return <NewPayment akun={bill.akun_billing_id} first={id} jumlah={bill.sisa} />
}

export const NewPayment = ({
  akun,
  first,
  jumlah,
}: {
  akun?: number
  first?: number
  jumlah?: number
}) => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { label } = useMetode()
  const sent = useRef<{ typed: string; input: PaymentInput }>(undefined)

  /** Looks at the bills anew, says what will happen, and sends exactly that. */
  const prepare = async (input: PaymentInput) => {
    const typed = JSON.stringify(input)
    const last: unknown = client
      .getMutationCache()
      .findAll({ mutationKey: [BillingPayments.resource.name, 'create'] })
      .at(-1)?.state.error
    if (sent.current && last instanceof ApiError && (last.status === 0 || last.status >= 500)) {
      // The answer was lost: the same again, under the same key, pays once. Something else under that key would be refused.
      if (sent.current.typed === typed) return sent.current.input
      return [
        {
          field: 'kirim',
          message:
            'Pengiriman sebelumnya belum terjawab dan mungkin sudah tercatat. Kembalikan isian lalu simpan lagi, atau periksa Daftar Pembayaran dan buka formulir baru.',
        },
      ]
    }
    const info = await client.fetchQuery({
      ...InfoBilling.query({ id: input.akun_billing_id }),
      staleTime: 0,
    })
    const open = openOf(info.tagihan)
    // Somebody else may have received the money since the form was opened: it must not become saldo in silence.
    const bill =
      first === undefined
        ? undefined
        : await client.fetchQuery({ ...Billings.queries.view(first), staleTime: 0 })
    if (bill && (bill.void_at || bill.sisa === 0))
      return [
        {
          field: 'alokasi',
          message: `Tagihan ${bill.nomor} ${bill.void_at ? 'dibatalkan' : 'sudah lunas'} sejak formulir ini dibuka. Muat ulang halaman ini.`,
        },
      ]
    const alokasi = input.alokasi ?? split(open, input.jumlah, first)
    const issues = periksaAlokasi(alokasi, info.tagihan, input.jumlah)
    if (issues.length > 0) return issues
    const rest = input.jumlah - sum(alokasi)
    const numbers = alokasi.map(
      (a) => `${open.find((b) => b.id === a.billing_id)?.nomor} ${rupiah(a.jumlah)}`,
    )
    const parts = [
      ...(numbers.length > 4 ? [`${numbers.length} tagihan ${rupiah(sum(alokasi))}`] : numbers),
      ...(rest > 0 ? [`saldo ${rupiah(rest)}`] : []),
    ]
    const ok = await confirm({
      title: `Terima ${rupiah(input.jumlah)}?`,
      body: `${label(input.metode)}, ${tanggal(input.tanggal)}, dari ${input.pembayar_nama ?? info.akun_billing.name}. Untuk ${parts.join(', ')}.`,
      confirm: 'Terima',
    })
    if (!ok) return undefined
    sent.current = { typed, input: { ...input, alokasi } }
    return sent.current.input
  }
  return (
    <Form
      initial={{ akun_billing_id: akun, tanggal: hariIni(), metode: 0, jumlah }}
      prepare={prepare}
      link={({ id }) => ({ to: '/billing-payment/print', search: { id } })}
      onSaved={({ id }) =>
        void navigate({ to: '/billing-payment/view', search: { id }, replace: true })
      }
    >
      <Field name="akun_billing_id" />
      <Field name="jumlah" />
      <Field name="tanggal" />
      <Cara />
      <Field name="referensi" />
      <Field name="pembayar_nama" />
      <Field name="gedung_id" />
      <Field name="catatan" wide />
      <Alokasi first={first} />
    </Form>
  )
}

/** Method, then the banks that fit it; cash has none. */
const Cara = () => {
  const akun = useValue('akun_billing_id')
  const metode = useField('metode')
  const bank = useField('bank_id')
  const kanal = useField('kanal')
  const { options } = useMetode()
  const id = typeof akun === 'number' ? akun : 0
  const { data } = ListPaymentBank.useMaybe({ id }, { enabled: id > 0 })
  const cash = metode.value === 0
  const fit = data?.filter((b) => b.metode === metode.value) ?? []
  const ids = data ? fit.map((b) => b.id).join(',') : undefined
  const settle = useEffectEvent(() => {
    if (metode.value !== 1 && kanal.value) kanal.set(null)
    // The only bank there is need not be chosen; one of another method or account must not stay.
    if (ids === undefined && !cash) return
    const chosen = cash
      ? null
      : fit.some((b) => b.id === bank.value)
        ? bank.value
        : fit.length === 1
          ? fit[0]?.id
          : null
    if (chosen !== bank.value && (typeof chosen === 'number' || bank.value))
      bank.set(typeof chosen === 'number' ? chosen : null)
  })
  useEffect(() => settle(), [metode.value, ids])
  return (
    <>
      <div data-field="metode">
        <NativeSelect
          label="Metode"
          required
          error={metode.error}
          value={String(metode.value ?? '')}
          data={options.map((o) => ({ value: String(o.value), label: o.label }))}
          onChange={(e) => {
            const found = MetodePembayaran.options.find(
              (o) => String(o.value) === e.currentTarget.value,
            )
            if (found) metode.set(found.value)
          }}
        />
      </div>
      {!cash && (
        <div data-field="bank_id">
          <NativeSelect
            label="Bank"
            required
            error={bank.error}
            value={String(bank.value ?? '')}
            onChange={(e) => bank.set(e.currentTarget.value ? Number(e.currentTarget.value) : null)}
            description={
              id === 0
                ? 'Pilih akun billing dahulu'
                : data && fit.length === 0
                  ? 'Belum ada bank untuk metode ini'
                  : undefined
            }
            data={[
              { value: '', label: '– pilih –' },
              ...fit.map((b) => ({
                value: String(b.id),
                label: `${b.nama_bank} ${b.no_rekening}`,
              })),
            ]}
          />
        </div>
      )}
      {metode.value === 1 && <Field name="kanal" />}
    </>
  )
}

/** The open bills, what each gets of the amount, and what is left for the saldo. */
const Alokasi = ({ first }: { first?: number }) => {
  const akun = useValue('akun_billing_id')
  const typed = useValue('jumlah')
  const { value: chosen, set, error } = useField('alokasi')
  const id = typeof akun === 'number' ? akun : 0
  const info = InfoBilling.useMaybe({ id }, { enabled: id > 0 })
  const last = useRef(id)
  const changed = useEffectEvent(() => {
    if (last.current !== id && chosen) set(undefined)
    last.current = id
  })
  useEffect(() => changed(), [id])

  if (id === 0)
    return (
      <p className="wide dim" style={{ margin: 0 }}>
        Pilih akun billing untuk melihat tagihannya.
      </p>
    )
  if (info.isError)
    return (
      <div className="wide note" data-tone="red" role="alert">
        Tagihan gagal dimuat: {info.error.message}.{' '}
        <Button size="xs" variant="default" onClick={() => void info.refetch()}>
          Coba lagi
        </Button>
      </div>
    )
  if (!info.data)
    return (
      <div className="wide">
        <FormSkeleton />
      </div>
    )
  const { saldo_kredit, tagihan } = info.data
  const open = openOf(tagihan)
  const jumlah = typeof typed === 'number' ? typed : 0
  const manual = Array.isArray(chosen)
  const alokasi = manual ? chosen : split(open, jumlah, first)
  const issues = periksaAlokasi(alokasi, open, jumlah)
  const rest = jumlah - sum(alokasi)
  const partOf = (bill: number) => alokasi.find((a) => a.billing_id === bill)?.jumlah ?? 0
  const change = (bill: number, part: number | null) =>
    set(
      open.flatMap((b) => {
        const n = b.id === bill ? (part ?? 0) : partOf(b.id)
        return n > 0 ? [{ billing_id: b.id, jumlah: n }] : []
      }),
    )
  const general = issues.filter((i) => !i.field.endsWith('.jumlah'))
  const today = hariIni()
  return (
    <section className="wide" aria-label="Alokasi">
      {open.length === 0 ? (
        <p className="dim" style={{ margin: 0 }}>
          Tidak ada tagihan terbuka: seluruh pembayaran masuk saldo.
        </p>
      ) : (
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
            { label: 'Periode', cell: (b) => bulan(b.periode) || <span className="dim">–</span> },
            {
              label: 'Jatuh Tempo',
              cell: (b) => (
                <span>
                  {tanggalPendek(b.jatuh_tempo)}
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
            {
              label: 'Dibayar',
              right: true,
              cell: (b) => {
                const at = alokasi.findIndex((a) => a.billing_id === b.id)
                const part = partOf(b.id)
                return (
                  <div className="money">
                    <RupiahInput
                      name={`alokasi-${b.id}`}
                      label={`Dibayar ${b.nomor}`}
                      value={part || null}
                      placeholder="Rp 0"
                      error={issues.find((i) => i.field === `alokasi.${at}.jumlah`)?.message}
                      onChange={(v) => change(b.id, v)}
                    />
                  </div>
                )
              },
            },
          ]}
        />
      )}
      <div className="sumLine" aria-live="polite">
        {manual && (
          <button type="button" className="link" onClick={() => set(undefined)}>
            Bagi otomatis
          </button>
        )}
        <span>
          Saldo sekarang: <b>{rupiah(saldo_kredit)}</b>
        </span>
        <span>
          Dialokasikan: <b>{rupiah(sum(alokasi))}</b>
        </span>
        <span>
          Ke saldo: <b>{rupiah(Math.max(0, rest))}</b>
        </span>
      </div>
      {(general.length > 0 || error) && (
        <div className="alert" role="alert">
          {[...new Set([...general.map((i) => i.message), ...(error ? [error] : [])])].map((m) => (
            <div key={m}>{m}</div>
          ))}
        </div>
      )}
      {manual && rest > 0 && open.some((b) => partOf(b.id) < b.sisa) && (
        <p className="note" data-tone="orange">
          Masih ada tagihan terbuka, tetapi {rupiah(rest)} masuk saldo.
        </p>
      )}
    </section>
  )
}
