/**
 * The first pages of coaches and students: what is theirs, each in a handful of statements that do
 * not grow with the rows (domain.md 4).
 */
import { sql, type SqlBool } from 'kysely'
import { BillingStatus, KursusPesertaStatus } from '#contract/enums.ts'
import { waitsForCoach } from '#contract/schedule/kursusPelatih.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/tables.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now } from '#server/http/context.ts'
import { enrolled } from '#server/modules/schedule/enrolled.ts'
import { holdsSeatFrom, lessonsOfStudent, readSeats } from '#server/modules/schedule/seats.ts'
import { movedTo, readLessons, type LessonRow } from '#server/modules/schedule/timetable.ts'

/** Today and the six days that follow. */
const week = 6
const daysUnmarked = 14
const daysToCome = 56
const daysOfAttendance = 365
const most = { week: 200, unmarked: 100, next: 12, rows: 100, marks: 10 }

/** Today where somebody is at home; lessons tell their own zone. */
const todayOf = async (db: Db, user: number): Promise<string> => {
  const home = await db
    .selectFrom('user')
    .leftJoin('gedung', 'gedung.id', 'user.gedung_id')
    .select('gedung.zona_waktu')
    .where('user.id', '=', user)
    .executeTakeFirst()
  return currentDay(home?.zona_waktu ?? undefined)
}

const lessonTold = (lesson: LessonRow) => ({
  id: lesson.id,
  tanggal: lesson.tanggal,
  jam_mulai: lesson.jam_mulai,
  jam_selesai: lesson.jam_selesai,
  zona_waktu: lesson.zona_waktu,
  jenis: lesson.jenis,
  status: lesson.status,
  kursus: lesson.kursus,
  ruang: lesson.ruang,
  gedung: lesson.gedung,
  pelatih: lesson.nama_panggilan ?? lesson.name,
  ke: movedTo(lesson),
})

/** Lessons of the week, and those behind it that nobody has marked. */
const coachLessons = async (db: Db, me: number, today: string) => {
  const lessons = await readLessons(
    db,
    sql<SqlBool>`(pertemuan.pelatih_id = ${me} or pertemuan.pelatih_asli_id = ${me})`,
    { from: today, to: addDays(today, week), limit: most.week },
  )
  const behind = await readLessons(
    db,
    sql<SqlBool>`pertemuan.pelatih_id = ${me} and pertemuan.status = 'terjadwal' and pertemuan.selesai_at <= ${now()} and not exists (select 1 from absensi a where a.pertemuan_id = pertemuan.id)`,
    { from: addDays(today, -daysUnmarked), to: addDays(today, 1), limit: most.unmarked },
  )
  const seats = await readSeats(
    db,
    [...lessons, ...behind].map((lesson) => lesson.id),
  )
  const told = (lesson: LessonRow) => ({
    ...lessonTold(lesson),
    digantikan: lesson.pelatih_id !== me,
    jumlah_peserta: seats.get(lesson.id)?.length ?? 0,
  })
  return {
    pertemuan: lessons.map(told),
    belum_ditandai: behind.map(told).filter((lesson) => lesson.jumlah_peserta > 0),
  }
}

const readClasses = async (db: Db, me: number, today: string) => {
  const classes = await db
    .selectFrom('kursus_pelatih')
    .innerJoin('kursus', 'kursus.id', 'kursus_pelatih.kursus_id')
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .innerJoin('ruang', 'ruang.id', 'kursus_pelatih.ruang_id')
    .select(['kursus_pelatih.id', 'kursus_pelatih.nama', 'kursus_pelatih.hari'])
    .select(['kursus_pelatih.jam_mulai', 'kursus_pelatih.jam_selesai', 'kursus_pelatih.kapasitas'])
    .select(['kursus.nama as kursus', 'gedung.nama as gedung', 'ruang.nama as ruang'])
    .select(['kursus_pelatih.tanya_dulu', 'kursus_pelatih.tanya_dulu_disetujui_at'])
    .where('kursus_pelatih.pelatih_id', '=', me)
    .where('kursus_pelatih.status', '=', 'aktif')
    .where((eb) =>
      eb.or([eb('kursus_pelatih.selesai', 'is', null), eb('kursus_pelatih.selesai', '>=', today)]),
    )
    .orderBy('kursus_pelatih.hari')
    .orderBy('kursus_pelatih.jam_mulai')
    .orderBy('kursus_pelatih.id')
    .limit(most.rows)
    .execute()
  if (classes.length === 0) return []
  const students = await db
    .selectFrom('kursus_peserta as kp')
    .innerJoin('user', 'user.id', 'kp.peserta_id')
    .select(['kp.kursus_pelatih_id', 'kp.status', 'user.id', 'user.name', 'user.nama_panggilan'])
    .where(
      'kp.kursus_pelatih_id',
      'in',
      classes.map((k) => k.id),
    )
    .where(holdsSeatFrom(today, true))
    .orderBy('user.name_kunci')
    .orderBy('user.id')
    .execute()
  const of = Map.groupBy(students, (student) => student.kursus_pelatih_id)
  return classes.map(({ tanya_dulu, tanya_dulu_disetujui_at, ...kelas }) => ({
    ...kelas,
    menunggu: waitsForCoach({ tanya_dulu, tanya_dulu_disetujui_at }),
    kapasitas: kelas.kapasitas ?? 0,
    peserta: (of.get(kelas.id) ?? []).map(({ id, name, nama_panggilan, status }) => ({
      id,
      name,
      nama_panggilan,
      cuti: status === KursusPesertaStatus.cuti,
    })),
  }))
}

