/**
 * Measures two parts of the schedule. First, the call that checks a new time of a lesson for
 * conflicts and returns three alternative times: the call in a large school is compared with the
 * call in a small school, and with handwritten SQL. Second, making the lessons of eight weeks,
 * compared with inserting the same rows by one INSERT … SELECT.
 */
import { sql } from 'kysely'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { makeLessons } from '#server/modules/schedule/lessons/makeLessons.ts'
import { compare, type Hand } from './api.ts'
import { fillClasses } from './classes.ts'
import { serve, type Server } from './client.ts'
import { copyRows, postgresPlace, sqlitePlace, type Place } from './place.ts'
import { against, median, type Row } from './table.ts'

/** Number of weeks for which lessons are made; each class has one lesson per week. */
const weeks = 8

interface Case {
  id: number
  kelas: number
  pelatih: number
  ruang: number
  gedung: number
  tanggal: string
  jam_mulai: string
}
/**
 * Reads pairs of lessons that the same coach gives on the same day, 3 to 10 days from today. A case
 * contains the first lesson of a pair, and the day and start time of the second lesson. Moving the
 * first lesson to this start time causes a conflict.
 */
const readCases = async (db: Db): Promise<Case[]> => {
  const { rows } =
    await sql<Case>`select p.id, p.kursus_pelatih_id as kelas, p.pelatih_id as pelatih, p.ruang_id as ruang, p.gedung_id as gedung, q.tanggal, q.jam_mulai
    from pertemuan p join pertemuan q on q.pelatih_id = p.pelatih_id and q.tanggal = p.tanggal and q.jam_mulai > p.jam_mulai and p.status = 'terjadwal' and q.status = 'terjadwal'
    where p.tanggal between ${addDays(currentDay(), 3)} and ${addDays(currentDay(), 10)} order by p.id limit 400`.execute(
      db,
    )
  if (rows.length < 20) throw new Error('Too few lessons to ask about')
  return rows
}
/**
 * Returns handwritten statements that read the rows needed to check one case. The statements do not
 * apply the rules for conflicts and alternatives.
 */
const statementsOf = ({
  id,
  kelas,
  pelatih,
  ruang,
  gedung,
  tanggal,
}: Case): Parameters<Hand>[0] => {
  const days = [addDays(tanggal, -1), addDays(tanggal, 15)]
  const columns =
    'p.id, p.pelatih_id, p.ruang_id, p.gedung_id, p.tanggal, p.jam_mulai, p.jam_selesai, p.mulai_at, p.selesai_at'
  const held = `p.status in ('terjadwal', 'selesai') and p.tanggal between ? and ?`
  const children = `select s.id from "user" s where s.akun_billing_id in (select u.akun_billing_id from kursus_peserta kp join "user" u on u.id = kp.peserta_id where kp.kursus_pelatih_id = ? and kp.status in (1, 2))`
  return [
    ['select * from pertemuan where id = ?', id],
    [`select zona_waktu, jam_buka, jam_tutup from gedung where id = ?`, gedung],
    ['select kapasitas from ruang where id = ?', ruang],
    [children, kelas],
    [
      'select u.id, u.name from kredit_pengganti m join "user" u on u.id = m.peserta_id where m.pertemuan_id = ?',
      id,
    ],
    [
      `select ${columns}, k.nama from pertemuan p left join kursus_pelatih k on k.id = p.kursus_pelatih_id where ${held} and p.pelatih_id = ?
       union select ${columns}, k.nama from pertemuan p left join kursus_pelatih k on k.id = p.kursus_pelatih_id where ${held} and p.ruang_id = ?
       union select ${columns}, k.nama from pertemuan p join kursus_pelatih k on k.id = p.kursus_pelatih_id join kursus_peserta kp on kp.kursus_pelatih_id = k.id where ${held} and kp.peserta_id in (${children})
       union select ${columns}, k.nama from pertemuan p left join kursus_pelatih k on k.id = p.kursus_pelatih_id join kredit_pengganti m on m.pertemuan_id = p.id where ${held} and m.peserta_id in (${children})`,
      ...days,
      pelatih,
      ...days,
      ruang,
      ...days,
      kelas,
      ...days,
      kelas,
    ],
    [
      `select h.id, l.nama, u.name, g.zona_waktu, h.pelatih_id, h.ruang_id, h.hari, h.jam_mulai, h.jam_selesai, h.mulai
       from slot_ditahan h join gedung g on g.id = h.gedung_id left join lead l on l.id = h.lead_id left join "user" u on u.id = h.peserta_id
       where h.kursus_pelatih_id is null and h.sampai_at > ? and (h.pelatih_id = ? or h.ruang_id = ?)`,
      new Date().toISOString(),
      pelatih,
      ruang,
    ],
    [
      'select tanggal, nama from hari_libur where tanggal between ? and ? and (gedung_id is null or gedung_id = ?)',
      ...days,
      gedung,
    ],
    [
      `select mulai, selesai from pelatih_libur where pelatih_id = ? and status = 'disetujui' and selesai >= ? and mulai <= ?`,
      pelatih,
      ...days,
    ],
    ['select pelatih_id from jadwal_kosong_versi where pelatih_id = ?', pelatih],
    ['select hari, jam, status from jadwal_kosong_pelatih where pelatih_id = ?', pelatih],
  ]
}
const ask = async (server: Server, { id, tanggal, jam_mulai }: Case): Promise<void> => {
  const answer = await server.post('/pertemuan/periksa', { id, tanggal, jam_mulai })
  if (!Array.isArray(answer.alternatif) || answer.alternatif.length !== 3)
    throw new Error(JSON.stringify(answer))
}

