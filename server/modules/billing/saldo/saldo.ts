/**
 * Manual movements of saldo (domain.md 3.5, 3.9): refund, transfer to another payer of the family,
 * and correction after the books were closed. Each movement adds a ledger entry. The entry is dated
 * today or, for a refund, on the day of the refund. Existing entries are never changed or deleted.
 */
import type { Insertable } from 'kysely'
import type * as z from 'zod/mini'
import { mutasiSaldo } from '#contract/billing/mutasiSaldo.ts'
import { bankIssue, methodProperties } from '#contract/billing/rules/paymentMethod.ts'
import { refundSaldo, type koreksiSaldo } from '#contract/billing/saldoCalls.ts'
import { UserStatus } from '#contract/enums.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Tables, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, invalid, invalidField } from '#server/errors.ts'
import { inScope, type Handlers } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { once } from '#server/http/idempotency.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { addMutation, readSaldo } from '#server/modules/billing/payments/ledger.ts'
import { readFamilyOutlets } from '#server/modules/billing/payments/receivePayment.ts'
import { checkBookOpen } from '#server/modules/billing/publish/closedMonth.ts'
import { areOneFamily } from '#server/modules/billing/saldo/family.ts'
import { checkTillOpen } from '#server/modules/billing/tutupKas/tillLock.ts'
import { seesOutlet } from '#server/modules/scope.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { attachFiles } from '#server/resource/files.ts'
import { checkWindow } from '#server/resource/query/dateWindow.ts'
import { readSettings } from '#server/settings.ts'

/** Returns the payer of a ledger entry. Throws 409 for a user who is no payer. */
const readAccount = async (trx: Trx, id: number) => {
  const row = await trx
    .selectFrom('user')
    .innerJoin('akun_billing_profil', 'akun_billing_profil.user_id', 'user.id')
    .select(['user.id', 'user.name', 'user.status', 'user.gedung_id'])
    .where('user.id', '=', id)
    .executeTakeFirst()
  if (!row) throw conflict('Orang ini bukan akun billing')
  return row
}
type Account = Awaited<ReturnType<typeof readAccount>>
type Entry = Omit<Parameters<typeof addMutation>[1], 'by' | 'akun_billing_id'> & { alasan: string }

/** Throws 422 for an amount above the saldo of the payer. */
const checkEnough = async (trx: Trx, akun: Account, jumlah: number): Promise<void> => {
  const saldo = await readSaldo(trx, akun.id)
  if (jumlah > saldo) throw invalidField('jumlah', `Saldo hanya ${formatRupiah(saldo)}`)
}
/**
 * Adds a ledger entry, and records it with the reason in the audit log. Returns the id of the
 * entry.
 */
const addAuditedEntry = async (
  trx: Trx,
  ctx: Ctx,
  aksi: string,
  { akun, ...entry }: Entry & { akun: Account },
): Promise<number> => {
  const id = await addMutation(trx, { ...entry, akun_billing_id: akun.id, by: ctx.actor.id })
  const { alasan, ...details } = entry
  await auditEvent(trx, ctx, {
    aksi,
    entitas: mutasiSaldo.name,
    entitas_id: id,
    gedung_id: akun.gedung_id,
    sesudah: JSON.stringify({ akun_billing_id: akun.id, ...details }),
    alasan,
  })
  return id
}
/**
 * Runs a movement of the saldo of a payer within the actor's scope, at most once per idempotency
 * key.
 */
const runSaldoMovement = async (
  ctx: Ctx,
  { call, id, body }: { call: string; id: number; body: unknown },
  run: (trx: Trx, akun: Account) => Promise<number>,
): Promise<Response> => {
  await inScope(ctx, userModule, id)
  return transaction(ctx.db, (trx) =>
    once(trx, ctx, { call, body, idempotent: true }, async () => {
      const entry = await run(trx, await readAccount(trx, id))
      return { status: 200, data: { id: entry, saldo_kredit: await readSaldo(trx, id) } }
    }),
  )
}

type Refund = z.output<typeof refundSaldo.input>
/**
 * Checks a refund. Throws 422 for a day in the future or outside the date window, and for a bank
 * method without an existing bank account. Throws 409 for a day in a closed month.
 */
const checkRefund = async (trx: Trx, { tanggal, metode, bank_id }: Refund): Promise<void> => {
  checkBookOpen(await readSettings(trx), tanggal)
  const issues = await checkWindow(trx, refundSaldo.input.def.shape, { tanggal })
  if (issues.length > 0) throw invalid(issues)
  if (tanggal > currentDay()) throw invalidField('tanggal', 'Tidak boleh setelah hari ini')
  if (methodProperties(metode).hasBank && bank_id === null) throw invalidField('bank_id', bankIssue)
  if (bank_id === null) return
  const bank = await trx
    .selectFrom('bank')
    .select('id')
    .where('id', '=', bank_id)
    .executeTakeFirst()
  if (!bank) throw invalidField('bank_id', 'Bank tidak dikenal')
}
/**
 * Returns the outlet that received the latest payment of the payer, as an array; empty if the payer
 * has no payment.
 */
const readLastReceiver = async (trx: Trx, akun: number): Promise<number[]> =>
  (
    await trx
      .selectFrom('billing_payment')
      .select('gedung_id')
      .where('akun_billing_id', '=', akun)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
  ).flatMap(({ gedung_id }) => gedung_id ?? [])
