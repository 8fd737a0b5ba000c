/** Dated lessons: their row scope, their concealed columns, and lessons made by hand. */
import { sql, type SqlBool } from 'kysely'
import { RoleId } from '#contract/enums.ts'
import type { Parsed } from '#contract/resource.ts'
import { pertemuan } from '#contract/schedule/pertemuan.ts'
import { formatJam, formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { invalidField } from '#server/errors.ts'
import type { NameInFile } from '#server/export/cellTypes.ts'
import type { Ctx } from '#server/http/context.ts'
import { readCalon } from '#server/modules/sales/trials/trialLead.ts'
import { checkLessonFree, newOf } from '#server/modules/schedule/conflicts/checkLesson.ts'
import { openForMakeUps } from '#server/modules/schedule/lessons/fifthWeek.ts'
import {
  cancelLesson,
  checkCoach,
  checkRoom,
  checkLessonState,
  moveLesson,
  substitute,
  whenOf,
} from '#server/modules/schedule/lessons/lessonActions.ts'
import { isInOwn } from '#server/modules/schedule/lessons/ownLessons.ts'
import { readStudentsOfLessons } from '#server/modules/schedule/lessons/visibleStudents.ts'
import { lessonsOfVisibleStudent, pertemuanScope } from '#server/modules/scope.ts'
import { module, type Stored } from '#server/resource/module.ts'

type LessonInput = Readonly<Parsed<typeof pertemuan>>
type Lesson = Stored<typeof pertemuan>

/** Columns of coach pay, visible only to the coach and to admins. */
const fees = ['honor_tarif', 'honor_persen', 'honor_nominal']
/** Columns of free text about a lesson, written by staff or the coach. */
const notes = ['catatan', 'alasan', 'catatan_materi']

/**
 * Reads the outlet and the length in minutes of a lesson made by hand. Throws 422 if its class,
 * course and kind do not match.
 */
const readFrame = async (trx: Trx, input: LessonInput) => {
  if (input.jenis === 'reguler' || input.jenis === 'pengganti')
    throw invalidField('jenis', 'Pilih tambahan atau trial')
  const course = await trx
    .selectFrom('kursus')
    .select('durasi_menit')
    .where('id', '=', input.kursus_id)
    .executeTakeFirstOrThrow()
  if (input.kursus_pelatih_id === null) {
    if (input.jenis !== 'trial') throw invalidField('kursus_pelatih_id', 'Wajib diisi')
    const room = await trx
      .selectFrom('ruang')
      .select('gedung_id')
      .where('id', '=', input.ruang_id)
      .executeTakeFirstOrThrow()
    return { gedung_id: room.gedung_id, minutes: course.durasi_menit }
  }
  const kelas = await trx
    .selectFrom('kursus_pelatih')
    .select(['kursus_id', 'gedung_id', 'status'])
    .where('id', '=', input.kursus_pelatih_id)
    .executeTakeFirstOrThrow()
  if (kelas.status !== 'aktif') throw invalidField('kursus_pelatih_id', 'Kelas tidak aktif')
  if (kelas.kursus_id !== input.kursus_id)
    throw invalidField('kursus_id', 'Kelas ini dari kursus lain')
  return { gedung_id: kelas.gedung_id, minutes: course.durasi_menit }
}

/** Validates a lesson made by hand and returns its computed columns. Throws 409 and 422. */
const newLesson = async (trx: Trx, ctx: Ctx, input: LessonInput) => {
  const { gedung_id, minutes } = await readFrame(trx, input)
  await checkRoom(trx, input.ruang_id, gedung_id)
  await checkCoach(trx, ctx.actor, input.pelatih_id)
  const when = await whenOf(trx, { ...input, gedung_id }, minutes)
  const wish = { ...input, ...when, gedung_id, id: null, kelas: input.kursus_pelatih_id }
  await checkLessonFree(trx, ctx, wish, { ...input, alasan: input.catatan })
  return { ...when, gedung_id, status: 'terjadwal' as const, diubah: true }
}

/**
 * Checks a change of the room, and returns the columns that mark the lesson as changed by hand.
 * Throws 409 or 422 unless the new room is free and large enough.
 */
const changeRoom = async (
  trx: Trx,
  ctx: Ctx,
  input: LessonInput,
  row: Lesson,
): Promise<Partial<Lesson>> => {
  if (input.ruang_id === row.ruang_id) return {}
  await checkLessonState(trx, row, ['terjadwal'])
  await checkRoom(trx, input.ruang_id, row.gedung_id)
  const wish = { ...row, ruang_id: input.ruang_id, kelas: row.kursus_pelatih_id }
  await checkLessonFree(trx, ctx, wish, input, newOf(row, wish))
  return { diubah: true }
}

/**
 * Returns SQL for the name of a lesson in exports, for example `04/12/2026 10.00 Piano Grade 1 –
 * Maria Simanjuntak`.
 */
const nameInFile: NameInFile = (column) => {
  const part = (from: number, length: number) =>
    sql`substr(${column('tanggal')}, ${sql.lit(from)}, ${sql.lit(length)})`
  const course = sql`(select k.nama from kursus k where k.id = ${column('kursus_id')})`
  const coach = sql`(select g.name from "user" g where g.id = ${column('pelatih_id')})`
  return sql`${part(9, 2)} || '/' || ${part(6, 2)} || '/' || ${part(1, 4)} || ' ' || replace(${column('jam_mulai')}, ':', '.') || ' ' || ${course} || ' – ' || ${coach}`
}

export const pertemuanModule = module(pertemuan, {
  nameInFile,
  large: true,
  scope: pertemuanScope,
  before: ({ trx, ctx, input, current }) =>
    current ? changeRoom(trx, ctx, input, current) : newLesson(trx, ctx, input),
  actions: {
    pindah: moveLesson,
    pengganti: substitute,
    batal: cancelLesson,
    'buka-pengganti': openForMakeUps,
  },
  filters: { peserta_id: lessonsOfVisibleStudent },
  expands: {
    calon: ({ db, actor, ids }) =>
      readCalon(
        db,
        actor,
        ids.map((id) => ({ id, jenis: 'trial' })),
      ),
    siswa: ({ db, actor, ids }) => readStudentsOfLessons(db, actor, ids),
  },
  choiceNote: sql`coalesce((select k.nama from kursus_pelatih k where k.id = pertemuan.kursus_pelatih_id), (select c.nama from kursus c where c.id = pertemuan.kursus_id))`,
  displayName: ({ tanggal, jam_mulai }) => `${formatTanggal(tanggal)} ${formatJam(jam_mulai)}`,
  conceal: (actor) => {
    if (actor.dasar <= RoleId.admin) return []
    if (actor.dasar === RoleId.pelatih)
      return [{ columns: fees, where: sql<SqlBool>`pertemuan.pelatih_id <> ${actor.id}` }]
    const pay = { columns: fees, where: sql<SqlBool>`1 = 1` }
    // Notes may name students, so sales persons read only the notes of lessons with a student or
    // lead of their own.
    if (actor.dasar === RoleId.sales)
      return [pay, { columns: notes, where: sql<SqlBool>`not ${isInOwn(actor)}` }]
    // A family reads the notes on the taught material, but not the internal notes of staff.
    return [pay, { columns: ['catatan', 'alasan'], where: sql<SqlBool>`1 = 1` }]
  },
})
