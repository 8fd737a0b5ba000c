/**
 * Records backup attempts in the database itself, so that each server that uses the database can
 * report them.
 */
import { basename } from 'node:path'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'

export interface Tried {
  /** Start of the backup (ISO time). Changes made later may be missing in the backup. */
  dibuat: string
  /** Path of the file; null for a failed attempt. */
  berkas: string | null
  ukuran: number | null
  baris: number | null
  terenkripsi: boolean
  /** Reason of the failure; null for a successful attempt. */
  galat: string | null
}

/** Number of newest records that are kept in the table `cadangan`. */
const remembered = 200

/** Records a backup attempt in the table `cadangan`, and deletes its oldest records. */
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

/**
 * Returns the last successful backup (`terakhir`), or null if there is none. Also returns the error
 * of the newest attempt (`galat`), or null if this attempt succeeded.
 */
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
          // Returns the file name without its folder, which clients need not know.
          berkas: basename(berkas ?? ''),
          ukuran: ukuran ?? 0,
          baris: baris ?? 0,
          terenkripsi: good.terenkripsi === 1,
        }
      : null,
    galat: newest?.galat ?? null,
  }
}
