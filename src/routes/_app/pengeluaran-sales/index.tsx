import { createFileRoute } from '@tanstack/react-router'
import { PengeluaranSales } from '#src/data/resources/pengeluaranSales.ts'
import { useCan } from '#src/data/session/session.ts'
import {
  ExpenseStatus,
  expensePlace,
  useExpenseActions,
  whyNotChange,
} from '#src/routes/_app/pengeluaran-sales/-expense.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'

export const Route = createFileRoute('/_app/pengeluaran-sales/')({
  ...listRoute(
    () => import('#src/data/resources/pengeluaranSales.ts').then((m) => m.PengeluaranSales),
    {
      expand: 'sales,gedung',
    },
  ),
  component: ExpenseList,
})

const k = columnHelper(PengeluaranSales)
const columns = [
  k.accessor('nomor', { cell: ({ cell, row }) => cell.person(row.gedung?.nama) }),
  'tanggal' as const,
  k.accessor((row) => row.sales?.name, { id: 'sales_id', header: 'Sales', cell: 'text' }),
  'kategori' as const,
  'jumlah' as const,
  k.display({ id: 'status', header: 'Status', cell: ({ row }) => <ExpenseStatus expense={row} /> }),
  'keterangan' as const,
  'metode' as const,
]
const { each } = PengeluaranSales

function ExpenseList() {
  const seesSales = useCan('user/sales')
  const { actionsOf, whyNotDecide } = useExpenseActions()
  return (
    <ListScreen
      of={PengeluaranSales}
      columns={columns}
      filters={[
        'status',
        'kategori',
        'bulan',
        ...(seesSales ? (['sales_id'] as const) : []),
        'gedung_id',
        'batal',
        'tanggal',
        'jumlah',
      ]}
      open={expensePlace}
      create={{ to: '/pengeluaran-sales/form' }}
      edit={({ id }) => ({ to: '/pengeluaran-sales/edit', search: { id } })}
      rowMay={(row) => !whyNotChange(row)}
      actions={actionsOf}
      bulk={[
        {
          label: 'Setujui',
          code: 'pengeluaran-sales/setujui',
          body: 'Yang disetujui dihitung sebagai pengeluaran dan tidak dapat diubah lagi.',
          except: whyNotDecide,
          run: ({ id, versi }) => each('setujui', id, { versi }),
        },
        {
          label: 'Tolak',
          code: 'pengeluaran-sales/tolak',
          danger: true,
          reason: true,
          body: 'Sales membaca alasan ini, dan dapat memperbaiki lalu mengajukan lagi.',
          except: whyNotDecide,
          run: ({ id, versi }, alasan) => each('tolak', id, { versi, alasan }),
        },
      ]}
    />
  )
}
