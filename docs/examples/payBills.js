/**
 * Example of docs/api.md: prints the unpaid bills of an outlet, or records the payment of a bill.
 *
 *     node payBills.js OUTLET
 *     node payBills.js OUTLET BILL AMOUNT DAY REFERENCE
 *
 * OUTLET and BILL are ids, AMOUNT is in rupiah, DAY is like 2026-07-31. REFERENCE names the
 * payment: a repeated run with the same arguments records nothing new. The environment holds
 * NADA_URL, such as https://nada.contoh.id, and NADA_TOKEN.
 */
const [outlet, billId, amount, day, reference] = process.argv.slice(2)

/** Calls the API. Throws an error with the message of the server for a rejected call. */
const call = async (path, init = {}) => {
  const response = await fetch(`${process.env.NADA_URL}/api${path}`, {
    ...init,
    headers: {
      authorization: `Bearer ${process.env.NADA_TOKEN}`,
      'content-type': 'application/json',
      ...init.headers,
    },
  })
  const { success, data } = await response.json()
  if (!success) throw new Error(`${response.status} ${data.message}`)
  return { data, pages: Number(response.headers.get('x-pagination-page-count')) }
}

/** Reads all published bills of the outlet with a payment status, the oldest due date first. */
const readBills = async (status) => {
  const bills = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await call(
      `/billing?gedung_id=${outlet}&status=1&payment_status=${status}&sort=jatuh_tempo&per-page=100&page=${page}`,
    )
    bills.push(...answer.data.filter((bill) => bill.void_at === null))
    pages = answer.pages
  }
  return bills
}

if (billId === undefined) {
  // Status 0 means unpaid, 1 means partially paid.
  for (const bill of [...(await readBills(0)), ...(await readBills(1))])
    console.log([bill.id, bill.nomor, bill.jatuh_tempo, bill.sisa].join('\t'))
} else {
  const { data: bill } = await call(`/billing/view?id=${billId}`)
  const { data: payment } = await call('/billing-payment/create', {
    method: 'POST',
    headers: { 'idempotency-key': reference },
    body: JSON.stringify({
      akun_billing_id: bill.akun_billing_id,
      gedung_id: Number(outlet),
      tanggal: day,
      metode: 0, // cash
      jumlah: Number(amount),
      referensi: reference,
      alokasi: [{ billing_id: bill.id, jumlah: Number(amount) }],
    }),
  })
  console.log(payment.id)
}
