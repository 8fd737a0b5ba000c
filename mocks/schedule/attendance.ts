/** Stores attendance, a make-up credit and a coach's leave at the second outlet. */
import { StatusKeberangkatan } from '#contract/enums.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { must, type School } from '#mocks/school/school.ts'
import { now } from '#server/http/context.ts'

const day = '2025-03-03'

/**
 * Stores a lesson of the second outlet that a student missed, a make-up credit for it, and a leave
 * of the coach `pelatih_id`.
 */
export const addAttendance = async (s: School, pelatih_id: number): Promise<void> => {
  const { ids, db, superadmin } = s
  const base = { created_at: now(), created_by: null, updated_at: now(), updated_by: null }
  const pertemuan_id = await storeLesson(s, ids.kelas2, day)
  await db
    .insertInto('absensi_pelatih')
    .values({
      ...base,
      pertemuan_id,
      status_keberangkatan: StatusKeberangkatan.berangkat,
      ditandai_at: now(),
      ditandai_oleh: null,
      jam_datang: null,
      jam_selesai: null,
      alasan: null,
      pengganti_id: null,
    })
    .execute()
  const { id } = await db
    .insertInto('absensi')
    .values({
      ...base,
      pertemuan_id,
      kursus_peserta_id: ids.kp2,
      peserta_id: ids.peserta2,
      status_keberangkatan: StatusKeberangkatan.tidakBerangkat,
      kode_absensi: 'IZIN',
      catatan: null,
      ditandai_at: now(),
      ditandai_oleh: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('kredit_pengganti')
    .values({
      ...base,
      peserta_id: ids.peserta2,
      kursus_id: ids.kursus,
      kursus_peserta_id: ids.kp2,
      gedung_id: ids.gedung2,
      asal_absensi_id: id,
      asal_pertemuan_id: pertemuan_id,
      jumlah_menit: 45,
      sebab: 'siswa',
      diberikan_oleh: null,
      alasan: null,
      berlaku_sampai: '2099-01-01',
      status: 'tersedia',
      pertemuan_id: null,
      versi: 1,
      cari: '',
    })
    .execute()
  must(
    await superadmin.post('/pelatih-libur/create', {
      pelatih_id,
      mulai: '2031-01-06',
      selesai: '2031-01-07',
      alasan: 'Mudik',
    }),
  )
}
