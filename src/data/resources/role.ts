import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { access, audit, role } from '#contract/access/role.ts'
import type { Row } from '#contract/resource.ts'
import { createHooks } from '#src/data/api/createHooks.ts'
import { callList } from '#src/data/api/http.ts'

export const Roles = createHooks(role)
export const Accesses = createHooks(access)
export const Audits = createHooks(audit)

export type AccessRow = Row<typeof access>
/**
 * Query of all access codes in the order of the contract, because the form of a role offers all of
 * them.
 */
const allAccesses = queryOptions({
  queryKey: ['access', 'list', 'semua'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const rows: AccessRow[] = []
    for (let page = 1; ; page++) {
      const answer = await callList<AccessRow>('access', {
        params: { page, 'per-page': 100, sort: 'id' },
        signal,
      })
      rows.push(...answer.rows)
      if (page >= answer.page.pageCount) return rows
    }
  },
})
export const useAllAccesses = (): AccessRow[] => useSuspenseQuery(allAccesses).data
