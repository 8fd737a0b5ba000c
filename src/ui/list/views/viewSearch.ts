import { stringifySearch } from '#src/data/search.ts'

/** Returns the filters and the order of a list as the text that a saved view stores. */
export const viewSearchOf = (search: Record<string, string | number | undefined>): string =>
  stringifySearch({ ...search, page: undefined }).slice(1)

const sorted = (search: string) => search.split('&').toSorted().join('&')
/**
 * Returns whether two such texts select the same rows in the same order. A user may set the same
 * filters in another sequence.
 */
export const isSameViewSearch = (a: string, b: string): boolean => sorted(a) === sorted(b)
