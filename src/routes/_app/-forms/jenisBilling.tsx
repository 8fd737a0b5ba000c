/** Form of a billing type. */
import { JenisBillings } from '#src/data/resources/jenisBilling.ts'
import { formFor } from '#src/ui/form/form.tsx'

const { ModalForm, Field } = formFor(JenisBillings)

/** Form of a billing type, opened by the surrounding list or by a picker. */
export const JenisBillingForm = () => (
  <ModalForm>
    <Field name="kode" />
    <Field name="nama" />
    <Field name="sifat" />
    <Field name="urutan" />
    <Field name="status" />
    <Field name="ppn_kena" wide />
  </ModalForm>
)
