/**
 * Scene with twenty clients that book, move, cancel and mark lessons, assign substitutes, change
 * rooms, and enrol students.
 */
import { sql } from 'kysely'
import type { Db } from '#server/db/schema/tables.ts'
import { brokenSchedule } from '#server/modules/schedule/invariants.ts'
import { readSettings } from '#server/settings.ts'
import type { Scene } from '../play.ts'
import { makeArena, type Arena } from './arena.ts'
import { peopleOf } from './people.ts'

/**
 * Returns a text for each student, course and month with more make-up credits than the setting
 * `maks_kredit_bulan` allows. The result must be empty, because no user of the scene changes the
 * setting.
 */
const overCap = async (db: Db): Promise<string[]> => {
  const { maks_kredit_bulan } = await readSettings(db)
  const { rows } = await sql<{
    id: number
  }>`select min(k.id) as id from kredit_pengganti k join pertemuan p on p.id = k.asal_pertemuan_id
    where k.sebab = 'siswa' and k.status <> 'dicabut' group by k.peserta_id, k.kursus_id, substr(p.tanggal, 1, 7)
    having count(*) > ${maks_kredit_bulan}`.execute(db)
  return rows.map(({ id }) => `kredit sebulan tidak melebihi batas: ${id}`)
}

export const scheduleScene: Scene<Arena> = {
  make: makeArena,
  peopleOf,
  kept: { path: '/pertemuan/create', table: 'pertemuan' },
  broken: async ({ db }) => [...(await brokenSchedule(db)), ...(await overCap(db))],
}
