/**
 * Sends reminders of bills by mail at the hour that the settings give, in the time zone of each
 * outlet (domain.md 3.12).
 */
import { JobError, type Job } from '#server/jobs/scheduler/job.ts'
import { settleLost, storeLetters } from '#server/modules/billing/pengingat/mails.ts'
import { storeMailResults } from '#server/modules/billing/pengingat/settle.ts'
import { mailBill } from '#server/modules/billing/share/send.ts'
import { readSettings } from '#server/settings.ts'

/** Maximum number of mails being sent at the same time. */
const atOnce = 10
/** Maximum number of mails in a run; the next run is ten minutes later. */
const mostPerRun = 300

export const reminderMailsJob: Job = {
  nama: 'surat-pengingat',
  label: 'Email pengingat',
  ket: 'Mengirim email pengingat kepada keluarga yang memilih email, pada jam yang diatur menurut jam outlet.',
  cron: '*/10 * * * *',
  limitMs: 20 * 60_000,
  off: ({ pengingat_surat }) =>
    pengingat_surat ? undefined : 'Email pengingat otomatis mati di Setting, Penagihan.',
  run: async (context) => {
    const { db, mail, publicUrl, log, now, transaction, pause } = context
    const settings = await readSettings(db)
    if (!settings.pengingat_surat) return { ringkasan: 'Mati di Setting, Penagihan.' }
    if (!mail || !publicUrl)
      throw new JobError(
        'Alamat aplikasi (PUBLIC_URL) belum diatur: tautan tagihan tidak dapat dibuat.',
      )
    await transaction(settleLost)
    const origin = publicUrl.replace(/\/$/, '')
    let [after, sent, failed] = [0, 0, 0]
    while (sent + failed < mostPerRun) {
      const criteria = { settings, at: now(), after, most: atOnce, origin }
      const { letters, last } = await transaction((trx) => storeLetters(trx, criteria))
      if (last === undefined) break
      after = last
      const fates = await Promise.all(
        letters.map(async (letter) => ({
          id: letter.pesan_id,
          went: await mailBill({ db, mail, log }, settings, letter.bill, letter),
        })),
      )
      const [went, lost] = [fates.filter((f) => f.went), fates.filter((f) => !f.went)]
      await transaction(async (trx) => {
        await storeMailResults(
          trx,
          went.map(({ id }) => id),
          true,
        )
        await storeMailResults(
          trx,
          lost.map(({ id }) => id),
          false,
        )
      })
      sent += went.length
      failed += lost.length
      await pause()
    }
    return {
      ringkasan: sent === 0 ? 'Tidak ada yang dikirim.' : `${sent} email dikirim.`,
      ...(failed > 0 && {
        temuan: [`${failed} email gagal dikirim; pengingatnya kembali ke antrean.`],
      }),
    }
  },
}
