/**
 * Compares a search by the trigram indexes with a search that compares every row, and checks that
 * the triggers keep the indexes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { resources, type ResourceName } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { openApi, type Client, type TestApi } from '#mocks/api/api.ts'
import { must } from '#mocks/school/school.ts'
import { engineOf } from '#server/db/engine.ts'
import { tableOf } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { modules } from '#server/modules/registry.ts'
import { where } from '#server/resource/rows.ts'
import { makeSchool } from '#server/seed/school.ts'
import { indexedTables, readSearchIndex, textsTableOf, type SearchIndex } from './searchIndex.ts'
import { unsearchable } from './searchRules.ts'
import { wordsOf } from './searchWords.ts'
import { sought } from './sought.ts'

const indexed = (Object.keys(resources) as ResourceName[]).filter((name) =>
  indexedTables.has(tableOf(name)),
)
let api: TestApi
let superadmin: Client
beforeAll(async () => {
  api = await openApi()
  superadmin = await api.as(1)
  await makeSchool(
    api.db,
    {
      students: 60,
      accounts: 45,
      coaches: 5,
      outlets: 2,
      sales: 2,
      months: 4,
      seed: 7,
      today: currentDay(),
      passwordHash: null,
    },
    { print: () => {} },
  )
}, 120_000)
afterAll(() => api.close())

/** Returns the texts in which a search of a resource looks. */
const textsOf = async (resource: AnyResource): Promise<string[]> => {
  const table = sql.table(tableOf(resource.name))
  const columns = ['cari', ...(resource.codes ?? [])]
  const { rows } = await sql<
    Record<string, string | null>
  >`select ${sql.join(columns.map((c) => sql.ref(c)))} from ${table}`.execute(api.db)
  return rows.flatMap((row) => Object.values(row).filter((text) => text !== null))
}
const idsOf = async (resource: AnyResource, q: string, index?: SearchIndex): Promise<number[]> => {
  const search = { resource, actor: {} as never, through: undefined, index }
  const conditions = wordsOf(resource, q).map((word) => sought(word, search))
  const table = sql.table(tableOf(resource.name))
  const { rows } = await sql<{
    id: number
  }>`select id from ${table}${where(conditions)} order by id`.execute(api.db)
  return rows.map((row) => row.id)
}

let seed = 42
/** Returns a random whole number below `n`, the same in each run. */
const random = (n: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * n)
}
const partOf = (text: string): string => {
  const start = random(text.length)
  return text.slice(start, start + 1 + random(12))
}
const strange = [
  '%%%',
  '___',
  '"""',
  "''';--",
  'a" OR "b',
  '日本語',
  '😀😀😀',
  '\\\\\\',
  '000',
  'inv',
  'NEAR(',
]

test('has an index for each large table that can be searched', () => {
  const large = Object.values(modules).filter((m) => m.large && m.resource.search.length > 0)
  expect(large.map((m) => m.resource.name).toSorted()).toEqual(indexed.toSorted())
})
test.each(indexed)('finds the same rows of %s as a comparison with every row', async (name) => {
  const resource: AnyResource = resources[name]
  const texts = await textsOf(resource)
  const parts =
    texts.length > 0 ? Array.from({ length: 60 }, () => partOf(texts[random(texts.length)]!)) : []
  const pairs = parts.slice(0, 20).map((part, i) => `${part} ${parts[i + 20]}`)
  const different: string[] = []
  for (const q of [...parts, ...pairs, ...strange]) {
    const index = await readSearchIndex(api.db, resource, q)
    const [ids, scanned] = [await idsOf(resource, q, index), await idsOf(resource, q)]
    if (ids.join() !== scanned.join()) different.push(`${q}: ${ids.join()} ≠ ${scanned.join()}`)
  }
  expect(different).toEqual([])
})
test('returns the same page with an index as the list without one', async () => {
  const all = must(await superadmin.get<{ id: number; nomor: string }[]>('/billing?per-page=100'))
  const bill = all.find(({ nomor }) => nomor)!
  const page = await superadmin.get<{ id: number }[]>(`/billing?q=${bill.nomor.slice(2)}`)
  expect(page.data.map(({ id }) => id)).toContain(bill.id)
  const total = await superadmin.get<{ jumlah_baris: number }>(
    `/billing/total?q=${bill.nomor.slice(2)}`,
  )
  expect(total.data.jumlah_baris).toBe(Number(page.headers.get('X-Pagination-Total-Count')))
})

