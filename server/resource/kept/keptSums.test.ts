/** Compares kept sums with the sums of all rows, for random filters and after random changes. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BillingStatus, PaymentStatus, RoleId } from '#contract/enums.ts'
import { makeRandom } from '#contract/values/random.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { openApi, type TestApi } from '#mocks/api/api.ts'
import { engineOf } from '#server/db/engine.ts'
import { tableOf } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Actor, Ctx } from '#server/http/context.ts'
import { brokenMoney } from '#server/modules/billing/invariants.ts'
import { modules } from '#server/modules/registry.ts'
import type { AnyModule } from '#server/resource/module.ts'
import { listQueryOf } from '#server/resource/operations/listQuery.ts'
import { readTotals } from '#server/resource/operations/total.ts'
import { countRows } from '#server/resource/rows.ts'
import { makeSchool } from '#server/seed/school.ts'
import { keptSource, keptTableOf } from './keptSums.ts'
import { keptRules, keptTables, mergeKept, rebuildKept } from './keptTables.ts'

const random = makeRandom(14)
const keptModules = Object.values(modules as unknown as Record<string, AnyModule>).filter(
  (module) => module.kept,
)
let api: TestApi
let outlets: number[]
beforeAll(async () => {
  api = await openApi()
  await makeSchool(
    api.db,
    {
      students: 60,
      accounts: 45,
      coaches: 5,
      outlets: 3,
      sales: 2,
      months: 4,
      seed: 7,
      today: currentDay(),
      passwordHash: null,
    },
    { print: () => {} },
  )
  outlets = (await api.db.selectFrom('gedung').select('id').execute()).map(({ id }) => id)
}, 120_000)
afterAll(() => api.close())

const actorWith = (dasar: number, gedung: number[] = []): Actor =>
  ({ id: 1, dasar, gedung, customRoles: [] }) as unknown as Actor
const actors = (): Record<string, Actor> => ({
  superadmin: actorWith(RoleId.superadmin),
  'admin of two outlets': actorWith(RoleId.admin, outlets.slice(0, 2)),
  'sales person': actorWith(RoleId.sales),
})

/** Returns the total and the sums of a list, from the kept sums and by reading every row. */
const readBoth = async (module: AnyModule, actor: Actor, search: string) => {
  const url = new URL(`http://localhost/?${search}`)
  const ctx = { db: api.db, reader: api.db, actor, url } as unknown as Ctx
  const query = listQueryOf(module, ctx)
  const scanned = { ...query, filters: undefined }
  const list = { db: api.db, module, actor }
  return {
    isKept: keptSource(module, actor, query.filters) !== undefined,
    kept: [await countRows({ ...list, query }), await readTotals(ctx, module, query)],
    rows: [await countRows({ ...list, query: scanned }), await readTotals(ctx, module, scanned)],
  }
}
const values: Record<string, readonly (string | number)[]> = {
  periode: [currentDay().slice(0, 7), '2020-01', 'NULL'],
  status: [0, 1],
  payment_status: [0, 1, 2],
  sumber: ['generate', 'manual'],
  batal: ['true', 'false'],
  saldo_awal: ['true', 'false'],
  metode: [1, 2, 3],
  bank_id: [1, 'NULL'],
}
/** Returns the query string of one to three random filters. */
const randomSearch = (filters: readonly string[]): string =>
  Array.from({ length: random.int(1, 3) }, () => {
    const name = filters[random.int(0, filters.length - 1)]!
    const all = name === 'gedung_id' ? outlets : values[name]!
    const value = all[random.int(0, all.length - 1)]!
    const isColumn = name !== 'batal' && name !== 'saldo_awal'
    const form = isColumn ? random.int(0, 3) : 0
    const n = random.int(0, 99)
    if (form === 1) return `filter[${name}][neq]=${value}`
    if (form === 2) return `filter[or][${n}][${name}]=${value}`
    return form === 3 ? `filter[not][${name}][eq]=${value}` : `filter[${name}]=${value}`
  }).join('&')

describe.each(keptModules.map((module) => [module.resource.name, module] as const))(
  'kept sums of %s',
  (name, module) => {
    const { filters } = module.kept!
    test('equal the sums of the rows for random filters and each role', async () => {
      for (const [who, actor] of Object.entries(actors()))
        for (const search of ['', ...Array.from({ length: 40 }, () => randomSearch(filters))]) {
          const { isKept, kept, rows } = await readBoth(module, actor, search)
          expect(kept, `${who} ${search}`).toEqual(rows)
          expect(isKept, `${who} ${search}`).toBe(module.kept!.covers(actor))
        }
    })
    test('are not used for other filters and for a search', async () => {
      const actor = actorWith(RoleId.superadmin)
      const [sum] = module.resource.totals
      for (const search of ['q=a', 'void_at=NULL', `filter[${sum}][gte]=1`])
        expect((await readBoth(module, actor, search)).isKept, search).toBe(false)
    })
    test('cover the superadmin but no sales person', () => {
      const { superadmin, 'sales person': sales } = actors()
      expect([superadmin, sales].map((actor) => module.kept!.covers(actor!))).toEqual([true, false])
    })
    test('have a column for each key and sum', async () => {
      const { keys, sums } = keptTables.find(({ resource }) => resource === name)!
      expect([...sums]).toEqual(module.resource.totals)
      const columns = [...keys, 'jumlah_baris', ...sums].map((column) => sql.ref(column))
      await sql`select ${sql.join(columns)} from ${sql.table(keptTableOf(tableOf(name)))}`.execute(
        api.db,
      )
    })
  },
)