/**
 * Returns the outlet whose till pays a refund: the selected outlet, otherwise an outlet of the
 * family, otherwise the outlet that received the latest payment. Returns null for a method that is
 * not used at the counter, such as a transfer. Throws 422 if no valid outlet is found. Throws 409
 * if the cash of the outlet is closed on the day of the refund.
 */
const tillOf = async (
  trx: Trx,
  { actor }: Ctx,
  akun: Account,
  { gedung_id, metode, tanggal }: Refund,
): Promise<number | null> => {
  if (!methodProperties(metode).isAtCounter) return null
  const homes = [
    ...(await readFamilyOutlets(trx, actor, akun.id, akun)),
    ...(await readLastReceiver(trx, akun.id)),
  ]
  const id = gedung_id ?? homes.find((home) => seesOutlet(actor, home))
  if (id === undefined) throw invalidField('gedung_id', 'Pilih outlet yang membayarkan')
  const outlet = await trx.selectFrom('gedung').select('id').where('id', '=', id).executeTakeFirst()
  if (!outlet || !seesOutlet(actor, id)) throw invalidField('gedung_id', 'Outlet tidak dikenal')
  await checkTillOpen(trx, { gedung_id: id, tanggal, metode })
  return id
}
const proofOf = {
  name: mutasiSaldo.name,
  fields: { bukti: refundSaldo.input.def.shape.bukti },
}

/**
 * Returns the payer who receives a transfer. Throws 422 unless this is another active payer of the
 * same family. The caller checks whether the receiver is in the actor's scope.
 */
const readReceiver = async (trx: Trx, from: Account, id: number): Promise<Account> => {
  if (id === from.id) throw invalidField('ke_id', 'Pilih akun lain')
  const to = await readAccount(trx, id)
  if (to.status !== UserStatus.aktif) throw invalidField('ke_id', 'Akun itu tidak aktif')
  if (!(await areOneFamily(trx, from.id, to.id)))
    throw invalidField(
      'ke_id',
      'Bukan akun dari keluarga yang sama: tidak ada nomor, email, atau peserta yang sama. Kembalikan saldonya, lalu catat pembayaran di akun itu.',
    )
  return to
}

type Correction = z.output<typeof koreksiSaldo.input>
const correctionText = (arah: Correction['arah']): string =>
  arah === 'tambah' ? 'Koreksi: saldo ditambah' : 'Koreksi: saldo dikurangi'

export const saldoCalls: Pick<Handlers, 'refundSaldo' | 'alihSaldo' | 'koreksiSaldo'> = {
  refundSaldo: (ctx, input, { id }, body) =>
    runSaldoMovement(ctx, { call: 'user/refund-saldo', id, body }, async (trx, akun) => {
      await checkRefund(trx, input)
      await checkEnough(trx, akun, input.jumlah)
      const { bukti, jumlah, ...how } = input
      const entry = await addAuditedEntry(trx, ctx, 'refund-saldo', {
        ...how,
        gedung_id: await tillOf(trx, ctx, akun, input),
        akun,
        bukti,
        jenis: 'pengembalian',
        jumlah: -jumlah,
        keterangan: `Saldo dikembalikan kepada ${akun.name}`,
      })
      await attachFiles(trx, ctx, proofOf, { id: entry, input: { bukti }, current: undefined })
      return entry
    }),
  alihSaldo: async (ctx, { ke_id, jumlah, alasan }, { id }, body) => {
    await inScope(ctx, userModule, ke_id)
    return runSaldoMovement(ctx, { call: 'user/alih-saldo', id, body }, async (trx, from) => {
      checkBookOpen(await readSettings(trx), currentDay())
      const to = await readReceiver(trx, from, ke_id)
      await checkEnough(trx, from, jumlah)
      const jenis = 'transfer'
      const out = await addAuditedEntry(trx, ctx, 'alih-saldo', {
        akun: from,
        jenis,
        jumlah: -jumlah,
        keterangan: 'Dialihkan ke akun lain di keluarga ini',
        alasan,
      })
      const into = await addAuditedEntry(trx, ctx, 'alih-saldo', {
        akun: to,
        jenis,
        jumlah,
        keterangan: 'Dialihkan dari akun lain di keluarga ini',
        alasan,
        lawan_id: out,
      })
      const counterpart: Partial<Insertable<Tables['mutasi_saldo']>> = { lawan_id: into }
      await trx.updateTable('mutasi_saldo').set(counterpart).where('id', '=', out).execute()
      return out
    })
  },
  koreksiSaldo: (ctx, { arah, jumlah, alasan }, { id }, body) =>
    runSaldoMovement(ctx, { call: 'user/koreksi-saldo', id, body }, async (trx, akun) => {
      checkBookOpen(await readSettings(trx), currentDay())
      if (arah === 'kurang') await checkEnough(trx, akun, jumlah)
      return addAuditedEntry(trx, ctx, 'koreksi-saldo', {
        akun,
        jenis: 'koreksi',
        jumlah: arah === 'tambah' ? jumlah : -jumlah,
        keterangan: correctionText(arah),
        alasan,
      })
    }),
}
