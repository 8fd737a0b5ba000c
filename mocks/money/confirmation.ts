/** Creates payment confirmations: transfers that a payer reports with a proof, for review. */
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import { makeAkun, makeBill } from '#mocks/people/family.ts'
import { pngOf } from '#mocks/pictures.ts'
import { must, type School } from '#mocks/school/school.ts'

let width = 0
/** Uploads a picture as proof and returns its id. Without `bytes`, uploads a new picture. */
export const uploadProof = async (by: Client, bytes?: Uint8Array): Promise<number> =>
  must<{ id: number }>(
    await by.upload('/berkas/unggah', 'bukti.png', Buffer.from(bytes ?? pngOf(++width, 2)), {
      jenis: 'bukti',
    }),
  ).id

/**
 * Returns the body of a confirmation of 100,000 rupiah, by default for a new bill of a new payer.
 * `by` is the client that uploads the proof, by default superadmin.
 */
export const confirmationBody = async (
  s: School,
  {
    by = s.superadmin,
    akun,
    gedung_id = s.ids.gedung,
    ...more
  }: Body & {
    by?: Client
    akun?: number
    gedung_id?: number
  } = {},
): Promise<Body> => {
  const akun_billing_id = akun ?? (await makeAkun(s))
  return {
    akun_billing_id,
    billing_ids: more.billing_ids ?? [await makeBill(s, akun_billing_id, 100_000, { gedung_id })],
    bank_tujuan_id: s.ids.bank,
    jumlah: 100_000,
    tanggal_transfer: addDays(currentDay(), -2),
    bukti: await uploadProof(by),
    pengirim_nama: 'Ibu Pengirim',
    ...more,
  }
}
/** Creates a waiting confirmation at an outlet, submitted by superadmin; returns its id. */
export const makeConfirmation = async (
  s: School,
  gedung_id: number,
  akun?: number,
): Promise<number> =>
  must(
    await s.superadmin.post<{ id: number }>(
      '/konfirmasi-pembayaran/create',
      await confirmationBody(s, { gedung_id, akun, bukan_kembar: true }),
    ),
  ).id
