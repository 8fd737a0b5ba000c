import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { barePicture } from '#server/http/picture.ts'

interface Files {
  berkas: { id: number; mime: string; ukuran: number; sha256: string }
  berkas_isi: { berkas_id: number; isi: Uint8Array }
}

/**
 * Pictures that were stored with what a camera writes beside them lose it, as new ones do. One that
 * is broken stays as it is.
 */
export const up = async (untyped: Kysely<unknown>): Promise<void> => {
  const db = untyped as Kysely<Files>
  const mimes = ['image/jpeg', 'image/png', 'image/webp'] as const
  for (const mime of mimes) {
    for (const { id } of await db
      .selectFrom('berkas')
      .select('id')
      .where('mime', '=', mime)
      .execute()) {
      const { isi } = await db
        .selectFrom('berkas_isi')
        .select('isi')
        .where('berkas_id', '=', id)
        .executeTakeFirstOrThrow()
      const bare = barePicture(Buffer.from(isi), mime)
      if (!bare || bare.equals(isi)) continue
      const sha256 = createHash('sha256').update(bare).digest('hex')
      await db.updateTable('berkas_isi').set({ isi: bare }).where('berkas_id', '=', id).execute()
      await db
        .updateTable('berkas')
        .set({ ukuran: bare.length, sha256 })
        .where('id', '=', id)
        .execute()
    }
  }
}
