import { sql } from 'kysely'
import { KursusPesertaStatus } from '#contract/enums.ts'

/**
 * States in which an enrolment holds its seat. The values are SQL literals instead of parameters,
 * so that the query planner can choose the index for them.
 */
export const seatStates = sql`(${sql.lit(KursusPesertaStatus.aktif)}, ${sql.lit(KursusPesertaStatus.cuti)})`
