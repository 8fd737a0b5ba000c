/**
 * Price of a course (domain.md 2.2). The price for a month is the latest dated price of the outlet
 * that begins on or before the first day of the month. Without such a price, it is the latest price
 * for all outlets that begins on or before this day. Otherwise, it is the price in the course.
 * Monthly generation and every screen use these functions, so bills match the shown price.
 */
import { sql } from 'kysely'
import { kursusHarga } from '#contract/catalog/kursus.ts'
import { addMonths, firstDay, formatPeriode } from '#contract/values/tanggal.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import { gedungModule } from '#server/modules/catalog/gedung.ts'
import { byRole, outlets } from '#server/modules/scope.ts'
import { module } from '#server/resource/module.ts'
import { rowExists } from '#server/resource/rows.ts'

interface PriceRow {
  id: number
  kursus_id: number
  gedung_id: number | null
  berlaku_mulai: string
  biaya_bulanan: number
  biaya_pendaftaran: number | null
}
/** Price of a course that applies in a month. */
interface Harga {
  /** Price per month in rupiah. */
  biaya_bulanan: number
  /** Dated price row; null if the price in the course applies. */
  row: PriceRow | null
}
/**
 * Returns the price of a course at an outlet. If `gedung_id` is null, returns the price for all
 * outlets.
 */
export type HargaOf = (
  kursus: { id: number; biaya_bulanan: number },
  gedung_id: number | null,
) => Harga

const readHarga = (db: Db | Trx, kursus: readonly number[] | undefined): Promise<PriceRow[]> => {
  const all = db
    .selectFrom('kursus_harga')
    .select(['id', 'kursus_id', 'gedung_id', 'berlaku_mulai', 'biaya_bulanan', 'biaya_pendaftaran'])
    .orderBy('berlaku_mulai')
  return (kursus ? all.where('kursus_id', 'in', kursus) : all).execute()
}
/**
 * Returns a function that returns the price of a course in the month `periode`. The price rows must
 * be sorted by their first day.
 */
const chooseHarga = (rows: readonly PriceRow[], periode: string): HargaOf => {
  const day = firstDay(periode)
  const latest = new Map(
    rows
      .filter((r) => r.berlaku_mulai <= day)
      .map((r) => [`${r.kursus_id}:${r.gedung_id ?? 0}`, r]),
  )
  return ({ id, biaya_bulanan }, gedung_id) => {
    const row = latest.get(`${id}:${gedung_id ?? 0}`) ?? latest.get(`${id}:0`) ?? null
    return { biaya_bulanan: row?.biaya_bulanan ?? biaya_bulanan, row }
  }
}
/**
 * Reads the prices of all courses or of the given courses. Returns a function that returns the
 * price of a course in the month `periode`.
 */
export const readHargaPeriode = async (
  db: Db | Trx,
  periode: string,
  kursus?: readonly number[],
): Promise<HargaOf> => chooseHarga(await readHarga(db, kursus), periode)

/**
 * Returns the registration fee of a course at an outlet for a student who begins on a day, in
 * rupiah; 0 when there is none.
 */
type PendaftaranOf = (
  kursus: { id: number; biaya_pendaftaran: number | null },
  gedung_id: number | null,
  mulai: string,
) => number
/**
 * Returns a function that returns the registration fee of a course. The fee is the latest dated fee
 * of the outlet that begins on or before the first day of the student. Without such a fee, it is
 * the latest fee for all outlets that begins on or before this day. Otherwise, it is the fee in the
 * course.
 */
const choosePendaftaran =
  (rows: readonly PriceRow[]): PendaftaranOf =>
  ({ id, biaya_pendaftaran }, gedung_id, mulai) => {
    const dated = rows.filter(
      (r) => r.kursus_id === id && r.biaya_pendaftaran !== null && r.berlaku_mulai <= mulai,
    )
    const outletRow =
      gedung_id === null ? undefined : dated.findLast((r) => r.gedung_id === gedung_id)
    const row = outletRow ?? dated.findLast((r) => r.gedung_id === null)
    return row?.biaya_pendaftaran ?? biaya_pendaftaran ?? 0
  }
/**
 * Reads the registration fees of the given courses (decision 0227). Returns a function that returns
 * the registration fee of one of these courses.
 */
export const readPendaftaran = async (
  db: Db | Trx,
  kursus: readonly number[],
): Promise<PendaftaranOf> => choosePendaftaran(await readHarga(db, kursus))

/**
 * Returns the first month whose bills use a price. A price that begins after the first day of a
 * month applies from the next month.
 */
const firstPeriode = (berlaku_mulai: string): string => {
  const periode = berlaku_mulai.slice(0, 7)
  return berlaku_mulai === firstDay(periode) ? periode : addMonths(periode, 1)
}

/**
 * Returns the latest month that was billed at each price, by price id. Reads this month from the
 * stored bills and does not derive it from the dates of the prices, because prices may have been
 * added after billing.
 */
