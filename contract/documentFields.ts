/** References to documents, which exports and histories cite by number. */
import { fieldMeta, reference, references, rowOf } from '#contract/fields.ts'

const asDocument = <S extends Parameters<typeof fieldMeta.add>[0]>(schema: S): S => {
  const meta = fieldMeta.get(schema)
  if (meta) fieldMeta.add(schema, { ...meta, document: true })
  return schema
}
/** Reference to a bill, chosen by the name of its payer. */
export const billReference = (label = 'Tagihan') => asDocument(reference(label, 'billing'))
/** References to several bills; stored as a JSON list. */
export const billReferences = (label = 'Tagihan') => asDocument(references(label, 'billing'))
/** Reference to a payment. It is set from the payment's own screen and has no picker. */
export const paymentReference = (label = 'Pembayaran') =>
  asDocument(rowOf(label, 'billing-payment'))
