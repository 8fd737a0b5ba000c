/**
 * Makes the leads of a made-up school in all stages, with past conversations and next steps, some
 * of which are due or late.
 */
import { Activation, InformationSource } from '#contract/enums.ts'
import { soundKey } from '#contract/sales/rules/similar.ts'
import { openStages, type Tahap } from '#contract/sales/rules/stages.ts'
import { makeRandom, type Random } from '#contract/values/random.ts'
import { addDays } from '#contract/values/tanggal.ts'
import type { Kursus } from '#server/seed/catalog/courses.ts'
import type { Outlet } from '#server/seed/catalog/outlets.ts'
import { momentOf, keyed, stamp, type Maker } from '#server/seed/maker.ts'
import {
  makeFamily,
  makeName,
  mobileNumber,
  pick,
  pickWeighted,
  type Gender,
} from '#server/seed/names.ts'

/** Percentage of leads in each stage. */
const shares: readonly (readonly [Tahap, number])[] = [
  ['baru', 18],
  ['dihubungi', 24],
  ['trial_dijadwalkan', 12],
  ['trial_hadir', 9],
  ['penawaran', 11],
  ['menang', 12],
  ['kalah', 14],
]
const said = [
  ['telepon', 'Tanya biaya bulanan dan jadwal sore; minta dikirimi brosur.'],
  ['telepon', 'Tidak diangkat, coba lagi besok.'],
  ['wa', 'Brosur dan daftar harga dikirim.'],
  ['wa', 'Menanyakan apakah ada kelas hari Sabtu.'],
  ['kunjungan', 'Datang bersama anaknya, melihat ruang dan alat.'],
  ['telepon', 'Ingin mulai bulan depan, masih bicara dengan suami.'],
  ['catatan', 'Anak sudah punya keyboard di rumah.'],
  ['wa', 'Konfirmasi jadwal trial, setuju.'],
] as const
const afterTrial = [
  ['trial', 'Trial 30 menit, anak senang.'],
  ['wa', 'Penawaran paket dikirim.'],
] as const
const steps: Readonly<Record<(typeof openStages)[number], readonly string[]>> = {
  baru: ['Telepon pertama', 'Balas WhatsApp'],
  dihubungi: ['Telepon lagi', 'Kirim jadwal kosong', 'Ajak trial'],
  trial_dijadwalkan: ['Ingatkan trial', 'Konfirmasi guru trial'],
  trial_hadir: ['Tanya kesan setelah trial', 'Kirim penawaran'],
  penawaran: ['Tanya keputusan', 'Tawarkan promo pendaftaran'],
}
const lostBecause = [
  'Jadwal tidak cocok',
  'Harga di atas anggaran',
  'Memilih sekolah lain',
  'Tidak dapat dihubungi',
  'Pindah kota',
]

interface Sales {
  id: number
  gedung_id: number
}
/** Draws the number of days since the entry of a lead. It depends on the stage of the lead. */
const ageOf = (r: Random, tahap: Tahap): number => {
  if (tahap === 'baru') return r.int(1, 6)
  return tahap === 'menang' || tahap === 'kalah' ? r.int(20, 90) : r.int(4, 45)
}
/**
 * Draws the next step of a lead. Most open leads get a task that is late, due today or due within
 * eight days. Other leads get none.
 */
const nextStep = (r: Random, tahap: Tahap, today: string) => {
  const open = openStages.find((stage) => stage === tahap)
  if (!open || r.chance(open === 'baru' ? 0.4 : 0.1))
    return { tindak_lanjut_at: null, tindak_lanjut: null }
  const day = pickWeighted(r, [
    [-r.int(1, 5), 20],
    [0, 15],
    [r.int(1, 8), 65],
  ])
  return { tindak_lanjut_at: addDays(today, day), tindak_lanjut: pick(r, steps[open]) }
}
/**
 * Draws the conversations with a lead, oldest first. They are spread over the days from the entry
 * of the lead to yesterday.
 */
const talk = (r: Random, tahap: Tahap, age: number) => {
  if (tahap === 'baru') return []
  const isLate = ['trial_hadir', 'penawaran', 'menang'].includes(tahap)
  const start = r.int(0, 3)
  const all = [...said.slice(start, start + r.int(1, 4)), ...(isLate ? afterTrial : [])]
  return all.map(([jenis, isi], i) => {
    const ago = Math.max(1, Math.round(age - ((i + 1) * age) / (all.length + 1)))
    return { jenis, isi, ago }
  })
}

/** Stores three leads for every ten students, with their conversations. */
export const makeLeads = (
  { options, ids, put }: Maker,
  sales: readonly Sales[],
  outlets: readonly Outlet[],
  kursus: readonly Kursus[],
): void => {
  if (sales.length === 0) return
  const r = makeRandom(options.seed + 2)
  const { today } = options
  const makeOne = () => {
    const holder = pick(r, sales)
    const outlet = outlets.find((o) => o.id === holder.gedung_id) ?? pick(r, outlets)
    const family = makeFamily(r, outlet.city)
    const gender: Gender = r.chance() ? 'Perempuan' : 'Laki-laki'
    const child = r.chance(0.7)
    const nama = makeName(r, family, gender).name
    const tahap = pickWeighted(r, shares)
    const age = ageOf(r, tahap)
    const id = ids.next('lead')
    const born = momentOf(addDays(today, -age), r.int(0, 30_000))
    const activities = talk(r, tahap, age)
    const last = activities.at(-1)
    const moved = last ? momentOf(addDays(today, -last.ago), 20_000 + r.int(0, 9000)) : born
    const isWon = tahap === 'menang'
    put(
      'lead',
      keyed('lead', {
        id,
        ...stamp(born, holder.id),
        updated_at: moved,
        nama,
        nama_bunyi: soundKey(nama),
        phone: mobileNumber(r),
        gedung_id: outlet.id,
        sales_id: holder.id,
        email: null,
        usia: child ? r.int(5, 16) : r.int(18, 45),
        wali_nama: child ? makeName(r, family, 'Perempuan').name : null,
        information_source: r.chance(0.85) ? pick(r, InformationSource.options).value : null,
        kursus_minat: JSON.stringify(r.chance(0.8) ? [pick(r, kursus).id] : []),
        ...nextStep(r, tahap, today),
        catatan: r.chance(0.2) ? 'Hanya bisa sore setelah pukul 16.00' : null,
        tahap,
        tahap_at: moved,
        alasan_kalah: tahap === 'kalah' ? pick(r, lostBecause) : null,
        activation: isWon ? Activation.pilihKursus : Activation.belum,
        aktivitas_at: last ? moved : null,
        aktif_at: isWon ? moved : null,
        menang_at: isWon ? moved : null,
        dihapus_at: null,
        digabung_ke_id: null,
      }),
    )
    for (const { jenis, isi, ago } of activities)
      put('lead_aktivitas', {
        id: ids.next('lead_aktivitas'),
        lead_id: id,
        jenis,
        isi,
        pada_at: momentOf(addDays(today, -ago), r.int(0, 20_000)),
        oleh: holder.id,
      })
  }
  for (let n = Math.round(options.students * 0.3); n > 0; n--) makeOne()
}
