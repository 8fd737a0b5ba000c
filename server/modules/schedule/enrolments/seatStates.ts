import { sql } from 'kysely'
import { KursusPesertaStatus } from '#contract/enums.ts'

/**
 * States of an enrolment that holds its seat. They are literals, so that the query planner can
 * choose the index for them.
 */
export const seatStates = sql`(${sql.lit(KursusPesertaStatus.aktif)}, ${sql.lit(KursusPesertaStatus.cuti)})`
