import { useQuery, useSuspenseQueries } from '@tanstack/react-query'
import { Letterhead } from '#src/data/calls.ts'
import { useCan } from '#src/data/session.ts'

const useKopQuery = (gedung_id: number | null | undefined) => {
  const allowed = useCan('gedung/pilihan')
  const enabled = allowed && gedung_id != null
  return { ...Letterhead.query({ gedung_id: String(gedung_id ?? 0) }), enabled }
}
/**
 * An outlet's letterhead, for those who may choose the outlet; of no outlet, the school's name
 * stands alone.
 */
export const useOutletKop = (gedung_id: number | null | undefined) =>
  useQuery(useKopQuery(gedung_id)).data

/** The same of a paper that one looks at, which begins with it: suspends. */
export const useSheetKop = (gedung_id: number | null | undefined) => {
  const { enabled, ...query } = useKopQuery(gedung_id)
  const [kop] = useSuspenseQueries({ queries: [query].filter(() => enabled) })
  return kop?.data
}
