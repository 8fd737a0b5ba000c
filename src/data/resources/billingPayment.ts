import { billingPayment } from '#contract/billing/billingPayment.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const BillingPayments = createHooks(billingPayment)
