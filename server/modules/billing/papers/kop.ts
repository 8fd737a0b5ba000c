/** Columns of an outlet that papers need, and the reader of their pictures. */
import type { Db } from '#server/db/tables.ts'
import type { PaperBatch } from '#server/pdf/paper.ts'

/** Columns of an outlet that a letterhead reads. */
export const kopColumns = [
  'gedung.id',
  'gedung.nama',
  'gedung.alamat',
  'gedung.kota',
  'gedung.phone',
  'gedung.email',
  'gedung.logo',
  'gedung.kop_surat',
  'gedung.zona_waktu',
] as const

/** Reads pictures of papers, each once in a file; a PDF holds no WebP. */
export const pictureReader = (db: Db) => {
  const sent = new Set<number>()
  return async (ids: readonly (number | null)[]): Promise<PaperBatch['images']> => {
    const known = ids.filter((id) => id !== null)
    const fresh = [...new Set(known)].filter((id) => !sent.has(id))
    if (fresh.length === 0) return []
    for (const id of fresh) sent.add(id)
    return db
      .selectFrom('berkas')
      .innerJoin('berkas_isi', 'berkas_isi.berkas_id', 'berkas.id')
      .select(['berkas.id', 'berkas_isi.isi as bytes'])
      .where('berkas.id', 'in', fresh)
      .where('berkas.mime', 'in', ['image/jpeg', 'image/png'])
      .execute()
  }
}
