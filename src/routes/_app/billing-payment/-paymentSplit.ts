import { useEffect, useEffectEvent, useRef } from 'react'
import {
  allocateFrom,
  sumAlokasi,
  withParts,
  type AlokasiInput,
  type OpenBill,
} from '#contract/billing/rules/alokasi.ts'
import { useFormStore, useFormValue } from '#src/ui/form/useForm.ts'

/**
 * Division of a payment into parts for bills and a part for the saldo, with functions that change
 * this division.
 */
export interface PaymentSplit {
  /** Amount of the payment: the sum of all parts. */
  jumlah: number
  alokasi: AlokasiInput[]
  /** Part that becomes saldo. */
  saldo: number
  /** Sets the part of a bill. Adjusts the amount of the payment to the new sum of the parts. */
  change: (bill: number, part: number | null) => void
  /**
   * Sets the part of each given bill: to its remaining amount if `on` is true, otherwise to 0.
   * Adjusts the amount of the payment to the new sum of the parts.
   */
  tick: (bills: readonly OpenBill[], on: boolean) => void
  /** Sets the part for the saldo. Adjusts the amount of the payment to the new sum of the parts. */
  setSaldo: (part: number | null) => void
  /**
   * Allocates the remaining amount of each given bill by default. The form does not treat this
   * default as unsaved input.
   */
  propose: (bills: readonly OpenBill[]) => void
}

const whole = (bills: readonly OpenBill[]): AlokasiInput[] =>
  bills.map((bill) => ({ billing_id: bill.id, jumlah: bill.sisa }))

/**
 * Returns the division of the payment in the form. Until the user edits the parts, the amount is
 * allocated to the bill with id `first`, then to the other open bills, oldest first. `akun`: id of
 * the payer. A change of payer clears the parts, because they belong to the bills of the previous
 * payer.
 */
export const usePaymentSplit = (
  akun: number,
  open: readonly OpenBill[],
  first: number | undefined,
): PaymentSplit => {
  const store = useFormStore()
  const typed = useFormValue('jumlah')
  const stored = useFormValue('alokasi')
  const last = useRef(akun)
  const clear = useEffectEvent(() => {
    if (last.current !== akun && stored) store.set('alokasi', undefined)
    last.current = akun
  })
  useEffect(() => clear(), [akun])

  const jumlah = typeof typed === 'number' ? typed : 0
  const alokasi: AlokasiInput[] = Array.isArray(stored) ? stored : allocateFrom(open, jumlah, first)
  const saldo = Math.max(0, jumlah - sumAlokasi(alokasi))
  const put = (parts: AlokasiInput[], toSaldo: number) => {
    store.set('alokasi', parts)
    store.set('jumlah', sumAlokasi(parts) + toSaldo || null)
  }
  return {
    jumlah,
    alokasi,
    saldo,
    change: (bill, part) => put(withParts(open, alokasi, new Map([[bill, part ?? 0]])), saldo),
    tick: (bills, on) =>
      put(
        withParts(open, alokasi, new Map(bills.map((bill) => [bill.id, on ? bill.sisa : 0]))),
        saldo,
      ),
    setSaldo: (part) => put(alokasi, part ?? 0),
    propose: (bills) => {
      store.propose('alokasi', whole(bills))
      store.propose('jumlah', sumAlokasi(whole(bills)) || null)
    },
  }
}
