/** Query parameters and response headers for lists that are sent page by page (domain.md 0.3). */
import { maxId } from '#contract/fields.ts'
import { rowsOf, whole } from '#server/resource/query/query.ts'

/**
 * Maximum length of a query string for which the `Link` header is sent. The header repeats the
 * query string up to five times, and proxies accept only 4 to 8 kB of headers.
 */
const longestLinkedQuery = 500

/**
 * Returns the `Link` header with the URLs of the current, first, previous, next and (if known) last
 * page; no header when the query string is too long.
 */
const linkHeader = (
  pageUrl: URL,
  { page, pages, isLastKnown }: { page: number; pages: number; isLastKnown: boolean },
): Record<string, string> => {
  if (pageUrl.search.length > longestLinkedQuery) return {}
  const link = (n: number, rel: string) => {
    const url = new URL(pageUrl)
    url.searchParams.set('page', String(n))
    return `<${url.pathname}${url.search}>; rel=${rel}`
  }
  return {
    Link: [
      link(page, 'self'),
      link(1, 'first'),
      ...(page > 1 ? [link(page - 1, 'prev')] : []),
      ...(page < pages ? [link(page + 1, 'next')] : []),
      ...(isLastKnown ? [link(Math.max(1, pages), 'last')] : []),
    ].join(', '),
  }
}
/**
 * Returns the page number and page size of a request. Uses the default for an invalid or missing
 * value, and limits a value to the allowed range.
 */
export const pageOf = (params: URLSearchParams): { page: number; perPage: number } => ({
  page: whole(params.get('page'), 1, maxId),
  perPage: rowsOf(params.get('per-page')),
})
/**
 * Returns the headers for one page of a list: number of rows, number of pages, and links to pages.
 * With `more`, there are more rows than `total`: the number of pages then includes the next page,
 * and there is no link to the last page.
 */
export const pageHeaders = (
  url: URL,
  { total, page, perPage, more }: { total: number; page: number; perPage: number; more?: boolean },
): Record<string, string> => {
  const pages = Math.max(Math.ceil(total / perPage), more ? page + 1 : 0)
  return {
    'X-Pagination-Total-Count': String(total),
    ...(more && { 'X-Pagination-Total-More': 'true' }),
    'X-Pagination-Page-Count': String(pages),
    'X-Pagination-Current-Page': String(page),
    'X-Pagination-Per-Page': String(perPage),
    ...linkHeader(url, { page, pages, isLastKnown: !more }),
  }
}
