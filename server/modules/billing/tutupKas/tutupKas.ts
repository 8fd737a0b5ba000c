/** Cash closing of an outlet at the end of a day, and its reopening (domain.md 3.17). */
import { sql, type SqlBool } from 'kysely'
import { expectedCash } from '#contract/billing/rules/paper/till.ts'
import { tutupKas } from '#contract/billing/tutupKas.ts'
import type { Parsed } from '#contract/resource.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import { checkBookOpen, todayAt } from '#server/modules/billing/publish/closedMonth.ts'
import { readLinesOf } from '#server/modules/billing/tutupKas/lines.ts'
import { closingPapers } from '#server/modules/billing/tutupKas/paper.ts'
import {
  cashIn,
  daysOf,
  obstacleOf,
  readLastClosing,
  readTillEntries,
  readRefunds,
  type Line,
} from '#server/modules/billing/tutupKas/till.ts'
import { byRole, outlets } from '#server/modules/scope.ts'
import { module, type Action, type WritePlan } from '#server/resource/module.ts'
import type { Condition } from '#server/resource/query/conditions.ts'
import { readSettings } from '#server/settings.ts'

type Closing = Readonly<Parsed<typeof tutupKas>>
interface Plan extends WritePlan<typeof tutupKas> {
  lines: readonly Line[]
}

/** Row scope of cash closings: an admin sees the closings of the admin's outlets. */
const closingScope = (actor: Actor): Condition | undefined =>
  byRole(actor, { admin: sql`tutup_kas.gedung_id in (${outlets(actor)})` })

/**
 * Returns the opening cash: the cash that remained at the previous closing or, for the first
 * closing of an outlet, the given amount. Throws 422 if the first closing has no given amount, or
 * if the given amount differs from the remaining cash.
 */
const openingOf = (last: { sisa_kas: number } | undefined, awal: number | null): number => {
  if (!last) {
    if (awal === null) throw invalidField('awal', 'Isi kas awal: ini tutup kas pertama outlet ini')
    return awal
  }
  if (awal !== null && awal !== last.sisa_kas)
    throw invalidField('awal', `Kas awal adalah sisa sebelumnya: ${formatRupiah(last.sisa_kas)}`)
  return last.sisa_kas
}
const signed = (amount: number): string =>
  amount < 0 ? `kurang ${formatRupiah(-amount)}` : `lebih ${formatRupiah(amount)}`

/**
 * Recomputes the sums of the covered days, and returns the columns and lines to store. Throws 409
 * if the expected cash differs from the amount that the user saw before closing (`dilihat`), and
 * 422 for invalid input.
 */
const planClosing = async (trx: Trx, ctx: Ctx, input: Closing): Promise<Plan> => {
  const { gedung_id, tanggal, kas_masuk, kas_keluar, dihitung } = input
  const last = await readLastClosing(trx, gedung_id)
  const obstacle = obstacleOf(last, tanggal, await todayAt(trx, gedung_id))
  if (obstacle) throw invalidField('tanggal', obstacle)
  const days = daysOf(last, gedung_id, tanggal)
  const lines = await readTillEntries(trx, days)
  const till = {
    kas_awal: openingOf(last, input.awal),
    tunai: cashIn(lines),
    pengembalian: await readRefunds(trx, days),
  }
  const seharusnya = expectedCash({ ...till, kas_masuk, kas_keluar })
  if (input.dilihat !== undefined && input.dilihat !== seharusnya)
    throw conflict(
      `Seharusnya kini ${formatRupiah(seharusnya)}, bukan ${formatRupiah(input.dilihat)}: ada yang dicatat sejak halaman ini dibuka. Periksa lagi.`,
    )
  const selisih = dihitung - seharusnya
  if (selisih !== 0 && input.alasan_selisih === null)
    throw invalidField('alasan_selisih', `Kas ${signed(selisih)}: isi alasannya`)
  const columns = {
    ...till,
    dari: days.dari,
    seharusnya,
    selisih,
    alasan_selisih: selisih === 0 ? null : input.alasan_selisih,
    sisa_kas: dihitung - input.disetor,
    ditutup_oleh: ctx.actor.id,
    dibuka_at: null,
    dibuka_oleh: null,
    dibuka_alasan: null,
  }
  return { columns, lines }
}

const storeDetails = async (
  trx: Trx,
  tutup_kas_id: number,
  { pecahan }: Closing,
  lines: readonly Line[],
): Promise<void> => {
  const rows = lines.map(({ bank: _, penerima: __, ...line }, i) => ({
    tutup_kas_id,
    urutan: i + 1,
    ...line,
  }))
  if (rows.length > 0) await trx.insertInto('tutup_kas_rincian').values(rows).execute()
  const notes = pecahan.filter(({ lembar }) => lembar > 0)
  if (notes.length === 0) return
  await trx
    .insertInto('tutup_kas_pecahan')
    .values(notes.map((note) => ({ tutup_kas_id, ...note })))
    .execute()
}

/**
 * Reopens the latest closing of an outlet. Payments on the days that this closing covers can then
 * be changed until the next closing. Throws 409 if the closing was already reopened, is not the
 * latest, or is in a closed month.
 */
const reopen: Action<typeof tutupKas, 'buka'> = async ({ trx, ctx, row, input }) => {
  if (row.dibuka_at) throw conflict('Tutup kas ini sudah dibuka kembali')
  checkBookOpen(await readSettings(trx), row.tanggal)
  const last = await readLastClosing(trx, row.gedung_id)
  if (last && last.id !== row.id)
    throw conflict(
      `Buka dahulu tutup kas ${formatTanggal(last.tanggal)}: kas awalnya berasal dari yang ini.`,
    )
  const time = now()
  await trx
    .updateTable('tutup_kas')
    .set({
      dibuka_at: time,
      dibuka_oleh: ctx.actor.id,
      dibuka_alasan: input.alasan,
      versi: row.versi + 1,
      updated_at: time,
      updated_by: ctx.actor.id,
    })
    .where('id', '=', row.id)
    .execute()
}

const isNot = (condition: Condition, on: boolean): Condition =>
  on ? condition : sql<SqlBool>`not (${condition})`

export const tutupKasModule = module(tutupKas, {
  scope: closingScope,
  displayName: ({ tanggal }) => `Tutup kas ${formatTanggal(tanggal)}`,
  papers: closingPapers,
  filters: {
    dibuka: (on) => isNot(sql<SqlBool>`tutup_kas.dibuka_at is not null`, on),
    berselisih: (on) => isNot(sql<SqlBool>`tutup_kas.selisih <> 0`, on),
  },
  expands: { rincian: ({ db, ids }) => readLinesOf(db, ids) },
  plan: ({ trx, ctx, input }): Promise<Plan> => planClosing(trx, ctx, input),
  after: ({ trx, id, input, plan }) => storeDetails(trx, id, input, plan.lines),
  actions: { buka: reopen },
})
