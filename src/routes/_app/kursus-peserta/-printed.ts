/**
 * Search parameters of the printed schedules. In a file of its own: sharing it between route
 * options and screen would pull the screen's data into the first bundle.
 */
export const idKeys = ['id', 'peserta_id', 'kursus_pelatih_id', 'gedung_id', 'kursus_id'] as const
export type Search = { [K in (typeof idKeys)[number]]?: number } & { status?: number }

/** Turns the search into the call's input, where filter ids are strings. */
export const askedOf = ({ id, ...filters }: Search) => ({
  ...Object.fromEntries(Object.entries(filters).map(([k, v]) => [k, String(v)])),
  ...(id && { id }),
})
