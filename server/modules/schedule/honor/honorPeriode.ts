/**
 * Monthly payslips of coaches (domain.md 2.5). A payslip is a draft, then final with stored lines,
 * then paid.
 */
import { sql } from 'kysely'
import { bankIssue, methodProperties } from '#contract/billing/rules/paymentMethod.ts'
import { RoleId } from '#contract/enums.ts'
import { StatusHonor } from '#contract/schedule/honorEnums.ts'
import { honorPeriode } from '#contract/schedule/honorPeriode.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { firstDay, formatPeriode, lastDay } from '#contract/values/tanggal.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { conflict, forbidden, invalidField } from '#server/errors.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import { checkBookOpen, todayAt } from '#server/modules/billing/publish/closedMonth.ts'
import { readLinesOf, readSlips } from '#server/modules/schedule/honor/lines.ts'
import { honorPapers } from '#server/modules/schedule/honor/paper.ts'
import { planHonor } from '#server/modules/schedule/honor/planPayslips.ts'
import { byRole, outlets } from '#server/modules/scope.ts'
import { module, type Stored } from '#server/resource/module.ts'
import { readSettings } from '#server/settings.ts'

type Honor = Stored<typeof honorPeriode>

/** Throws 409 if the payslip is not in the given state. */
const checkStatus = (row: Honor, status: Honor['status']): void => {
  if (row.status !== status)
    throw conflict(`Honor ini sudah ${StatusHonor.label(row.status).toLowerCase()}`)
}
/**
 * Throws 403 if the actor decides on the actor's own payslip. A superadmin may do this (domain.md
 * section 4).
 */
const checkNotOwn = ({ actor }: Ctx, row: Honor): void => {
  if (row.pelatih_id === actor.id && actor.dasar !== RoleId.superadmin)
    throw forbidden('Honor sendiri diputuskan oleh orang lain')
}
const change = (trx: Trx, { actor }: Ctx, row: Honor, columns: Partial<Honor>) =>
  trx
    .updateTable('honor_periode')
    .set({ ...columns, versi: row.versi + 1, updated_at: now(), updated_by: actor.id })
    .where('id', '=', row.id)
    .execute()

/**
 * Counts, for a month, the past lessons that have no attendance and the lessons that took place but
 * have no rate.
 */
const readMissing = async (
  db: Db | Trx,
  slip: Pick<Honor, 'pelatih_id' | 'gedung_id' | 'periode'>,
) => {
  const { rows } = await sql<{ belum: number; tanpa: number }>`
    select coalesce(sum(case when status = 'terjadwal' and selesai_at < ${now()} then 1 else 0 end), 0) as belum,
      coalesce(sum(case when status = 'selesai' and honor_nominal is null then 1 else 0 end), 0) as tanpa
    from pertemuan where pelatih_id = ${slip.pelatih_id} and gedung_id = ${slip.gedung_id}
      and tanggal between ${firstDay(slip.periode)} and ${lastDay(slip.periode)}`.execute(db)
  return { belum_absensi: Number(rows[0]?.belum ?? 0), tanpa_tarif: Number(rows[0]?.tanpa ?? 0) }
}
const readPayslipState = async ({ db, ids }: { db: Db | Trx; actor: Actor; ids: number[] }) => {
  const slips = await readSlips(db, ids)
  const standing = new Map<number, { total: number; belum_absensi: number; tanpa_tarif: number }>()
  for (const slip of slips) {
    const isDraft = slip.status === 'draft'
    standing.set(slip.id, {
      total: isDraft ? (await planHonor(db, slip)).total : slip.total,
      ...(isDraft ? await readMissing(db, slip) : { belum_absensi: 0, tanpa_tarif: 0 }),
    })
  }
  return standing
}

/**
 * Makes a draft final, after computing it again, and stores its lines. Throws 409 if the new total
 * differs from `seenTotal`, the total that the admin saw.
 */
