import { daftarTunggu } from '#contract/schedule/daftarTunggu.ts'
import { createHooks, queueLength } from '#src/data/api/createHooks.ts'

export const DaftarTunggus = createHooks(daftarTunggu)

/** Returns the list parameters of the students who wait for a class, in the order of the queue. */
export const waitingSearch = (kelas: number) => ({
  kursus_pelatih_id: String(kelas),
  sort: 'created_at' as const,
  expand: 'antrean',
  'per-page': queueLength,
})
