import { promo } from '#contract/resources/promo.ts'
import { invalidField } from '#server/errors.ts'
import { module } from '#server/http/module.ts'

/** What stays open on a promo that bills have. */
const terbuka = ['selesai', 'status', 'kuota'] as const satisfies readonly (keyof typeof promo.fields)[]
const isFixed = (field: string): field is Exclude<keyof typeof promo.fields, (typeof terbuka)[number]> => Object.hasOwn(promo.fields, field) && !terbuka.some((t) => t === field)

export const promoModule = module(promo, {
  before: async ({ trx, input, current }) => {
    if (!current) return
    const changed = Object.keys(promo.fields).filter(isFixed).find((field) => JSON.stringify(input[field]) !== JSON.stringify(current[field]))
    if (!changed) return
    const used = await trx.selectFrom('promo_pemakaian').select('id').where('promo_id', '=', current.id).limit(1).executeTakeFirst()
      ?? await trx.selectFrom('billing_item').select('id').where((eb) => eb.or([eb('promo_id', '=', current.id), eb('promo_kedua_id', '=', current.id)])).limit(1).executeTakeFirst()
    if (used) throw invalidField(changed, 'Tidak dapat diubah: promo sudah dipakai. Yang masih dapat diubah: selesai, kuota, dan status.')
  },
  expands: {
    pemakaian: async ({ db, ids }) => {
      const rows = await db.selectFrom('promo_pemakaian').select((eb) => ['promo_id', eb.fn.countAll<number>().as('terpakai'), eb.fn.sum<number>('diskon').as('diskon'), eb.fn.count<number>('akun_billing_id').distinct().as('keluarga')])
        .where('promo_id', 'in', ids).where('dibatalkan_at', 'is', null).groupBy('promo_id').execute()
      const known = new Map(rows.map(({ promo_id, ...use }) => [promo_id, use]))
      return new Map(ids.map((id) => [id, known.get(id) ?? { terpakai: 0, diskon: 0, keluarga: 0 }]))
    },
  },
})
