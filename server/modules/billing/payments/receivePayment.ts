/**
 * Receives a payment (domain.md 2.6, 3.5). Determines the bills that the payment pays, the
 * receiving outlet and the receipt number. The remainder of the amount becomes saldo.
 */
import { sql, type SqlBool } from 'kysely'
import type { billingPayment } from '#contract/billing/billingPayment.ts'
import { allocateOldest, checkAlokasi, sumAlokasi } from '#contract/billing/rules/alokasi.ts'
import { BillingStatus } from '#contract/enums.ts'
import type { Parsed } from '#contract/resource.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { invalid, invalidField } from '#server/errors.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import { billingScope } from '#server/modules/billing/bills/scope.ts'
import { addMutation, deriveBills } from '#server/modules/billing/payments/ledger.ts'
import { checkBookOpen } from '#server/modules/billing/publish/closedMonth.ts'
import { takeNumbers } from '#server/modules/billing/publish/numbers.ts'
import { checkTillOpen, isTillClosed } from '#server/modules/billing/tutupKas/tillLock.ts'
import { seesOutlet } from '#server/modules/scope.ts'
import type { WritePlan } from '#server/resource/module.ts'
import { limitedTo } from '#server/resource/outlets.ts'
import { readSettings } from '#server/settings.ts'

type PaymentInput = Parsed<typeof billingPayment>
export type Allocations = NonNullable<PaymentInput['alokasi']>

/**
 * Returns the bills of a payer to which a payment can be allocated: published, not void, and within
 * the actor's scope. A bill that is paid in full is included only if `alokasi` selects it.
 */
export const readPayable = (
  trx: Trx,
  actor: Actor,
  input: Pick<PaymentInput, 'akun_billing_id' | 'alokasi'>,
) => {
  const chosen = input.alokasi?.map((a) => a.billing_id) ?? []
  return trx
    .selectFrom('billing')
    .select(['id', 'jatuh_tempo', 'nomor', 'sisa', 'gedung_id'])
    .where('akun_billing_id', '=', input.akun_billing_id)
    .where('status', '=', BillingStatus.terbit)
    .where('void_at', 'is', null)
    .where((eb) =>
      chosen.length === 0
        ? eb('sisa', '>', 0)
        : eb.or([eb('sisa', '>', 0), eb('billing.id', 'in', chosen)]),
    )
    .where(billingScope(actor) ?? sql<SqlBool>`1 = 1`)
    .execute()
}
type PayableBill = Awaited<ReturnType<typeof readPayable>>[number]

/**
 * Returns the requested allocations of a payment. Without requested allocations, allocates the
 * amount to the oldest open bills first. Throws 422 for invalid allocations.
 */
const allocate = (input: PaymentInput, bills: readonly PayableBill[]): Allocations => {
  if (!input.alokasi)
    return allocateOldest(
      bills.filter((b) => b.sisa > 0),
      input.jumlah,
    ).alokasi
  const issues = checkAlokasi(input.alokasi, bills, input.jumlah)
  if (issues.length > 0) throw invalid(issues)
  return input.alokasi
}

/**
 * Returns the outlets that may receive money of a family, in order of preference: the outlets of
 * the students, the outlet of the payer, and the outlets to which the actor is limited.
 */
export const readFamilyOutlets = async (
  trx: Trx,
  actor: Actor,
  akun: number,
  payer: { gedung_id: number | null },
): Promise<number[]> => {
  const students = await trx
    .selectFrom('user')
    .select('gedung_id')
    .where('akun_billing_id', '=', akun)
    .where('gedung_id', 'is not', null)
    .orderBy('id')
    .execute()
  // An actor who is limited to some outlets can receive money at these outlets, even if the family
  // belongs to another outlet.
  const homes = [...students.map((u) => u.gedung_id), payer.gedung_id, ...limitedTo(actor)]
  return homes.filter((id) => id !== null)
}

/** Returns the first outlet of a family that the actor may see; undefined if there is none. */
const readHome = async (trx: Trx, actor: Actor, akun: number): Promise<number | undefined> => {
  const payer = await trx
    .selectFrom('user')
    .select('gedung_id')
    .where('id', '=', akun)
    .executeTakeFirstOrThrow()
  const homes = await readFamilyOutlets(trx, actor, akun, payer)
  return homes.find((home) => seesOutlet(actor, home))
}
/**
 * Returns the outlet that receives a payment, with the name of the payer (`pembayar`). The outlet
 * is the selected outlet, otherwise the outlet of a paid bill, otherwise an outlet of the family
 * that the actor may see. Throws 422 if no outlet is found. Throws 409 if the cash of the outlet is
 * closed on the day of the payment.
 */
