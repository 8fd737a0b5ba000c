/** Collects the generated rows of report tests, and replaces the rows in the tables by them. */
import type { People } from '#mocks/report/reportPeople.ts'
import type { School } from '#mocks/school/school.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Tables } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { untyped } from '#server/resource/module.ts'

type Table = keyof Tables & string
export type Row = Record<string, number | string | null>
/** Generated rows by name of the table. */
export type World = Record<string, Row[]>

const filled: readonly Table[] = [
  'billing_payment_alokasi',
  'mutasi_saldo',
  'billing_payment',
  'billing_item',
  'billing',
  'pengeluaran_sales',
  'honor_baris',
  'honor_periode',
  'lead',
  'kursus_peserta',
  'sales_profil',
]
export const storeWorld = async (s: Pick<School, 'db'>, world: World, p: People): Promise<void> => {
  const db = untyped(s.db)
  for (const table of filled) await db.deleteFrom(table).execute()
  await transaction(s.db, async (trx) => {
    for (const table of filled.toReversed()) {
      const byShape = Map.groupBy(world[table] ?? [], (row) => Object.keys(row).join())
      for (const rows of byShape.values()) await insertMany(trx, table, rows)
    }
  })
  for (const akun of p.payers) {
    const saldo = (world.mutasi_saldo ?? [])
      .filter((m) => m.akun_billing_id === akun)
      .reduce((n, m) => n + Number(m.jumlah), 0)
    await s.db
      .updateTable('akun_billing_profil')
      .set({ saldo_kredit: saldo })
      .where('user_id', '=', akun)
      .execute()
  }
}

/** First day of the generated data. */
export const first = '2025-01-01'
/** Returns the instant half an hour after `hour` (UTC) on a day, as ISO text. */
export const instantOf = (day: string, hour: number) =>
  `${day}T${String(hour).padStart(2, '0')}:30:00.000Z`

/**
 * Collects rows by table and gives them ids. Unless `base` is false, `add` also fills in the audit
 * columns, such as `created_at`.
 */
export class Writer {
  readonly world: World = {}
  readonly #next = new Map<string, number>()
  add(table: string, row: Row, base = true): Row & { id: number } {
    const id = (this.#next.get(table) ?? 100_000) + 1
    this.#next.set(table, id)
    const stamp = typeof row.created_at === 'string' ? row.created_at : instantOf(first, 3)
    const storedRow = {
      id,
      ...(base && {
        versi: 1,
        created_at: stamp,
        created_by: 1,
        updated_at: stamp,
        updated_by: 1,
        cari: '',
      }),
      ...row,
    }
    ;(this.world[table] ??= []).push(storedRow)
    return storedRow
  }
}
