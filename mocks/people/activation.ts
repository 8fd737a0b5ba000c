/**
 * Checks the rows of a lead during its activation (the steps that make the lead a student). The
 * rows must be consistent after any sequence of steps, even if steps of several users were
 * interrupted.
 */
import { expect } from 'vitest'
import { Activation } from '#contract/enums.ts'
import type { Db } from '#server/db/schema/tables.ts'

/** Fails if the lead has duplicate rows, or rows that do not fit the last completed step. */
export const checkLead = async (db: Db, id: number): Promise<void> => {
  const lead = await db
    .selectFrom('lead')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const idsOf = async (table: 'user' | 'kursus_peserta' | 'slot_ditahan') =>
    (await db.selectFrom(table).select('id').where('lead_id', '=', id).execute()).map((r) => r.id)
  const users = await idsOf('user')
  const seats = await idsOf('kursus_peserta')
  const { activation } = lead
  expect(users).toHaveLength(activation === Activation.belum ? 0 : 1)
  expect(lead.user_id).toBe(users[0] ?? null)
  expect(seats).toHaveLength(activation === Activation.pilihKursus ? 1 : 0)
  expect(lead.tahap === 'menang').toBe(activation === Activation.pilihKursus)
  if (activation === Activation.pilihKursus) expect(await idsOf('slot_ditahan')).toEqual([])
  const lines = await db
    .selectFrom('billing_item')
    .select('kunci_unik')
    .where('kursus_peserta_id', 'in', [0, ...seats])
    .execute()
  expect(new Set(lines.map((l) => l.kunci_unik)).size).toBe(lines.length)
  expect(lines.length).toBe(seats.length)
}