/**
 * Fills the database with a school of about `lessons` future lessons, and starts a server with it.
 * Each call of `take` returns the next case to check. After the last case, `take` starts again with
 * the first case.
 */
const prepare = async (place: Place, lessons: number) => {
  await fillClasses(place.db, Math.ceil(lessons / weeks))
  await makeLessons(place.db)
  await place.analyze()
  const cases = await readCases(place.db)
  let next = 0
  const server = await serve(place.env)
  return { server, take: () => cases[next++ % cases.length]! }
}
const measureChecks = async (
  engine: string,
  open: () => Promise<Place>,
  many: number,
): Promise<Row[]> => {
  const [large, small] = [await open(), await open()]
  const [a, b] = [await prepare(large, many), await prepare(small, 1000)]
  const { hand, close } = await large.hand()
  const name = `${engine}: conflicts with alternatives, ${many} lessons to come`
  const rows = [
    await compare(
      `${name} (1,000)`,
      '≤ 1.5',
      () => ask(a.server, a.take()),
      () => ask(b.server, b.take()),
    ),
    await compare(
      `${name} (by hand)`,
      '≤ 3',
      () => ask(a.server, a.take()),
      () => hand(statementsOf(a.take())),
    ),
  ]
  await close()
  for (const { server } of [a, b]) await server.stop()
  for (const place of [large, small]) await place.end()
  return rows
}

const measureMaking = async (
  engine: string,
  open: () => Promise<Place>,
  students: number,
): Promise<Row> => {
  const place = await open()
  await fillClasses(place.db, students)
  const [ours, floors]: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round++) {
    await sql`delete from pertemuan`.execute(place.db)
    await place.analyze()
    const start = performance.now()
    const { dibuat } = await makeLessons(place.db)
    ours.push(performance.now() - start)
    if (dibuat < students * (weeks - 1)) throw new Error(`${dibuat} lessons were made`)
    floors.push(await copyRows(place.db, 'pertemuan'))
  }
  await place.end()
  const name = `${engine}: eight weeks of ${students} students' lessons`
  return against(name, 'ms', median(ours), median(floors), '≤ 4')
}

/**
 * Measures the schedule on SQLite and PostgreSQL. `postgres` is the URL of a PostgreSQL server.
 * Conflicts are checked in a large school with `lessons` lessons. Making lessons is measured for
 * `students` students.
 */
export const benchSchedule = async (
  postgres: string,
  { lessons, students }: { lessons: number; students: number },
): Promise<Row[]> => {
  const rows: Row[] = []
  for (const [engine, open] of [
    ['SQLite', sqlitePlace],
    ['PostgreSQL', () => postgresPlace(postgres)],
  ] as const) {
    rows.push(...(await measureChecks(engine, open, lessons)))
    rows.push(await measureMaking(engine, open, students))
  }
  return rows
}
