/** The calls that are no entity's, ready to use. */
import { infoBilling, listPaymentBank, updatePassword } from '#contract/calls.ts'
import { createCall } from '#src/data/createCall.ts'

export const UpdatePassword = createCall(updatePassword)
export const InfoBilling = createCall(infoBilling)
export const ListPaymentBank = createCall(listPaymentBank)
