import { billingPayment } from '#contract/resources/billingPayment.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const BillingPayments = createHooks(billingPayment)
