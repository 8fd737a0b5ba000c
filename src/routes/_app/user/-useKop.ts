import { Letterhead } from '#src/data/calls.ts'
import { useCan } from '#src/data/session.ts'

/**
 * An outlet's letterhead, for those who may choose the outlet; of no outlet, the school's name
 * stands alone.
 */
export const useKop = (gedung_id: number | null | undefined) => {
  const allowed = useCan('gedung/pilihan')
  return Letterhead.useMaybe(
    { gedung_id: String(gedung_id ?? 0) },
    { enabled: allowed && gedung_id != null },
  ).data
}
