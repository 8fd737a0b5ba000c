import '#src/styles/lines.css'
/** The fields of a bill with its lines and live totals, for a new one and for a draft. */
import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Row } from '#contract/resource.ts'
import type { billing } from '#contract/resources/billing.ts'
import { diskonManual } from '#contract/rules/promo.ts'
import { hitungItem, totalTagihan } from '#contract/rules/tagihan.ts'
import { ProdukJasas } from '#src/data/produkJasa.ts'
import { useCan, useMe } from '#src/data/session.ts'
import { rupiah } from '#src/ui/format.ts'
import { BillForm, Field, useRows, useSet, useValue } from './-formParts.ts'
import { Asal, DariKatalog, Tawaran, type Baris } from './-katalog.tsx'
import {
  BillDefaults,
  courseOf,
  TuitionFields,
  TuitionNotes,
  useCourses,
  useKinds,
  type Course,
} from './-tuition.tsx'

export { BillForm, Field }
type StoredItems = NonNullable<Row<typeof billing>['items']>
/** What a new line begins with. */
export const emptyLine = { qty: 1, diskon: 0 }
/** Inputs of the stored lines; the rest of them is computed. */
export const linesOf = (items: StoredItems = []) =>
  items.map(
    ({
      id,
      jenis_billing_id,
      biaya_id,
      produk_jasa_id,
      peserta_id,
      kursus_peserta_id,
      deskripsi,
      qty,
      harga_satuan,
      alasan_manual,
      ...rest
    }) => ({
      id,
      jenis_billing_id,
      biaya_id,
      produk_jasa_id,
      peserta_id,
      kursus_peserta_id,
      deskripsi,
      qty,
      harga_satuan,
      ...diskonManual(rest),
      alasan_manual,
    }),
  )

/**
 * Amounts as the server will compute them: a stored line keeps its proration, its PPN and, as long as its amount stays, its promos; a line that is
 * tied to a course now has those of the course.
 */
const useAmounts = (
  stored: StoredItems,
  courses: ReturnType<typeof useCourses>,
  kinds: ReturnType<typeof useKinds>,
) => {
  const { rows } = useRows('items')
  const settings = useMe()?.pengaturan
  const number = (value: unknown) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
  const [pembulatan, ppn] = [number(settings?.pembulatan) || 1, number(settings?.ppn_persen)]
  const mayProduk = useCan('produk-jasa/view')
  const ids = [
    ...new Set(
      rows.flatMap((r) => (typeof r.produk_jasa_id === 'number' ? [r.produk_jasa_id] : [])),
    ),
  ]
  const products = useQueries({
    queries: ids.map((id) => ({ ...ProdukJasas.queries.view(id), enabled: mayProduk && ppn > 0 })),
  }).flatMap(({ data }) => data ?? [])
  return rows.map((row) => {
    const old = stored.find((s) => s.id === row.id)
    const fresh: Course | undefined = old?.kursus_peserta_id ? undefined : courseOf(row, courses)
    const share = fresh ?? old
    const prorata =
      share?.prorata_pembilang != null && share.prorata_penyebut != null
        ? { pembilang: share.prorata_pembilang, penyebut: share.prorata_penyebut }
        : null
    const kena = (
      typeof row.produk_jasa_id === 'number'
        ? products.find((p) => p.id === row.produk_jasa_id)
        : kinds.get(row.jenis_billing_id)
    )?.ppn_kena
    const ppn_persen = share ? share.ppn_persen : kena ? ppn : 0
    const amounts = {
      qty: number(row.qty),
      harga_satuan: number(row.harga_satuan),
      diskon: number(row.diskon),
      prorata,
      pembulatan,
      ppn_persen,
    }
    if (fresh) {
      // Of another price the promo is another, which saving tells.
      const promo = amounts.harga_satuan === fresh.harga_satuan ? fresh.diskon : 0
      return {
        ...hitungItem({ ...amounts, promo: [{ nominal: promo }] }),
        prorata,
        promo: fresh.promo === null ? undefined : { nama: fresh.promo, diskon: promo },
      }
    }
    const kept =
      old && hitungItem(amounts).jumlah_bruto === old.jumlah_bruto
        ? old.promo_diskon + old.promo_kedua_diskon
        : 0
    return {
      ...hitungItem({ ...amounts, promo: [{ nominal: kept }] }),
      prorata,
      promo: old?.promo_alasan ? { nama: old.promo_alasan, diskon: kept } : undefined,
    }
  })
}

