/**
 * Attempted backups, recorded in the database itself: every server on the database can report them.
 */
import { basename } from 'node:path'
import type { Db } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'

export interface Tried {
  /** When it began: what was changed later is not in it. */
  dibuat: string
  /** Name of the file; null when it failed. */
  berkas: string | null
  ukuran: number | null
  baris: number | null
  terenkripsi: boolean
  /** Why it failed. */
  galat: string | null
}

/** Most notes kept; older notes are of no use. */
const remembered = 200

/** Writes down a backup that was tried. */
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

/** The last backup that succeeded, and why one after it failed. */
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
          // The folder is the machine's business.
          berkas: basename(berkas ?? ''),
          ukuran: ukuran ?? 0,
          baris: baris ?? 0,
          terenkripsi: good.terenkripsi === 1,
        }
      : null,
    galat: newest?.galat ?? null,
  }
}
