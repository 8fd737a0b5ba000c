/** Confirmations that are asked before saving settings that are hard to undo. */
import { numberedPapers } from '#contract/settings/settingCalls.ts'
import { reopensBooks } from '#contract/settings/settings.ts'
import { currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import { SettingNomor } from '#src/data/setting.ts'
import { askReason, confirm } from '#src/state/feedback.ts'

type Values = Record<string, unknown>
/**
 * Consent of the user to the save, with the reason if the app has asked for one. Undefined if the
 * user declined, which cancels the save.
 */
type Answer = { alasan: string | null } | undefined
const consent = { alasan: null }

/**
 * Asks for a reason before closed months are reopened, because the entries of these months become
 * editable again.
 */
const askReopening = async (lockedUntil: string, next: unknown): Promise<Answer> => {
  const from = typeof next === 'string' ? `sesudah ${formatTanggal(next)}` : 'bertanggal berapa pun'
  const alasan = await askReason({
    title: 'Buka kembali buku?',
    body: `Buku terkunci sampai ${formatTanggal(lockedUntil)}. Setelah disimpan, transaksi ${from} dapat dicatat dan dibatalkan lagi, juga jika sudah dilaporkan.`,
    confirm: 'Buka kembali',
    danger: true,
  })
  return alasan === null ? undefined : { alasan }
}
/**
 * Asks for confirmation if the closed period includes today, because the server then rejects
 * entries of today. Asks for a reason if closed months are reopened.
 */
const askLock = async (before: unknown, next: unknown): Promise<Answer> => {
  if (typeof before === 'string' && reopensBooks(before, next)) return askReopening(before, next)
  if (typeof next !== 'string' || next < currentDay()) return consent
  const sure = await confirm({
    title: `Kunci buku sampai ${formatTanggal(next)}?`,
    body: 'Tanggal itu belum lewat: penerbitan dan pembayaran hari ini pun akan ditolak.',
    confirm: 'Kunci buku',
    danger: true,
  })
  return sure ? consent : undefined
}
/**
 * Asks for confirmation if documents of this year already have numbers, because two number formats
 * would then exist in one year.
 */
const askFormats = async (formats: readonly string[]): Promise<Answer> => {
  const { seri } = await SettingNomor.fetch({ tanggal: currentDay() })
  const used = seri.filter((x) => formats.includes(x.jenis) && x.tahun_ini > 0)
  if (used.length === 0) return consent
  const numbers = used.map((x) => `${x.tahun_ini} nomor ${x.jenis}`).join(' dan ')
  const sure = await confirm({
    title: 'Ganti format nomor?',
    body: `Tahun ini sudah ada ${numbers}. Nomor itu tidak berubah; yang berikutnya memakai bentuk baru, dan nomor urutnya dapat mulai dari 1 lagi.`,
    confirm: 'Ganti format',
  })
  return sure ? consent : undefined
}

/** Asks for every confirmation that the changes need. Returns undefined if the user declines. */
export const confirmChanges = async (input: Values, before: Values): Promise<Answer> => {
  if ('kunci_buku_sampai' in input) {
    const answer = await askLock(before.kunci_buku_sampai, input.kunci_buku_sampai)
    // A user who has given a reason has already consented, so no further question follows.
    if (!answer || answer.alasan !== null) return answer
  }
  const formats = numberedPapers.filter((jenis) => `format_nomor_${jenis}` in input)
  return formats.length > 0 ? askFormats(formats) : consent
}
