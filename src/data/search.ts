/**
 * Search parameters as plain text (`?status=1&q=andi`). Parsing needs no contract, so this file is
 * small enough for the first bundle.
 */

/** Parameters of a list before they are checked against its contract. */
export type ListParams = {
  page?: number
  'per-page'?: number
  sort?: string
  q?: string
  expand?: string
} & { [filter: string]: string | number | undefined }

/** Parses `?a=1&b=x` to an object of strings. The last value of a repeated name counts. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))
/**
 * Returns the URL text of search parameters, as `parseSearch` reads it. Empty and undefined values
 * are omitted.
 */
export const stringifySearch = (search: Record<string, unknown>): string => {
  const entries = Object.entries(search)
    .filter(([, v]) => v !== undefined && v !== null && v !== '')
    .map(([k, v]) => [k, String(v)])
  const text = new URLSearchParams(entries).toString()
  return text ? `?${text}` : ''
}

/**
 * Returns the value if it is a path of this app, to return to after login. Returns undefined for
 * other sites and for the pages before login.
 */
export const returnPath = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) && !value.startsWith('/auth/')
    ? value
    : undefined
/** Returns a value as a whole number of at least 1; undefined for any other value. */
export const positive = (value: unknown): number | undefined => {
  const text = String(value ?? '')
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
}
const word = (value: unknown) =>
  typeof value === 'string' && /^-?[a-z0-9_]+$/.test(value) ? value : undefined

/**
 * Returns the parameters of a list. Objects and empty values are omitted. Parameters unknown to the
 * list are omitted later, once its contract has loaded.
 */
export const listParams = ({
  page,
  'per-page': perPage,
  sort,
  q,
  expand: _,
  ...rest
}: Record<string, unknown>): ListParams => {
  const filters = Object.entries(rest).flatMap(([k, v]) =>
    /^[a-z0-9_.-]+$/.test(k) && (typeof v === 'string' || typeof v === 'number') && String(v) !== ''
      ? [[k, String(v)]]
      : [],
  )
  const commonParams = {
    page: positive(page),
    'per-page': positive(perPage),
    sort: word(sort),
    q: typeof q === 'string' && q !== '' ? q.slice(0, 100) : undefined,
  }
  return {
    ...Object.fromEntries(filters),
    ...Object.fromEntries(Object.entries(commonParams).filter(([, v]) => v !== undefined)),
  }
}
