/** Lines of money that came in and that nobody has explained, oldest first. */
import { useQuery } from '@tanstack/react-query'
import { MutasiBanks } from '#src/data/mutasiBank.ts'

/** So many of them are gone through at a time; those that come after show as they get fewer. */
const shown = 100

/** Where the one with this id stands among those that wait, and which are beside it. */
export const useLineQueue = (id: number, enabled = true) => {
  const { data } = useQuery({
    ...MutasiBanks.queries.list({
      status: 'belum',
      arah: 'masuk',
      sort: 'tanggal',
      'per-page': shown,
    }),
    enabled,
  })
  const rows = data?.rows ?? []
  const at = rows.findIndex((row) => row.id === id)
  const others = rows.filter((row) => row.id !== id)
  return {
    count: data?.page.total ?? 0,
    /** From 1; 0 where it does not wait. */
    place: at + 1,
    first: rows[0],
    next: at < 0 ? others[0] : rows[at + 1],
    previous: at < 0 ? undefined : rows[at - 1],
  }
}
