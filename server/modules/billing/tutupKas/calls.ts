/**
 * Calls that return the preview of a cash closing, and the outlets with days that are not closed
 * yet (domain.md 3.17).
 */
import { sql, type SqlBool } from 'kysely'
import type { openTills } from '#contract/billing/tutupKasCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { outletsInScope, readTillStates } from '#server/modules/billing/tutupKas/states.ts'
import {
  cashIn,
  daysOf,
  obstacleOf,
  readExpenses,
  readLastClosing,
  readTillEntries,
  readOpenSince,
  readRefunds,
} from '#server/modules/billing/tutupKas/till.ts'
import { seesOutlet } from '#server/modules/scope.ts'

/**
 * Returns the outlets in the actor's scope that received payments at the counter on past days
 * without a closing, with the first of these days.
 */
export const readOpenTills = async ({ db, actor }: Ctx): Promise<CallOutput<typeof openTills>> => {
  const outletScope = outletsInScope(actor)
  const closing = await db
    .selectFrom('gedung')
    .innerJoin('tutup_kas', (join) =>
      join.onRef('tutup_kas.gedung_id', '=', 'gedung.id').on('tutup_kas.dibuka_at', 'is', null),
    )
    .select(['gedung.id as gedung_id', 'gedung.nama', 'gedung.zona_waktu'])
    .select((eb) => eb.fn.max('tutup_kas.tanggal').as('terakhir'))
    .where('gedung.status', '=', 'aktif')
    .where(outletScope ?? sql<SqlBool>`1 = 1`)
    .groupBy(['gedung.id', 'gedung.nama', 'gedung.zona_waktu'])
    .orderBy('gedung.nama')
    .execute()
  const open = []
  for (const { zona_waktu, ...outlet } of closing) {
    const sejak = await readOpenSince(db, {
      gedung_id: outlet.gedung_id,
      after: outlet.terakhir,
      today: currentDay(zona_waktu),
    })
    if (sejak !== undefined) open.push({ ...outlet, sejak })
  }
  return open
}

export const tutupKasCalls: Pick<Handlers, 'previewClosing' | 'openTills' | 'tillStates'> = {
  previewClosing: async ({ db, actor }, _, query) => {
    const gedung_id = Number(query.gedung_id)
    const outlet = await db
      .selectFrom('gedung')
      .select('zona_waktu')
      .where('id', '=', gedung_id)
      .executeTakeFirst()
    if (!outlet || !seesOutlet(actor, gedung_id)) throw notFound('Outlet')
    const last = await readLastClosing(db, gedung_id)
    const days = daysOf(last, gedung_id, query.tanggal)
    const baris = await readTillEntries(db, days)
    return {
      halangan: obstacleOf(last, query.tanggal, currentDay(outlet.zona_waktu)) ?? null,
      dari: days.dari,
      awal: last?.sisa_kas ?? null,
      tunai: cashIn(baris),
      pengembalian: await readRefunds(db, days),
      baris,
      pengeluaran: await readExpenses(db, days),
    }
  },
  openTills: readOpenTills,
  tillStates: readTillStates,
}
