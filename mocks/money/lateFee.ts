/** Creates late fees like the nightly job. */
import { currentDay } from '#contract/values/tanggal.ts'
import { makeBill } from '#mocks/people/family.ts'
import type { School } from '#mocks/school/school.ts'
import { now } from '#server/http/context.ts'

/**
 * Creates an unpaid late fee for a new bill of the payer. Returns the id of the bill of the fee.
 */
export const makeFee = async (s: School, akun: number, gedung_id: number): Promise<number> => {
  const [billing_id, tagihan_id] = [
    await makeBill(s, akun, 500_000, { gedung_id }),
    await makeBill(s, akun, 25_000, { gedung_id }),
  ]
  await s.db.updateTable('billing').set({ sumber: 'denda' }).where('id', '=', tagihan_id).execute()
  await s.db
    .insertInto('denda')
    .values({
      billing_id,
      tagihan_id,
      dari_hari: 1,
      tanggal: currentDay(),
      tier: JSON.stringify({ dari_hari: 1, sampai: null, tipe: 'persen', nilai: 500 }),
      dasar: 500_000,
      jumlah: 25_000,
      status: 'ditagih',
      alasan: null,
      selesai_at: null,
      selesai_oleh: null,
      dibuat: now(),
    })
    .execute()
  return tagihan_id
}
