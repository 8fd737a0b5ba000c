/**
 * Makes a school of any size for the demo and for benchmarks. The first start of the server must
 * already have prepared the database.
 */
import { sql } from 'kysely'
import type { SettingKey } from '#contract/settings/settings.ts'
import { restartIds } from '#server/db/ddl.ts'
import { engineOf } from '#server/db/engine.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Db, Tables, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { makeMoney } from '#server/seed/billing/money.ts'
import { makePromos } from '#server/seed/catalog/promos.ts'
import { counters, makeMaker, type Row, type SchoolOptions } from '#server/seed/maker.ts'
import { makePeople } from '#server/seed/people.ts'
import { forgetSettings, readSettings } from '#server/settings.ts'

/**
 * Tables in the order in which their rows are stored: rows come after the rows that they reference.
 */
const tables = [
  'gedung',
  'ruang',
  'hari_libur',
  'bank',
  'berkas',
  'berkas_isi',
  'kategori_kursus',
  'course_level',
  'kursus',
  'kursus_harga',
  'promo',
  'user',
  'peserta_profil',
  'pelatih_profil',
  'pelatih_bidang',
  'sales_profil',
  'akun_billing_kontak',
  'user_gedung',
  'jadwal_kosong_pelatih',
  'jadwal_kosong_versi',
  'kursus_pelatih',
  'kursus_peserta',
  'lead',
  'lead_aktivitas',
  'produk_jasa',
  'biaya',
  'generate_batch',
  'billing_payment',
  'billing',
  'billing_item',
  'mutasi_saldo',
  'billing_payment_alokasi',
  'akun_billing_profil',
  'penghitung',
  'audit',
] as const satisfies readonly (keyof Tables)[]
const withoutId: readonly string[] = [
  'berkas_isi',
  'peserta_profil',
  'pelatih_profil',
  'pelatih_bidang',
  'sales_profil',
  'user_gedung',
  'jadwal_kosong_pelatih',
  'jadwal_kosong_versi',
  'akun_billing_profil',
  'penghitung',
]
const perStatement = 256

/**
 * Stores the collected rows. The number of rows per statement is a power of two, so that only a few
 * different statements must be prepared.
 */
const store = async (trx: Trx, buffers: ReadonlyMap<string, readonly Row[]>): Promise<void> => {
  for (const table of tables) {
    const rows = buffers.get(table) ?? []
    for (let start = 0, size = perStatement; start < rows.length; start += size) {
      while (size > rows.length - start) size /= 2
      await insertMany(trx, table, rows.slice(start, start + size))
    }
  }
}
const nextIds = async (trx: Trx, last: ReadonlyMap<string, number>): Promise<void> => {
  for (const table of tables)
    if (!withoutId.includes(table))
      await restartIds(trx as never, table, (last.get(table) ?? 0) + 1)
}

/**
 * Makes a school. `write` runs a function in a transaction. Depending on the caller, each call of
 * `write` starts a new transaction, or all calls use the same one.
 */
const build = async (
  db: Db | Trx,
  write: (fn: (trx: Trx) => Promise<void>) => Promise<void>,
  options: SchoolOptions,
  print: (text: string) => void,
): Promise<void> => {
  const ids = counters()
  ids.set(
    'user',
    (
      await db
        .selectFrom('user')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
    ).id ?? 0,
  )
  ids.set(
    'audit',
    (
      await db
        .selectFrom('audit')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
    ).id ?? 0,
  )
  const typeIds = new Map(
    (await db.selectFrom('jenis_billing').select(['id', 'sifat']).execute()).map((j) => [
      j.sifat,
      j.id,
    ]),
  )
  const types = {
    kursus: typeIds.get('kursus') ?? 0,
    pendaftaran: typeIds.get('pendaftaran') ?? 0,
    produk: typeIds.get('produk') ?? 0,
    tambahan: typeIds.get('tambahan') ?? 0,
    lain: typeIds.get('lain') ?? 0,
  }
  const buffers = new Map<string, Row[]>()
  const put = (table: string, row: Row) => {
    const rows = buffers.get(table)
    if (rows) rows.push(row)
    else buffers.set(table, [row])
  }
  const maker = makeMaker(options, ids, put)
  const people = makePeople(maker)
  print(
    `${options.students} peserta, ${options.accounts} akun billing, ${people.enrolments.length} jadwal kursus`,
  )
  makePromos(maker, people.adminId)
  await makeMoney(maker, people, await readSettings(db), types, async (periode) => {
    await write((trx) => store(trx, buffers))
    buffers.clear()
    print(
      `${periode}: ${ids.last.get('billing') ?? 0} tagihan, ${ids.last.get('billing_payment') ?? 0} pembayaran`,
    )
  })
  await write((trx) => nextIds(trx, ids.last))
}

/**
 * Makes a school in a database that the first start has prepared. If `atomic` is true, all rows are
 * stored in one transaction, so that an interrupted run stores none. Otherwise each month has its
 * own transaction, which bounds the memory that a large school needs. Example: `makeSchool(db, {
 * students: 20_000, accounts: 12_000, coaches: 500, outlets: 7, sales: 20, months: 60, seed: 1,
 * today: '2026-11-20', passwordHash: null })`.
 */
export const makeSchool = async (
  db: Db,
  options: SchoolOptions,
  { atomic = false, print = (_: string) => {} } = {},
): Promise<void> => {
  // Enlarges the cache of SQLite; `kib` is its size in KiB. The indexes of half a million bills are
  // much larger than the default cache, and new rows change them at random positions.
  const cache = (kib: number) =>
    engineOf(db) === 'sqlite' ? sql`pragma cache_size = ${sql.lit(-kib)}`.execute(db) : undefined
  await cache(256_000)
  try {
    if (atomic) await transaction(db, (trx) => build(trx, (fn) => fn(trx), options, print))
    else await build(db, (fn) => transaction(db, fn), options, print)
  } finally {
    await cache(16_000)
  }
}

/** Stores the given values of settings. */
export const setSettings = async (
  trx: Trx,
  values: Partial<Record<SettingKey, unknown>>,
): Promise<void> => {
  for (const [key, value] of Object.entries(values))
    await trx
      .updateTable('setting')
      .set({ value: JSON.stringify(value) })
      .where('key', '=', key)
      .execute()
  forgetSettings(trx)
}
