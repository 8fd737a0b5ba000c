/** Calls that read and store the attendance of a lesson. */
import type { CallOutput } from '#contract/call.ts'
import { RoleId, StatusKeberangkatan } from '#contract/enums.ts'
import type { attendance } from '#contract/schedule/attendanceCalls.ts'
import { excusedUntil, markingWindow } from '#contract/schedule/rules/marking.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { scopeOf, type Handlers } from '#server/http/calls.ts'
import type { Actor, Ctx } from '#server/http/context.ts'
import { once } from '#server/http/idempotency.ts'
import { readStudentsInArrears } from '#server/modules/billing/bills/arrears.ts'
import { readCalon, readTrial } from '#server/modules/sales/trials/trialLead.ts'
import { readDayBoard } from '#server/modules/schedule/attendance/dayBoard.ts'
import {
  markOfPresentCoach,
  readCoachMark,
  readLesson,
  readStudents,
  visibleStudents,
  type Lesson,
  type LessonStudent,
} from '#server/modules/schedule/attendance/lesson.ts'
import { markLesson } from '#server/modules/schedule/attendance/mark.ts'
import { readMarkHistory } from '#server/modules/schedule/attendance/markHistory.ts'
import { whyNot } from '#server/modules/schedule/attendance/markingPermission.ts'
import { pertemuanModule } from '#server/modules/schedule/lessons/pertemuan.ts'
import { readSettings } from '#server/settings.ts'

type Attendance = CallOutput<typeof attendance>

const nextLesson = async (db: Db, ctx: Ctx, lesson: Lesson): Promise<Attendance['berikutnya']> => {
  const next = await db
    .selectFrom('pertemuan')
    .innerJoin('kursus', 'kursus.id', 'pertemuan.kursus_id')
    .innerJoin('ruang', 'ruang.id', 'pertemuan.ruang_id')
    .select(['pertemuan.id', 'kursus.nama as kursus', 'ruang.nama as ruang', 'jam_mulai'])
    .where('pertemuan.pelatih_id', '=', lesson.pelatih_id)
    .where('pertemuan.tanggal', '=', lesson.tanggal)
    .where('pertemuan.status', 'in', ['terjadwal', 'selesai'])
    .where('pertemuan.mulai_at', '>=', lesson.selesai_at)
    .where(scopeOf(ctx, pertemuanModule))
    .orderBy('pertemuan.mulai_at')
    .orderBy('pertemuan.id')
    .limit(1)
    .executeTakeFirst()
  return next ?? null
}
const rowOf = (
  s: LessonStudent,
  { isStaff, behind }: { isStaff: boolean; behind: ReadonlySet<number> },
): Attendance['peserta'][number] => ({
  kursus_peserta_id: s.kursus_peserta_id,
  peserta_id: s.peserta_id,
  nama: s.nama,
  nama_panggilan: s.nama_panggilan,
  pengganti: s.kredit_id !== null,
  kode_absensi: s.kode_absensi,
  terlambat_menit: s.terlambat_menit ?? 0,
  catatan: isStaff ? s.catatan : null,
  ditandai_at: s.ditandai_at,
  ditandai_oleh: s.oleh,
  tunggakan: behind.has(s.peserta_id),
  kredit:
    s.earned_status === null || s.earned_until === null || s.earned_status === 'dicabut'
      ? null
      : { status: s.earned_status, berlaku_sampai: s.earned_until },
})
/**
 * Returns the header of the lesson. The lesson notes are null when `mayRead` is false. It is false
 * for a reader who is neither staff nor coach, and who may see no student or lead of the lesson.
 */
const headOf = (l: Lesson, { id, dasar }: Actor, mayRead: boolean): Attendance['pertemuan'] => ({
  id: l.id,
  jenis: l.jenis,
  status: l.status,
  tanggal: l.tanggal,
  jam_mulai: l.jam_mulai,
  jam_selesai: l.jam_selesai,
  mulai_at: l.mulai_at,
  selesai_at: l.selesai_at,
  zona_waktu: l.zona_waktu,
  kursus: { id: l.kursus_id, nama: l.kursus },
  ruang: { id: l.ruang_id, nama: l.ruang },
  gedung: { id: l.gedung_id, nama: l.gedung },
  pelatih: { id: l.pelatih_id, nama: l.pelatih },
  pelatih_asli: l.pelatih_asli,
  catatan_materi: mayRead ? l.catatan_materi : null,
  honor_nominal: dasar <= RoleId.admin || id === l.pelatih_id ? l.honor_nominal : null,
})

/**
 * Reads the person who takes the trial lesson; null if the lesson is no trial. The name is
 * shortened as far as the reader's access requires.
 */
const readCandidate = async ({ db, actor }: Ctx, lesson: Lesson): Promise<Attendance['calon']> => {
  const calon = (await readCalon(db, actor, [lesson])).get(lesson.id)
  const mark = calon && (await readTrial(db, lesson.id))
  if (!mark) return null
  const { kode_absensi, catatan, ditandai_at, oleh } = mark
  const mayRead = actor.dasar <= RoleId.pelatih || calon.lead_id !== null
  const note = mayRead ? catatan : null
  return { ...calon, kode_absensi, catatan: note, ditandai_at, ditandai_oleh: oleh }
}

const readAttendance = async (ctx: Ctx, id: number): Promise<Attendance> => {
  const { db, actor } = ctx
  const lesson = await readLesson(db, ctx, id)
  const mark = await readCoachMark(db, id)
  const present = markOfPresentCoach(lesson, mark)
  const students = await visibleStudents(db, actor, await readStudents(db, id))
  const isStaff = actor.dasar <= RoleId.pelatih
  const settings = await readSettings(db)
  const ids = isStaff ? students.map((s) => s.peserta_id) : []
  const behind = await readStudentsInArrears(db, ids, settings.blokir_tunggakan_bulan)
  const calon = await readCandidate(ctx, lesson)
  const mayRead = isStaff || students.length > 0 || (calon?.lead_id ?? null) !== null
  return {
    pertemuan: headOf(lesson, actor, mayRead),
    ...markingWindow(lesson, lesson.zona_waktu),
    izin_sampai_at: excusedUntil(lesson.mulai_at, settings.batas_izin_jam),
    terhalang: whyNot(actor, lesson, { settings, mark }),
    pelatih: {
      status_keberangkatan: present?.status_keberangkatan ?? StatusKeberangkatan.belum,
      ditandai_at: present?.ditandai_at ?? null,
      alasan: isStaff ? (present?.alasan ?? null) : null,
      terlambat_menit: present?.terlambat_menit ?? 0,
    },
    peserta: students.map((s) => rowOf(s, { isStaff, behind })),
    calon,
    berikutnya: await nextLesson(db, ctx, lesson),
  }
}

export const attendanceCalls: Pick<
  Handlers,
  'attendance' | 'attendanceHistory' | 'dayBoard' | 'markAttendance'
> = {
  attendance: (ctx, _, { id }) => readAttendance(ctx, id),
  attendanceHistory: (ctx, _, { id }) => readMarkHistory(ctx, id),
  dayBoard: (ctx, _, query) => readDayBoard(ctx, query),
  markAttendance: (ctx, input, { id }, body) =>
    transaction(ctx.db, (trx) =>
      once(trx, ctx, { call: 'pertemuan/tandai', body, idempotent: true }, async () => ({
        status: 200,
        data: await markLesson(trx, ctx, id, input),
      })),
    ),
}
