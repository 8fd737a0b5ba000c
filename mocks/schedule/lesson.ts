/** Stores lessons of a class on a given day, past or future, directly in the database. */
import type { Insertable } from 'kysely'
import { lessonInstants } from '#contract/schedule/rules/instants.ts'
import type { School } from '#mocks/school/school.ts'
import type { Tables } from '#server/db/schema/tables.ts'

/**
 * Stores a lesson of a class and returns its id. If the server has already made a regular lesson at
 * the hour of the lesson, updates the regular lesson instead, because the database rejects a second
 * lesson of the class at that hour.
 */
export const storeLesson = async (
  s: School,
  kelas: number,
  tanggal: string,
  more: Partial<Insertable<Tables['pertemuan']>> = {},
): Promise<number> => {
  const { zona_waktu, ...row } = await s.db
    .selectFrom('kursus_pelatih')
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .select(['kursus_pelatih.kursus_id', 'kursus_pelatih.gedung_id', 'kursus_pelatih.ruang_id'])
    .select(['pelatih_id', 'jam_mulai', 'jam_selesai', 'zona_waktu'])
    .where('kursus_pelatih.id', '=', kelas)
    .executeTakeFirstOrThrow()
  const time = new Date().toISOString()
  const lesson = {
    ...row,
    kursus_pelatih_id: kelas,
    jenis: 'tambahan',
    status: 'terjadwal',
    tanggal,
    diubah: 1,
    untuk_pengganti: 0,
    pelatih_asli_id: null,
    minggu: null,
    pindah_ke_id: null,
    alasan: null,
    catatan: null,
    catatan_materi: null,
    honor_tarif: null,
    honor_persen: null,
    honor_nominal: null,
    ...lessonInstants({ ...row, ...more, tanggal }, zona_waktu),
    versi: 1,
    created_at: time,
    created_by: null,
    updated_at: time,
    updated_by: null,
    cari: '',
    ...more,
  } satisfies Insertable<Tables['pertemuan']>
  const regular = await s.db
    .updateTable('pertemuan')
    .set(lesson)
    .where('kursus_pelatih_id', '=', kelas)
    .where('jenis', '=', 'reguler')
    .where('status', '=', 'terjadwal')
    .where('tanggal', '=', tanggal)
    .where('jam_mulai', '=', lesson.jam_mulai)
    .returning('id')
    .executeTakeFirst()
  if (regular) return regular.id
  const { id } = await s.db
    .insertInto('pertemuan')
    .values(lesson)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Stores that the student of an enrolment was absent from a lesson because of illness, and the
 * make-up credit for it.
 */
export const storeAway = async (
  s: School,
  pertemuan_id: number,
  enrolment: number,
): Promise<void> => {
  const time = new Date().toISOString()
  const base = { versi: 1, created_at: time, created_by: null, updated_at: time, updated_by: null }
  const of = await s.db
    .selectFrom('kursus_peserta')
    .select(['peserta_id', 'kursus_id', 'gedung_id'])
    .where('id', '=', enrolment)
    .executeTakeFirstOrThrow()
  await s.db
    .insertInto('absensi_pelatih')
    .values({ ...base, pertemuan_id, status_keberangkatan: 1 })
    .execute()
  const { id } = await s.db
    .insertInto('absensi')
    .values({
      ...base,
      pertemuan_id,
      kursus_peserta_id: enrolment,
      peserta_id: of.peserta_id,
      status_keberangkatan: 2,
      kode_absensi: 'SAKIT',
      ditandai_at: time,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await s.db
    .insertInto('kredit_pengganti')
    .values({
      ...base,
      ...of,
      kursus_peserta_id: enrolment,
      asal_absensi_id: id,
      asal_pertemuan_id: pertemuan_id,
      jumlah_menit: 30,
      sebab: 'siswa',
      berlaku_sampai: '2030-12-31',
      status: 'tersedia',
      diberikan_oleh: null,
      alasan: null,
      pertemuan_id: null,
      cari: '',
    })
    .execute()
}
