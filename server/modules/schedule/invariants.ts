/**
 * Invariants that lessons, attendance and make-ups meet at any moment (domain.md 2.4, 3.8, 3.10),
 * written in SQL over all rows. Tests use them, and so do checks of a database or backup.
 *
 * This file deliberately shares no rule or statement with the modules that write (seats.ts, the
 * conflict checks). Otherwise a mistake in a shared rule would also hide the rows that violate it.
 * A change of a rule must therefore be repeated here.
 */
import { sql, type RawBuilder } from 'kysely'
import { KodeAbsensi, KursusPesertaStatus } from '#contract/enums.ts'
import { meaningOf } from '#contract/schedule/rules/attendance.ts'
import {
  findBroken,
  inWords,
  rulesOf,
  type Finding,
  type Pause,
  type Rules,
} from '#server/db/brokenRules.ts'
import type { Db } from '#server/db/schema/tables.ts'

type Found = RawBuilder<{ id: number }>
const { aktif, cuti } = KursusPesertaStatus

/**
 * Returns SQL for lessons that overlap an earlier lesson of the same coach, room or student. `of`
 * is the column with the id of the coach, room or student.
 */
const doubled = (lessons: RawBuilder<unknown>, of: string): Found => sql`
  select distinct s.id from (select t.id, t.mulai_at, max(t.selesai_at) over (partition by ${sql.ref(`t.${of}`)}
    order by t.mulai_at, t.id rows between unbounded preceding and 1 preceding) as sampai from (${lessons}) t) s
  where s.sampai > s.mulai_at order by s.id`
const lessons = sql`select p.id, p.mulai_at, p.selesai_at, p.pelatih_id, p.ruang_id from pertemuan p where p.status in ('terjadwal', 'selesai')`

/**
 * Returns SQL for the seats in lessons `p`. A seat comes from an enrolment in the class, or from a
 * make-up that is booked into the lesson.
 */
const seats = (which: RawBuilder<unknown>) => sql`
  select p.id, p.mulai_at, p.selesai_at, p.ruang_id, p.kursus_pelatih_id, kp.peserta_id, 0 as pengganti from pertemuan p
    join kursus_peserta kp on kp.kursus_pelatih_id = p.kursus_pelatih_id
    where ${which} and kp.mulai <= p.tanggal and p.tanggal <= coalesce(kp.selesai, '9999')
      and (kp.status in (${sql.lit(aktif)}, ${sql.lit(cuti)}) or kp.diakhiri_at is not null)
      and not (kp.cuti_mulai is not null and kp.cuti_mulai <= p.tanggal and p.tanggal <= coalesce(kp.cuti_selesai, '9999'))
  union select p.id, p.mulai_at, p.selesai_at, p.ruang_id, p.kursus_pelatih_id, kr.peserta_id, 1 from kredit_pengganti kr
    join pertemuan p on p.id = kr.pertemuan_id where ${which} and kr.status = 'dipesan'`

const literals = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)))
const codesThat = (is: (code: (typeof codes)[number]) => boolean) => literals(codes.filter(is))
const codes = KodeAbsensi.options.map((o) => o.value)

const lessonRules = rulesOf('pertemuan', {
  'guru di dua pertemuan': doubled(lessons, 'pelatih_id'),
  'ruang di dua pertemuan': doubled(lessons, 'ruang_id'),
  'pertemuan pindah menunjuk penggantinya': sql`select p.id from pertemuan p where (p.status = 'pindah') <> (p.pindah_ke_id is not null)`,
  'guru pengganti bukan guru asli': sql`select p.id from pertemuan p where p.pelatih_asli_id = p.pelatih_id`,
  'ruang milik outlet pertemuan': sql`select p.id from pertemuan p join ruang r on r.id = p.ruang_id where r.gedung_id <> p.gedung_id`,
})
/** Rules of tables that refer to both an outlet and a room: the room must belong to the outlet. */
const roomRules: Rules = {
  ...rulesOf('kursus-pelatih', {
    'ruang milik outlet kelas': sql`select k.id from kursus_pelatih k join ruang r on r.id = k.ruang_id where r.gedung_id <> k.gedung_id`,
  }),
  ...rulesOf('ruang', {
    'ruang milik outlet slot yang ditahan': sql`select r.id from slot_ditahan h join ruang r on r.id = h.ruang_id where r.gedung_id <> h.gedung_id`,
  }),
}
/**
 * Returns the rules of seats. They cover only future lessons, because later changes of enrolments
 * and rooms do not change the students of past lessons.
 */
