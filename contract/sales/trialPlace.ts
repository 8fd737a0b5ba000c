import { jam, reference, tanggal } from '#contract/fields.ts'

/**
 * Returns the fields for course, coach, room and time of a trial lesson. Users choose them for each
 * trial lesson, because a trial lesson belongs to no class that would define them.
 */
export const trialPlace = () => ({
  kursus_id: reference('Kursus', 'kursus'),
  pelatih_id: reference('Guru', 'user', { params: { jenis: 'pelatih' } }),
  ruang_id: reference('Ruang', 'ruang'),
  tanggal: tanggal('Tanggal'),
  jam_mulai: jam('Jam Mulai'),
})
