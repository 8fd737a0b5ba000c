import { pelatihLibur } from '#contract/schedule/pelatihLibur.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const PelatihLiburs = createHooks(pelatihLibur)

/** Returns the list parameters of one coach's leave, newest first. */
export const ownLeaveSearch = (pelatih: number) => ({
  pelatih_id: String(pelatih),
  sort: '-mulai' as const,
  'per-page': 10,
})
export const ownLeave = (pelatih: number) => PelatihLiburs.queries.list(ownLeaveSearch(pelatih))
