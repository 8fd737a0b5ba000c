import { billingPayment } from '#contract/billing/billingPayment.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const BillingPayments = createHooks(billingPayment)
