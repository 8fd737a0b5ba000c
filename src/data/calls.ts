/** The calls that are no entity's, ready to use. */
import { generate, generateBatch, infoBilling, infoPeserta, listPaymentBank, pratinjau, terbitkanBanyak, updatePassword } from '#contract/calls.ts'
import { createCall } from '#src/data/createCall.ts'

export const UpdatePassword = createCall(updatePassword)
export const InfoBilling = createCall(infoBilling)
export const InfoPeserta = createCall(infoPeserta)
export const ListPaymentBank = createCall(listPaymentBank)
export const Pratinjau = createCall(pratinjau)
export const Generate = createCall(generate)
export const GenerateBatch = createCall(generateBatch)
export const TerbitkanBanyak = createCall(terbitkanBanyak, { touches: ['billing-payment', 'user'] })
