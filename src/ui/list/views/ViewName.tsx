import { SavedViews } from '#src/data/resources/savedView.ts'
import { formFor } from '#src/ui/form/form.tsx'

const { ModalForm, Field } = formFor(SavedViews)

/** Form for the name of a saved view. The `id` is 0 for a new view. */
export const ViewName = ({
  id,
  initial,
  close,
}: {
  id: number
  initial: { resource: string; search: string; kolom: string }
  close: () => void
}) => (
  <ModalForm
    target={{ id, close }}
    title={id ? 'Ubah nama tampilan' : 'Simpan tampilan'}
    initial={id ? undefined : initial}
  >
    <Field name="nama" wide />
  </ModalForm>
)
