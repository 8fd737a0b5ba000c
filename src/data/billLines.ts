import type { billing } from '#contract/billing/billing.ts'
import { manualDiscount } from '#contract/billing/rules/promo/linePromos.ts'
import type { Row } from '#contract/resource.ts'

type StoredItems = NonNullable<Row<typeof billing>['items']>
/** Returns only the editable fields of stored lines. The server computes all other fields. */
export const linesOf = (items: StoredItems = []) =>
  items.map(
    ({
      id,
      jenis_billing_id,
      biaya_id,
      produk_jasa_id,
      peserta_id,
      kursus_peserta_id,
      deskripsi,
      qty,
      harga_satuan,
      alasan_manual,
      ...rest
    }) => ({
      id,
      jenis_billing_id,
      biaya_id,
      produk_jasa_id,
      peserta_id,
      kursus_peserta_id,
      deskripsi,
      qty,
      harga_satuan,
      ...manualDiscount(rest),
      alasan_manual,
    }),
  )
