/**
 * Tests that the conditions of row scopes can use indexes, so that queries stay fast in a large
 * school. PostgreSQL scans the whole table if a condition joins two ways to reach a row with `or`.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { makeSchool, type School } from '#mocks/school/school.ts'
import { engineOf } from '#server/db/engine.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Actor } from '#server/http/context.ts'
import { billingScope, paymentScope } from '#server/modules/billing/bills/scope.ts'
import { konfirmasiScope } from '#server/modules/billing/konfirmasi/scope.ts'
import { leadScope } from '#server/modules/sales/leads/leadScope.ts'
import { kursusPesertaModule } from '#server/modules/schedule/enrolments/kursusPeserta.ts'
import { pertemuanScope } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const scopes: Readonly<Record<string, (actor: Actor) => Condition | undefined>> = {
  billing: billingScope,
  billing_payment: paymentScope,
  konfirmasi_pembayaran: konfirmasiScope,
  kursus_peserta: (actor) => kursusPesertaModule.scope?.(actor),
  pertemuan: pertemuanScope,
  lead: leadScope,
}
const people: readonly (readonly [who: string, dasar: number, tables: readonly string[]])[] = [
  [
    'sales',
    RoleId.sales,
    ['billing', 'billing_payment', 'konfirmasi_pembayaran', 'kursus_peserta', 'lead'],
  ],
  [
    'a payer',
    RoleId.akunBilling,
    ['billing', 'billing_payment', 'konfirmasi_pembayaran', 'kursus_peserta', 'pertemuan'],
  ],
  ['a student', RoleId.peserta, ['kursus_peserta', 'pertemuan']],
]
const planOf = (table: string, scope: Condition) =>
  transaction(s.db, async (trx) => {
    const isSqlite = engineOf(s.db) === 'sqlite'
    // Disables table scans, because PostgreSQL prefers them for a few rows even if an index fits.
    if (!isSqlite) await sql`set local enable_seqscan = off`.execute(trx)
    const prefix = isSqlite ? sql`explain query plan ` : sql`explain `
    const { rows } = await sql`${prefix}select id from ${sql.table(table)} where ${scope}`.execute(
      trx,
    )
    return JSON.stringify(rows)
  })
test.each(
  people.flatMap(([person, dasar, tables]) => tables.map((t) => [person, t, dasar] as const)),
)('%s: reads %s without a full scan', async (_, table, dasar) => {
  const actor = { id: 7, dasar, gedung: [], accesses: [], customRoles: [] } as unknown as Actor
  const scope = scopes[table]?.(actor)
  if (!scope) throw new Error(`${table} is open to them`)
  expect(await planOf(table, scope)).not.toMatch(
    new RegExp(`Seq Scan on ${table}|SCAN ${table}\\b`),
  )
})
