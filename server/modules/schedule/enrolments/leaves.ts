/**
 * Leaves of an enrolment: reads its past leaves, and computes the days of a seat that begins again
 * after a stop.
 */
import type { kursusPeserta } from '#contract/schedule/kursusPeserta.ts'
import { daysAway, type Leave } from '#contract/schedule/rules/enrolment.ts'
import { fromJson } from '#server/db/json.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import type { Stored } from '#server/resource/module.ts'

type EnrolmentRow = Stored<typeof kursusPeserta>

/** Reads the past leaves of an enrolment. */
const readPast = async (trx: Trx, { id }: EnrolmentRow): Promise<Leave[]> => {
  const { cuti_lama } = await trx
    .selectFrom('kursus_peserta')
    .select('cuti_lama')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return fromJson<Leave[]>(cuti_lama)
}
/**
 * Returns the first day and the leaves of a seat that begins again. If the student returns in the
 * month of the stop, the first day stays, and the days between stop and return become a leave. If
 * the student returns in a later month, the seat gets a new first day and no leaves.
 */
export const seatDaysFrom = async (
  trx: Trx,
  row: EnrolmentRow,
  mulai: string,
): Promise<
  Partial<Pick<EnrolmentRow, 'mulai' | 'cuti_mulai' | 'cuti_selesai'>> & { cuti_lama: string }
> => {
  const restart = { mulai, cuti_mulai: null, cuti_selesai: null, cuti_lama: '[]' }
  const away = row.diakhiri_at === null ? undefined : daysAway(row, await readPast(trx, row), mulai)
  if (!away) return restart
  return {
    cuti_mulai: away.between?.mulai ?? null,
    cuti_selesai: away.between?.selesai ?? null,
    cuti_lama: JSON.stringify(away.past),
  }
}

/**
 * Returns the past leaves and the current leave as JSON. The caller stores this JSON because a new
 * leave overwrites the columns of the current leave.
 */
export const pastLeaves = async (trx: Trx, row: EnrolmentRow): Promise<string> => {
  const past = await readPast(trx, row)
  const isOnLeave = row.cuti_mulai !== null && row.cuti_selesai !== null
  const last = isOnLeave ? [{ mulai: row.cuti_mulai, selesai: row.cuti_selesai }] : []
  return JSON.stringify([...past, ...last])
}