const readMarks = (db: Db, me: number, today: string) =>
  db
    .selectFrom('absensi')
    .innerJoin('pertemuan', 'pertemuan.id', 'absensi.pertemuan_id')
    .where('absensi.peserta_id', '=', me)
    .where('pertemuan.tanggal', '>=', addDays(today, -daysOfAttendance))
const readAttendance = async (db: Db, me: number, today: string) => ({
  kehadiran: await readMarks(db, me, today)
    .select(['absensi.kode_absensi', (eb) => eb.fn.countAll<number>().as('jumlah')])
    .groupBy('absensi.kode_absensi')
    .orderBy('absensi.kode_absensi')
    .execute(),
  absensi: await readMarks(db, me, today)
    .innerJoin('kursus', 'kursus.id', 'pertemuan.kursus_id')
    .select(['absensi.id', 'pertemuan.tanggal', 'kursus.nama as kursus'])
    .select(['absensi.kode_absensi', 'absensi.terlambat_menit', 'pertemuan.catatan_materi'])
    .orderBy('pertemuan.mulai_at', 'desc')
    .orderBy('absensi.id', 'desc')
    .limit(most.marks)
    .execute(),
})

const readCredits = async (db: Db, me: number, today: string) => {
  const rows = await db
    .selectFrom('kredit_pengganti')
    .innerJoin('kursus', 'kursus.id', 'kredit_pengganti.kursus_id')
    .leftJoin('pertemuan', 'pertemuan.id', 'kredit_pengganti.pertemuan_id')
    .select(['kredit_pengganti.id', 'kursus.nama as kursus', 'kredit_pengganti.jumlah_menit'])
    .select(['kredit_pengganti.sebab', 'kredit_pengganti.status'])
    .select(['kredit_pengganti.berlaku_sampai', 'pertemuan.tanggal', 'pertemuan.jam_mulai'])
    .select('pertemuan.jam_selesai')
    .where('kredit_pengganti.peserta_id', '=', me)
    .where('kredit_pengganti.status', 'in', ['tersedia', 'dipesan'])
    .where((eb) =>
      eb.or([
        eb('kredit_pengganti.status', '=', 'dipesan'),
        eb('kredit_pengganti.berlaku_sampai', '>=', today),
      ]),
    )
    .orderBy('kredit_pengganti.berlaku_sampai')
    .orderBy('kredit_pengganti.id')
    .limit(most.rows)
    .execute()
  return rows.map(({ tanggal, jam_mulai, jam_selesai, ...credit }) => ({
    ...credit,
    dipesan: tanggal && jam_mulai && jam_selesai ? { tanggal, jam_mulai, jam_selesai } : null,
  }))
}

const readCourses = (db: Db, me: number) =>
  db
    .selectFrom('kursus_peserta')
    .innerJoin('kursus', 'kursus.id', 'kursus_peserta.kursus_id')
    .innerJoin('gedung', 'gedung.id', 'kursus_peserta.gedung_id')
    .leftJoin('course_level', 'course_level.id', 'kursus.course_level_id')
    .leftJoin('kursus_pelatih as k', 'k.id', 'kursus_peserta.kursus_pelatih_id')
    .leftJoin('user as pelatih', 'pelatih.id', 'k.pelatih_id')
    .leftJoin('ruang', 'ruang.id', 'k.ruang_id')
    .select(['kursus_peserta.id', 'kursus_peserta.status', 'kursus.nama as kursus'])
    .select(['course_level.nama as level', 'gedung.nama as gedung', 'ruang.nama as ruang'])
    .select(['k.hari', 'k.jam_mulai', 'k.jam_selesai'])
    .select(sql<string | null>`coalesce(pelatih.nama_panggilan, pelatih.name)`.as('pelatih'))
    .where('kursus_peserta.peserta_id', '=', me)
    .where(sql<SqlBool>`kursus_peserta.status in ${enrolled}`)
    .orderBy('k.hari')
    .orderBy('k.jam_mulai')
    .orderBy('kursus_peserta.id')
    .limit(most.rows)
    .execute()

/** Open bills of who pays for themself; null where somebody else does. */
const readBills = async (db: Db, me: number) => {
  const { akun_billing_id } = await db
    .selectFrom('user')
    .select('akun_billing_id')
    .where('id', '=', me)
    .executeTakeFirstOrThrow()
  if (akun_billing_id !== me) return null
  return db
    .selectFrom('billing')
    .select(['id', 'nomor', 'jatuh_tempo', 'total', 'sisa'])
    .where('akun_billing_id', '=', me)
    .where('status', '=', BillingStatus.terbit)
    .where('void_at', 'is', null)
    .where('sisa', '>', 0)
    .orderBy('jatuh_tempo')
    .orderBy('id')
    .limit(most.rows)
    .execute()
}

export const portalCalls: Pick<Handlers, 'portalPelatih' | 'portalPeserta'> = {
  portalPelatih: async ({ db, actor: { id } }) => {
    const hari_ini = await todayOf(db, id)
    return {
      hari_ini,
      ...(await coachLessons(db, id, hari_ini)),
      kelas: await readClasses(db, id, hari_ini),
    }
  },
  portalPeserta: async ({ db, actor: { id } }) => {
    const hari_ini = await todayOf(db, id)
    const next = await readLessons(db, lessonsOfStudent(id), {
      from: hari_ini,
      to: addDays(hari_ini, daysToCome),
      limit: most.next,
    })
    return {
      hari_ini,
      pertemuan: next.map(lessonTold),
      ...(await readAttendance(db, id, hari_ini)),
      kredit: await readCredits(db, id, hari_ini),
      kursus: await readCourses(db, id),
      tagihan: await readBills(db, id),
    }
  },
}
