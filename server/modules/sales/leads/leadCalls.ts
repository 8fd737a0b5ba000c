/**
 * Calls about leads: likely duplicates, texts for WhatsApp, and handing over all leads of a sales
 * person who leaves.
 */
import { sql } from 'kysely'
import { WaTemplate, waTexts } from '#contract/sales/rules/waText.ts'
import { formatJam, formatTanggalHari } from '#contract/values/tanggal.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { invalidField } from '#server/errors.ts'
import { inScope, type Handlers } from '#server/http/calls.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import { isOpenApplicant, userScope } from '#server/modules/access/user/kinds.ts'
import { updateUser } from '#server/modules/access/user/row.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { findSimilar } from '#server/modules/sales/leads/duplicates.ts'
import { readActiveSales, readSales } from '#server/modules/sales/leads/holder.ts'
import { leadModule } from '#server/modules/sales/leads/lead.ts'
import { isOpenLead, leadScope } from '#server/modules/sales/leads/leadScope.ts'
import { examineTrial } from '#server/modules/sales/trials/trial.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import { readSettings } from '#server/settings.ts'

/** Returns a query of the open leads that a sales person holds, in the actor's scope. */
const heldBy = (db: Db | Trx, actor: Actor, sales: number) =>
  db.selectFrom('lead').where('sales_id', '=', sales).where(isOpenLead).where(leadScope(actor))

/** Returns a query of the open applicants whom a sales person holds, in the actor's scope. */
const applicantsOf = (db: Db | Trx, actor: Actor, sales: number) =>
  db
    .selectFrom('user')
    .where('sales_id', '=', sales)
    .where(isOpenApplicant)
    .where(userScope(actor) ?? sql<boolean>`1 = 1`)

/**
 * Reads the time of a trial lesson. Returns undefined when the lesson was cancelled or has taken
 * place.
 */
const readTrialTime = (db: Db, id: number) =>
  db
    .selectFrom('pertemuan')
    .innerJoin('gedung', 'gedung.id', 'pertemuan.gedung_id')
    .select(['pertemuan.tanggal', 'pertemuan.jam_mulai', 'gedung.zona_waktu'])
    .where('pertemuan.id', '=', id)
    .where('pertemuan.status', '=', 'terjadwal')
    .executeTakeFirst()
/** Reads the data of a lead that the templates of messages may contain. */
const readWords = async (db: Db, id: number) => {
  const row = await db
    .selectFrom('lead')
    .innerJoin('gedung', 'gedung.id', 'lead.gedung_id')
    .innerJoin('user', 'user.id', 'lead.sales_id')
    .select(['lead.nama', 'lead.wali_nama', 'kursus_minat', 'user.name as sales'])
    .select(['gedung.nama as outlet', 'gedung.alamat', 'lead.trial_pertemuan_id'])
    .where('lead.id', '=', id)
    .executeTakeFirstOrThrow()
  const wished = fromJson<number[]>(row.kursus_minat)
  const courses =
    wished.length === 0
      ? []
      : await db
          .selectFrom('kursus')
          .select('nama')
          .where('id', 'in', wished)
          .orderBy('nama')
          .execute()
  const trial =
    row.trial_pertemuan_id === null ? undefined : await readTrialTime(db, row.trial_pertemuan_id)
  return {
    nama: row.nama,
    wali: row.wali_nama ?? row.nama,
    sales: row.sales,
    outlet: row.outlet,
    alamat: row.alamat,
    kursus: courses.map((k) => k.nama).join(', ') || 'kursus musik',
    trial: trial
      ? `${formatTanggalHari(trial.tanggal)} ${formatJam(trial.jam_mulai, trial.zona_waktu)}`
      : 'pada waktu yang kita sepakati',
  }
}

/** Hands over the open applicants of a sales person who leaves. Returns their number. */
const handOverApplicants = async (
  trx: Trx,
  ctx: Ctx,
  { from, to, alasan }: { from: { id: number }; to: { id: number }; alasan: string | null },
): Promise<number> => {
  const rows = await applicantsOf(trx, ctx.actor, from.id)
    .select(['id', 'versi', 'sales_id', 'gedung_id'])
    .execute()
  for (const row of rows) {
    await updateUser(trx, ctx, row, { sales_id: to.id }, false)
    const after = { ...row, sales_id: to.id }
    const event = { aksi: 'serahkan', entitas: 'user', before: row, after, alasan }
    await auditChange(trx, ctx, event)
  }
  return rows.length
}

export const leadCalls: Pick<
  Handlers,
  'similarPeople' | 'leadTexts' | 'leadsHeld' | 'handOverLeads' | 'examineTrial'
> = {
  similarPeople: async ({ db, actor }, _, { nama, phone, email, kecuali }) => {
    const phones = phone === null ? [] : [phone]
    const sought = { nama, phones, email, kecuali: { lead: Number(kecuali ?? 0) } }
    const { ada, di_luar } = await findSimilar(db, actor, sought)
    return { ada: ada.map(({ akun_billing_id: _id, ...person }) => person), di_luar }
  },
  leadTexts: async (ctx, _, { id }) => {
    await inScope(ctx, leadModule, id)
    const settings = await readSettings(ctx.db)
    const words = { ...(await readWords(ctx.db, id)), sekolah: settings.nama_sekolah }
    return WaTemplate.options.map(({ value }) => ({
      templat: value,
      isi: waTexts.fill(settings[value], words),
    }))
  },
  examineTrial: async (ctx, input) => {
    await inScope(ctx, leadModule, input.lead_id)
    return transaction(ctx.db, (trx) => examineTrial(trx, ctx, input))
  },
  leadsHeld: async (ctx, _, { id }) => {
    await inScope(ctx, userModule, id)
    const { n } = await heldBy(ctx.db, ctx.actor, id)
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow()
    const applicants = await applicantsOf(ctx.db, ctx.actor, id)
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow()
    return { jumlah: Number(n), pendaftar: Number(applicants.n) }
  },
  handOverLeads: (ctx, { dari, ke, alasan }) =>
    transaction(ctx.db, async (trx) => {
      if (dari === ke) throw invalidField('ke', 'Pilih sales yang lain')
      const from = await readSales(trx, ctx.actor, dari, 'dari')
      const to = await readActiveSales(trx, ctx.actor, ke, 'ke')
      const rows = await heldBy(trx, ctx.actor, from.id).selectAll().execute()
      const change = { sales_id: to.id, updated_at: now(), updated_by: ctx.actor.id }
      for (const row of rows) {
        const after = { ...row, ...change }
        const event = { aksi: 'serahkan', entitas: 'lead', before: row, after, alasan }
        await auditChange(trx, ctx, event)
      }
      await trx
        .updateTable('lead')
        .set((eb) => ({ ...change, versi: eb('versi', '+', 1) }))
        .where('sales_id', '=', from.id)
        .where(isOpenLead)
        .where(leadScope(ctx.actor))
        .execute()
      return {
        jumlah: rows.length,
        pendaftar: await handOverApplicants(trx, ctx, { from, to, alasan }),
      }
    }),
}
