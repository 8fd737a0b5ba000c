/** Creates reminders that wait to be sent, as the nightly job stores them. */
import type { School } from '#mocks/school/school.ts'
import { now } from '#server/http/context.ts'

/** Creates a waiting reminder of a bill and returns its id. */
export const makeReminder = async (s: School, billing_id: number): Promise<number> => {
  const { gedung_id, cari } = await s.db
    .selectFrom('billing')
    .select(['gedung_id', 'cari'])
    .where('id', '=', billing_id)
    .executeTakeFirstOrThrow()
  const { id } = await s.db
    .insertInto('pengingat')
    .values({
      billing_id,
      gedung_id,
      versi: 1,
      langkah: 3,
      status: 'menunggu',
      surat_id: null,
      pesan_id: null,
      alasan: null,
      selesai_at: null,
      selesai_oleh: null,
      cari,
      created_at: now(),
      created_by: null,
      updated_at: now(),
      updated_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
/** Creates a reminder of every published bill. */
export const makeReminders = async (s: School): Promise<void> => {
  const bills = await s.db
    .selectFrom('billing')
    .select('id')
    .where('nomor', 'is not', null)
    .execute()
  for (const { id } of bills) await makeReminder(s, id)
}