const Lines = ({ stored, bill }: { stored: StoredItems; bill: number | undefined }) => {
  const { rows, add, remove } = useRows('items')
  const set = useSet()
  const [akun, gedung, periode] = [
    useValue('akun_billing_id'),
    useValue('gedung_id'),
    useValue('periode'),
  ]
  const outlet = typeof gedung === 'number' ? gedung : undefined
  const kinds = useKinds()
  const courses = useCourses(rows)
  const amounts = useAmounts(stored, courses, kinds)
  /** A line of tuition, with what its part of the form is given; undefined for any other. */
  const tuitionOf = (row: (typeof rows)[number], at: number) => {
    const tied = stored.find((s) => s.id === row.id)?.kursus_peserta_id ?? null
    const isCourse =
      kinds.get(row.jenis_billing_id)?.sifat === 'kursus' && !row.biaya_id && !row.produk_jasa_id
    return isCourse || tied !== null
      ? { at, row, fixed: tied !== null, bill, data: courses.get(row.peserta_id ?? 0) }
      : undefined
  }
  const sums = totalTagihan(amounts)
  const box = useRef<HTMLDivElement>(null)
  const focus = (selector: string) =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus())
  const drop = (at: number) => {
    remove(at)
    focus(
      rows.length > 1
        ? `[data-line="${Math.min(at, rows.length - 2)}"] input`
        : '[data-tambah-baris]',
    )
  }
  /** From the catalogue; it takes the place of the empty line that a new bill begins with. */
  const addLine = (line: Baris) => {
    const [first] = rows
    const untouched =
      rows.length === 1 &&
      first?.id === undefined &&
      !first?.jenis_billing_id &&
      !first?.deskripsi &&
      !first?.harga_satuan &&
      !first?.peserta_id
    set('items', untouched ? [line] : [...rows, line])
    focus(`[data-line="${untouched ? 0 : rows.length}"] input[name$="qty"]`)
  }
  return (
    <div className="wide form" ref={box}>
      <Tawaran
        akun={typeof akun === 'number' ? akun : undefined}
        gedung_id={outlet}
        rows={rows}
        add={addLine}
      />
      {rows.map((row, i) => {
        const tuition = tuitionOf(row, i)
        return (
          <fieldset key={i} data-line={i} className="line">
            <legend>Baris {i + 1}</legend>
            <div className="fields">
              <Field name={`items.${i}.jenis_billing_id`} />
              <Field
                name={`items.${i}.peserta_id`}
                filter={typeof akun === 'number' ? { akun_billing_id: akun } : undefined}
              />
              {tuition && <TuitionFields {...tuition} />}
              <Field name={`items.${i}.deskripsi`} />
              <Field name={`items.${i}.qty`} />
              <Field name={`items.${i}.harga_satuan`} />
              <Field name={`items.${i}.diskon`} />
              {row.diskon > 0 && <Field name={`items.${i}.diskon_alasan`} />}
            </div>
            <div className="lineFoot">
              {tuition && <TuitionNotes {...tuition} />}
              <Asal row={row} stored={row.id !== undefined} />
              {amounts[i]?.prorata && (
                <span className="dim">
                  Prorata {amounts[i].prorata.pembilang} dari {amounts[i].prorata.penyebut}{' '}
                  pertemuan
                </span>
              )}
              {amounts[i]?.promo && (
                <span className="dim">
                  Promo {amounts[i].promo.nama}
                  {amounts[i].promo.diskon > 0
                    ? ` ${rupiah(-amounts[i].promo.diskon)}`
                    : ', dihitung saat disimpan'}
                </span>
              )}
              <span>
                Jumlah baris <b className="num">{rupiah(amounts[i]?.jumlah)}</b>
              </span>
              <Button
                variant="subtle"
                color="danger"
                size="compact-sm"
                aria-label={`Hapus baris ${i + 1}`}
                onClick={() => drop(i)}
              >
                Hapus
              </Button>
            </div>
          </fieldset>
        )
      })}
      <div className="actions" style={{ justifyContent: 'space-between', alignItems: 'start' }}>
        <div className="actions" style={{ flex: '1 1 20rem' }}>
          <Button
            variant="default"
            data-tambah-baris
            onClick={() => {
              add(emptyLine)
              focus(`[data-line="${rows.length}"] input`)
            }}
          >
            Tambah baris
          </Button>
          <DariKatalog
            add={addLine}
            gedung_id={outlet}
            periode={typeof periode === 'string' && periode !== '' ? periode : null}
          />
        </div>
        <table className="sums" aria-label="Jumlah tagihan">
          <tbody>
            <tr>
              <th scope="row">Subtotal</th>
              <td>{rupiah(sums.subtotal)}</td>
            </tr>
            {sums.total_diskon > 0 && (
              <tr>
                <th scope="row">Diskon</th>
                <td>{rupiah(-sums.total_diskon)}</td>
              </tr>
            )}
            {sums.total_ppn > 0 && (
              <tr>
                <th scope="row">PPN</th>
                <td>{rupiah(sums.total_ppn)}</td>
              </tr>
            )}
            <tr className="strong">
              <th scope="row">Total</th>
              <td>{rupiah(sums.total)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** All fields of a bill that is no more than a draft. */
export const BillFields = ({
  stored = [],
  bill,
}: {
  stored?: StoredItems
  /** The draft that is changed; a new one without. */ bill?: number
}) => (
  <>
    {bill === undefined && <BillDefaults />}
    <Field name="akun_billing_id" />
    <Field name="gedung_id" />
    <Field name="periode" hint="Kosong bila bukan tagihan bulanan" />
    <Field name="tanggal_terbit" />
    <Field name="jatuh_tempo" />
    <Field name="alamat" hint="Kosong: alamat tagihan akun" />
    <Field name="catatan" hint="Tercetak di tagihan" />
    <Field name="kode_promo" />
    <Lines stored={stored} bill={bill} />
  </>
)
