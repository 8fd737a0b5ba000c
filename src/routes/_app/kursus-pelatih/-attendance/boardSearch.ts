/**
 * Search parameters of the day board. This file is in the first bundle, because the route parses
 * them.
 */

/** Property by which the board groups its lessons: start time, room or coach. */
export type Grouping = 'jam' | 'ruang' | 'pelatih'
export interface BoardSearch {
  /** Grouping; the default is the start time. */
  kelompok?: Grouping | undefined
  /** Id of the outlet; all outlets of the user by default. */
  gedung_id?: string | undefined
}
/** Parses the search parameters of the board. Invalid values are omitted. */
export const boardSearch = ({ kelompok, gedung_id }: Record<string, unknown>): BoardSearch => ({
  ...((kelompok === 'ruang' || kelompok === 'pelatih') && { kelompok }),
  ...(/^[1-9]\d{0,9}$/.test(String(gedung_id ?? '')) && { gedung_id: String(gedung_id) }),
})
