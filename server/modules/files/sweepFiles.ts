/**
 * Files that nothing needs any more, for the job of the night: contents of proofs of what was never
 * paid, and files whose row does not name them.
 */
import { sql } from 'kysely'
import { metaOf } from '#contract/fields.ts'
import { sweepBatch } from '#server/db/sweep.ts'
import { tableOf, type Db, type Trx } from '#server/db/tables.ts'
import { modules } from '#server/modules/registry.ts'

const day = 86_400_000
/** Days that a proof is kept after its confirmation was withdrawn, or refused (0171). */
export const keptDays = { dibatalkan: 30, ditolak: 180 }

const daysBefore = (time: number, days: number) => new Date(time - days * day).toISOString()

/**
 * Removes the content of at most `sweepBatch` proofs of confirmations that were withdrawn or
 * refused long ago; what was refused and why stays. Returns those that were emptied.
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
/** Fields of all resources that hold a file. */
const fileFields = (): FileField[] =>
  Object.values(modules).flatMap(({ resource }) =>
    Object.entries(resource.entity.shape)
      .filter(([, schema]) => metaOf(schema)?.control === 'file')
      .map(([field]) => ({ entitas: resource.name, field })),
  )

/** Files of a field whose row is not there, or names another file. */
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

/** Ids of files whose row does not name them any more, oldest first. A read that may take long. */
export const findOrphans = async (reader: Db): Promise<number[]> => {
  const ids: number[] = []
  for (const of of fileFields())
    ids.push(...(await orphansOf(reader, of).orderBy('berkas.id').execute()).map(({ id }) => id))
  return ids
}
/** Deletes those of some files that are still orphans. Returns how many. */
export const deleteOrphans = async (trx: Trx, ids: readonly number[]): Promise<number> => {
  let deleted = 0
  for (const of of fileFields()) {
    const found = await orphansOf(trx, of).where('berkas.id', 'in', ids).execute()
    if (found.length === 0) continue
    await trx
      .deleteFrom('berkas')
      .where(
        'id',
        'in',
        found.map(({ id }) => id),
      )
      .execute()
    deleted += found.length
  }
  return deleted
}
