/** Marks of lessons that an enrolment no longer has. */
import type { Trx } from '#server/db/tables.ts'

/**
 * Marks of lessons after the last one go with the end; what a make-up was given for, and a make-up
 * that was taken, stay.
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
