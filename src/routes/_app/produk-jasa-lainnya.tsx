import { createFileRoute } from '@tanstack/react-router'
import { ProdukJasas } from '#src/data/resources/produkJasa.ts'
import { ProdukJasaForm } from '#src/routes/_app/-forms/produkJasa.tsx'
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

function ProdukJasaScreen() {
  return (
    <ListScreen
      of={ProdukJasas}
      tools={<Impor nama="produk-jasa" label="Produk & Jasa" />}
      columns={columns}
      filters={['tipe', 'habis', 'gedung_id', 'status']}
      form={<ProdukJasaForm />}
    />
  )
}
