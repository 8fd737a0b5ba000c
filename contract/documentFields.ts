/**
 * Fields that refer to bills and payments. Exports and histories show the document number instead
 * of the id.
 */
import { fieldMeta, reference, references, rowOf } from '#contract/fields.ts'

const asDocument = <S extends Parameters<typeof fieldMeta.add>[0]>(schema: S): S => {
  const meta = fieldMeta.get(schema)
  if (meta) fieldMeta.add(schema, { ...meta, document: true })
  return schema
}
/** Returns the field of a reference to a bill. Its picker finds bills by the name of the payer. */
export const billReference = (label = 'Tagihan') => asDocument(reference(label, 'billing'))
/** Returns the field of references to several bills, which is stored as a JSON list. */
export const billReferences = (label = 'Tagihan') => asDocument(references(label, 'billing'))
/**
 * Returns the field of a reference to a payment. It has no picker, because the server or the screen
 * of a payment sets it.
 */
export const paymentReference = (label = 'Pembayaran') =>
  asDocument(rowOf(label, 'billing-payment'))
