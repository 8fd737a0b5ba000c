/**
 * Decisions on a waiting confirmation: approval, which creates a payment, rejection, and
 * withdrawal.
 */
import { StatusKonfirmasi } from '#contract/billing/konfirmasi/konfirmasiEnums.ts'
import type { konfirmasiPembayaran } from '#contract/billing/konfirmasi/konfirmasiPembayaran.ts'
import { allocateOldest } from '#contract/billing/rules/alokasi.ts'
import { RoleId } from '#contract/enums.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, forbidden } from '#server/errors.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import {
  throwPossibleDuplicate,
  checkExistingPayment,
} from '#server/modules/billing/konfirmasi/duplicates.ts'
import { billingPaymentModule } from '#server/modules/billing/payments/billingPayment.ts'
import type { Action, Stored } from '#server/resource/module.ts'
import { writerOf } from '#server/resource/writer.ts'

type Confirmation = Stored<typeof konfirmasiPembayaran>
type Verb<A extends 'setujui' | 'tolak' | 'batalkan'> = Action<typeof konfirmasiPembayaran, A>

/** Throws 409 if the confirmation is not waiting, because it was already decided. */
const checkWaiting = ({ status, nomor }: Confirmation): void => {
  if (status !== 'menunggu')
    throw conflict(`${nomor} sudah ${StatusKonfirmasi.label(status).toLowerCase()}`)
}
/**
 * Throws 403 if the actor is the payer or the author of the confirmation, because another person
 * must review it (domain.md section 4). Superadmins are exempt.
 */
const checkNotOwn = (actor: Actor, row: Confirmation): void => {
  const isOwn = row.akun_billing_id === actor.id || row.created_by === actor.id
  if (isOwn && actor.dasar !== RoleId.superadmin)
    throw forbidden('Konfirmasi sendiri diperiksa oleh orang lain')
}

const decide = (trx: Trx, { actor }: Ctx, row: Confirmation, columns: Partial<Confirmation>) =>
  trx
    .updateTable('konfirmasi_pembayaran')
    .set({ ...columns, versi: row.versi + 1, updated_at: now(), updated_by: actor.id })
    .where('id', '=', row.id)
    .execute()

// Writer of payments that does not check references such as payer and bank account. The references
// of a payment are copied from a confirmation, and were checked when the confirmation was filed.
const payments = writerOf(billingPaymentModule, () => undefined)

/** Reads the bills of a confirmation that are neither void nor paid in full. */
const readOpen = (trx: Trx, id: number) =>
  trx
    .selectFrom('konfirmasi_tagihan')
    .innerJoin('billing', 'billing.id', 'konfirmasi_tagihan.billing_id')
    .select(['billing.id', 'billing.nomor', 'billing.jatuh_tempo', 'billing.sisa'])
    .where('konfirmasi_tagihan.konfirmasi_id', '=', id)
    .where('billing.void_at', 'is', null)
    .where('billing.sisa', '>', 0)
    .execute()

/**
 * Approves a confirmation. In the same transaction, creates a payment and allocates it as requested
 * or, by default, to the bills of the confirmation, oldest first. The remainder becomes saldo.
 * Throws 403 for the actor's own confirmation, and 409 for a confirmation that was already decided.
 * Unless `bukan_kembar` is set, also throws 409 for a possible duplicate payment, and for a payment
 * that would pay no bill.
 */
export const approve: Verb<'setujui'> = async ({ trx, ctx, row, input }) => {
  checkWaiting(row)
  checkNotOwn(ctx.actor, row)
  const { akun_billing_id, bank_tujuan_id: bank_id } = row
  const tanggal = input.tanggal ?? row.tanggal_transfer
  const jumlah = input.jumlah ?? row.jumlah
  const open = await readOpen(trx, row.id)
  if (!input.bukan_kembar) {
    await checkExistingPayment(trx, { akun_billing_id, bank_id, tanggal, jumlah })
    if (open.length === 0 && !input.alokasi?.length)
      throwPossibleDuplicate('Tagihannya tidak lagi terbuka: seluruhnya masuk saldo.')
  }
  const { metode } = await trx
    .selectFrom('bank')
    .select('metode')
    .where('id', '=', bank_id)
    .executeTakeFirstOrThrow()
  const payment = await payments.create(
    trx,
    ctx,
    {
      akun_billing_id,
      gedung_id: row.gedung_id,
      tanggal,
      metode,
      bank_id,
      jumlah,
      referensi: row.nomor,
      pembayar_nama: row.pengirim_nama,
      alokasi: input.alokasi ?? allocateOldest(open, jumlah).alokasi,
    },
    { fixed: { konfirmasi_id: row.id } },
  )
  await decide(trx, ctx, row, {
    status: 'disetujui',
    ditinjau_oleh: ctx.actor.id,
    ditinjau_at: now(),
    payment_id: payment.id,
  })
}

export const rejectConfirmation: Verb<'tolak'> = async ({ trx, ctx, row, input }) => {
  checkWaiting(row)
  checkNotOwn(ctx.actor, row)
  await decide(trx, ctx, row, {
    status: 'ditolak',
    ditinjau_oleh: ctx.actor.id,
    ditinjau_at: now(),
    alasan_tolak: input.alasan,
  })
}

/**
 * Withdraws a confirmation. Throws 403 unless the actor has filed the confirmation or is an admin
 * or superadmin. Throws 409 if the confirmation was already decided.
 */
export const withdraw: Verb<'batalkan'> = async ({ trx, ctx, row }) => {
  checkWaiting(row)
  const { id, dasar } = ctx.actor
  const isOffice = dasar === RoleId.superadmin || dasar === RoleId.admin
  if (!isOffice && row.created_by !== id)
    throw forbidden('Hanya yang mengirimnya, atau admin, yang membatalkannya')
  await decide(trx, ctx, row, {
    status: 'dibatalkan',
    dibatalkan_oleh: id,
    dibatalkan_at: now(),
  })
}
