/** Deletes attendance dated after the end of an enrolment. */
import type { Trx } from '#server/db/schema/tables.ts'

/**
 * Deletes the attendance of an enrolment after its last day, except rows that earned a make-up
 * credit or that record an attended make-up lesson.
 */
export const dropLaterAttendance = async (
  trx: Trx,
  kursus_peserta_id: number,
  selesai: string,
): Promise<void> => {
  await trx
    .deleteFrom('absensi')
    .where('kursus_peserta_id', '=', kursus_peserta_id)
    .where('pertemuan_id', 'in', (eb) =>
      eb.selectFrom('pertemuan').select('id').where('tanggal', '>', selesai),
    )
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('kredit_pengganti')
        .select('asal_absensi_id')
        .where('asal_absensi_id', 'is not', null)
        .$narrowType<{ asal_absensi_id: number }>(),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('kredit_pengganti as k')
            .select('k.id')
            .whereRef('k.pertemuan_id', '=', 'absensi.pertemuan_id')
            .whereRef('k.peserta_id', '=', 'absensi.peserta_id'),
        ),
      ),
    )
    .execute()
}
