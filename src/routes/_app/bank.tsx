import { createFileRoute } from '@tanstack/react-router'
import { Banks } from '#src/data/bank.ts'
import { formFor } from '#src/ui/form.tsx'
import { listRoute } from '#src/ui/listRoute.ts'
import { ListScreen } from '#src/ui/ListScreen.tsx'

export const Route = createFileRoute('/_app/bank')({ ...listRoute(() => import('#src/data/bank.ts').then((m) => m.Banks)), component: BankScreen })

const { ModalForm, Field } = formFor(Banks)

function BankScreen() {
  return (
    <ListScreen of={Banks} columns={['nama_bank', 'no_rekening', 'atas_nama', 'tipe', 'metode', 'urutan', 'status']} form={
      <ModalForm>
        <Field name="nama_bank" />
        <Field name="no_rekening" />
        <Field name="atas_nama" wide />
        <Field name="tipe" />
        <Field name="metode" />
        <Field name="gedung" wide />
        <Field name="urutan" />
        <Field name="status" />
        <Field name="tampil_di_tagihan" wide />
      </ModalForm>
    } />
  )
}
