import { BillingStatus, PaymentStatus } from '#contract/enums.ts'

/**
 * Payment status (domain.md 2.6): a published bill is paid when it is covered, so a bill of Rp0 is
 * paid at once.
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
