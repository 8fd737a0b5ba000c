import { createFileRoute } from '@tanstack/react-router'
import { Accesses } from '#src/data/role.ts'
import { formFor } from '#src/ui/form.tsx'
import { listRoute } from '#src/ui/listRoute.ts'
import { ListScreen } from '#src/ui/ListScreen.tsx'

export const Route = createFileRoute('/_app/access')({
  ...listRoute(() => import('#src/data/role.ts').then((m) => m.Accesses)),
  component: DaftarAccess,
})

const { ModalForm, Field } = formFor(Accesses)

/** Codes are the product's; what they are called may be told otherwise. */
function DaftarAccess() {
  return (
    <ListScreen
      of={Accesses}
      columns={['nama', 'kode', 'modul', 'jenis', 'sensitif']}
      filters={['jenis', 'sensitif']}
      form={
        <ModalForm>
          <Field name="nama" wide />
        </ModalForm>
      }
    />
  )
}
