/** Form hooks and fields of a payment, shared by the files of its form. */
import type { billingPayment } from '#contract/billing/billingPayment.ts'
import { byDueDate, type OpenBill } from '#contract/billing/rules/alokasi.ts'
import type { Input } from '#contract/resource.ts'
import { BillingPayments } from '#src/data/resources/billingPayment.ts'
import { formFor } from '#src/ui/form/form.tsx'

export const { Form, Field, useValue, useField } = formFor(BillingPayments)
export type PaymentInput = Input<typeof billingPayment>

/** Returns the open bills in the order in which money is allocated to them. */
export const openOf = <T extends OpenBill>(bills: readonly T[]): T[] =>
  bills.filter((b) => b.sisa > 0).toSorted(byDueDate)
