import { AuditEntity } from '#contract/access/auditWords.ts'
import { JenisUser } from '#contract/enums.ts'
import type { Params } from '#src/data/api/http.ts'

/** Returns the noun of the rows of a picker, such as `kategori kursus`, or `guru` among users. */
export const nounOf = (resource: string, filter: Params = {}): string => {
  const kind = JenisUser.options.find((o) => o.value === filter.jenis)
  const entity = AuditEntity.options.find((o) => o.value === resource)
  return (kind ?? entity)?.label.toLowerCase() ?? 'pilihan'
}
