/** References to documents: files and histories cite a document by its number. */
import { fieldMeta, reference, references, rowOf } from '#contract/fields.ts'

const asDocument = <S extends Parameters<typeof fieldMeta.add>[0]>(schema: S): S => {
  const meta = fieldMeta.get(schema)
  if (meta) fieldMeta.add(schema, { ...meta, document: true })
  return schema
}
/** A bill: chosen by the name of its payer. */
export const billReference = (label = 'Tagihan') => asDocument(reference(label, 'billing'))
/** Several bills; stored as a JSON list. */
export const billReferences = (label = 'Tagihan') => asDocument(references(label, 'billing'))
/** A payment: set where it is seen, chosen from no list. */
export const paymentReference = (label = 'Pembayaran') =>
  asDocument(rowOf(label, 'billing-payment'))
