import { useQuery } from '@tanstack/react-query'
import { Gedungs } from '#src/data/gedung.ts'
import { useCan } from '#src/data/session.ts'

/**
 * An outlet's letterhead, for those who may read it; of no outlet, the school's name stands alone.
 */
export const useKop = (gedung_id: number | null | undefined) => {
  const allowed = useCan('gedung/view')
  return useQuery({
    ...Gedungs.queries.view(gedung_id ?? 0),
    enabled: allowed && gedung_id != null,
  }).data
}