const brokenSums = async (): Promise<string[]> =>
  (await brokenMoney(api.db)).filter((line) =>
    Object.keys(keptRules).some((rule) => line.startsWith(rule)),
  )
/** Statements that change bills and payments, each with random rows. */
const changes: readonly ((outlet: number, part: number) => string)[] = [
  (_, part) =>
    `update billing set terbayar = total, sisa = 0, payment_status = ${PaymentStatus.lunas} where id % 7 = ${part}`,
  (_, part) =>
    `update billing set terbayar = 0, sisa = total, payment_status = ${PaymentStatus.belum} where id % 5 = ${part}`,
  (_, part) => `update billing set void_at = created_at where id % 11 = ${part}`,
  (_, part) => `update billing set void_at = null where id % 3 = ${part}`,
  (outlet, part) => `update billing set gedung_id = ${outlet} where id % 6 = ${part}`,
  (_, part) => `update billing set cari = cari where id % 2 = ${part}`,
  (outlet) =>
    `insert into billing (versi, created_at, updated_at, akun_billing_id, gedung_id, jatuh_tempo, status, payment_status, subtotal, total_diskon, total_ppn, total, terbayar, sisa, nama_tagihan, nama_tagihan_kunci, sumber, cari)
     select versi, created_at, updated_at, akun_billing_id, ${outlet}, jatuh_tempo, ${BillingStatus.draft}, payment_status, subtotal, total_diskon, total_ppn, total, terbayar, sisa, nama_tagihan, nama_tagihan_kunci, sumber, cari from billing where id % 9 = 1`,
  () =>
    `delete from billing where nomor is null and id not in (select billing_id from billing_item)`,
  (_, part) => `update billing_payment set metode = ${part % 3} + 1 where id % 4 = ${part}`,
  (_, part) => `update billing_payment set void_at = created_at where id % 8 = ${part}`,
]

test('triggers keep the sums through random changes', async () => {
  for (let n = 0; n < 60; n++) {
    const change = changes[random.int(0, changes.length - 1)]!
    const outlet = outlets[random.int(0, outlets.length - 1)]!
    await transaction(api.db, (trx) => sql.raw(change(outlet, random.int(0, 4))).execute(trx))
    if (n % 10 === 9) await transaction(api.db, mergeKept)
  }
  expect(await brokenSums()).toEqual([])
})
test('a merge leaves one row for each group', async () => {
  await transaction(api.db, mergeKept)
  for (const { resource, keys } of keptTables) {
    const table = sql.table(keptTableOf(tableOf(resource)))
    const refs = sql.join(keys.map((key) => sql.ref(key)))
    const { rows } =
      await sql`select ${refs} from ${table} group by ${refs} having count(*) > 1`.execute(api.db)
    expect(rows).toEqual([])
  }
  expect(await brokenSums()).toEqual([])
})
test('undoes the sums of a transaction that fails', async () => {
  const failing = transaction(api.db, async (trx) => {
    await sql.raw(changes[0]!(1, 1)).execute(trx)
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  expect(await brokenSums()).toEqual([])
})
test('writers do not wait for each other', async () => {
  if (engineOf(api.db) === 'sqlite') return
  const bills = await api.db.selectFrom('billing').select('id').limit(2).execute()
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const pay = (id: number, meet: Promise<void>, done: () => void) =>
    transaction(api.db, async (trx) => {
      await sql`update billing set terbayar = 0, sisa = total where id = ${id}`.execute(trx)
      done()
      await meet
    })
  await Promise.all([
    pay(bills[0]!.id, second.promise, first.resolve),
    pay(bills[1]!.id, first.promise, second.resolve),
  ])
  expect(await brokenSums()).toEqual([])
})
test('reports wrong sums with their outlet, and computes them again', async () => {
  const [outlet] = outlets
  await sql`update billing_rekap set total = total + 1 where id in (select min(id) from billing_rekap where gedung_id = ${outlet})`.execute(
    api.db,
  )
  expect(await brokenSums()).toEqual([
    `jumlah tagihan per outlet sama dengan tagihannya: ${outlet}`,
  ])
  await rebuildKept(api.db)
  expect(await brokenSums()).toEqual([])
})
