/** The settings of a school: key, group, rule and control, default, and what each does. A new one is a line here; its row is made at the next start. */
import * as z from 'zod/mini'
import { enumOf, ModeTagihan } from '#contract/enums.ts'
import {
  acuan,
  berkas,
  bilangan,
  fieldMeta,
  list,
  metaOf,
  opsional,
  persen,
  rupiah,
  satuDari,
  tanggal,
  teks,
  ya,
  type FieldMeta,
} from '#contract/fields.ts'
import { periksaFormatNomor } from '#contract/rules/nomor.ts'
import { formatRupiah } from '#contract/rules/rupiah.ts'
import { hariIni } from '#contract/rules/tanggal.ts'

/** Groups in their order: one save each. */
export const grupSetting = {
  umum: ['Umum', 'Nama aplikasi dan sekolah, logo, unggahan'],
  tagihan: ['Tagihan', 'Tagihan bulanan: jenis, tanggal, pembulatan, saldo'],
  nomor: ['Nomor Dokumen', 'Bentuk nomor tagihan dan kuitansi'],
  pembayaran: ['Pembayaran & Pajak', 'Kuitansi, mesin kartu, PPN, meterai'],
  penagihan: ['Penagihan', 'Pengingat, denda keterlambatan, tunggakan'],
  kelas: ['Kelas & Cuti', 'Izin, kelas pengganti, cuti'],
  keamanan: ['Keamanan', 'Verifikasi dua langkah'],
  pembukuan: ['Pembukuan', 'Kunci buku, tanggal yang diterima'],
} as const
export type GrupSetting = keyof typeof grupSetting

interface More {
  /** Unit of a number. */ satuan?: string
  /** The part of the product that will read it. Until then it is stored with its default, and no screen offers it. */
  nanti?: string
  kata?: FieldMeta['kata']
}
/** `ket` says in a sentence what it does. */
const setting = <S extends z.ZodMiniType>(
  grup: GrupSetting,
  schema: S,
  awal: z.output<S>,
  ket: string,
  { nanti, ...meta }: More = {},
) => {
  const own = metaOf(schema) ?? { label: '', control: 'text' as const }
  fieldMeta.add(schema, { ...own, ...meta, hint: ket })
  return { grup, label: own.label, schema, awal, ket, nanti }
}
const rule = <S extends z.ZodMiniType>(
  schema: S,
  periksa: (value: z.output<S>) => readonly string[],
): S => {
  const meta = metaOf(schema)
  // A check answers the schema anew, as the type it had.
  const checked = schema.check((payload) => {
    for (const message of periksa(payload.value as z.output<S>))
      payload.issues.push({ code: 'custom', message, input: payload.value })
  }) as S
  if (meta) fieldMeta.add(checked, meta)
  return checked
}
const jenis = (label: string, sifat: string) =>
  opsional(acuan(label, 'jenis-billing', { params: { sifat } }))
const format = (label: string) => rule(teks(label, { max: 40 }), periksaFormatNomor)
const daftar = <S extends z.ZodMiniType>(label: string, isi: S, max: number) => {
  const schema = list(isi, max, `Maksimal ${max} baris`)
  fieldMeta.add(schema, { label, control: 'text' })
  return schema
}

export const MingguKelima = enumOf([
  ['libur', 'Libur, tidak ditagih'],
  ['jalan', 'Tetap masuk'],
])
export const TipeDenda = enumOf([
  ['persen', 'Persen'],
  ['nominal', 'Rupiah'],
])
/** A step of the late fee: from day to day after the due date (`sampai` null: for ever), in hundredths of a percent of what is left of the tuition, or in rupiah. */
export const DendaTier = z.object({
  dari_hari: bilangan('Dari hari ke', { min: 1, max: 366 }),
  sampai: opsional(bilangan('Sampai hari ke', { min: 1, max: 366, hint: 'Kosong: seterusnya' })),
  tipe: satuDari('Bentuk', TipeDenda),
  nilai: bilangan('Besar denda', { min: 1, max: 100_000_000 }),
})
export type DendaTier = z.output<typeof DendaTier>
/** A step in words: `Hari 1–10: 5 %`. */
export const sebutDenda = ({ dari_hari, sampai, tipe, nilai }: DendaTier): string =>
  `Hari ${dari_hari}${sampai === null ? ' dan seterusnya' : sampai > dari_hari ? `–${sampai}` : ''}: ${tipe === 'persen' ? `${String(nilai / 100).replace('.', ',')} %` : formatRupiah(nilai)}`
