/**
 * Expenses of sales people for the school (domain.md 2.5): filing, decision by another person, and
 * voiding.
 */
import { sql, type SqlBool } from 'kysely'
import { RoleId } from '#contract/enums.ts'
import { StatusPengeluaran } from '#contract/sales/expenseEnums.ts'
import { pengeluaranSales } from '#contract/sales/pengeluaranSales.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { conflict, forbidden, invalidField } from '#server/errors.ts'
import { allows, now, type Actor, type Ctx } from '#server/http/context.ts'
import { checkBookOpen } from '#server/modules/billing/publish/closedMonth.ts'
import { takeNumbers } from '#server/modules/billing/publish/numbers.ts'
import { expenseScope } from '#server/modules/sales/expenses/expenseScope.ts'
import {
  readDuplicatesOf,
  checkDuplicates,
} from '#server/modules/sales/expenses/similarExpenses.ts'
import { leadScope } from '#server/modules/sales/leads/leadScope.ts'
import { module, type Stored } from '#server/resource/module.ts'
import { readSettings } from '#server/settings.ts'

type Expense = Stored<typeof pengeluaranSales>

/** Throws 409 for a voided expense. */
const checkNotVoid = (row: Expense): void => {
  if (row.void_at) throw conflict(`${row.nomor} sudah dibatalkan`)
}
/** Throws 409 for an expense that is voided, approved or rejected. */
const checkUndecided = (row: Expense): void => {
  checkNotVoid(row)
  if (row.status !== 'diajukan')
    throw conflict(`${row.nomor} sudah ${StatusPengeluaran.label(row.status).toLowerCase()}`)
}
/**
 * Throws 409 for an approved expense, which must not change because reports count it. A rejected
 * expense may be filed again.
 */
const checkChangeable = (row: Expense): void => {
  checkNotVoid(row)
  if (row.status === 'disetujui')
    throw conflict(`${row.nomor} sudah disetujui. Batalkan, lalu catat yang baru.`)
}
/**
 * Throws 403 when the actor would decide on their own expense (domain.md section 4). An expense is
 * the actor's own if its sales person is the actor, or if the actor filed it and is no superadmin.
 */
const checkNotOwn = (actor: Actor, row: Expense): void => {
  const isOwn =
    row.sales_id === actor.id ||
    (row.diajukan_oleh === actor.id && actor.dasar !== RoleId.superadmin)
  if (isOwn) throw forbidden('Pengeluaran sendiri diputuskan oleh orang lain')
}
/** Throws 422 when a sales person files an expense for another sales person. */
const checkSales = (actor: Actor, sales_id: number): void => {
  if (actor.dasar === RoleId.sales && sales_id !== actor.id)
    throw invalidField('sales_id', 'Sales mengajukan pengeluarannya sendiri')
}
/**
 * Whether a new expense is approved at once. This is the case when the user enters it for another
 * person, has the right to approve expenses, and is no sales person.
 */
const isApprovedAtOnce = (actor: Actor, sales_id: number): boolean =>
  actor.dasar !== RoleId.sales &&
  actor.id !== sales_id &&
  allows(actor, 'pengeluaran-sales/setujui')

const filedBy = (actor: Actor) => ({
  status: 'diajukan' as const,
  diajukan_oleh: actor.id,
  disetujui_oleh: null,
  disetujui_at: null,
})
const approvedBy = (actor: Actor) => ({
  status: 'disetujui' as const,
  disetujui_oleh: actor.id,
  disetujui_at: now(),
})

type Where = Pick<Expense, 'gedung_id' | 'sales_id' | 'tanggal'>
/**
 * Reads the outlet of an expense: the given outlet, or the home outlet of the sales person if none
 * is given. Throws 422 if the expense is dated after the current day at that outlet.
 */
