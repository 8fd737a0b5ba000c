import { useQuery, useSuspenseQueries } from '@tanstack/react-query'
import { Letterhead } from '#src/data/calls.ts'
import { useCan } from '#src/data/session/session.ts'

const useKopQuery = (gedung_id: number | null | undefined) => {
  const allowed = useCan('gedung/pilihan')
  const enabled = allowed && gedung_id != null
  return { ...Letterhead.query({ gedung_id: String(gedung_id ?? 0) }), enabled }
}
/**
 * Returns the letterhead of an outlet. Returns undefined without an outlet, while the letterhead is
 * loading, and for a user without access to the list of outlets. A printed document without
 * letterhead only shows the name of the school.
 */
export const useOutletKop = (gedung_id: number | null | undefined) =>
  useQuery(useKopQuery(gedung_id)).data

/**
 * Returns the letterhead for a print view. Suspends until the letterhead has loaded, because a page
 * must not be printed without it.
 */
export const useSheetKop = (gedung_id: number | null | undefined) => {
  const { enabled, ...query } = useKopQuery(gedung_id)
  const [kop] = useSuspenseQueries({ queries: [query].filter(() => enabled) })
  return kop?.data
}
