import { missingApprovalOf, PersetujuanGuru } from '#contract/schedule/kursusPelatih.ts'
import { KursusPelatihs } from '#src/data/resources/kursusPelatih.ts'
import { expandKelas } from './-expand.ts'

/** Returns the class of a record screen, with the relations that the route has prefetched. */
export const useKelas = (id: number) => KursusPelatihs.useView(id, expandKelas)
export type Kelas = ReturnType<typeof useKelas>

/** Returns the reason why no further student can join a class; undefined if a student can join. */
export const whyClosed = (kelas: Kelas): string | undefined => {
  if (kelas.status !== 'aktif') return 'Kelas tidak aktif'
  const approval = missingApprovalOf(kelas)
  if (approval) return `Belum menerima peserta: ${PersetujuanGuru.label(approval).toLowerCase()}`
  const isFull = (kelas.isi?.terisi ?? 0) >= (kelas.kapasitas ?? 0)
  return isFull ? 'Kelas penuh' : undefined
}
