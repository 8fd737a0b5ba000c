/**
 * Search parameters of the printed schedules. The constant is in a separate file, because the route
 * options are part of the first bundle. An import from the screen would add the code of the screen
 * to this bundle.
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
