import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { ProdukJasas } from '#src/data/produkJasa.ts'
import { formFor } from '#src/ui/form.tsx'
import { Impor } from '#src/ui/impor/Impor.tsx'
import { listRoute } from '#src/ui/listRoute.ts'
import { ListScreen } from '#src/ui/ListScreen.tsx'
import { SameName } from '#src/ui/SameName.tsx'
import { Badge, kolom } from '#src/ui/table.tsx'

export const Route = createFileRoute('/_app/produk-jasa-lainnya')({
  ...listRoute(() => import('#src/data/produkJasa.ts').then((m) => m.ProdukJasas), {
    expand: 'jenis_billing',
  }),
  component: ProdukJasaScreen,
})

const { ModalForm, Field, useValue, useSet } = formFor(ProdukJasas)
const k = kolom(ProdukJasas)
const columns = [
  k.accessor('nama', { cell: ({ cell, row }) => cell.orang(row.kode) }),
  'tipe',
  k.accessor((row) => row.jenis_billing?.nama, {
    id: 'jenis_billing_id',
    header: 'Jenis Billing',
    cell: 'teks',
  }),
  'harga',
  k.accessor('stok', {
    cell: ({ cell }) => (cell.value === 0 ? <Badge tone="red">Habis</Badge> : cell.angka()),
  }),
  'gedung',
  'ppn_kena',
  'status',
] as const

/** A service is not counted. */
const Stok = () => {
  const jasa = useValue('tipe') === 'jasa'
  const set = useSet()
  const clear = useEffectEvent(() => set('stok', null))
  useEffect(() => {
    if (jasa) clear()
  }, [jasa])
  return jasa ? null : <Field name="stok" />
}

function ProdukJasaScreen() {
  return (
    <ListScreen
      of={ProdukJasas}
      tools={<Impor nama="produk-jasa" sebutan="Produk & Jasa" />}
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
          <Stok />
          <Field name="gedung" wide />
          <Field name="status" />
          <Field name="ppn_kena" wide />
        </ModalForm>
      }
    />
  )
}
