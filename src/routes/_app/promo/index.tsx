import { createFileRoute } from '@tanstack/react-router'
import { promoText } from '#contract/billing/rules/promo/promo.ts'
import { Promos } from '#src/data/resources/promo.ts'
import { numberText, rupiah } from '#src/ui/format/format.ts'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { PromoForm } from './-form.tsx'

export const Route = createFileRoute('/_app/promo/')({
  ...listRoute(() => import('#src/data/resources/promo.ts').then((m) => m.Promos), {
    expand: 'pemakaian',
  }),
  component: PromoScreen,
})

const k = columnHelper(Promos)
const columns = [
  k.accessor('nama', {
    cell: ({ cell, row }) => cell.person(row.kode ? `Kode ${row.kode}` : 'Otomatis'),
  }),
  k.accessor((row) => promoText({ ...row, maks_diskon: null }), {
    id: 'tipe',
    header: 'Potongan',
    cell: ({ cell, row: { tipe, maks_diskon } }) =>
      cell.person(
        maks_diskon !== null && tipe !== 'nominal' ? `paling banyak ${rupiah(maks_diskon)}` : null,
      ),
  }),
  'mulai',
  'selesai',
  k.accessor(
    (row) =>
      `${numberText(row.pemakaian?.terpakai ?? 0)}${row.kuota === null ? '' : ` dari ${numberText(row.kuota)}`}`,
    { id: 'kuota', header: 'Terpakai', cell: 'text' },
  ),
  'prioritas',
  'status',
] as const

function PromoScreen() {
  return (
    <ListScreen
      of={Promos}
      columns={columns}
      filters={['status', 'tipe']}
      open={({ id }) => ({ to: '/promo/view', search: { id } })}
      form={<PromoForm />}
    />
  )
}
