/**
 * Checks that bills, payments and saldo agree with each other (domain.md 3.5), that no person or
 * room is double-booked (3.8), and that a search finds every row. Rows that break a rule are
 * reported, never repaired automatically.
 */
import { inWords } from '#server/db/brokenRules.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import type { Job } from '#server/jobs/scheduler/job.ts'
import { findBrokenMoney, moneyRules } from '#server/modules/billing/invariants.ts'
import { findBrokenSchedule, scheduleRules } from '#server/modules/schedule/invariants.ts'
import { findUnsearchable, searchRules } from '#server/resource/query/searchRules.ts'

/** Names of all rules that are checked. */
export const integrityRules: readonly string[] = [...moneyRules, ...scheduleRules, ...searchRules]
/** Number of runs whose findings stay stored in the database. */
const keptRuns = 60

const dropOld = async (trx: Trx, newest: number): Promise<void> => {
  await trx
    .deleteFrom('integritas')
    .where('id', '<=', newest - keptRuns)
    .execute()
}

export const integrityJob: Job = {
  nama: 'integritas',
  label: 'Pemeriksaan data',
  ket: 'Memeriksa bahwa tagihan, pembayaran, saldo, promo, stok, nomor, dan tutup kas saling cocok, bahwa pertemuan, absensi, dan kelas pengganti tidak bertabrakan, dan bahwa pencarian menemukan semua baris. Tidak ada yang diubah.',
  cron: '0 3 * * *',
  limitMs: 30 * 60_000,
  run: async ({ reader, pause, log, now, by, transaction }) => {
    const mulai = new Date(now())
    const broken = [
      ...(await findBrokenMoney(reader, pause)),
      ...(await findBrokenSchedule(reader, { at: mulai, pause })),
      ...(await findUnsearchable(reader, pause)),
    ]
    await transaction(async (trx) => {
      const { id } = await trx
        .insertInto('integritas')
        .values({
          mulai: mulai.toISOString(),
          selesai: new Date(now()).toISOString(),
          oleh: by,
          temuan: JSON.stringify(broken),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await dropOld(trx, id)
    })
    const all = integrityRules.length
    if (broken.length === 0) return { ringkasan: `Semua ${all} aturan dipenuhi.` }
    log.error({ broken }, 'the data does not agree with itself')
    return {
      ringkasan: `${broken.length} dari ${all} aturan dilanggar. Hubungi pengelola server.`,
      temuan: broken.map((finding) => `Tidak cocok: ${inWords(finding)}`),
    }
  },
}