const periksaDenda = (tiers: readonly DendaTier[]): string[] =>
  tiers.flatMap((t, i) => {
    const last = tiers[i - 1]
    return [
      ...(t.sampai !== null && t.sampai < t.dari_hari
        ? [`Baris ${i + 1}: hari terakhir sebelum hari pertama`]
        : []),
      ...(t.tipe === 'persen' && t.nilai > 10_000 ? [`Baris ${i + 1}: paling besar 100 %`] : []),
      ...(last && (last.sampai === null || last.sampai >= t.dari_hari)
        ? [`Baris ${i + 1} bertumpuk dengan baris ${i}: urutkan dari hari yang paling awal`]
        : []),
    ]
  })
/** `3 hari sebelum jatuh tempo` */
export const sebutPengingat = (hari: number): string =>
  hari === 0
    ? 'Pada hari jatuh tempo'
    : `${Math.abs(hari)} hari ${hari < 0 ? 'sebelum' : 'sesudah'} jatuh tempo`
const rows =
  <T>(sebut: (row: T) => string) =>
  (value: unknown): string[] =>
    Array.isArray(value) ? value.map((row: T) => sebut(row)) : []

export const settings = {
  app_nama: setting(
    'umum',
    teks('Nama aplikasi', { max: 40 }),
    'Nada',
    'Tampil di menu, judul tab, kaki halaman, dan email.',
  ),
  nama_sekolah: setting(
    'umum',
    teks('Nama sekolah', { max: 80 }),
    'Sekolah Musik',
    'Tampil pada kop surat tagihan dan kuitansi, formulir pendaftaran, dan email.',
  ),
  npwp: setting(
    'umum',
    opsional(
      teks('NPWP', {
        max: 30,
        pattern: /^(?:\D*\d){15,16}\D*$/,
        patternMessage: 'NPWP terdiri atas 15 atau 16 angka',
      }),
    ),
    null,
    'Nomor pokok wajib pajak sekolah, di bawah nama outlet pada kop surat.',
  ),
  logo: setting(
    'umum',
    opsional(berkas('Logo', { jenis: 'foto' })),
    null,
    'Logo sekolah pada kop surat outlet yang tidak punya logo sendiri.',
  ),
  unggah_maks_mb: setting(
    'umum',
    bilangan('Ukuran terbesar berkas unggahan', { min: 1, max: 20 }),
    5,
    'Bukti pembayaran yang lebih besar ditolak. Foto selalu paling besar 2 MB.',
    { satuan: 'MB' },
  ),

  jenis_billing_id: setting(
    'tagihan',
    jenis('Jenis billing tagihan bulanan', 'kursus'),
    null,
    'Jenis baris kursus pada tagihan yang dibuat oleh Generate Tagihan.',
  ),
  jenis_billing_pendaftaran_id: setting(
    'tagihan',
    jenis('Jenis billing pendaftaran', 'pendaftaran'),
    null,
    'Jenis baris biaya pendaftaran peserta baru.',
    { nanti: 'aktivasi peserta' },
  ),
  mode_tagihan: setting(
    'tagihan',
    satuDari('Mode tagihan', ModeTagihan),
    'per_akun',
    'Satu tagihan untuk seluruh keluarga di satu outlet, atau satu untuk tiap peserta. Dapat diganti saat generate.',
  ),
  hari_terbit: setting(
    'tagihan',
    bilangan('Tanggal terbit', { min: 1, max: 31 }),
    25,
    'Tagihan bulanan bertanggal terbit ini pada bulan sebelumnya; di bulan yang lebih pendek, hari terakhirnya.',
  ),
  jatuh_tempo_hari: setting(
    'tagihan',
    bilangan('Tanggal jatuh tempo', { min: 1, max: 31 }),
    10,
    'Tagihan bulanan jatuh tempo pada tanggal ini di bulannya; di bulan yang lebih pendek, hari terakhirnya.',
  ),
  pembulatan: setting(
    'tagihan',
    rupiah('Pembulatan', { min: 1 }),
    1000,
    'Hasil prorata dan potongan persen dibulatkan ke kelipatan ini; setengah dibulatkan ke atas. Rp1 berarti tanpa pembulatan.',
  ),
  minggu_kelima: setting(
    'tagihan',
    satuDari('Minggu kelima', MingguKelima),
    'libur',
    'Apakah kelas masuk pada pertemuan kelima di bulan yang panjang.',
  ),
  auto_pakai_saldo: setting(
    'tagihan',
    ya('Pakai saldo otomatis'),
    true,
    'Saldo akun billing langsung membayar tagihan saat diterbitkan. Bila mati, saldo dipakai lewat tombol Pakai saldo.',
  ),
  wajib_lunas_pendaftaran: setting(
    'tagihan',
    ya('Wajib lunas pendaftaran'),
    false,
    'Kursus peserta baru mulai aktif setelah biaya pendaftarannya lunas.',
    { nanti: 'aktivasi peserta' },
  ),

  format_nomor_tagihan: setting(
    'nomor',
    format('Format nomor tagihan'),
    'INV/{YYYY}/{MM}/{0001}',
    'Nomor yang diberikan saat tagihan terbit. Nomor yang sudah ada tidak berubah.',
  ),
  format_nomor_kuitansi: setting(
    'nomor',
    format('Format nomor kuitansi'),
    'KW/{YYYY}/{MM}/{0001}',
    'Nomor yang diberikan saat pembayaran dicatat. Nomor yang sudah ada tidak berubah.',
  ),

  judul_kuitansi: setting(
    'pembayaran',
    teks('Judul kuitansi', { max: 30 }),
    'KWITANSI',
    'Judul pada lembar kuitansi yang dicetak.',
  ),
  label_metode_2: setting(
    'pembayaran',
    teks('Nama mesin kartu (dua bank)', { max: 40 }),
    'Mesin kartu (dua bank)',
    'Sebutan metode pembayaran ini di seluruh aplikasi, misalnya EDC BCA/Mandiri.',
  ),
  label_metode_3: setting(
    'pembayaran',
    teks('Nama mesin kartu bank lain', { max: 40 }),
    'Mesin kartu bank lain',
    'Sebutan metode pembayaran ini di seluruh aplikasi.',
  ),
  ppn_persen: setting(
    'pembayaran',
    persen('PPN'),
    0,
    'Dikenakan pada baris tagihan yang ditandai kena PPN. 0 berarti sekolah tidak memungut PPN.',
    { satuan: '%' },
  ),
  meterai_ambang: setting(
    'pembayaran',
    rupiah('Ambang meterai'),
    5_000_000,
    'Kuitansi di atas jumlah ini memuat kotak Meterai Rp10.000.',
  ),

  pengingat_hari: setting(
    'penagihan',
    rule(
      daftar(
        'Jadwal pengingat',
        z
          .int('Harus berupa bilangan bulat')
          .check(
            z.gte(-60, 'Paling awal 60 hari sebelum'),
            z.lte(180, 'Paling lambat 180 hari sesudah'),
          ),
        12,
      ),
      (days) => (new Set(days).size === days.length ? [] : ['Ada hari yang sama dua kali']),
    ),
    [-3, 0, 3, 7, 14],
    'Hari pengingat tagihan, dihitung dari jatuh temponya.',
    { nanti: 'pengingat tagihan', kata: rows(sebutPengingat) },
  ),
  denda_tier: setting(
    'penagihan',
    rule(daftar('Denda keterlambatan', DendaTier, 10), periksaDenda),
    [],
    'Denda menurut lama terlambat; tingkat berikutnya menggantikan yang sebelumnya. Kosong berarti tanpa denda.',
    { nanti: 'denda keterlambatan', kata: rows(sebutDenda) },
  ),
  blokir_tunggakan_bulan: setting(
    'penagihan',
    bilangan('Tanda tunggakan', { min: 1, max: 24 }),
    3,
    'Peserta yang menunggak sebanyak ini ditandai merah pada daftar hadir; tidak dikeluarkan otomatis.',
    { satuan: 'bulan', nanti: 'absensi' },
  ),

  batas_izin_jam: setting(
    'kelas',
    bilangan('Batas izin', { max: 168 }),
    24,
    'Izin paling lambat sekian jam sebelum kelas; sesudahnya dihitung izin mendadak.',
    { satuan: 'jam', nanti: 'absensi' },
  ),
  masa_kredit_hari: setting(
    'kelas',
    bilangan('Masa berlaku kelas pengganti', { min: 1, max: 366 }),
    60,
    'Kelas pengganti hangus setelah sekian hari.',
    { satuan: 'hari', nanti: 'kelas pengganti' },
  ),
  maks_kredit_bulan: setting(
    'kelas',
    bilangan('Kelas pengganti per bulan', { max: 31 }),
    1,
    'Paling banyak kelas pengganti per bulan karena peserta berhalangan; yang karena guru atau sekolah tidak dibatasi.',
    { satuan: 'kali', nanti: 'kelas pengganti' },
  ),
  cuti_maks_bulan: setting(
    'kelas',
    bilangan('Lama cuti', { min: 1, max: 24 }),
    2,
    'Paling lama peserta boleh cuti.',
    { satuan: 'bulan', nanti: 'cuti peserta' },
  ),
  cuti_tahan_slot: setting(
    'kelas',
    ya('Tahan tempat selama cuti'),
    true,
    'Tempat di kelas tidak diberikan kepada peserta lain selama cuti.',
    { nanti: 'cuti peserta' },
  ),

  wajib_dua_langkah: setting(
    'keamanan',
    ya('Wajib verifikasi dua langkah'),
    false,
    'Superadmin dan admin harus memasang verifikasi dua langkah sebelum melanjutkan, dan tidak dapat mematikannya.',
  ),

  tanggal_mulai_sekolah: setting(
    'pembukuan',
    rule(tanggal('Tanggal mulai sekolah'), (day) =>
      day > hariIni() ? ['Tidak boleh setelah hari ini'] : [],
    ),
    '2018-01-01',
    'Tagihan dan pembayaran bertanggal sebelum hari ini ditolak: tahunnya tentu salah ketik.',
  ),
  batas_tahun_depan: setting(
    'pembukuan',
    bilangan('Batas tanggal ke depan', { min: 1, max: 20 }),
    5,
    'Tanggal terbit, jatuh tempo, periode, dan mulai berlakunya harga yang lebih jauh dari ini ditolak.',
    { satuan: 'tahun' },
  ),
  kunci_buku_sampai: setting(
    'pembukuan',
    opsional(tanggal('Buku terkunci sampai')),
    null,
    'Penerbitan, pembayaran, dan pembatalan bertanggal sampai hari ini ditolak. Koreksi dicatat dengan tanggal sesudahnya.',
  ),
} as const

export type SettingKey = keyof typeof settings
export type Settings = { [K in SettingKey]: z.infer<(typeof settings)[K]['schema']> }
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settings, key)
/** Keys of a group that do something, in their order: a school is not asked for what nothing reads yet. */
export const kunciGrup = (grup: GrupSetting): SettingKey[] =>
  Object.keys(settings)
    .filter((k) => isSettingKey(k))
    .filter((k) => settings[k].grup === grup && settings[k].nanti === undefined)
/** Whether a date of the locked books moves back or goes, so that what was closed can change again. */
export const bukaBuku = (sebelum: string | null, sesudah: unknown): boolean =>
  sebelum !== null && (typeof sesudah !== 'string' || sesudah < sebelum)
/** Settings that every screen may read, in the profile. */
export const publicSettings = [
  'app_nama',
  'nama_sekolah',
  'npwp',
  'logo',
  'judul_kuitansi',
  'meterai_ambang',
  'label_metode_2',
  'label_metode_3',
  'pembulatan',
  'ppn_persen',
  'tanggal_mulai_sekolah',
  'batas_tahun_depan',
] as const satisfies readonly SettingKey[]
