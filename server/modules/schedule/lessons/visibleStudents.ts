import { sql } from 'kysely'
import { RoleId } from '#contract/enums.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { userScope } from '#server/modules/access/user/kinds.ts'
import { readSeats } from '#server/modules/schedule/enrolments/seats.ts'

/**
 * Reads the students of lessons whose names the actor may see, by lesson and in the order of their
 * names. The lessons must be in the actor's scope. A coach sees all students of these lessons,
 * whose attendance the coach marks; other readers see the students in their scope of users.
 */
export const readVisibleStudents = async (
  db: Db | Trx,
  actor: Actor,
  lessons: readonly number[],
): Promise<Map<number, { id: number; name: string }[]>> => {
  const visible = actor.dasar === RoleId.pelatih ? undefined : userScope(actor)
  const seats = await readSeats(db, lessons, visible ?? sql`1 = 1`)
  return new Map(
    lessons.map((id) => [
      id,
      (seats.get(id) ?? []).map(({ peserta_id, name }) => ({ id: peserta_id, name })),
    ]),
  )
}
