import { createFileRoute } from '@tanstack/react-router'
import { TipeBank } from '#contract/enums.ts'
import { Banks } from '#src/data/resources/bank.ts'
import { useCan } from '#src/data/session/session.ts'
import { BankForm } from '#src/routes/_app/-forms/bank.tsx'
import { Dim } from '#src/ui/format/Words.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { ToolLink } from '#src/ui/list/Tool.tsx'

export const Route = createFileRoute('/_app/bank')({
  ...listRoute(() => import('#src/data/resources/bank.ts').then((m) => m.Banks)),
  component: BankScreen,
})

const k = columnHelper(Banks)
const columns = [
  'nama_bank',
  'no_rekening',
  'atas_nama',
  k.accessor('metode', {
    cell: ({ cell, row }) => (
      <span>
        {cell.option()}
        <Dim style={{ display: 'block', fontSize: '0.8125rem' }}>{TipeBank.label(row.tipe)}</Dim>
      </span>
    ),
  }),
  'urutan',
  'status',
] as const

function BankScreen() {
  const seesStatements = useCan('mutasi-bank/index')
  return (
    <ListScreen
      of={Banks}
      columns={columns}
      tools={seesStatements && <ToolLink place={{ to: '/mutasi-bank' }}>Mutasi bank</ToolLink>}
      form={<BankForm />}
    />
  )
}
