import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * The billing type of registrations, chosen for schools that are there already; the other new
 * settings are made with their defaults at start.
 */
export const up = async (db: QueryExecutorProvider): Promise<void> => {
  const { rows } = await sql<{
    id: number
  }>`select id from jenis_billing where sifat = 'pendaftaran' and status = 'aktif' order by urutan, id limit 1`.execute(
    db,
  )
  const [first] = rows
  if (first)
    await sql`insert into setting (key, grup, value, versi) values ('jenis_billing_pendaftaran_id', 'tagihan', ${JSON.stringify(first.id)}, 1)`.execute(
      db,
    )
}
