import { useQuery, useSuspenseQueries } from '@tanstack/react-query'
import { Letterhead } from '#src/data/calls.ts'
import { useCan } from '#src/data/session/session.ts'

const useKopQuery = (gedung_id: number | null | undefined) => {
  const allowed = useCan('gedung/pilihan')
  const enabled = allowed && gedung_id != null
  return { ...Letterhead.query({ gedung_id: String(gedung_id ?? 0) }), enabled }
}
/**
 * Letterhead of an outlet, for a reader who may choose the outlet; without an outlet only the
 * school's name.
 */
export const useOutletKop = (gedung_id: number | null | undefined) =>
  useQuery(useKopQuery(gedung_id)).data

/** Letterhead for a print view, which must not render without it: suspends. */
export const useSheetKop = (gedung_id: number | null | undefined) => {
  const { enabled, ...query } = useKopQuery(gedung_id)
  const [kop] = useSuspenseQueries({ queries: [query].filter(() => enabled) })
  return kop?.data
}
