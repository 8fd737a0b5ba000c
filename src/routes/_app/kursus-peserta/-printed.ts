/**
 * What the printed schedules are asked for: alone in a file, because what a route's options share
 * with its screen takes the screen's data into the first bundle.
 */
export const idKeys = ['id', 'peserta_id', 'kursus_pelatih_id', 'gedung_id', 'kursus_id'] as const
export type Search = { [K in (typeof idKeys)[number]]?: number } & { status?: number }

/** The search as the call takes it: ids of filters are texts there. */
export const askedOf = ({ id, ...filters }: Search) => ({
  ...Object.fromEntries(Object.entries(filters).map(([k, v]) => [k, String(v)])),
  ...(id && { id }),
})
