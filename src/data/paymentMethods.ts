/** Names of the payment methods. The school can set some of these names. */
import { methodNames } from '#contract/billing/rules/methodNames.ts'
import { useMe } from '#src/data/session/session.ts'

export const useMetode = () => methodNames(useMe()?.pengaturan)