const readLastUse = async (
  db: Db | Trx,
  rows: readonly PriceRow[],
): Promise<Map<number, { periode: string }>> => {
  if (rows.length === 0) return new Map()
  const from = rows.map((r) => r.berlaku_mulai.slice(0, 7)).sort()[0] ?? ''
  const billed = await db
    .selectFrom('kursus_peserta')
    .innerJoin('billing_item', 'billing_item.kursus_peserta_id', 'kursus_peserta.id')
    .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
    .select([
      'kursus_peserta.kursus_id',
      'billing_item.periode',
      'billing_item.harga_satuan',
      'billing.gedung_id',
    ])
    .distinct()
    .where('kursus_peserta.kursus_id', 'in', [...new Set(rows.map((r) => r.kursus_id))])
    .where('billing_item.harga_satuan', 'in', [...new Set(rows.map((r) => r.biaya_bulanan))])
    .where('billing_item.periode', '>=', from)
    .where('billing.void_at', 'is', null)
    .execute()
  return new Map(
    rows.flatMap((r) => {
      const last = billed
        .filter(
          (b) =>
            b.kursus_id === r.kursus_id &&
            b.harga_satuan === r.biaya_bulanan &&
            (r.gedung_id === null || b.gedung_id === r.gedung_id),
        )
        .flatMap(({ periode }) =>
          periode !== null && firstDay(periode) >= r.berlaku_mulai ? [periode] : [],
        )
        .sort()
        .at(-1)
      return last ? [[r.id, { periode: last }] as const] : []
    }),
  )
}
const checkUnused = async (trx: Trx, row: PriceRow): Promise<void> => {
  const used = (await readLastUse(trx, [row])).get(row.id)
  if (used)
    throw conflict(
      `Harga ini sudah dipakai tagihan ${formatPeriode(used.periode)}. Tambahkan harga baru dengan tanggal berlakunya sendiri.`,
    )
}

export const kursusHargaModule = module(kursusHarga, {
  scope: (actor) =>
    byRole(actor, {
      admin: sql`(kursus_harga.gedung_id is null or kursus_harga.gedung_id in (${outlets(actor)}))`,
    }),
  expands: {
    dipakai: async ({ db, ids }) =>
      readLastUse(
        db,
        await db.selectFrom('kursus_harga').selectAll().where('id', 'in', ids).execute(),
      ),
  },
  before: async ({ trx, input, current }) => {
    if (current && current.kursus_id !== input.kursus_id)
      throw invalidField('kursus_id', 'Kursus tidak dapat diganti')
    if (
      current &&
      (['gedung_id', 'berlaku_mulai', 'biaya_bulanan'] as const).some(
        (k) => input[k] !== current[k],
      )
    )
      await checkUnused(trx, current)
    const course = await trx
      .selectFrom('kursus')
      .select('gedung')
      .where('id', '=', input.kursus_id)
      .executeTakeFirstOrThrow()
    const offered = fromJson<number[]>(course.gedung)
    if (
      input.gedung_id !== null &&
      input.gedung_id !== current?.gedung_id &&
      offered.length > 0 &&
      !offered.includes(input.gedung_id)
    )
      throw invalidField('gedung_id', 'Kursus ini tidak ditawarkan di outlet itu')
    const existingRow = await trx
      .selectFrom('kursus_harga')
      .select('id')
      .where('kursus_id', '=', input.kursus_id)
      .where('berlaku_mulai', '=', input.berlaku_mulai)
      .where('gedung_id', input.gedung_id === null ? 'is' : '=', input.gedung_id)
      .executeTakeFirst()
    if (existingRow && existingRow.id !== current?.id)
      throw conflict('Sudah ada harga untuk outlet dan tanggal itu', {
        errors: [
          { field: 'berlaku_mulai', message: 'Sudah ada harga untuk outlet dan tanggal itu' },
        ],
      })
  },
  beforeDelete: ({ trx, row }) => checkUnused(trx, row),
})

/**
 * Returns the source of a price: the course (`dasar`), a price for all outlets (`umum`), or a price
 * of the outlet (`outlet`).
 */
const sourceOf = (row: { gedung_id: number | null } | null) => {
  if (row === null) return 'dasar' as const
  return row.gedung_id === null ? ('umum' as const) : ('outlet' as const)
}

export const hargaCalls: Pick<Handlers, 'priceOn'> = {
  priceOn: async (ctx, _, { id, tanggal, gedung_id }) => {
    const kursus = await ctx.db
      .selectFrom('kursus')
      .select(['id', 'biaya_bulanan', 'biaya_pendaftaran'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!kursus) throw notFound('Kursus')
    const outlet = gedung_id === undefined ? null : Number(gedung_id)
    if (outlet !== null && !(await rowExists(ctx.db, gedungModule, ctx.actor, outlet)))
      throw invalidField('gedung_id', 'Outlet tidak ditemukan')
    const rows = await readHarga(ctx.db, [id])
    const periode = tanggal.slice(0, 7)
    const { biaya_bulanan, row } = chooseHarga(rows, periode)(kursus, outlet)
    const gedung =
      row?.gedung_id == null
        ? null
        : await ctx.db
            .selectFrom('gedung')
            .select('nama')
            .where('id', '=', row.gedung_id)
            .executeTakeFirst()
    const later = [
      ...new Set(
        rows
          .filter(
            (r) =>
              r.berlaku_mulai > firstDay(periode) &&
              (r.gedung_id === null || r.gedung_id === outlet),
          )
          .map((r) => firstPeriode(r.berlaku_mulai)),
      ),
    ]
      .sort()
      .map((p) => ({
        periode: p,
        biaya_bulanan: chooseHarga(rows, p)(kursus, outlet).biaya_bulanan,
      }))
    return {
      periode,
      biaya_bulanan,
      biaya_pendaftaran: choosePendaftaran(rows)(kursus, outlet, tanggal),
      sumber: sourceOf(row),
      harga: row && {
        id: row.id,
        gedung: gedung?.nama ?? null,
        berlaku_mulai: row.berlaku_mulai,
      },
      berikutnya: later.find((p) => p.biaya_bulanan !== biaya_bulanan) ?? null,
    }
  },
}
