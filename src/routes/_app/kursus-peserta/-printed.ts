/**
 * Search parameters of the printed schedules. The constant has a separate file, because route
 * options that import the screen would pull its code into the first bundle.
 */
export const idKeys = ['id', 'peserta_id', 'kursus_pelatih_id', 'gedung_id', 'kursus_id'] as const
export type Search = { [K in (typeof idKeys)[number]]?: number } & { status?: number }

/**
 * Converts the search parameters into the input of the call, which expects the ids of filters as
 * strings.
 */
export const askedOf = ({ id, ...filters }: Search) => ({
  ...Object.fromEntries(Object.entries(filters).map(([k, v]) => [k, String(v)])),
  ...(id && { id }),
})
