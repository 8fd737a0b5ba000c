/** Methods of payment as this school calls them. */
import { methodNames } from '#contract/billing/rules/methodNames.ts'
import { useMe } from '#src/data/session.ts'

export const useMetode = () => methodNames(useMe()?.pengaturan)