const finalize = async (trx: Trx, ctx: Ctx, row: Honor, seenTotal: number): Promise<void> => {
  checkStatus(row, 'draft')
  checkNotOwn(ctx, row)
  const settings = await readSettings(trx)
  checkBookOpen(settings, lastDay(row.periode))
  if (row.periode > (await todayAt(trx, row.gedung_id)).slice(0, 7))
    throw conflict(`${formatPeriode(row.periode)} belum berjalan`)
  const { baris, total, jumlah_pertemuan } = await planHonor(trx, row)
  if (baris.length === 0) throw conflict('Tidak ada yang dihonor dalam periode ini')
  if (total !== seenTotal)
    throw conflict(
      `Honor sudah berubah menjadi ${formatRupiah(total)} sejak dilihat. Periksa lagi, lalu finalkan.`,
    )
  await insertMany(
    trx,
    'honor_baris',
    baris.map((line, urutan) => ({
      ...line,
      urutan,
      honor_periode_id: row.id,
      pelatih_id: row.pelatih_id,
    })),
  )
  await change(trx, ctx, row, {
    status: 'final',
    total,
    jumlah_pertemuan,
    dihitung_at: now(),
    final_at: now(),
    final_oleh: ctx.actor.id,
  })
}

export const honorPeriodeModule = module(honorPeriode, {
  scope: (actor) =>
    byRole(actor, {
      admin: sql`honor_periode.gedung_id in (${outlets(actor)})`,
      // A coach does not see drafts, because their amounts may still change.
      pelatih: sql`(honor_periode.pelatih_id = ${actor.id} and honor_periode.status <> 'draft')`,
    }),
  displayName: ({ periode }) => `Honor ${formatPeriode(periode)}`,
  papers: honorPapers,
  expands: {
    baris: ({ db, ids }) => readLinesOf(db, ids),
    keadaan: readPayslipState,
  },
  actions: {
    finalkan: ({ trx, ctx, row, input }) => finalize(trx, ctx, row, input.total),
    bayar: async ({ trx, ctx, row, input }) => {
      checkStatus(row, 'final')
      checkNotOwn(ctx, row)
      checkBookOpen(await readSettings(trx), input.tanggal_bayar)
      if (input.tanggal_bayar > (await todayAt(trx, row.gedung_id)))
        throw invalidField('tanggal_bayar', 'Tidak boleh setelah hari ini')
      const { hasBank } = methodProperties(input.metode)
      if (hasBank && input.bank_id === null) throw invalidField('bank_id', bankIssue)
      const bank_id = hasBank ? input.bank_id : null
      if (bank_id !== null) {
        const bank = await trx
          .selectFrom('bank')
          .select('id')
          .where('id', '=', bank_id)
          .executeTakeFirst()
        if (!bank) throw invalidField('bank_id', 'Bank tidak dikenal')
      }
      await change(trx, ctx, row, {
        ...input,
        bank_id,
        status: 'dibayar',
        dibayar_at: now(),
        dibayar_oleh: ctx.actor.id,
      })
    },
    'batal-bayar': async ({ trx, ctx, row, input }) => {
      checkStatus(row, 'dibayar')
      if (row.tanggal_bayar) checkBookOpen(await readSettings(trx), row.tanggal_bayar)
      await change(trx, ctx, row, {
        status: 'final',
        tanggal_bayar: null,
        metode: null,
        bank_id: null,
        referensi: null,
        dibayar_at: null,
        dibayar_oleh: null,
        alasan: input.alasan,
      })
    },
    'buka-final': async ({ trx, ctx, row, input }) => {
      checkStatus(row, 'final')
      checkBookOpen(await readSettings(trx), lastDay(row.periode))
      await trx.deleteFrom('honor_baris').where('honor_periode_id', '=', row.id).execute()
      await change(trx, ctx, row, {
        status: 'draft',
        final_at: null,
        final_oleh: null,
        alasan: input.alasan,
      })
    },
  },
})