const seatRules = (time: Date): Rules => {
  const ahead = sql`p.status = 'terjadwal' and p.mulai_at > ${time.toISOString()}`
  const more = (of: string, than: RawBuilder<unknown>): Found => sql`
    select s.id from (${seats(ahead)}) s ${than} having count(distinct s.peserta_id) > max(${sql.ref(of)}) order by s.id`
  return rulesOf('pertemuan', {
    'peserta di dua pertemuan': doubled(
      sql`select distinct s.id, s.mulai_at, s.selesai_at, s.peserta_id from (${seats(ahead)}) s`,
      'peserta_id',
    ),
    'peserta tidak melebihi kursi ruang': more(
      'r.kapasitas',
      sql`join ruang r on r.id = s.ruang_id group by s.id`,
    ),
    'peserta tetap tidak melebihi kapasitas kelas': more(
      'k.kapasitas',
      sql`join kursus_pelatih k on k.id = s.kursus_pelatih_id where s.pengganti = 0 group by s.id`,
    ),
  })
}
const attendanceRules = rulesOf('pertemuan', {
  'yang terutang oleh guru ada kreditnya': sql`select a.pertemuan_id as id from absensi a where a.kode_absensi = 'PELATIH_TIDAK_HADIR' and not exists (select 1 from kredit_pengganti kr where kr.asal_absensi_id = a.id)`,
  'absensi milik peserta jadwalnya': sql`select a.pertemuan_id as id from absensi a join kursus_peserta kp on kp.id = a.kursus_peserta_id where kp.peserta_id <> a.peserta_id`,
  'absensi hanya pada pertemuan yang berlangsung atau dibatalkan': sql`select a.pertemuan_id as id from absensi a join pertemuan p on p.id = a.pertemuan_id where p.status not in ('terjadwal', 'selesai', 'batal_pelatih', 'batal_sekolah')`,
  'guru tidak hadir: semua peserta, dan hanya di sana': sql`select a.pertemuan_id as id from absensi a join pertemuan p on p.id = a.pertemuan_id where (p.status = 'batal_pelatih') <> (a.kode_absensi = 'PELATIH_TIDAK_HADIR')`,
  'libur oleh sekolah: semua peserta, dan hanya di sana': sql`select a.pertemuan_id as id from absensi a join pertemuan p on p.id = a.pertemuan_id where (p.status = 'batal_sekolah') <> (a.kode_absensi = 'LIBUR')`,
  'keberangkatan sesuai kode absensi': sql`select a.pertemuan_id as id from absensi a where (a.status_keberangkatan = 1) <> (a.kode_absensi in (${codesThat((code) => meaningOf(code).status_keberangkatan === 1)}))`,
})
const creditRules = rulesOf('kredit-pengganti', {
  'kredit dipesan pada pertemuan yang akan berlangsung': sql`select kr.id from kredit_pengganti kr join pertemuan p on p.id = kr.pertemuan_id where kr.status = 'dipesan'
    and (p.status <> 'terjadwal' or exists (select 1 from absensi a where a.pertemuan_id = p.id and a.peserta_id = kr.peserta_id))`,
  'kredit terpakai pada pertemuan yang diabsen': sql`select kr.id from kredit_pengganti kr where kr.status = 'terpakai'
    and not exists (select 1 from absensi a where a.pertemuan_id = kr.pertemuan_id and a.peserta_id = kr.peserta_id)`,
  'kredit berasal dari absensi yang memberinya': sql`select kr.id from kredit_pengganti kr join absensi a on a.id = kr.asal_absensi_id
    where kr.status <> 'dicabut' and (a.peserta_id <> kr.peserta_id or (kr.sebab <> 'sekolah' and a.kode_absensi not in (${codesThat((code) => meaningOf(code).dapat_kredit)})))`,
  'kredit tidak dipakai pada pertemuan asalnya': sql`select kr.id from kredit_pengganti kr where kr.pertemuan_id = kr.asal_pertemuan_id`,
})
const rulesAt = (time: Date): Rules => ({
  ...lessonRules,
  ...roomRules,
  ...seatRules(time),
  ...attendanceRules,
  ...creditRules,
})

/** Names of all schedule rules. */
export const scheduleRules = Object.keys(rulesAt(new Date(0)))

interface When {
  at?: Date
  pause?: Pause
}
/** Finds rows that violate a rule of the schedule (brokenRules.ts). */
export const findBrokenSchedule = (
  db: Db,
  { at = new Date(), pause }: When = {},
): Promise<Finding[]> => findBroken(db, rulesAt(at), pause)
/** Returns the findings of `findBrokenSchedule` as texts. */
export const brokenSchedule = async (db: Db, when: When = {}): Promise<string[]> =>
  (await findBrokenSchedule(db, when)).map(inWords)
