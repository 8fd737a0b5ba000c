/**
 * Files a confirmation (domain.md 2.5). A confirmation states that open bills of one payer were
 * paid by a transfer to a bank account that the school offers to the payer.
 */
import {
  confirmableDays,
  type konfirmasiPembayaran,
} from '#contract/billing/konfirmasi/konfirmasiPembayaran.ts'
import { byDueDate } from '#contract/billing/rules/alokasi.ts'
import { methodProperties } from '#contract/billing/rules/paymentMethod.ts'
import { BillingStatus } from '#contract/enums.ts'
import type { Parsed } from '#contract/resource.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { MB } from '#server/http/body/upload.ts'
import type { Ctx } from '#server/http/context.ts'
import { dayMs } from '#server/http/limits/attemptLimits.ts'
import { checkDuplicates } from '#server/modules/billing/konfirmasi/duplicates.ts'
import { offeredBanks } from '#server/modules/billing/papers/offeredBanks.ts'
import { takeNumbers } from '#server/modules/billing/publish/numbers.ts'
import { readSettings } from '#server/settings.ts'

type ConfirmationInput = Readonly<Parsed<typeof konfirmasiPembayaran>>
/** Maximum number of waiting confirmations per payer; a limit against abuse. */
export const mostWaiting = 20
/**
 * Limits per payer within 24 hours: number of confirmations, and total size of their proofs in
 * bytes. Withdrawn and rejected confirmations count too, because their files are not deleted at
 * once (decision 0171).
 */
export const mostPerDay = { count: 40, bytes: 30 * MB }

/**
 * Returns the bills of a confirmation, oldest first. Throws 422 for a bill that is a draft, void,
 * paid in full, or a bill of another payer.
 */
const readConfirmedBills = async (trx: Trx, input: ConfirmationInput) => {
  const bills = await trx
    .selectFrom('billing')
    .select(['id', 'nomor', 'jatuh_tempo', 'gedung_id', 'akun_billing_id', 'status', 'void_at'])
    .select('sisa')
    .where('id', 'in', input.billing_ids)
    .execute()
  for (const { nomor, akun_billing_id, status, void_at, sisa } of bills) {
    const refuse = (why: string) => invalidField('billing_ids', `${nomor ?? 'Draft'} ${why}`)
    if (akun_billing_id !== input.akun_billing_id) throw refuse('bukan tagihan akun billing ini')
    if (status === BillingStatus.draft) throw refuse('belum diterbitkan')
    if (void_at !== null) throw refuse('sudah dibatalkan')
    if (sisa === 0) throw refuse('sudah lunas')
  }
  return bills.toSorted(byDueDate)
}

/** Throws 422 unless the bank account is offered to the payer for payments by transfer. */
const checkBank = async (trx: Trx, input: ConfirmationInput): Promise<void> => {
  const payer = input.akun_billing_id
  const offered = (await offeredBanks(trx, [payer])).get(payer) ?? []
  const isOffered = offered.some(
    ({ id, metode }) => id === input.bank_tujuan_id && methodProperties(metode).isRemote,
  )
  if (!isOffered) throw invalidField('bank_tujuan_id', 'Pilih rekening yang ditawarkan')
}

/**
 * Throws 422 for a date that is in the future, or that is more than `confirmableDays` days ago. The
 * current date is the date in the time zone of the outlet.
 */
const checkDay = (day: string, zone: string): void => {
  const today = currentDay(zone)
  if (day > today) throw invalidField('tanggal_transfer', 'Tidak boleh setelah hari ini')
  if (day < addDays(today, -confirmableDays))
    throw invalidField(
      'tanggal_transfer',
      `Paling lama ${confirmableDays} hari yang lalu. Hubungi sekolah untuk yang lebih lama.`,
    )
}

