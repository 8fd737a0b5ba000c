/**
 * Counts the uses of promos. Publishing a bill adds its uses, and voiding the bill removes them
 * (domain.md 3.4).
 */
import { lineDay, promoDay } from '#contract/billing/rules/promo/promo.ts'
import { whyNotInForce } from '#contract/billing/rules/promo/promoMatch.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { titled } from '#contract/values/titled.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { countPemakaian } from '#server/modules/billing/promo/read.ts'

interface IssuedBill {
  id: number
  akun_billing_id: number
  tanggal_terbit: string
  zona_waktu: string
}
interface PromoUse {
  promo_id: number
  billing_item_id: number
  billing_id: number
  periode: string | null
  diskon: number
}
/** Returns the promos on the lines of the given bills. */
const usesOf = async (trx: Trx, ids: readonly number[]): Promise<PromoUse[]> => {
  const items =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('billing_item')
          .select([
            'id',
            'billing_id',
            'periode',
            'promo_id',
            'promo_diskon',
            'promo_kedua_id',
            'promo_kedua_diskon',
          ])
          .where('billing_id', 'in', ids)
          .where('promo_id', 'is not', null)
          .orderBy('id')
          .execute()
  return items.flatMap((i) =>
    (
      [
        [i.promo_id, i.promo_diskon],
        [i.promo_kedua_id, i.promo_kedua_diskon],
      ] as const
    ).flatMap(([promo_id, diskon]) =>
      promo_id === null || diskon === 0
        ? []
        : [
            {
              promo_id,
              diskon,
              billing_item_id: i.id,
              billing_id: i.billing_id,
              periode: i.periode,
            },
          ],
    ),
  )
}

/**
 * Remaining quotas of promos while one call publishes bills. The quotas are counted in memory, bill
 * by bill.
 */
export interface PromoPlan {
  /**
   * Returns the reason why a bill cannot be published, for example because a promo of the bill has
   * ended or has no quota left. Returns undefined if the bill can be published.
   */
  refusal: (bill: IssuedBill) => string | undefined
  /**
   * Records in memory that a bill will be published, so that its promos count against the quotas.
   */
  use: (bill: IssuedBill) => void
}
/**
 * Plans the promo uses of drafts, without writing to the database. Each bill gets either all of its
 * promos or none. If two calls compete for the last use of a promo, `transaction()` retries one of
 * them. The retry then finds that no quota is left.
 */
export const planPromos = async (trx: Trx, bills: readonly IssuedBill[]): Promise<PromoPlan> => {
  const uses = await usesOf(
    trx,
    bills.map((b) => b.id),
  )
  if (uses.length === 0) return { refusal: () => undefined, use: () => {} }
  const rows = await trx
    .selectFrom('promo')
    .select(['id', 'nama', 'status', 'mulai', 'selesai', 'kuota', 'kuota_per_akun'])
    .where('id', 'in', [...new Set(uses.map((u) => u.promo_id))])
    .execute()
  const promos = new Map(rows.map((p) => [p.id, p]))
  const { all, akun } = await countPemakaian(
    trx,
    rows.map((p) => p.id),
  )
  const byBill = Map.groupBy(uses, (u) => u.billing_id)
  const count = (
    total: Map<number, number>,
    payer: Map<string, number>,
    promo_id: number,
    { akun_billing_id }: IssuedBill,
  ) => {
    const key = `${promo_id}:${akun_billing_id}`
    total.set(promo_id, (total.get(promo_id) ?? 0) + 1)
    payer.set(key, (payer.get(key) ?? 0) + 1)
  }
  return {
    refusal: (bill) => {
      const [total, payer] = [new Map(all), new Map(akun)]
      for (const { promo_id, periode } of byBill.get(bill.id) ?? []) {
        const promo = promos.get(promo_id)
        if (!promo) continue
        const use = {
          terpakai: total.get(promo_id) ?? 0,
          terpakai_akun: payer.get(`${promo_id}:${bill.akun_billing_id}`) ?? 0,
        }
        const alasan = whyNotInForce(
          { ...promo, ...use },
          lineDay(periode, promoDay(bill.tanggal_terbit, currentDay(bill.zona_waktu))),
        )
        if (alasan)
          return `${titled('Promo', promo.nama)}: ${alasan}. Pilih Hitung ulang promo pada draft ini.`
        count(total, payer, promo_id, bill)
      }
      return undefined
    },
    use: (bill) => {
      for (const { promo_id } of byBill.get(bill.id) ?? []) count(all, akun, promo_id, bill)
    },
  }
}

/** Stores the promo uses of published bills. */
export const recordPemakaian = async (
  trx: Trx,
  bills: readonly { id: number; akun_billing_id: number }[],
  time: string,
): Promise<void> => {
  const akun = new Map(bills.map((b) => [b.id, b.akun_billing_id]))
  const uses = await usesOf(
    trx,
    bills.map((b) => b.id),
  )
  await insertMany(
    trx,
    'promo_pemakaian',
    uses.map(({ billing_id, periode: _, ...use }) => ({
      ...use,
      akun_billing_id: akun.get(billing_id),
      created_at: time,
      dibatalkan_at: null,
    })),
  )
}

/** Cancels the promo uses of a voided bill, so that they no longer count against the quota. */
export const restorePemakaian = (trx: Trx, billing_id: number, time: string) =>
  trx
    .updateTable('promo_pemakaian')
    .set({ dibatalkan_at: time })
    .where('dibatalkan_at', 'is', null)
    .where('billing_item_id', 'in', (eb) =>
      eb.selectFrom('billing_item').select('id').where('billing_id', '=', billing_id),
    )
    .execute()
