/** Creates late fees as the nightly job stores them. */
import { currentDay } from '#contract/values/tanggal.ts'
import { makeBill } from '#mocks/people/family.ts'
import type { School } from '#mocks/school/school.ts'
import { now } from '#server/http/context.ts'

/**
 * Creates a new bill of the payer and an unpaid late fee for it. A late fee is itself a bill;
 * returns the id of that bill.
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
