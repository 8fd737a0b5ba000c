/** The lessons of all classes, eight weeks ahead (domain.md 2.4). */
import type { Job } from '#server/jobs/job.ts'
import { makeLessons } from '#server/modules/schedule/makeLessons.ts'

export const lessonsJob: Job = {
  nama: 'pertemuan',
  label: 'Pertemuan',
  ket: 'Membuat pertemuan setiap kelas untuk delapan minggu ke depan, dan menyesuaikan yang belum tersentuh dengan hari libur.',
  cron: '0 2 * * *',
  limitMs: 60 * 60_000,
  run: async ({ db, now, transaction }) => {
    const { kelas, dibuat, diubah } = await makeLessons(db, new Date(now()), transaction)
    return { ringkasan: `${dibuat} pertemuan dibuat untuk ${kelas} kelas, ${diubah} disesuaikan.` }
  },
}
