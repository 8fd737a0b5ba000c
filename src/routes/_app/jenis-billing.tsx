import { createFileRoute } from '@tanstack/react-router'
import { JenisBillings } from '#src/data/resources/jenisBilling.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { Impor } from '#src/ui/import/Import.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'

export const Route = createFileRoute('/_app/jenis-billing')({
  ...listRoute(() => import('#src/data/resources/jenisBilling.ts').then((m) => m.JenisBillings)),
  component: JenisBillingScreen,
})

const { ModalForm, Field } = formFor(JenisBillings)

function JenisBillingScreen() {
  return (
    <ListScreen
      of={JenisBillings}
      tools={<Impor nama="jenis-billing" label="Jenis Billing" school />}
      columns={['nama', 'kode', 'sifat', 'ppn_kena', 'urutan', 'status']}
      form={
        <ModalForm>
          <Field name="kode" />
          <Field name="nama" />
          <Field name="sifat" />
          <Field name="urutan" />
          <Field name="status" />
          <Field name="ppn_kena" wide />
        </ModalForm>
      }
    />
  )
}