const receivingOutlet = async (
  trx: Trx,
  actor: Actor,
  input: PaymentInput,
  paid: readonly PayableBill[],
) => {
  const { akun_billing_id, tanggal, metode } = input
  const id = input.gedung_id ?? paid[0]?.gedung_id ?? (await readHome(trx, actor, akun_billing_id))
  if (!id) throw invalidField('gedung_id', 'Pilih outlet yang menerima')
  const outlet = await trx
    .selectFrom('gedung')
    .innerJoin('user', (join) => join.on('user.id', '=', akun_billing_id))
    .select(['gedung.id', 'gedung.kode', 'gedung.zona_waktu', 'user.name as pembayar'])
    .select(isTillClosed({ gedung_id: id, tanggal }).as('kas_ditutup'))
    .where('gedung.id', '=', id)
    .executeTakeFirstOrThrow()
  if (tanggal > currentDay(outlet.zona_waktu))
    throw invalidField('tanggal', 'Tidak boleh setelah hari ini')
  if (outlet.kas_ditutup) await checkTillOpen(trx, { gedung_id: id, tanggal, metode })
  return outlet
}

/** Row of a payment to be written, with the data that only a new payment has. */
export interface PaymentPlan extends WritePlan<typeof billingPayment> {
  /**
   * Receipt number, allocations and the amount that becomes saldo (`ke_saldo`) of a new payment.
   * Undefined for an edit, because an edit changes only the row.
   */
  received?: { nomor: string; allocations: Allocations; ke_saldo: number }
}

/**
 * Checks a new payment, assigns its receipt number, and determines its allocations. Without
 * requested allocations, the payment pays the oldest bills first.
 */
export const planPayment = async (
  trx: Trx,
  ctx: Ctx,
  input: PaymentInput,
): Promise<PaymentPlan> => {
  const settings = await readSettings(trx)
  checkBookOpen(settings, input.tanggal)
  const bills = await readPayable(trx, ctx.actor, input)
  const allocations = allocate(input, bills)
  const paidIds = new Set(allocations.map((a) => a.billing_id))
  const paid = bills.filter((b) => b.sisa > 0 && paidIds.has(b.id))
  const outlet = await receivingOutlet(trx, ctx.actor, input, paid)
  const [nomor = ''] = await takeNumbers(trx, 'kuitansi', {
    format: settings.format_nomor_kuitansi,
    outlet,
    date: input.tanggal,
  })
  const dialokasikan = sumAlokasi(allocations)
  const ke_saldo = input.jumlah - dialokasikan
  const columns = {
    nomor,
    gedung_id: outlet.id,
    pembayar_nama: input.pembayar_nama ?? outlet.pembayar,
    dialokasikan,
    ke_saldo,
    diterima_oleh: ctx.actor.id,
    konfirmasi_id: null,
    void_at: null,
    void_by: null,
    void_alasan: null,
  }
  return {
    columns,
    stored: { alokasi: allocations },
    received: { nomor, allocations, ke_saldo },
  }
}

/** Stores the allocations of a payment. */
export const storeAllocations = async (
  trx: Trx,
  payment_id: number,
  allocations: Allocations,
): Promise<void> => {
  await insertMany(
    trx,
    'billing_payment_alokasi',
    allocations.map(({ billing_id, jumlah }) => ({ billing_id, jumlah })),
    { common: { payment_id, mutasi_id: null, void_at: null, created_at: now() } },
  )
}

/** Allocates a stored payment to its bills, and adds the remainder to the saldo of the payer. */
export const bookPayment = async (
  trx: Trx,
  { id, akun_billing_id, tanggal }: { id: number; akun_billing_id: number; tanggal: string },
  { nomor, allocations, ke_saldo }: NonNullable<PaymentPlan['received']>,
  by: number,
): Promise<void> => {
  await storeAllocations(trx, id, allocations)
  await deriveBills(
    trx,
    allocations.map((a) => a.billing_id),
    by,
  )
  if (ke_saldo <= 0) return
  await addMutation(trx, {
    akun_billing_id,
    jenis: 'lebih_bayar',
    jumlah: ke_saldo,
    keterangan: `Lebih bayar ${nomor}`,
    tanggal,
    payment_id: id,
    by,
  })
}
