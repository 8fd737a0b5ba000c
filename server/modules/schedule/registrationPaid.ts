/** The fee rule of an activation (domain.md 2.4): the setting `wajib_lunas_pendaftaran`. */
import { BillingStatus, PaymentStatus } from '#contract/enums.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict } from '#server/errors.ts'
import { readTawaran } from '#server/modules/billing/biaya.ts'
import { readSettings } from '#server/settings.ts'

/** Refuses who has not paid for the registration, where the school asks for it. Throws 409. */
export const checkRegistrationPaid = async (trx: Trx, peserta_id: number): Promise<void> => {
  const { wajib_lunas_pendaftaran } = await readSettings(trx)
  if (!wajib_lunas_pendaftaran) return
  const [asked] = await readTawaran(trx, 'pendaftaran', [peserta_id])
  if (asked) throw conflict(`${asked.deskripsi} belum ditagih`)
  const unpaid = await trx
    .selectFrom('billing_item')
    .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
    .innerJoin('biaya', 'biaya.id', 'billing_item.biaya_id')
    .select(['billing_item.deskripsi'])
    .where('billing_item.peserta_id', '=', peserta_id)
    .where('biaya.pemicu', '=', 'pendaftaran')
    .where('billing.void_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('billing.status', '=', BillingStatus.draft),
        eb('billing.payment_status', '<>', PaymentStatus.lunas),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (unpaid) throw conflict(`${unpaid.deskripsi} belum lunas`)
}
