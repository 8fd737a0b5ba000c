/**
 * Measures the student search over HTTP, compared with an SQL statement that finds students by LIKE
 * in the same table.
 */
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
          // Compares the search with SQL that only counts matches. Unlike the search, the SQL does
          // not sort matches, read their payers and classes, or tolerate typing errors.
        },
        () => hand([[`select count(*) as n from "user" where cari like ?`, `%${like}%`]]),
      ),
    )
  return rows
}
/**
 * Measures the search on SQLite and PostgreSQL. The school on PostgreSQL has only one month of
 * bills, so that it is made quickly. The search reads no bills.
 */
export const benchSearch = async (postgres: string, size: Size): Promise<Row[]> => [
  ...(await onSqlite(size, measure)),
  ...(await onPostgres(postgres, { ...size, months: 1 }, measure)),
]
