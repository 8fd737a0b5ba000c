import type { Expression, SqlBool } from 'kysely'
import type { Trx } from '#server/db/tables.ts'

/** Active classes that meet a condition, by name: at most five, the others counted; undefined when there is none. */
export const kelasAktif = async (trx: Trx, condition: Expression<SqlBool>): Promise<string | undefined> => {
  const query = trx.selectFrom('kursus_pelatih').where('status', '=', 'aktif').where(condition)
  const rows = await query.select('nama').orderBy('nama_kunci').orderBy('id').limit(5).execute()
  if (rows.length === 0) return undefined
  const { n } = await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return `${rows.map((r) => r.nama).join(', ')}${n > rows.length ? ` dan ${n - rows.length} lainnya` : ''}`
}
