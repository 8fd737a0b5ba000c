/**
 * Tests that the database tables and the routes match the contract (the declared resources), on
 * both engines.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessCodes } from '#contract/access/accessCodes.ts'
import { BillingItemInput } from '#contract/billing/billing.ts'
import type { AnyCall } from '#contract/call.ts'
import { isNullable, metaOf, unwrap } from '#contract/fields.ts'
import { allCalls as calls } from '#contract/import/importJob.ts'
import { resources } from '#contract/registry.ts'
import { withoutDefaults, type AnyResource } from '#contract/resource.ts'
import { routes, type RouteInfo } from '#contract/routes.ts'
import { settings } from '#contract/settings/settings.ts'
import { openApi, type TestApi } from '#mocks/api/api.ts'
import { walk } from '#mocks/walk.ts'
import { ledgers } from '#server/backup/source.ts'
import { engineOf } from '#server/db/engine.ts'
import { tableOf } from '#server/db/schema/tables.ts'
import { keptTableOf } from '#server/resource/kept/keptSums.ts'
import { keptTables } from '#server/resource/kept/keptTables.ts'
import { indexedTables, textsTableOf } from '#server/resource/query/searchIndex.ts'
import { readSettings } from '#server/settings.ts'

interface Column {
  name: string
  type: string
  required: boolean
}
let api: TestApi
const tables = new Map<string, Map<string, Column>>()
const declared = Object.entries(resources as Record<string, AnyResource>)

beforeAll(async () => {
  api = await openApi()
  const { db } = api
  const { rows } =
    engineOf(db) === 'postgres'
      ? await sql<{
          table: string
          name: string
          type: string
          required: boolean
        }>`select table_name as "table", column_name as name, data_type as type, is_nullable = 'NO' as required from information_schema.columns where table_schema = 'public'`.execute(
          db,
        )
      : await sql<{
          table: string
          name: string
          type: string
          required: boolean
        }>`select m.name as "table", p.name, p.type, (p."notnull" = 1 or p.pk > 0) as required from sqlite_schema m, pragma_table_info(m.name) p where m.type = 'table'`.execute(
          db,
        )
  for (const row of rows)
    tables.set(
      row.table,
      (tables.get(row.table) ?? new Map()).set(row.name, {
        ...row,
        required: Boolean(row.required),
      }),
    )
})
afterAll(() => api.close())

const typeOf = (schema: object) =>
  (unwrap(schema as never) as { _zod: { def: { type: string; values?: unknown[] } } })._zod.def
const columnsOf = (table: string) => tables.get(table) ?? new Map<string, Column>()
const isText = (schema: object) => {
  const { type, values } = typeOf(schema)
  return (
    type === 'string' ||
    type === 'array' ||
    type === 'object' ||
    type === 'record' ||
    (type === 'literal' && typeof values?.[0] === 'string')
  )
}

const shapeOf = (resource: AnyResource) => resource.entity.shape as Record<string, never>
describe('every resource', () => {
  walk(declared)('has a column for every field, of its kind and nullability', (name, resource) => {
    const shape = shapeOf(resource)
    const columns = columnsOf(tableOf(name))
    for (const [field, schema] of Object.entries(shape)) {
      const column = columns.get(field)
      expect(column, `${name}.${field}`).toBeDefined()
      // Fields that the server fills in when clients omit them. Their columns are never null.
      const filledIn = new Set([
        'billing-payment.gedung_id',
        'pengeluaran-sales.gedung_id',
        'billing-payment.pembayar_nama',
        'kursus-pelatih.bentrok',
        'kursus-peserta.bentrok',
        'lead.sales_id',
      ])
      expect(column!.required, `${name}.${field} not null`).toBe(
        !isNullable(schema) || filledIn.has(`${name}.${field}`),
      )
      expect(/text|char/i.test(column!.type), `${name}.${field} is ${column!.type}`).toBe(
        isText(schema),
      )
    }
  })
  walk(declared)('has the key columns of sorted names and of search', (name, resource) => {
    const shape = shapeOf(resource)
    const columns = columnsOf(tableOf(name))
    for (const sort of resource.sort.filter((s) => metaOf(shape[s]!)?.folded))
      expect(columns.get(`${sort}_kunci`), sort).toMatchObject({ required: true })
    for (const sort of resource.sort.filter((s) => metaOf(shape[s]!)?.natural))
      expect(columns.has(`${sort}_kunci`), sort).toBe(true)
    expect(columns.has('cari') || resource.search.length === 0).toBe(true)
    for (const [field, schema] of Object.entries(shape).filter(([f]) => columns.has(`${f}_kunci`)))
      expect(metaOf(schema)?.folded ?? metaOf(schema)?.natural, `${field}_kunci`).toBe(true)
  })
  walk(declared)('declares only existing names', (name, resource) => {
    const shape = shapeOf(resource)
    for (const field of [
      ...resource.sort,
      ...resource.filters,
      ...resource.search,
      ...resource.totals,
    ])
      expect(Object.keys(shape), field).toContain(field)
    for (const touched of resource.touches) expect(Object.keys(resources)).toContain(touched)
    for (const action of [...Object.keys(resource.actions), ...resource.idempotent])
      expect(Object.keys(resource.access), action).toContain(action)
    expect([...resource.sort, ...resource.sort.map((s) => `-${s}`)]).toContain(resource.defaultSort)
  })
  walk(declared)('refers only to resources with choices and existing filters', (name, resource) => {
    const nested: [string, never][] =
      name === 'billing' ? (Object.entries(BillingItemInput) as never) : []
    for (const [field, schema] of [
      ...Object.entries({ ...resource.fields, ...resource.extra, ...resource.customFilters }),
      ...nested,
    ]) {
      const meta = metaOf(schema as never)
      if (!meta?.resource) continue
      const target = (resources as Record<string, AnyResource>)[meta.resource]
      expect(target, field).toBeDefined()
      const offers = target!.choice !== undefined && target!.access.pilihan !== null
      // Bills need no choices: the form of a payment shows bills in a table, not in a picker.
      expect(offers || meta.resource === 'billing', `${name}.${field} → ${meta.resource}`).toBe(
        true,
      )
      for (const param of Object.keys(meta.params ?? {}))
        expect(
          [...target!.filters, ...Object.keys(target!.customFilters)],
          `${field} ${param}`,
        ).toContain(param)
    }
  })
  walk(declared)('has the table and columns of every expand', (name, resource) => {
    const shape = shapeOf(resource)
    for (const [expand, { kind, from, by, on, order, schema }] of Object.entries(resource.expand)) {
      // Skips the kinds `own` and `owns`, which modules compute with their own SQL.
      if (kind === 'own' || kind === 'owns') continue
      const columns = columnsOf(from)
      expect(columns.size, `${expand} from ${from}`).toBeGreaterThan(0)
      for (const [field, part] of Object.entries(withoutDefaults(schema.shape as never))) {
        expect(columns.has(field), `${expand}.${field}`).toBe(true)
        expect(
          columns.get(field)!.required || isNullable(part),
          `${expand}.${field} may be null`,
        ).toBe(true)
      }
      for (const column of [kind === 'one' ? on : by, order].filter((c) => c !== undefined))
        expect(columns.has(column), `${expand} by ${column}`).toBe(true)
      expect(Object.keys(shape), `${expand} follows ${by}`).toContain(kind === 'one' ? by : 'id')
    }
  })
})

test('has no table except the declared ones and those the code uses', () => {
  const internal = [
    'setting',
    'penghitung',
    'peserta_profil',
    'akun_billing_profil',
    'akun_billing_kontak',
    'pelatih_profil',
    'pelatih_bidang',
    'sales_profil',
    'rahasia',
    'dua_langkah',
    'kode_pemulihan',
    'kalender',
    'pesan_keluar',
    'denda',
    'tautan_tagihan',
    'kode_tautan',
    'user_gedung',
    'jadwal_kosong_pelatih',
    'jadwal_kosong_versi',
    'sesi',
    'perangkat',
    'token_akses',
    'otp',
    'batas_laju',
    'generate_batch',
    'billing_item',
    'billing_payment_alokasi',
    'promo_pemakaian',
    'konfirmasi_tagihan',
    'tutup_kas_rincian',
    'integritas',
    'tutup_kas_pecahan',
    'impor_mutasi',
    'idempotensi',
    'berkas',
    'berkas_isi',
    'berkas_objek',
    'berkas_hapus',
    'import_job',
    ...[...indexedTables].map(textsTableOf),
    ...keptTables.map(({ resource }) => keptTableOf(tableOf(resource))),
    'cadangan',
    'uji_tulis',
    'absensi',
    'absensi_pelatih',
    'honor_baris',
    'pemberitahuan',
    'pekerjaan',
    'jam_server',
    'email_baru',
    'lead_aktivitas',
    'kursus_pelatih_versi',
    'slot_ditahan',
    'trial_lead',
    'aktivasi',
  ]
  const entityTables = [...tables.keys()].filter((t) => !ledgers.test(t) && !internal.includes(t))
  expect(entityTables.toSorted()).toEqual(declared.map(([n]) => tableOf(n) as string).toSorted())
})
test('has the access code of every route, call and resource', () => {
  const codes = new Set<string>(accessCodes.map((c) => c.kode))
  for (const [path, { access }] of Object.entries(routes as Record<string, RouteInfo>))
    expect(access === null || codes.has(access), path).toBe(true)
  for (const { path, access } of Object.values(calls as Record<string, AnyCall>))
    expect(['public', 'session', ...codes], path).toContain(access)
  expect(codes.size).toBe(accessCodes.length)
})
test('stores codes with their titles, and the codes of each seeded role', async () => {
  const stored = await api.db
    .selectFrom('access')
    .select(['kode', 'nama', 'modul', 'jenis', 'sensitif'])
    .orderBy('kode')
    .execute()
  expect(stored).toEqual(
    accessCodes
      .map(({ kode, nama, modul, jenis, sensitif }) => ({
        kode,
        nama,
        modul,
        jenis,
        sensitif: Number(sensitif),
      }))
      .sort((a, b) => (a.kode < b.kode ? -1 : 1)),
  )
  const roles = await api.db
    .selectFrom('role')
    .select(['id', 'name', 'accesses'])
    .orderBy('id')
    .execute()
  expect(roles.map((r) => r.name)).toEqual([
    'Superadmin',
    'Admin',
    'Guru',
    'Sales',
    'Akun Billing',
    'Peserta',
  ])
  for (const [i, role] of (
    ['admin', 'pelatih', 'sales', 'akunbilling', 'peserta'] as const
  ).entries())
    expect((JSON.parse(roles[i + 1]!.accesses) as string[]).toSorted(), role).toEqual(
      accessCodes
        .filter((c) => c.roles.includes(role))
        .map((c) => c.kode)
        .toSorted(),
    )
})
test('stores every setting with its default, and reads an invalid one as the default', async () => {
  const { db } = api
  expect(
    (await db.selectFrom('setting').select('key').execute()).map((s) => s.key).toSorted(),
  ).toEqual(Object.keys(settings).toSorted())
  const before = await readSettings(db)
  expect(before).toEqual({
    ...Object.fromEntries(Object.entries(settings).map(([key, { awal }]) => [key, awal])),
    jenis_billing_id: expect.any(Number),
    jenis_billing_pendaftaran_id: expect.any(Number),
  })
  await db
    .updateTable('setting')
    .set({ value: '"salah"' })
    .where('key', '=', 'pembulatan')
    .execute()
  expect((await readSettings(db)).pembulatan).toBe(settings.pembulatan.awal)
})
test('rejects fractions and texts for money and counts in the database', async () => {
  const { db } = api
  const insert = (value: unknown) =>
    sql`insert into penghitung (jenis, seri, nilai) values ('uji', 'uji', ${value})`.execute(db)
  for (const value of ['abc', '1x'])
    await expect(insert(value)).rejects.toThrow(/cannot store|integer/i)
  const price = (value: unknown) =>
    sql`insert into kursus_harga (kursus_id, berlaku_mulai, biaya_bulanan, created_at, updated_at) values (1, '2024-01-01', ${value}, 'x', 'x')`.execute(
      db,
    )
  for (const value of [-1, 'abc', null])
    await expect(price(value)).rejects.toThrow(/constraint|cannot store|bigint/i)
})

/** Foreign keys whose column has no index or only a partial index, with the reason. */
const unindexed: Readonly<Record<string, string>> = {
  'billing_item.jenis_billing_id': 'a few kinds share all lines: an index would not be used',
  'billing_item.kursus_id': 'read by month; asked alone only when a course is deleted',
  'lead.gedung_id': 'its index leaves out deleted leads, which are few',
  'lead.sales_id': 'its index leaves out deleted leads, which are few',
}
const noIndexOf = {
  sqlite: sql<{ field: string }>`
    select m.name || '.' || f."from" as field from sqlite_schema m, pragma_foreign_key_list(m.name) f
    where m.type = 'table'
      and not exists (select 1 from pragma_table_info(m.name) t where t.pk = 1 and t.name = f."from")
      and not exists (
        select 1 from pragma_index_list(m.name) i, pragma_index_info(i.name) c
          left join sqlite_schema x on x.name = i.name
        where c.seqno = 0 and c.name = f."from"
          and (i.partial = 0 or x.sql like '%where ' || f."from" || ' is not null'))`,
  postgres: sql<{ field: string }>`
    select c.conrelid::regclass || '.' || a.attname as field
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and not exists (
      select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
        and (i.indpred is null
          or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))`,
}
test('has an index on every reference to a row', async () => {
  const { rows } = await noIndexOf[engineOf(api.db)].execute(api.db)
  expect([...new Set(rows.map((r) => r.field))].toSorted()).toEqual(Object.keys(unindexed))
})
