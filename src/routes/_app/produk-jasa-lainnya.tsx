import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { ProdukJasas } from '#src/data/resources/produkJasa.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { SameName } from '#src/ui/form/SameName.tsx'
import { Impor } from '#src/ui/import/Import.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { Badge, columnHelper } from '#src/ui/list/table/table.tsx'

export const Route = createFileRoute('/_app/produk-jasa-lainnya')({
  ...listRoute(() => import('#src/data/resources/produkJasa.ts').then((m) => m.ProdukJasas), {
    expand: 'jenis_billing',
  }),
  component: ProdukJasaScreen,
})

const { ModalForm, Field, useValue, useSet } = formFor(ProdukJasas)
const k = columnHelper(ProdukJasas)
const columns = [
  k.accessor('nama', { cell: ({ cell, row }) => cell.person(row.kode) }),
  'tipe',
  k.accessor((row) => row.jenis_billing?.nama, {
    id: 'jenis_billing_id',
    header: 'Jenis Billing',
    cell: 'text',
  }),
  'harga',
  k.accessor('stok', {
    cell: ({ cell }) => (cell.value === 0 ? <Badge tone="red">Habis</Badge> : cell.number()),
  }),
  'gedung',
  'ppn_kena',
  'status',
] as const

/** Field for the stock, which is cleared and not shown for services. */
const StokField = () => {
  const isJasa = useValue('tipe') === 'jasa'
  const set = useSet()
  const clear = useEffectEvent(() => set('stok', null))
  useEffect(() => {
    if (isJasa) clear()
  }, [isJasa])
  return isJasa ? null : <Field name="stok" />
}

function ProdukJasaScreen() {
  return (
    <ListScreen
      of={ProdukJasas}
      tools={<Impor nama="produk-jasa" label="Produk & Jasa" />}
      columns={columns}
      filters={['tipe', 'habis', 'gedung_id', 'status']}
      form={
        <ModalForm>
          <Field name="nama" />
          <Field name="kode" />
          <SameName of={ProdukJasas} />
          <Field name="tipe" />
          <Field name="jenis_billing_id" />
          <Field name="harga" />
          <StokField />
          <Field name="gedung" wide />
          <Field name="status" />
          <Field name="ppn_kena" wide />
        </ModalForm>
      }
    />
  )
}
