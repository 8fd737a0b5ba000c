import { createFileRoute } from '@tanstack/react-router'
import { sebutPromo } from '#contract/rules/promo.ts'
import { Promos } from '#src/data/promo.ts'
import { angka, rupiah } from '#src/ui/format.ts'
import { listRoute } from '#src/ui/listRoute.ts'
import { ListScreen } from '#src/ui/ListScreen.tsx'
import { kolom } from '#src/ui/table.tsx'
import { PromoForm } from './-form.tsx'

export const Route = createFileRoute('/_app/promo/')({
  ...listRoute(() => import('#src/data/promo.ts').then((m) => m.Promos), { expand: 'pemakaian' }),
  component: PromoScreen,
})

const k = kolom(Promos)
const columns = [
  k.accessor('nama', {
    cell: ({ cell, row }) => cell.orang(row.kode ? `Kode ${row.kode}` : 'Otomatis'),
  }),
  k.accessor((row) => sebutPromo({ ...row, maks_diskon: null }), {
    id: 'tipe',
    header: 'Potongan',
    cell: ({ cell, row: { tipe, maks_diskon } }) =>
      cell.orang(
        maks_diskon !== null && tipe !== 'nominal' ? `paling banyak ${rupiah(maks_diskon)}` : null,
      ),
  }),
  'mulai',
  'selesai',
  k.accessor(
    (row) =>
      `${angka(row.pemakaian?.terpakai ?? 0)}${row.kuota === null ? '' : ` dari ${angka(row.kuota)}`}`,
    { id: 'kuota', header: 'Terpakai', cell: 'teks' },
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
