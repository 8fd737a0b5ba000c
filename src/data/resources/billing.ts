import { billing } from '#contract/billing/billing.ts'
import { isRestorable } from '#contract/restore.ts'
import { createHooks } from '#src/data/api/createHooks.ts'
import { queryClient } from '#src/data/api/queryClient.ts'

const hooks = createHooks(billing)
export const Billings: typeof hooks = {
  ...hooks,
  /** Also reads the lines of a draft, which a list does not contain. */
  restorer: async (bill) => {
    if (!isRestorable(billing, bill)) return undefined
    try {
      const [{ items }, { linesOf }] = await Promise.all([
        queryClient.fetchQuery(hooks.queries.view(bill.id, 'items')),
        import('#src/data/billLines.ts'),
      ])
      // The deleted lines have no id any more.
      return await hooks.restorer(bill, { items: linesOf(items).map(({ id: _, ...line }) => line) })
    } catch {
      // Deletes the draft without offering to restore it.
      return undefined
    }
  },
}