const checkWaitingLimit = async (trx: Trx, akun: number): Promise<void> => {
  const { n } = await trx
    .selectFrom('konfirmasi_pembayaran')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('akun_billing_id', '=', akun)
    .where('status', '=', 'menunggu')
    .executeTakeFirstOrThrow()
  if (Number(n) >= mostWaiting)
    throw conflict(`Sudah ada ${mostWaiting} konfirmasi yang menunggu. Tunggu sampai diperiksa.`)
}

/** Throws 409 if the payer has reached the daily limit of confirmations or of bytes. */
const checkDailyAmount = async (
  trx: Trx,
  { akun_billing_id, bukti }: ConfirmationInput,
): Promise<void> => {
  const { n, bytes } = await trx
    .selectFrom('konfirmasi_pembayaran as k')
    .innerJoin('berkas', 'berkas.id', 'k.bukti')
    .select((eb) => [
      eb.fn.countAll<number | string>().as('n'),
      eb.fn.sum<number | string | null>('berkas.ukuran').as('bytes'),
    ])
    .where('k.akun_billing_id', '=', akun_billing_id)
    .where('k.created_at', '>', new Date(Date.now() - dayMs).toISOString())
    .executeTakeFirstOrThrow()
  const file = await trx
    .selectFrom('berkas')
    .select('ukuran')
    .where('id', '=', bukti)
    .executeTakeFirst()
  const later = 'Coba lagi besok, atau hubungi sekolah.'
  if (Number(n) >= mostPerDay.count)
    throw conflict(`Sudah ${mostPerDay.count} konfirmasi dikirim dalam 24 jam terakhir. ${later}`)
  if (Number(bytes ?? 0) + (file?.ukuran ?? 0) > mostPerDay.bytes)
    throw conflict(
      `Bukti yang dikirim dalam 24 jam terakhir sudah mencapai ${mostPerDay.bytes / MB} MB. ${later}`,
    )
}

/**
 * Checks a new confirmation. Returns the columns that the server sets. Throws 409 if the payer has
 * reached a limit or the confirmation is a possible duplicate, and 422 for invalid input.
 */
export const planConfirmation = async (trx: Trx, ctx: Ctx, input: ConfirmationInput) => {
  const [oldest] = await readConfirmedBills(trx, input)
  if (!oldest) throw invalidField('billing_ids', 'Tagihan tidak ditemukan')
  await checkBank(trx, input)
  const outlet = await trx
    .selectFrom('gedung')
    .select(['id', 'kode', 'zona_waktu'])
    .where('id', '=', oldest.gedung_id)
    .executeTakeFirstOrThrow()
  checkDay(input.tanggal_transfer, outlet.zona_waktu)
  await checkWaitingLimit(trx, input.akun_billing_id)
  await checkDailyAmount(trx, input)
  await checkDuplicates(trx, ctx.actor, input)
  const settings = await readSettings(trx)
  const [nomor = ''] = await takeNumbers(trx, 'konfirmasi', {
    format: settings.format_nomor_konfirmasi,
    outlet,
    date: input.tanggal_transfer,
  })
  return {
    nomor,
    gedung_id: outlet.id,
    status: 'menunggu' as const,
    ditinjau_oleh: null,
    ditinjau_at: null,
    alasan_tolak: null,
    dibatalkan_oleh: null,
    dibatalkan_at: null,
    payment_id: null,
  }
}
/** Stores the links of a confirmation to its bills; a repeated bill id is stored once. */
export const storeBills = async (trx: Trx, id: number, bills: readonly number[]): Promise<void> => {
  await trx
    .insertInto('konfirmasi_tagihan')
    .values([...new Set(bills)].map((billing_id) => ({ konfirmasi_id: id, billing_id })))
    .execute()
}
/** Returns the ids of the bills of a confirmation. */
export const readBillIds = async (trx: Trx, id: number): Promise<number[]> =>
  (
    await trx
      .selectFrom('konfirmasi_tagihan')
      .select('billing_id')
      .where('konfirmasi_id', '=', id)
      .orderBy('billing_id')
      .execute()
  ).map((row) => row.billing_id)
