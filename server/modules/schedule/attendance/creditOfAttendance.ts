/**
 * Make-up credits that follow from attendance (domain.md 3.10). An attendance mark can earn a
 * credit, and a change of the mark can revoke the credit.
 */
import { meaningOf } from '#contract/schedule/rules/attendance.ts'
import type { AttendanceCode } from '#contract/schedule/rules/attendance.ts'
import { causeOfCredit } from '#contract/schedule/rules/marking.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { addDays } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import { authorId, now, type Author } from '#server/http/context.ts'
import type { Lesson, LessonStudent } from '#server/modules/schedule/attendance/lesson.ts'
import { auditChange } from '#server/resource/auditLog.ts'

/**
 * Reason stored on a credit that was revoked because a mark changed. The reason identifies the
 * credits to restore when the mark is set back.
 */
const revocationReason = 'Absensi diubah'
const minutesOf = (jam: string): number => Number(jam.slice(0, 2)) * 60 + Number(jam.slice(3))

/**
 * Returns the number of credits that count towards the monthly cap of a student and course in the
 * month of the lesson. Revoked credits and the credit of attendance row `exceptId` do not count.
 */
export const countCapped = async (
  trx: Trx,
  lesson: Pick<Lesson, 'tanggal' | 'kursus_id'>,
  peserta_id: number,
  exceptId = 0,
): Promise<number> => {
  const month = lesson.tanggal.slice(0, 7)
  const { n } = await trx
    .selectFrom('kredit_pengganti as k')
    .leftJoin('pertemuan as p', 'p.id', 'k.asal_pertemuan_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('k.peserta_id', '=', peserta_id)
    .where('k.kursus_id', '=', lesson.kursus_id)
    .where('k.sebab', 'in', ['siswa', 'manual'])
    .where('k.status', '<>', 'dicabut')
    .where((eb) =>
      eb.or([eb('k.asal_absensi_id', 'is', null), eb('k.asal_absensi_id', '<>', exceptId)]),
    )
    .where((eb) => {
      const day = eb.fn.coalesce('p.tanggal', 'k.created_at')
      return eb.and([eb(day, '>=', month), eb(day, '<', `${month}-99`)])
    })
    .executeTakeFirstOrThrow()
  return Number(n)
}
const readEarned = (trx: Trx, absensi: number) =>
  trx
    .selectFrom('kredit_pengganti')
    .selectAll()
    .where('asal_absensi_id', '=', absensi)
    .executeTakeFirst()
type Credit = NonNullable<Awaited<ReturnType<typeof readEarned>>>

const change = async (
  trx: Trx,
  ctx: Author,
  before: Credit,
  to: Partial<Pick<Credit, 'status' | 'sebab' | 'alasan' | 'pertemuan_id'>>,
): Promise<void> => {
  const after = await trx
    .updateTable('kredit_pengganti')
    .set({ ...to, versi: before.versi + 1, updated_at: now(), updated_by: authorId(ctx) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await auditChange(trx, ctx, { aksi: 'update', entitas: 'kredit-pengganti', before, after })
}
/** Revokes a credit that a mark had earned. Throws 409 if the credit is booked or used. */
const takeBack = async (
  trx: Trx,
  ctx: Author,
  student: LessonStudent,
  credit: Credit,
): Promise<void> => {
  if (credit.status === 'dipesan' || credit.status === 'terpakai')
    throw conflict(
      `Kelas pengganti ${student.nama} dari pertemuan ini sudah ${credit.status === 'dipesan' ? 'dipesan' : 'dipakai'}: absensinya tidak dapat diubah`,
    )
  if (credit.status === 'tersedia')
    await change(trx, ctx, credit, { status: 'dicabut', alasan: revocationReason })
}
const earn = async (
  trx: Trx,
  ctx: Author,
  lesson: Lesson,
  student: LessonStudent & { absensi_id: number },
  credit: { sebab: 'siswa' | 'pelatih' | 'sekolah'; berlaku_sampai: string },
): Promise<void> => {
  const time = now()
  const after = await trx
    .insertInto('kredit_pengganti')
    .values({
      ...credit,
      peserta_id: student.peserta_id,
      kursus_id: lesson.kursus_id,
      kursus_peserta_id: student.kursus_peserta_id,
      gedung_id: lesson.gedung_id,
      asal_absensi_id: student.absensi_id,
      asal_pertemuan_id: lesson.id,
      jumlah_menit: minutesOf(lesson.jam_selesai) - minutesOf(lesson.jam_mulai),
      diberikan_oleh: null,
      alasan: null,
      status: 'tersedia',
      pertemuan_id: null,
      cari: '',
      versi: 1,
      created_at: time,
      created_by: authorId(ctx),
      updated_at: time,
      updated_by: authorId(ctx),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await auditChange(trx, ctx, { aksi: 'create', entitas: 'kredit-pengganti', after })
}
/**
 * Sets the make-up credit that is booked into this lesson to used. This is right both for a student
 * who came and for a student who forfeited the make-up.
 */
const spend = async (trx: Trx, ctx: Author, id: number): Promise<void> => {
  const credit = await trx
    .selectFrom('kredit_pengganti')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (credit.status === 'dipesan') await change(trx, ctx, credit, { status: 'terpakai' })
}

/** Sets a used credit back to booked, because the make-up lesson still has to take place. */
const unspend = async (trx: Trx, ctx: Author, id: number): Promise<void> => {
  const credit = await trx
    .selectFrom('kredit_pengganti')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (credit.status === 'terpakai') await change(trx, ctx, credit, { status: 'dipesan' })
}

interface Settling {
  trx: Trx
  ctx: Author
  lesson: Lesson
  settings: Settings
  /**
   * Set to `sekolah` when the school cancels the lesson: then every student earns a credit,
   * whatever the mark.
   */
  owes?: 'sekolah' | undefined
}
/**
 * Adjusts the make-up credits of a student to the given attendance code. Throws 409 if this code
 * earns no credit, but the previous code had earned one that is already booked or used.
 */
export const settleCredit = async (
  { trx, ctx, lesson, settings, owes }: Settling,
  student: LessonStudent & { absensi_id: number },
  code: AttendanceCode,
): Promise<void> => {
  if (student.kredit_id !== null) await spend(trx, ctx, student.kredit_id)
  const earned = await readEarned(trx, student.absensi_id)
  const capped = meaningOf(code).dapat_kredit && meaningOf(code).kredit_terbatas
  const sebab =
    owes ??
    causeOfCredit({
      code,
      isMakeUp: student.kredit_id !== null,
      used: capped ? await countCapped(trx, lesson, student.peserta_id, student.absensi_id) : 0,
      cap: settings.maks_kredit_bulan,
    })
  if (sebab === undefined || sebab === 'manual') {
    if (earned) await takeBack(trx, ctx, student, earned)
    return
  }
  const berlaku_sampai = addDays(lesson.tanggal, settings.masa_kredit_hari)
  if (!earned) return earn(trx, ctx, lesson, student, { sebab, berlaku_sampai })
  const returns = earned.status === 'dicabut' && earned.alasan === revocationReason
  if (returns) await change(trx, ctx, earned, { status: 'tersedia', alasan: null, sebab })
  else if (earned.sebab !== sebab) await change(trx, ctx, earned, { sebab })
}
/**
 * Throws 409 if the credit that a mark earned was revoked by hand. Such a mark cannot be deleted:
 * the deletion would unlink the revoked credit, and a new mark would then earn a second credit.
 */
export const checkNotRevokedByHand = async (trx: Trx, student: LessonStudent): Promise<void> => {
  const earned = student.absensi_id === null ? undefined : await readEarned(trx, student.absensi_id)
  if (earned?.status === 'dicabut' && earned.alasan !== revocationReason)
    throw conflict(
      `Kelas pengganti ${student.nama} dari pertemuan ini sudah dicabut: ubah tandanya, jangan dihapus`,
    )
}
/**
 * Undoes the effects of a mark that is about to be deleted. The credit that the mark earned is
 * revoked and unlinked from the attendance row. The make-up credit that the mark used is set back
 * to booked. If the lesson has not begun, the earned credit is also unlinked from the lesson,
 * because a change of the class replaces future lessons without marks. Throws 409 if the earned
 * credit is booked or used.
 */
export const dropCredit = async (
  trx: Trx,
  ctx: Author,
  lesson: Pick<Lesson, 'mulai_at'>,
  student: LessonStudent,
): Promise<void> => {
  if (student.absensi_id === null) return
  if (student.kredit_id !== null) await unspend(trx, ctx, student.kredit_id)
  const earned = await readEarned(trx, student.absensi_id)
  if (!earned) return
  await takeBack(trx, ctx, student, earned)
  await trx
    .updateTable('kredit_pengganti')
    .set({ asal_absensi_id: null, ...(lesson.mulai_at > now() && { asal_pertemuan_id: null }) })
    .where('id', '=', earned.id)
    .execute()
}
