/** Payment methods under the school's own names. */
import { methodNames } from '#contract/billing/rules/methodNames.ts'
import { useMe } from '#src/data/session/session.ts'

export const useMetode = () => methodNames(useMe()?.pengaturan)
