/** Reminders: the nightly job queues them, and an admin sends or skips them. */
import { shareDetail } from '#contract/billing/shareCalls.ts'
import { isDone } from '../play.ts'
import { alasan, contestedLimit, type Field, type Move } from './rows.ts'

export const queueReminders: Move = async () => ({
  path: '/pekerjaan/jalankan',
  body: { nama: 'pengingat' },
})
const queued = ({ db, arena }: Field) =>
  db
    .selectFrom('pengingat')
    .innerJoin('billing', 'billing.id', 'pengingat.billing_id')
    .select(['pengingat.id', 'pengingat.billing_id'])
    .where('billing.akun_billing_id', 'in', arena.akun)
    .where('pengingat.status', '=', 'menunggu')
    .orderBy('pengingat.id', 'desc')
    .limit(contestedLimit)
    .execute()
/**
 * Sends the reminder of a bill with the text that the API proposes. Another user may change the
 * bill between reading the text and sending it.
 */
export const sendReminder: Move = async (field) => {
  const { r, get } = field
  const row = r.some(await queued(field))
  if (!row) return undefined
  const detail = await get(`/billing/share-detail?id=${row.billing_id}`)
  if (!isDone(detail)) return undefined
  const { penerima, teks, versi } = shareDetail.output.parse(detail.data)
  const templat = 'wa_pengingat'
  return {
    path: `/billing/share-kirim?id=${row.billing_id}`,
    body: {
      kanal: 'wa_link',
      tujuan: penerima[0]?.phone,
      templat,
      isi: teks.find((text) => text.templat === templat)?.isi ?? 'Mengingatkan',
      versi,
      pengingat_id: row.id,
    },
  }
}
export const skipReminder: Move = async (field) => {
  const row = field.r.some(await queued(field))
  return row && { path: `/pengingat/lewati?id=${row.id}`, body: { alasan } }
}
