/**
 * Check before a payment is sent: fetches the open bills again, and asks the user to confirm the
 * allocation. Skips the confirmation if the user has typed the cash handed over and no part of the
 * amount becomes saldo.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  allocateFrom,
  checkAlokasi,
  sumAlokasi,
  type AlokasiInput,
  type OpenBill,
} from '#contract/billing/rules/alokasi.ts'
import { methodProperties } from '#contract/billing/rules/paymentMethod.ts'
import { ApiError } from '#src/data/api/http.ts'
import { InfoBilling } from '#src/data/calls.ts'
import { useMetode } from '#src/data/paymentMethods.ts'
import { Billings } from '#src/data/resources/billing.ts'
import { BillingPayments } from '#src/data/resources/billingPayment.ts'
import {
  missingCash,
  receivedField,
  type Received,
} from '#src/routes/_app/billing-payment/-amountFields.tsx'
import { openOf, type PaymentInput } from '#src/routes/_app/billing-payment/-paymentParts.ts'
import { confirm } from '#src/state/feedback.ts'
import { rupiah, tanggal } from '#src/ui/format/format.ts'

/**
 * Whether the last payment got no response or a server error. The server may have stored such a
 * payment.
 */
const isUnanswered = (client: QueryClient): boolean => {
  const last: unknown = client
    .getMutationCache()
    .findAll({ mutationKey: [BillingPayments.resource.name, 'create'] })
    .at(-1)?.state.error
  return last instanceof ApiError && (last.status === 0 || last.status >= 500)
}
const unansweredIssue = {
  field: 'kirim',
  message:
    'Pengiriman sebelumnya belum terjawab dan mungkin sudah tercatat. Kembalikan isian lalu simpan lagi, atau periksa Daftar Pembayaran dan buka formulir baru.',
}

/**
 * Returns an error if the bill has been paid or voided since the form was opened. Otherwise a
 * second payment could become credit (saldo) unnoticed.
 */
const paidMeanwhile = async (client: QueryClient, id: number) => {
  const bill = await client.fetchQuery({ ...Billings.queries.view(id), staleTime: 0 })
  if (!bill.void_at && bill.sisa > 0) return undefined
  const state = bill.void_at ? 'dibatalkan' : 'sudah lunas'
  return {
    field: 'alokasi',
    message: `Tagihan ${bill.nomor} ${state} sejak formulir ini dibuka. Muat ulang halaman ini.`,
  }
}

/**
 * Returns a text with the bills and the credit to which the amount goes. More than four bills are
 * given as a count with their sum.
 */
const destinations = (
  open: readonly (OpenBill & { nomor: string | null })[],
  alokasi: readonly AlokasiInput[],
  rest: number,
): string => {
  const bills = alokasi.map(
    (a) => `${open.find((b) => b.id === a.billing_id)?.nomor} ${rupiah(a.jumlah)}`,
  )
  const parts =
    bills.length > 4 ? [`${bills.length} tagihan ${rupiah(sumAlokasi(alokasi))}`] : bills
  return (rest > 0 ? [...parts, `saldo ${rupiah(rest)}`] : parts).join(', ')
}

/**
 * Whether the user has typed the cash handed over. This cash has already been compared with the
 * amount, so a confirmation of the amount would only repeat the check.
 */
const isCounted = (received: Received, { metode }: PaymentInput) =>
  received !== null && methodProperties(metode).isCash

/**
 * Returns a function that checks a payment before it is sent. The function returns the input to
 * send, a list of issues, or undefined if the user cancels the confirmation. `first`: id of the
 * bill for which the form was opened. `received`: cash that the payer handed over.
 */
export const usePreparePayment = (first: number | undefined, received: Received) => {
  const client = useQueryClient()
  const { label } = useMetode()
  const sent = useRef<{ typed: string; input: PaymentInput }>(undefined)
  return async (input: PaymentInput) => {
    const missing = missingCash(received, input)
    if (missing > 0) return [{ field: receivedField, message: `Kurang ${rupiah(missing)}` }]
    const typed = JSON.stringify(input)
    // A payment whose response was lost may be stored. Unchanged input is sent again, and its
    // idempotency key prevents a second payment. Changed input is rejected here, because the server
    // rejects another payload with the same key.
    if (sent.current && isUnanswered(client))
      return sent.current.typed === typed ? sent.current.input : [unansweredIssue]
    const info = await client.fetchQuery({
      ...InfoBilling.query({ id: input.akun_billing_id }),
      staleTime: 0,
    })
    const paidIssue = first === undefined ? undefined : await paidMeanwhile(client, first)
    if (paidIssue) return [paidIssue]
    const open = openOf(info.tagihan)
    const alokasi = input.alokasi ?? allocateFrom(open, input.jumlah, first)
    const issues = checkAlokasi(alokasi, info.tagihan, input.jumlah)
    if (issues.length > 0) return issues
    const rest = input.jumlah - sumAlokasi(alokasi)
    if (!isCounted(received, input) || rest > 0) {
      const payer = input.pembayar_nama ?? info.akun_billing.name
      const ok = await confirm({
        title: `Terima ${rupiah(input.jumlah)}?`,
        body: `${label(input.metode)}, ${tanggal(input.tanggal)}, dari ${payer}. Untuk ${destinations(open, alokasi, rest)}.`,
        confirm: 'Terima',
      })
      if (!ok) return undefined
    }
    sent.current = { typed, input: { ...input, alokasi } }
    return sent.current.input
  }
}
