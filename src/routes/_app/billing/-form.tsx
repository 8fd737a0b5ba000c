/** The fields of a bill with its lines and live totals, for a new one and for a draft. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { billing } from '#contract/resources/billing.ts'
import { hitungItem, totalTagihan } from '#contract/rules/tagihan.ts'
import { Billings } from '#src/data/billing.ts'
import { JenisBillings } from '#src/data/jenisBilling.ts'
import { useCan, useMe } from '#src/data/session.ts'
import type { Row } from '#contract/resource.ts'
import { formFor } from '#src/ui/form.tsx'
import { rupiah } from '#src/ui/format.ts'
import '#src/styles/lines.css'

export const { Form: BillForm, Field, useValue, useRows } = formFor(Billings)
type StoredItems = NonNullable<Row<typeof billing>['items']>
/** What a new line begins with. */
export const emptyLine = { qty: 1, diskon: 0 }
/** Inputs of the stored lines; the rest of them is computed. */
export const linesOf = (items: StoredItems = []) =>
  items.map(({ id, jenis_billing_id, peserta_id, deskripsi, qty, harga_satuan, diskon, diskon_alasan }) => ({ id, jenis_billing_id, peserta_id, deskripsi, qty, harga_satuan, diskon, diskon_alasan }))

/** Amounts as the server will compute them: a stored line keeps its proration and its PPN. */
const useAmounts = (stored: StoredItems) => {
  const { rows } = useRows('items')
  const settings = useMe()?.pengaturan
  const number = (value: unknown) => (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0)
  const [pembulatan, ppn] = [number(settings?.pembulatan) || 1, number(settings?.ppn_persen)]
  const kinds = useQuery({ ...JenisBillings.queries.list({ 'per-page': 100 }), enabled: useCan('jenis-billing/index') && ppn > 0 }).data?.rows
  return rows.map((row) => {
    const old = stored.find((s) => s.id === row.id)
    const prorata = old?.prorata_pembilang != null && old.prorata_penyebut != null ? { pembilang: old.prorata_pembilang, penyebut: old.prorata_penyebut } : null
    const ppn_persen = old ? old.ppn_persen : kinds?.find((j) => j.id === row.jenis_billing_id)?.ppn_kena ? ppn : 0
    return { ...hitungItem({ qty: number(row.qty), harga_satuan: number(row.harga_satuan), diskon: number(row.diskon), prorata, pembulatan, ppn_persen }), prorata }
  })
}

const Lines = ({ stored }: { stored: StoredItems }) => {
  const { rows, add, remove } = useRows('items')
  const akun = useValue('akun_billing_id')
  const amounts = useAmounts(stored)
  const sums = totalTagihan(amounts)
  const box = useRef<HTMLDivElement>(null)
  const focus = (selector: string) => requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus())
  const drop = (at: number) => {
    remove(at)
    focus(rows.length > 1 ? `[data-line="${Math.min(at, rows.length - 2)}"] input` : '[data-tambah-baris]')
  }
  return (
    <div className="wide form" ref={box}>
      {rows.map((row, i) => (
        <fieldset key={i} data-line={i} className="line">
          <legend>Baris {i + 1}</legend>
          <div className="fields">
            <Field name={`items.${i}.jenis_billing_id`} />
            <Field name={`items.${i}.peserta_id`} filter={typeof akun === 'number' ? { akun_billing_id: akun } : undefined} />
            <Field name={`items.${i}.deskripsi`} />
            <Field name={`items.${i}.qty`} />
            <Field name={`items.${i}.harga_satuan`} />
            <Field name={`items.${i}.diskon`} />
            {row.diskon > 0 && <Field name={`items.${i}.diskon_alasan`} />}
          </div>
          <div className="lineFoot">
            {amounts[i]?.prorata && <span className="dim">Prorata {amounts[i].prorata.pembilang} dari {amounts[i].prorata.penyebut} pertemuan</span>}
            <span>Jumlah baris <b className="num">{rupiah(amounts[i]?.jumlah)}</b></span>
            <Button variant="subtle" color="danger" size="compact-sm" aria-label={`Hapus baris ${i + 1}`} onClick={() => drop(i)}>Hapus</Button>
          </div>
        </fieldset>
      ))}
      <div className="actions" style={{ justifyContent: 'space-between', alignItems: 'start' }}>
        <Button variant="default" data-tambah-baris onClick={() => { add(emptyLine); focus(`[data-line="${rows.length}"] input`) }}>Tambah baris</Button>
        <table className="sums" aria-label="Jumlah tagihan">
          <tbody>
            <tr><th scope="row">Subtotal</th><td>{rupiah(sums.subtotal)}</td></tr>
            {sums.total_diskon > 0 && <tr><th scope="row">Diskon</th><td>{rupiah(-sums.total_diskon)}</td></tr>}
            {sums.total_ppn > 0 && <tr><th scope="row">PPN</th><td>{rupiah(sums.total_ppn)}</td></tr>}
            <tr className="strong"><th scope="row">Total</th><td>{rupiah(sums.total)}</td></tr>
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** All fields of a bill that is no more than a draft. */
export const BillFields = ({ stored = [] }: { stored?: StoredItems }) => (
  <>
    <Field name="akun_billing_id" />
    <Field name="gedung_id" />
    <Field name="periode" hint="Kosong bila bukan tagihan bulanan" />
    <Field name="tanggal_terbit" />
    <Field name="jatuh_tempo" />
    <Field name="alamat" hint="Kosong: alamat tagihan akun" />
    <Field name="catatan" hint="Tercetak di tagihan" />
    <Lines stored={stored} />
  </>
)
