/**
 * Whether the money adds up (domain.md 3.5) and nobody is in two places (3.8). What does not is
 * told, and never mended by itself.
 */
import type { Job } from '#server/jobs/job.ts'
import { brokenMoney, moneyRules } from '#server/modules/billing/invariants.ts'
import { brokenSchedule, scheduleRules } from '#server/modules/schedule/invariants.ts'

const all = moneyRules + scheduleRules

export const integrityJob: Job = {
  nama: 'integritas',
  label: 'Pemeriksaan data',
  ket: 'Memeriksa bahwa tagihan, pembayaran, saldo, promo, dan stok saling cocok, serta pertemuan, absensi, dan kelas pengganti tidak bertabrakan. Tidak ada yang diubah.',
  cron: '0 3 * * *',
  limitMs: 30 * 60_000,
  run: async ({ reader, pause, log, now }) => {
    const broken = [
      ...(await brokenMoney(reader, pause)),
      ...(await brokenSchedule(reader, { at: new Date(now()), pause })),
    ]
    if (broken.length === 0) return { ringkasan: `Semua ${all} aturan dipenuhi.` }
    log.error({ broken }, 'the data does not agree with itself')
    return {
      ringkasan: `${broken.length} dari ${all} aturan dilanggar. Hubungi pengelola server.`,
      temuan: broken.map((rule) => `Tidak cocok: ${rule}`),
    }
  },
}
