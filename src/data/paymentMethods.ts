/** Names of the payment methods, some of which the school can set. */
import { methodNames } from '#contract/billing/rules/methodNames.ts'
import { useMe } from '#src/data/session/session.ts'

export const useMetode = () => methodNames(useMe()?.pengaturan)
