/** The kinds of import by name. */
import { namaImpor } from '#contract/imporNama.ts'
import type { Jenis } from '#server/modules/impor/kolom.ts'
import { jenisMaster } from '#server/modules/impor/master.ts'
import { jenisPeserta } from '#server/modules/impor/peserta.ts'

const semua: ReadonlyMap<string, Jenis> = new Map(
  namaImpor.map((nama) => [nama, nama === 'user' ? jenisPeserta : jenisMaster(nama)]),
)
/** Throws where there is no such import. */
export const jenisOf = (nama: string): Jenis => {
  const jenis = semua.get(nama)
  if (!jenis) throw new RangeError(`Impor ${nama} tidak dikenal`)
  return jenis
}
