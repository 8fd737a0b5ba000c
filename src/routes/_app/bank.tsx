import { createFileRoute } from '@tanstack/react-router'
import { TipeBank } from '#contract/enums.ts'
import { Banks } from '#src/data/resources/bank.ts'
import { useCan } from '#src/data/session/session.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { Dim } from '#src/ui/format/Words.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { ToolLink } from '#src/ui/list/Tool.tsx'

export const Route = createFileRoute('/_app/bank')({
  ...listRoute(() => import('#src/data/resources/bank.ts').then((m) => m.Banks)),
  component: BankScreen,
})

const { ModalForm, Field, useValue } = formFor(Banks)
/** Image field for the QR code that payers scan. It is shown only for a QRIS account. */
const Qris = () => (useValue('tipe') === 'qris' ? <Field name="gambar" wide /> : null)
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
      form={
        <ModalForm>
          <Field name="nama_bank" />
          <Field name="no_rekening" />
          <Field name="atas_nama" wide />
          <Field name="tipe" />
          <Field name="metode" />
          <Field name="gedung" wide />
          <Qris />
          <Field name="urutan" />
          <Field name="status" />
          <Field name="tampil_di_tagihan" wide />
        </ModalForm>
      }
    />
  )
}
