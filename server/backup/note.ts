/** Records backup attempts in the database itself, so that every server on it can report them. */
import { basename } from 'node:path'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'

export interface Tried {
  /** Start of the backup; it does not contain later changes. */
  dibuat: string
  /** Path of the file; null for a failed attempt. */
  berkas: string | null
  ukuran: number | null
  baris: number | null
  terenkripsi: boolean
  /** Reason of the failure; null for a successful attempt. */
  galat: string | null
}

/** Maximum number of records that are kept. */
const remembered = 200

/** Records a backup attempt, and deletes the oldest records. */
export const noteBackup = (db: Db, tried: Tried): Promise<void> =>
  transaction(db, async (trx) => {
    const { id } = await trx
      .insertInto('cadangan')
      .values({
        ...tried,
        terenkripsi: Number(tried.terenkripsi),
        selesai: new Date().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .deleteFrom('cadangan')
      .where('id', '<=', id - remembered)
      .execute()
  })

interface Good {
  dibuat: string
  berkas: string
  ukuran: number
  baris: number
  terenkripsi: boolean
}

/** Returns the last successful backup, and the error of a later failed attempt. */
export const lastBackup = async (
  db: Db,
): Promise<{ terakhir: Good | null; galat: string | null }> => {
  const rows = await db
    .selectFrom('cadangan')
    .selectAll()
    .orderBy('dibuat', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const good = rows.find((row) => row.galat === null)
  const [newest] = rows
  const { berkas, ukuran, baris } = good ?? {}
  return {
    terakhir: good
      ? {
          dibuat: good.dibuat,
          // Only the name of the file, because clients need not know the folder.
          berkas: basename(berkas ?? ''),
          ukuran: ukuran ?? 0,
          baris: baris ?? 0,
          terenkripsi: good.terenkripsi === 1,
        }
      : null,
    galat: newest?.galat ?? null,
  }
}
