/** Last questions before settings that are hard to take back. */
import { numberedPapers } from '#contract/settings/settingCalls.ts'
import { reopensBooks } from '#contract/settings/settings.ts'
import { currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import { SettingNomor } from '#src/data/setting.ts'
import { askReason, confirm } from '#src/state/feedback.ts'

type Values = Record<string, unknown>
/** Yes, with the reason where one was asked for; undefined to stay. */
type Answer = { alasan: string | null } | undefined
const yes = { alasan: null }

/** What was recorded under a lock can be changed again: only with a reason. */
const askReopening = async (lockedUntil: string, next: unknown): Promise<Answer> => {
  const from = typeof next === 'string' ? `sesudah ${formatTanggal(next)}` : 'bertanggal berapa pun'
  const alasan = await askReason({
    title: 'Buka kembali buku?',
    body: `Buku terkunci sampai ${formatTanggal(lockedUntil)}. Setelah disimpan, transaksi ${from} dapat dicatat dan dibatalkan lagi, juga bila sudah dilaporkan.`,
    confirm: 'Buka kembali',
    danger: true,
  })
  return alasan === null ? undefined : { alasan }
}
/** A lock that reaches today stops today's work. */
const askLock = async (before: unknown, next: unknown): Promise<Answer> => {
  if (typeof before === 'string' && reopensBooks(before, next)) return askReopening(before, next)
  if (typeof next !== 'string' || next < currentDay()) return yes
  const sure = await confirm({
    title: `Kunci buku sampai ${formatTanggal(next)}?`,
    body: 'Tanggal itu belum lewat: penerbitan dan pembayaran hari ini pun akan ditolak.',
    confirm: 'Kunci buku',
    danger: true,
  })
  return sure ? yes : undefined
}
/** Where this year has numbers already, two forms of them will stand side by side. */
const askFormats = async (formats: readonly string[]): Promise<Answer> => {
  const { seri } = await SettingNomor.fetch({ tanggal: currentDay() })
  const used = seri.filter((x) => formats.includes(x.jenis) && x.tahun_ini > 0)
  if (used.length === 0) return yes
  const numbers = used.map((x) => `${x.tahun_ini} nomor ${x.jenis}`).join(' dan ')
  const sure = await confirm({
    title: 'Ganti format nomor?',
    body: `Tahun ini sudah ada ${numbers}. Nomor itu tidak berubah; yang berikutnya memakai bentuk baru, dan nomor urutnya dapat mulai dari 1 lagi.`,
    confirm: 'Ganti format',
  })
  return sure ? yes : undefined
}

/** Asks what the changes need to have asked. */
export const confirmChanges = async (input: Values, before: Values): Promise<Answer> => {
  if ('kunci_buku_sampai' in input) {
    const answer = await askLock(before.kunci_buku_sampai, input.kunci_buku_sampai)
    // A reason was asked for: no second question after it.
    if (!answer || answer.alasan !== null) return answer
  }
  const formats = numberedPapers.filter((jenis) => `format_nomor_${jenis}` in input)
  return formats.length > 0 ? askFormats(formats) : yes
}
