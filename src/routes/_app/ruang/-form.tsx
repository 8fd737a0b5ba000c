/** Form of a room, in a dialog over the list and over the record. */
import { Ruangs } from '#src/data/resources/ruang.ts'
import { formFor } from '#src/ui/form/form.tsx'
import type { FormTarget } from '#src/ui/form/formTarget.ts'

const { ModalForm, Field } = formFor(Ruangs)

/**
 * Form of a room. Without `target`, it is opened by the buttons `Tambah` and `Ubah` of the
 * surrounding list.
 */
export const RuangForm = ({ target }: { target?: FormTarget }) => (
  <ModalForm target={target}>
    <Field name="nama" />
    <Field name="gedung_id" />
    <Field name="kapasitas" />
    <Field name="status" />
    <Field name="fasilitas" wide />
  </ModalForm>
)