/** Returns the texts of a table, and its texts in the index. */
const bothTexts = async (table: string) => {
  const { rows } = await sql<{
    cari: string
  }>`select distinct cari from ${sql.table(table)}`.execute(api.db)
  const kept = await sql<{
    teks: string
  }>`select teks from ${sql.table(textsTableOf(table))}`.execute(api.db)
  return [rows.map((r) => r.cari).toSorted(), kept.rows.map((r) => r.teks).toSorted()]
}
/** Throws when an index of SQLite differs from its table. */
const checkIndexes = async () => {
  if (engineOf(api.db) === 'postgres') return
  const { rows } = await sql<{
    name: string
  }>`select name from sqlite_master where sql like 'create virtual table%'`.execute(api.db)
  expect(rows).toHaveLength(indexedTables.size + 3)
  for (const { name } of rows)
    await sql`insert into ${sql.table(name)} (${sql.ref(name)}, rank) values ('integrity-check', 1)`.execute(
      api.db,
    )
}
test('keeps each text once while rows are added, changed and deleted', async () => {
  const { id: gedung_id } = await api.db.selectFrom('gedung').select('id').executeTakeFirstOrThrow()
  const lead = async (nama: string) =>
    must(
      await superadmin.post<{ id: number; versi: number }>('/lead/create', {
        nama,
        phone: '081299990000',
        gedung_id,
        sumber: 'instagram',
      }),
    )
  const { id, versi } = await lead('Qwxzu Kembar')
  const [stored, kept] = await bothTexts('lead')
  expect(kept).toEqual(stored)
  must(await superadmin.post(`/lead/update?id=${id}`, { versi, nama: 'Qwxzu Berubah' }))
  expect(
    await bothTexts('lead').then(([, texts]) => texts!.filter((t) => t.includes('qwxzu'))),
  ).toEqual([expect.stringContaining('qwxzu berubah')])
  await api.db.deleteFrom('lead_aktivitas').where('lead_id', '=', id).execute()
  await api.db.deleteFrom('lead').where('id', '=', id).execute()
  const [left, keptLeft] = await bothTexts('lead')
  expect(keptLeft).toEqual(left)
  expect(keptLeft!.some((text) => text.includes('qwxzu'))).toBe(false)
  await checkIndexes()
})
test('keeps the index of codes while they are set, changed and removed', async () => {
  const { id: last } = await api.db
    .selectFrom('billing_payment')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  for (let i = 0; i < 100; i++) {
    const referensi = random(3) === 0 ? null : `TRF-${100_000 + random(900_000)}`
    const id = 1 + random(last)
    await api.db.updateTable('billing_payment').set({ referensi }).where('id', '=', id).execute()
    const resource = resources['billing-payment']
    const code = (referensi ?? 'TRF-999').slice(1).toLowerCase()
    const index = await readSearchIndex(api.db, resource, code)
    expect(await idsOf(resource, code, index)).toEqual(await idsOf(resource, code))
  }
  await checkIndexes()
})
test('keeps a text that one row leaves while another row takes it', async () => {
  // SQLite runs one transaction at a time.
  if (engineOf(api.db) === 'sqlite') return
  const leads = await api.db.selectFrom('lead').select('id').limit(2).execute()
  const [a, b] = leads.map(({ id }) => id) as [number, number]
  const rename = (id: number, cari: string, after?: Promise<void>, renamed?: () => void) =>
    transaction(api.db, async (trx) => {
      await trx.updateTable('lead').set({ cari }).where('id', '=', id).execute()
      renamed?.()
      await after
    })
  for (const isTakenFirst of [true, false]) {
    await rename(a, 'bersama')
    await rename(b, 'lain')
    const [first, second] = isTakenFirst
      ? [
          { id: b, cari: 'bersama' },
          { id: a, cari: 'pindah' },
        ]
      : [
          { id: a, cari: 'pindah' },
          { id: b, cari: 'bersama' },
        ]
    const [began, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const waiting = rename(first.id, first.cari, ended.promise, began.resolve)
    await began.promise
    const competitor = rename(second.id, second.cari)
    // The other transaction may wait for the first one.
    await Promise.race([competitor, sleep(500)])
    ended.resolve()
    await Promise.all([waiting, competitor])
    const [stored, kept] = await bothTexts('lead')
    expect(kept).toEqual(stored)
  }
})
test('reports a row that no search finds', async () => {
  expect(await unsearchable(api.db)).toEqual([])
  const user = await api.db
    .selectFrom('user')
    .select(['id', 'cari'])
    .where('role_id', '=', RoleId.peserta)
    .executeTakeFirstOrThrow()
  await api.db
    .deleteFrom('user_teks' as never)
    .where('teks' as never, '=', user.cari as never)
    .execute()
  expect(await unsearchable(api.db)).toEqual([`user ditemukan pencarian: ${user.id}`])
})
