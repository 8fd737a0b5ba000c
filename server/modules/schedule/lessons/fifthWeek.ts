/**
 * Make-ups in a fifth week without lessons (domain.md 3.10). An action creates a lesson that is
 * only for make-ups, at the hour of the class, with its coach and in its room. No student of the
 * class sits in that lesson.
 */
import { waitsForCoach } from '#contract/schedule/kursusPelatih.ts'
import type { pertemuan } from '#contract/schedule/pertemuan.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import { now } from '#server/http/context.ts'
import { checkLessonFree } from '#server/modules/schedule/conflicts/checkLesson.ts'
import { checkLessonState } from '#server/modules/schedule/lessons/lessonActions.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import type { Action, Stored } from '#server/resource/module.ts'

type Lesson = Stored<typeof pertemuan>

/**
 * Throws 409 if the class waits for its coach's approval, or if the fifth week already has a lesson
 * for make-ups.
 */
const checkOpen = async (trx: Trx, row: Lesson): Promise<void> => {
  const kelas = await trx
    .selectFrom('kursus_pelatih')
    .select(['tanya_dulu', 'tanya_dulu_disetujui_at'])
    .where('id', '=', row.kursus_pelatih_id)
    .executeTakeFirst()
  if (kelas && waitsForCoach(kelas)) throw conflict('Kelas ini menunggu persetujuan guru')
  const opened = await trx
    .selectFrom('pertemuan')
    .select('id')
    .where('kursus_pelatih_id', '=', row.kursus_pelatih_id)
    .where('untuk_pengganti', '=', 1)
    .where('status', '=', 'terjadwal')
    .where('mulai_at', '=', row.mulai_at)
    .executeTakeFirst()
  if (opened) throw conflict('Minggu kelima ini sudah dibuka untuk kelas pengganti')
}

/**
 * Creates a lesson for make-ups at the hour of a lesson that was cancelled for the fifth week
 * (status `minggu_5`). Throws 409 if the given lesson has another status, if its hour has passed,
 * or if there are conflicts.
 */
export const openForMakeUps: Action<typeof pertemuan, 'buka-pengganti'> = async (x) => {
  const { trx, ctx, row, input } = x
  await checkLessonState(trx, row, ['minggu_5'])
  if (row.mulai_at <= now()) throw conflict('Jamnya sudah lewat')
  await checkOpen(trx, row)
  const { kursus_pelatih_id, kursus_id, gedung_id, ruang_id, pelatih_id, tanggal } = row
  const { jam_mulai, jam_selesai, mulai_at, selesai_at } = row
  const hours = { tanggal, jam_mulai, jam_selesai, mulai_at, selesai_at }
  const place = { kursus_id, gedung_id, ruang_id, pelatih_id, ...hours }
  await checkLessonFree(trx, ctx, { ...place, id: null, kelas: null }, input)
  const after = await trx
    .insertInto('pertemuan')
    .values({
      ...place,
      kursus_pelatih_id,
      untuk_pengganti: 1,
      pelatih_asli_id: null,
      jenis: 'pengganti',
      status: 'terjadwal',
      minggu: null,
      diubah: 1,
      pindah_ke_id: null,
      alasan: input.alasan,
      catatan: null,
      catatan_materi: null,
      honor_tarif: null,
      honor_persen: null,
      honor_nominal: null,
      versi: 1,
      created_at: now(),
      created_by: ctx.actor.id,
      updated_at: now(),
      updated_by: ctx.actor.id,
      cari: '',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await auditChange(trx, ctx, { aksi: 'create', entitas: 'pertemuan', after })
}
