/** Makes a lesson of today in the database of a browser test. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { addDays, currentDay } from '#contract/values/tanggal.ts'

/** Number of students of the lesson. */
export const students = 12
/**
 * Makes a lesson of the demo coach that begins `begin` minutes from now, lasts 45 minutes and has
 * twelve students. Returns the id of the lesson. Lessons of the demo school cannot be used, because
 * their times depend on the weekday.
 */
export const makeLesson = (folder: string, begin: number): number => {
  const db = new Database(join(folder, 'nada.db'))
  try {
    const { id: coach } = db.prepare('select id from "user" where username = ?').get('pelatih') as {
      id: number
    }
    const { kelas } = db
      .prepare(
        `select id as kelas from kursus_pelatih where pelatih_id = ? and status = 'aktif' order by id`,
      )
      .get(coach) as { kelas: number }
    const now = Date.now()
    const instant = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
    const chosen = `select max(id) from kursus_peserta where kursus_pelatih_id <> @kelas group by peserta_id order by 1 limit ${students}`
    // Cancels other lessons at that time, because the database rejects two overlapping lessons of a
    // coach, room or student.
    db.prepare(
      `update pertemuan set status = 'batal_sekolah' where mulai_at < @end and selesai_at > @begin`,
    ).run({ begin: instant(begin), end: instant(begin + 45) })
    db.prepare(
      `update kursus_peserta set selesai = @yesterday where id not in (${chosen})
      and peserta_id in (select peserta_id from kursus_peserta where id in (${chosen}))`,
    ).run({ kelas, yesterday: addDays(currentDay(), -1) })
    const { lastInsertRowid } = db
      .prepare(
        `insert into pertemuan (versi, created_at, updated_at, kursus_pelatih_id, kursus_id, gedung_id, ruang_id, pelatih_id, jenis, status, tanggal, jam_mulai, jam_selesai, mulai_at, selesai_at, diubah)
        select 1, ?, ?, id, kursus_id, gedung_id, ruang_id, pelatih_id, 'tambahan', 'terjadwal', ?, jam_mulai, jam_selesai, ?, ?, 1 from kursus_pelatih where id = ?`,
      )
      .run(instant(0), instant(0), currentDay(), instant(begin), instant(begin + 45), kelas)
    db.prepare(`update kursus_peserta set selesai = ? where kursus_pelatih_id = ?`).run(
      addDays(currentDay(), -1),
      kelas,
    )
    db.prepare(
      `update kursus_peserta set kursus_pelatih_id = @kelas, status = 1, mulai = '2024-01-01', selesai = null, cuti_mulai = null, cuti_selesai = null
      where id in (${chosen})`,
    ).run({ kelas })
    return Number(lastInsertRowid)
  } finally {
    db.close()
  }
}
