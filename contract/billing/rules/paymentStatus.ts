import { BillingStatus, PaymentStatus } from '#contract/enums.ts'

/**
 * Returns the payment status of a bill (domain.md 2.6). A published bill is paid when the payments
 * reach its total. Therefore a bill of Rp0 is paid as soon as it is published.
 */
export const paymentStatusOf = ({
  status,
  total,
  terbayar,
}: {
  status: number
  total: number
  terbayar: number
}): 0 | 1 | 2 => {
  if (status === BillingStatus.terbit && terbayar >= total) return PaymentStatus.lunas
  return terbayar === 0 ? PaymentStatus.belum : PaymentStatus.sebagian
}
