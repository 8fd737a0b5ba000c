/**
 * Reads the portal pages of coaches and students (domain.md 4). The number of SQL statements does
 * not grow with the number of rows.
 */
import { sql, type SqlBool } from 'kysely'
import { BillingStatus, KursusPesertaStatus } from '#contract/enums.ts'
import { missingApprovalOf, waitsForCoach } from '#contract/schedule/kursusPelatih.ts'
import { whyNoProposal } from '#contract/schedule/rules/enrolment.ts'
import { addDays } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { readCalon } from '#server/modules/sales/trials/trialLead.ts'
import { readLessons, type LessonRow } from '#server/modules/schedule/calendar/timetable.ts'
import { classPeriods } from '#server/modules/schedule/classes/classVersions.ts'
import { holdsSeatFrom, readSeats } from '#server/modules/schedule/enrolments/seats.ts'
import {
  countMarks,
  portalLesson,
  readCourses,
  readLastMarks,
  readMakeUps,
  readNextLessons,
  todayOf,
} from '#server/modules/schedule/enrolments/studentEnrolments.ts'

/** Number of days after today for which a coach's page shows lessons. */
const week = 6
const daysUnmarked = 14
const most = { week: 200, unmarked: 100, rows: 100 }

/**
 * Reads the coach's lessons of the coming week, and the coach's recent lessons without attendance.
 */
const coachLessons = async ({ db, actor }: Ctx, today: string) => {
  const me = actor.id
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
  const calon = await readCalon(db, actor, [...lessons, ...behind])
  const coachLesson = (lesson: LessonRow) => ({
    ...portalLesson(lesson),
    calon: calon.get(lesson.id)?.nama ?? null,
    digantikan: lesson.pelatih_id !== me,
    siswa: (seats.get(lesson.id) ?? []).map(({ name }) => name),
  })
  return {
    pertemuan: lessons.map(coachLesson),
    belum_ditandai: behind.map(coachLesson).filter((l) => l.siswa.length > 0 || l.calon !== null),
  }
}

const readClasses = async (db: Db, me: number, today: string) => {
  const periods = await db
    .selectFrom(classPeriods(db))
    .innerJoin('kursus', 'kursus.id', 'kursus_pelatih.kursus_id')
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .innerJoin('ruang', 'ruang.id', 'kursus_pelatih.ruang_id')
    .select(['kursus_pelatih.id', 'versi_id', 'kursus_pelatih.nama', 'kursus_pelatih.hari'])
    .select(['kursus_pelatih.jam_mulai', 'kursus_pelatih.jam_selesai', 'kursus_pelatih.kapasitas'])
    .select(['kursus.nama as kursus', 'gedung.nama as gedung', 'ruang.nama as ruang'])
    .select(['tanya_dulu', 'tanya_dulu_disetujui_at', 'tanya_dulu_ditolak_at'])
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
  if (periods.length === 0) return []
  // Shows the current slot of a class that has a planned change. If the coach still has to approve
  // the planned slot, shows the planned slot instead.
  const classes = [...Map.groupBy(periods, (k) => k.id).values()].flatMap((ownPeriods) => {
    const planned = ownPeriods.find((k) => k.versi_id !== null)
    const current = ownPeriods.find((k) => k.versi_id === null)
    return (planned && waitsForCoach(planned) ? planned : current) ?? planned ?? []
  })
  const students = await db
    .selectFrom('kursus_peserta as kp')
    .innerJoin('user', 'user.id', 'kp.peserta_id')
    .select(['kp.kursus_pelatih_id', 'kp.status', 'user.id', 'user.name', 'user.nama_panggilan'])
    .select(['kp.id as kursus_peserta_id', 'kp.diakhiri_at'])
    .select(['kp.usulan_status', 'kp.usulan_catatan', 'kp.usulan_jawaban'])
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
  return classes.map(
    ({ versi_id: _, tanya_dulu, tanya_dulu_disetujui_at, tanya_dulu_ditolak_at, ...kelas }) => ({
      ...kelas,
      persetujuan:
        missingApprovalOf({ tanya_dulu, tanya_dulu_disetujui_at, tanya_dulu_ditolak_at }) ?? null,
      kapasitas: kelas.kapasitas ?? 0,
      peserta: (of.get(kelas.id) ?? []).map((student) => ({
        id: student.id,
        name: student.name,
        nama_panggilan: student.nama_panggilan,
        cuti: student.status === KursusPesertaStatus.cuti,
        kursus_peserta_id: student.kursus_peserta_id,
        usulan: student.usulan_status && {
          status: student.usulan_status,
          catatan: student.usulan_catatan ?? '',
          jawaban: student.usulan_jawaban,
        },
        tanpa_usulan: whyNoProposal(student) ?? null,
      })),
    }),
  )
}

/** Reads the open bills of a student who is also the payer; null if another person pays. */
const readOwnBills = async (db: Db, me: number) => {
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

/** Returns a row without its student id, because the page shows a single student. */
const unnamed = <R extends { peserta_id: number }>({ peserta_id: _, ...row }: R) => row

export const portalCalls: Pick<Handlers, 'portalPelatih' | 'portalPeserta'> = {
  portalPelatih: async (ctx) => {
    const { db } = ctx
    const { id } = ctx.actor
    const hari_ini = await todayOf(db, id)
    return {
      hari_ini,
      ...(await coachLessons(ctx, hari_ini)),
      kelas: await readClasses(db, id, hari_ini),
    }
  },
  portalPeserta: async ({ db, actor: { id } }) => {
    const hari_ini = await todayOf(db, id)
    const ids = [id]
    return {
      hari_ini,
      pertemuan: (await readNextLessons(db, ids, hari_ini)).map(portalLesson),
      kehadiran: (await countMarks(db, ids, hari_ini)).map(unnamed),
      absensi: (await readLastMarks(db, ids, hari_ini)).map(unnamed),
      kredit: (await readMakeUps(db, ids, hari_ini)).map(unnamed),
      kursus: (await readCourses(db, ids)).map(unnamed),
      tagihan: await readOwnBills(db, id),
    }
  },
}
