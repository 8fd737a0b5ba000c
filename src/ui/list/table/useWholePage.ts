import { useQuery } from '@tanstack/react-query'
import type { Count } from '#src/data/api/createHooks.ts'
import type { Page } from '#src/data/api/http.ts'

/**
 * Returns the place of a page in its list. If the server has stopped counting, loads the whole
 * total with the query `count`, and returns the place without it until then.
 */
export const useWholePage = (page: Page, count: Count): Page => {
  const { data: total } = useQuery({ ...count, enabled: page.more === true })
  if (!page.more || total === undefined) return page
  const { perPage } = page
  return { page: page.page, perPage, total, pageCount: Math.ceil(total / perPage) }
}
