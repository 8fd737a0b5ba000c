/** Form of a bank account. */
import { Banks } from '#src/data/resources/bank.ts'
import { formFor } from '#src/ui/form/form.tsx'

const { ModalForm, Field, useValue } = formFor(Banks)
/** Image field for the QR code that payers scan. It is shown only for a QRIS account. */
const Qris = () => (useValue('tipe') === 'qris' ? <Field name="gambar" wide /> : null)

/** Form of a bank account, opened by the surrounding list or by a picker. */
export const BankForm = () => (
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
)
