/** Form of an extra fee. */
import { currentDay } from '#contract/values/tanggal.ts'
import { Biayas } from '#src/data/resources/biaya.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { SameName } from '#src/ui/form/SameName.tsx'

const { ModalForm, Field } = formFor(Biayas)

/** Form of an extra fee, opened by the surrounding list or by a picker. */
export const BiayaForm = () => (
  <ModalForm initial={{ berlaku_mulai: currentDay() }}>
    <Field name="nama" />
    <Field name="kode" />
    <SameName of={Biayas} />
    <Field name="jenis_billing_id" />
    <Field name="nominal" />
    <Field name="pemicu" />
    <Field name="berlaku_mulai" />
    <Field name="kursus" wide />
    <Field name="gedung" wide />
    <Field name="status" />
  </ModalForm>
)
