/** Adds lines to a bill from the catalog of products and fees. */
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import type { billing } from '#contract/billing/billing.ts'
import type { Parsed } from '#contract/resource.ts'
import { Biayas } from '#src/data/resources/biaya.ts'
import { ProdukJasas } from '#src/data/resources/produkJasa.ts'
import { useCan } from '#src/data/session/session.ts'
import { showFailure } from '#src/state/feedback.ts'
import { Picker } from '#src/ui/form/pickers/Picker.tsx'
import { numberText, bulan, rupiah } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'

export type BillLine = Parsed<typeof billing>['items'][number]
const newLine = {
  peserta_id: null,
  kursus_peserta_id: null,
  biaya_id: null,
  produk_jasa_id: null,
  qty: 1,
  diskon: 0,
  diskon_alasan: null,
  alasan_manual: null,
}

/** Returns functions that make a bill line from a product or a fee at its current price. */
const useCatalogLine = () => {
  const client = useQueryClient()
  return {
    produk: async (id: number): Promise<BillLine> => {
      const { nama, jenis_billing_id, harga } = await client.fetchQuery(
        ProdukJasas.queries.view(id),
      )
      return {
        ...newLine,
        produk_jasa_id: id,
        jenis_billing_id,
        deskripsi: nama,
        harga_satuan: harga,
      }
    },
    biaya: async (id: number, periode: string | null): Promise<BillLine> => {
      const { nama, jenis_billing_id, nominal, pemicu } = await client.fetchQuery(
        Biayas.queries.view(id),
      )
      return {
        ...newLine,
        biaya_id: id,
        jenis_billing_id,
        deskripsi: pemicu === 'bulanan' && periode ? `${nama} – ${bulan(periode)}` : nama,
        harga_satuan: nominal,
      }
    },
  }
}

/**
 * Renders the buttons that open a picker of products or a picker of fees. A chosen item is added to
 * the bill as a line.
 */
export const CatalogButtons = ({
  add,
  gedung_id,
  periode,
}: {
  add: (line: BillLine) => void
  gedung_id: number | undefined
  periode: string | null
}) => {
  const [kind, setKind] = useState<'produk' | 'biaya' | null>(null)
  const makeLine = useCatalogLine()
  const [mayProduk, mayBiaya] = [useCan('produk-jasa/view'), useCan('biaya/view')]
  const filter = gedung_id === undefined ? undefined : { gedung_id }
  const choose = async (id: number | null) => {
    if (id === null) return
    try {
      const line = await (kind === 'produk' ? makeLine.produk(id) : makeLine.biaya(id, periode))
      setKind(null)
      add(line)
    } catch (error) {
      showFailure(error)
    }
  }
  // Closes the picker on Escape if its option list is closed. (An open option list handles Escape
  // itself.) The event is stopped, so that Escape does not close the surrounding form.
  const keys = (e: KeyboardEvent) => {
    if (
      e.key !== 'Escape' ||
      (e.target instanceof HTMLElement && e.target.getAttribute('aria-expanded') === 'true')
    )
      return
    e.preventDefault()
    e.stopPropagation()
    setKind(null)
  }
  const button = (buttonKind: 'produk' | 'biaya', label: string) => (
    <Button
      variant="default"
      aria-expanded={kind === buttonKind}
      onClick={() => setKind(kind === buttonKind ? null : buttonKind)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {mayProduk && button('produk', 'Tambah produk')}
      {mayBiaya && button('biaya', 'Tambah biaya')}
      {kind && (
        <div style={{ flexBasis: '100%', maxWidth: '28rem' }}>
          <Picker
            key={kind}
            label={kind === 'produk' ? 'Produk atau jasa' : 'Biaya'}
            resource={kind === 'produk' ? 'produk-jasa' : 'biaya'}
            filter={filter}
            creates
            value={null}
            onChange={(id) => void choose(id)}
            autoFocus
            defaultDropdownOpened
            onKeyDown={keys}
            placeholder="Cari nama atau kode"
            description={
              gedung_id === undefined
                ? 'Pilih outlet dahulu untuk melihat yang ditawarkan di sana'
                : undefined
            }
          />
        </div>
      )}
    </>
  )
}

/**
 * Shows the product or fee of a line, for a product with the stock. If the quantity exceeds the
 * stock, a warning says that the bill cannot be published yet.
 */
export const LineOrigin = ({ row, stored }: { row: Partial<BillLine>; stored: boolean }) => {
  const { produk_jasa_id: produk, biaya_id: biaya } = row
  const product = useQuery({
    ...ProdukJasas.queries.view(produk ?? 0),
    enabled: useCan('produk-jasa/view') && typeof produk === 'number',
  }).data
  const fee = useQuery({
    ...Biayas.queries.view(biaya ?? 0),
    enabled: useCan('biaya/view') && typeof biaya === 'number',
  }).data
  if (fee)
    return (
      <Dim>
        Biaya {fee.nama}
        {stored ? '' : ` · ${rupiah(fee.nominal)}`}
      </Dim>
    )
  if (!product) return null
  const { stok } = product
  if (stok !== null && (row.qty ?? 0) > stok)
    return (
      <Dim
        data-kurang
        style={{ color: 'var(--mantine-color-error)' }}
      >{`${product.nama}: stok ${stok === 0 ? 'habis' : `tinggal ${numberText(stok)}`}, tagihan belum dapat diterbitkan`}</Dim>
    )
  return (
    <Dim>
      {product.nama}
      {stok !== null && ` · stok ${numberText(stok)}`}
    </Dim>
  )
}
