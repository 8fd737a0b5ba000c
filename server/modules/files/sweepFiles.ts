/**
 * Nightly deletion of unneeded files: the contents of proofs whose confirmation was withdrawn or
 * rejected, and files to which no row refers.
 */
import { sql } from 'kysely'
import { metaOf } from '#contract/fields.ts'
import { tableOf, type Db, type Trx } from '#server/db/schema/tables.ts'
import { sweepBatch } from '#server/db/sweep.ts'
import { modules } from '#server/modules/registry.ts'

const day = 86_400_000
/**
 * Number of days for which a proof is kept after its confirmation was withdrawn (`dibatalkan`) or
 * rejected (`ditolak`) (decision 0171).
 */
export const keptDays = { dibatalkan: 30, ditolak: 180 }

const daysBefore = (time: number, days: number) => new Date(time - days * day).toISOString()

/**
 * Deletes the contents of at most `sweepBatch` proofs whose confirmations were withdrawn or
 * rejected more than `keptDays` ago. Keeps the confirmations and their reasons. Returns the ids of
 * the emptied files.
 */
export const emptyProofs = async (trx: Trx, now: number): Promise<readonly unknown[]> => {
  const proofs = await trx
    .selectFrom('konfirmasi_pembayaran as k')
    .innerJoin('berkas', 'berkas.id', 'k.bukti')
    .select('berkas.id')
    .where('berkas.dikosongkan_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('k.status', '=', 'dibatalkan'),
          eb('k.dibatalkan_at', '<', daysBefore(now, keptDays.dibatalkan)),
        ]),
        eb.and([
          eb('k.status', '=', 'ditolak'),
          eb('k.ditinjau_at', '<', daysBefore(now, keptDays.ditolak)),
        ]),
      ]),
    )
    .orderBy('berkas.id')
    .limit(sweepBatch)
    .execute()
  const ids = proofs.map(({ id }) => id)
  if (ids.length === 0) return []
  await trx.deleteFrom('berkas_isi').where('berkas_id', 'in', ids).execute()
  await trx.deleteFrom('berkas_objek').where('berkas_id', 'in', ids).execute()
  await trx
    .updateTable('berkas')
    .set({ dikosongkan_at: new Date(now).toISOString() })
    .where('id', 'in', ids)
    .execute()
  return ids
}

interface FileField {
  entitas: string
  field: string
}
/** Returns every field that contains the id of a file, with the name of its resource. */
const fileFields = (): FileField[] =>
  Object.values(modules).flatMap(({ resource }) =>
    Object.entries(resource.entity.shape)
      .filter(([, schema]) => metaOf(schema)?.control === 'file')
      .map(([field]) => ({ entitas: resource.name, field })),
  )

/**
 * Returns a query for orphans: files that were stored for a row's field, although the row no longer
 * exists or its field now contains another file.
 */
const orphansOf = (db: Db | Trx, { entitas, field }: FileField) => {
  const table = sql.table(tableOf(entitas))
  return db
    .selectFrom('berkas')
    .select('berkas.id')
    .where('berkas.entitas', '=', entitas)
    .where('berkas.bidang', '=', field)
    .where(
      sql<boolean>`not exists (select 1 from ${table} as pemilik where pemilik.id = berkas.entitas_id and ${sql.ref(`pemilik.${field}`)} = berkas.id)`,
    )
}

/** Returns the ids of all orphans (see `orphansOf`). The query is slow. */
export const findOrphans = async (reader: Db): Promise<number[]> => {
  const ids: number[] = []
  for (const of of fileFields())
    ids.push(...(await orphansOf(reader, of).orderBy('berkas.id').execute()).map(({ id }) => id))
  return ids
}
/** Deletes the given files that are still orphans. Returns the number of deleted files. */
export const deleteOrphans = async (trx: Trx, ids: readonly number[]): Promise<number> => {
  let deleted = 0
  for (const of of fileFields()) {
    const orphans = await orphansOf(trx, of).where('berkas.id', 'in', ids).execute()
    if (orphans.length === 0) continue
    await trx
      .deleteFrom('berkas')
      .where(
        'id',
        'in',
        orphans.map(({ id }) => id),
      )
      .execute()
    deleted += orphans.length
  }
  return deleted
}