const outletOfDay = async (trx: Trx, { gedung_id, sales_id, tanggal }: Where) => {
  const outlet = await trx
    .selectFrom('gedung')
    .select(['id', 'kode', 'zona_waktu'])
    .where((eb) =>
      eb(
        'id',
        '=',
        gedung_id ?? eb.selectFrom('user').select('user.gedung_id').where('user.id', '=', sales_id),
      ),
    )
    .executeTakeFirst()
  if (!outlet) throw invalidField('gedung_id', 'Pilih outlet')
  if (tanggal > currentDay(outlet.zona_waktu))
    throw invalidField('tanggal', 'Tidak boleh setelah hari ini')
  return outlet
}

const decide = (trx: Trx, { actor }: Ctx, row: Expense, columns: Partial<Expense>) =>
  trx
    .updateTable('pengeluaran_sales')
    .set({ ...columns, versi: row.versi + 1, updated_at: now(), updated_by: actor.id })
    .where('id', '=', row.id)
    .execute()

/** Reads the lead of each expense, and whether the actor may open that lead. */
const readLeadsOf = async ({ db, actor, ids }: { db: Db | Trx; actor: Actor; ids: number[] }) => {
  const isSeen = allows(actor, 'lead/view') ? leadScope(actor) : sql<SqlBool>`1 = 0`
  const rows = await db
    .selectFrom('pengeluaran_sales as p')
    .innerJoin('lead', 'lead.id', 'p.lead_id')
    .select(['p.id as milik', 'lead.id', 'lead.nama'])
    .select(sql<number>`case when ${isSeen} then 1 else 0 end`.as('terbuka'))
    .where('p.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ milik, terbuka, ...lead }) => [milik, { ...lead, terbuka: Number(terbuka) === 1 }]),
  )
}

export const pengeluaranSalesModule = module(pengeluaranSales, {
  takesNumbers: ['create'],
  scope: expenseScope,
  filters: {
    batal: (batal) =>
      batal
        ? sql<SqlBool>`pengeluaran_sales.void_at is not null`
        : sql<SqlBool>`pengeluaran_sales.void_at is null`,
    bulan: (bulan) =>
      sql<SqlBool>`pengeluaran_sales.tanggal between ${`${bulan}-01`} and ${`${bulan}-31`}`,
  },
  expands: { kembar: readDuplicatesOf, lead: readLeadsOf },
  before: async ({ trx, ctx, input, current }) => {
    checkSales(ctx.actor, input.sales_id)
    if (current) checkChangeable(current)
    const settings = await readSettings(trx)
    checkBookOpen(settings, input.tanggal)
    const outlet = await outletOfDay(trx, input)
    await checkDuplicates(trx, ctx.actor, input, current)
    // A change of a rejected expense files it again for a decision.
    const gedung_id = outlet.id
    if (current) return { gedung_id, ...(current.status === 'ditolak' && filedBy(ctx.actor)) }
    const [nomor = ''] = await takeNumbers(trx, 'pengeluaran', {
      format: settings.format_nomor_pengeluaran,
      outlet,
      date: input.tanggal,
    })
    return {
      nomor,
      gedung_id,
      ...filedBy(ctx.actor),
      ...(isApprovedAtOnce(ctx.actor, input.sales_id) && approvedBy(ctx.actor)),
    }
  },
  actions: {
    setujui: async ({ trx, ctx, row }) => {
      checkUndecided(row)
      checkNotOwn(ctx.actor, row)
      checkBookOpen(await readSettings(trx), row.tanggal)
      await decide(trx, ctx, row, approvedBy(ctx.actor))
    },
    tolak: async ({ trx, ctx, row, input }) => {
      checkUndecided(row)
      checkNotOwn(ctx.actor, row)
      await decide(trx, ctx, row, {
        status: 'ditolak',
        ditolak_oleh: ctx.actor.id,
        ditolak_at: now(),
        alasan_tolak: input.alasan,
      })
    },
    batalkan: async ({ trx, ctx, row, input }) => {
      checkNotVoid(row)
      checkBookOpen(await readSettings(trx), row.tanggal)
      await decide(trx, ctx, row, {
        void_at: now(),
        void_by: ctx.actor.id,
        void_alasan: input.alasan,
      })
    },
  },
})
