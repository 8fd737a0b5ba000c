/** Whether the money adds up (domain.md 3.5). What does not is told, and never mended by itself. */
import type { Job } from '#server/jobs/job.ts'
import { brokenMoney, moneyRules } from '#server/modules/billing/invariants.ts'

export const integrityJob: Job = {
  nama: 'integritas',
  label: 'Pemeriksaan uang',
  ket: 'Memeriksa bahwa tagihan, pembayaran, saldo, promo, dan stok saling cocok. Tidak ada yang diubah.',
  cron: '0 3 * * *',
  limitMs: 30 * 60_000,
  run: async ({ reader, pause, log }) => {
    const broken = await brokenMoney(reader, pause)
    if (broken.length === 0) return { ringkasan: `Semua ${moneyRules} aturan dipenuhi.` }
    log.error({ broken }, 'the money does not add up')
    return {
      ringkasan: `${broken.length} dari ${moneyRules} aturan dilanggar. Hubungi pengelola server.`,
      temuan: broken.map((rule) => `Tidak cocok: ${rule}`),
    }
  },
}
