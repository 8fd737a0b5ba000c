/** Payments and saldo of payers, and locked books, for tests. */
import { MetodePembayaran } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Body } from '#mocks/api/api.ts'
import { setSetting } from '#mocks/people/family.ts'
import { must, type School } from '#mocks/school/school.ts'

/** Receives a payment in cash of today. Without `alokasi`, it pays the oldest bills first. */
export const pay = async (
  s: School,
  akun_billing_id: number,
  jumlah: number,
  more: Body = {},
): Promise<any> =>
  must(
    await s.admin.post('/billing-payment/create', {
      tanggal: currentDay(),
      metode: MetodePembayaran.tunai,
      gedung_id: s.ids.gedung,
      akun_billing_id,
      jumlah,
      ...more,
    }),
  )
export const saldoOf = async (s: School, akun: number): Promise<number> =>
  must<any>(await s.admin.get(`/user/info-billing?id=${akun}`)).saldo_kredit
/** Locks the books up to and including the date `until`, calls `run`, and unlocks the books. */
export const withLockedBooks = async <T>(
  s: School,
  until: string,
  run: () => Promise<T>,
): Promise<T> => {
  await setSetting(s, 'kunci_buku_sampai', until)
  try {
    return await run()
  } finally {
    await setSetting(s, 'kunci_buku_sampai', null)
  }
}
