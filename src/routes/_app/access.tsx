import { createFileRoute } from '@tanstack/react-router'
import { Accesses } from '#src/data/resources/role.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'

export const Route = createFileRoute('/_app/access')({
  ...listRoute(() => import('#src/data/resources/role.ts').then((m) => m.Accesses)),
  component: AccessList,
})

const { ModalForm, Field } = formFor(Accesses)

/** List of access codes. The program defines the codes; only their names can be edited. */
function AccessList() {
  return (
    <ListScreen
      of={Accesses}
      columns={['nama', 'modul', 'jenis', 'sensitif', 'kode']}
      filters={['jenis', 'sensitif']}
      form={
        <ModalForm>
          <Field name="nama" wide />
        </ModalForm>
      }
    />
  )
}
