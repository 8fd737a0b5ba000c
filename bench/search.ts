/** Student search compared with a plain LIKE over the same table. */
import { compare, onPostgres, onSqlite, type Hand } from './api.ts'
import type { Server } from './client.ts'
import type { Size } from './data.ts'
import type { Row } from './table.ts'

const measure = async (engine: string, server: Server, hand: Hand): Promise<Row[]> => {
  const rows: Row[] = []
  for (const [label, q, like = q] of [
    ['a name', 'wijaya'],
    ['nobody', 'zzzzzz'],
    ['two letters', 'an'],
    ['a phone', '0812 34', '6281234'],
    ['a typing error', 'wijya'],
    ['one in two words', 'budi wijya', 'budi%wijya'],
  ] as const)
    rows.push(
      await compare(
        `${engine}: students, ${label}`,
        '≤ 3',
        async () => {
          const { status, text } = await server.get(`/search?q=${encodeURIComponent(q)}`)
          if (status !== 200) throw new Error(text)
          // A single statement that fetches no columns: no order, payers, classes or typing errors.
        },
        () => hand([[`select count(*) as n from "user" where cari like ?`, `%${like}%`]]),
      ),
    )
  return rows
}
/** Rows of both engines. PostgreSQL's school has only one month of bills, which no search reads. */
export const benchSearch = async (postgres: string, size: Size): Promise<Row[]> => [
  ...(await onSqlite(size, measure)),
  ...(await onPostgres(postgres, { ...size, months: 1 }, measure)),
]
