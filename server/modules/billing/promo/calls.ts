/** Calls that try out promos, and that list the uses of a promo with their bills. */
import { inScope, scopeOf, type Handlers } from '#server/http/calls.ts'
import { billingModule } from '#server/modules/billing/bills/billing.ts'
import { promoModule } from '#server/modules/billing/promo/promo.ts'
import { tryPromo } from '#server/modules/billing/promo/tryOut.ts'

const whole = (text: string | undefined, usual: number, max: number): number =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Math.min(Number(text), max) : usual

export const promoCalls: Pick<Handlers, 'tryPromo' | 'promoUses'> = {
  tryPromo,
  promoUses: async (ctx, _, { id, page, 'per-page': rows }) => {
    const perPage = whole(rows, 20, 100)
    await inScope(ctx, promoModule, id)
    const usesQuery = ctx.db
      .selectFrom('promo_pemakaian as u')
      .innerJoin('billing_item as i', 'i.id', 'u.billing_item_id')
      .innerJoin('billing', 'billing.id', 'i.billing_id')
      .where('u.promo_id', '=', id)
      .where(scopeOf(ctx, billingModule))
    const { total } = await usesQuery
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const baris = await usesQuery
      .leftJoin('user as p', 'p.id', 'i.peserta_id')
      .select([
        'u.id',
        'billing.id as billing_id',
        'billing.nomor',
        'billing.nama_tagihan',
        'p.name as peserta',
        'i.deskripsi',
        'u.diskon',
        'u.created_at',
        'u.dibatalkan_at',
      ])
      .orderBy('u.id', 'desc')
      .limit(perPage)
      .offset(
        (Math.min(whole(page, 1, 1e9), Math.max(1, Math.ceil(total / perPage))) - 1) * perPage,
      )
      .execute()
    return { total, baris }
  },
}
