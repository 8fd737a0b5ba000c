import { sql } from 'kysely'
import { KursusPesertaStatus } from '#contract/enums.ts'

/**
 * States of an enrolment that holds its seat, as literals, so that the planner sees which index
 * holds them.
 */
export const enrolled = sql`(${sql.lit(KursusPesertaStatus.aktif)}, ${sql.lit(KursusPesertaStatus.cuti)})`
