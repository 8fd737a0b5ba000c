/**
 * The settings of a school: key, group, rule and control, default, and what each does. A new one is
 * a line here; its row is made at the next start.
 */
import * as z from 'zod/mini'
import { checkNomorFormat } from '#contract/billing/rules/numberFormat.ts'
import { enumOf, ModeTagihan } from '#contract/enums.ts'
import {
  reference,
  fileReference,
  wholeNumber,
  fieldMeta,
  list,
  metaOf,
  optional,
  persen,
  rupiah,
  oneOf,
  tanggal,
  shortText,
  yesNo,
  type FieldMeta,
} from '#contract/fields.ts'
import { checkDenda, dendaText, DendaTier, pengingatText } from '#contract/settings/collection.ts'
import { currentDay } from '#contract/values/tanggal.ts'

/** Groups in their order: one save each. */
export const settingGroups = {
  umum: ['Umum', 'Nama aplikasi dan sekolah, logo, unggahan'],
  tagihan: ['Tagihan', 'Tagihan bulanan: jenis, tanggal, pembulatan, saldo'],
  nomor: ['Nomor Dokumen', 'Bentuk nomor tagihan dan kuitansi'],
  pembayaran: ['Pembayaran & Pajak', 'Kuitansi, mesin kartu, PPN, meterai'],
  penagihan: ['Penagihan', 'Pengingat, denda keterlambatan, tunggakan'],
  kelas: ['Kelas & Cuti', 'Izin, kelas pengganti, cuti'],
  keamanan: ['Keamanan', 'Verifikasi dua langkah'],
  pembukuan: ['Pembukuan', 'Kunci buku, tanggal yang diterima'],
  cadangan: ['Cadangan', 'Cadangan otomatis setiap malam'],
} as const
export type SettingGroup = keyof typeof settingGroups

interface More {
  /** Unit of a number. */ unit?: string
  /**
   * The part of the product that will read it. Until then it is stored with its default, and no
   * screen offers it.
   */
  awaiting?: string
  words?: FieldMeta['words']
}
/** `ket` says in a sentence what it does. */
const setting = <S extends z.ZodMiniType>(
  grup: SettingGroup,
  schema: S,
  initial: z.output<S>,
  ket: string,
  { awaiting, ...meta }: More = {},
) => {
  const own = metaOf(schema) ?? { label: '', control: 'text' as const }
  fieldMeta.add(schema, { ...own, ...meta, hint: ket })
  return { grup, label: own.label, schema, awal: initial, ket, awaiting }
}
const rule = <S extends z.ZodMiniType>(
  schema: S,
  check: (value: z.output<S>) => readonly string[],
): S => {
  const meta = metaOf(schema)
  // A check answers the schema anew, as the type it had.
  const checked = schema.check((payload) => {
    for (const message of check(payload.value as z.output<S>))
      payload.issues.push({ code: 'custom', message, input: payload.value })
  }) as S
  if (meta) fieldMeta.add(checked, meta)
  return checked
}
const jenisBilling = (label: string, sifat: string) =>
  optional(reference(label, 'jenis-billing', { params: { sifat } }))
const nomorFormat = (label: string) => rule(shortText(label, { max: 40 }), checkNomorFormat)
const rowList = <S extends z.ZodMiniType>(label: string, element: S, max: number) => {
  const schema = list(element, max, `Maksimal ${max} baris`)
  fieldMeta.add(schema, { label, control: 'text' })
  return schema
}

const MingguKelima = enumOf([
  ['libur', 'Libur, tidak ditagih'],
  ['jalan', 'Tetap masuk'],
])
const rows =
  <T>(textOf: (row: T) => string) =>
  (value: unknown): string[] =>
    Array.isArray(value) ? value.map((row: T) => textOf(row)) : []

export const settings = {
  app_nama: setting(
    'umum',
    shortText('Nama aplikasi', { max: 40 }),
    'Nada',
    'Tampil di menu, judul tab, kaki halaman, dan email.',
  ),
  nama_sekolah: setting(
    'umum',
    shortText('Nama sekolah', { max: 80 }),
    'Sekolah Musik',
    'Tampil pada kop surat tagihan dan kuitansi, formulir pendaftaran, dan email.',
  ),
  npwp: setting(
    'umum',
    optional(
      shortText('NPWP', {
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
    optional(fileReference('Logo', { jenis: 'foto' })),
    null,
    'Logo sekolah pada kop surat outlet yang tidak punya logo sendiri.',
  ),
  unggah_maks_mb: setting(
    'umum',
    wholeNumber('Ukuran terbesar berkas unggahan', { min: 1, max: 20 }),
    5,
    'Bukti pembayaran yang lebih besar ditolak. Foto selalu paling besar 2 MB.',
    { unit: 'MB' },
  ),

  jenis_billing_id: setting(
    'tagihan',
    jenisBilling('Jenis billing tagihan bulanan', 'kursus'),
    null,
    'Jenis baris kursus pada tagihan yang dibuat oleh Generate Tagihan.',
  ),
  jenis_billing_pendaftaran_id: setting(
    'tagihan',
    jenisBilling('Jenis billing pendaftaran', 'pendaftaran'),
    null,
    'Jenis baris biaya pendaftaran peserta baru.',
    { awaiting: 'aktivasi peserta' },
  ),
  mode_tagihan: setting(
    'tagihan',
    oneOf('Mode tagihan', ModeTagihan),
    'per_akun',
    'Satu tagihan untuk seluruh keluarga di satu outlet, atau satu untuk tiap peserta. Dapat diganti saat generate.',
  ),
  hari_terbit: setting(
    'tagihan',
    wholeNumber('Tanggal terbit', { min: 1, max: 31 }),
    25,
    'Tagihan bulanan bertanggal terbit ini pada bulan sebelumnya; di bulan yang lebih pendek, hari terakhirnya.',
  ),
  jatuh_tempo_hari: setting(
    'tagihan',
    wholeNumber('Tanggal jatuh tempo', { min: 1, max: 31 }),
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
    oneOf('Minggu kelima', MingguKelima),
    'libur',
    'Apakah kelas masuk pada pertemuan kelima di bulan yang panjang.',
  ),
  auto_pakai_saldo: setting(
    'tagihan',
    yesNo('Pakai saldo otomatis'),
    true,
    'Saldo akun billing langsung membayar tagihan saat diterbitkan. Bila mati, saldo dipakai lewat tombol Pakai saldo.',
  ),
  wajib_lunas_pendaftaran: setting(
    'tagihan',
    yesNo('Wajib lunas pendaftaran'),
    false,
    'Kursus peserta baru mulai aktif setelah biaya pendaftarannya lunas.',
  ),

  format_nomor_tagihan: setting(
    'nomor',
    nomorFormat('Format nomor tagihan'),
    'INV/{YYYY}/{MM}/{0001}',
    'Nomor yang diberikan saat tagihan terbit. Nomor yang sudah ada tidak berubah.',
  ),
  format_nomor_kuitansi: setting(
    'nomor',
    nomorFormat('Format nomor kuitansi'),
    'KW/{YYYY}/{MM}/{0001}',
    'Nomor yang diberikan saat pembayaran dicatat. Nomor yang sudah ada tidak berubah.',
  ),

  judul_kuitansi: setting(
    'pembayaran',
    shortText('Judul kuitansi', { max: 30 }),
    'KWITANSI',
    'Judul pada lembar kuitansi yang dicetak.',
  ),
  label_metode_2: setting(
    'pembayaran',
    shortText('Nama mesin kartu (dua bank)', { max: 40 }),
    'Mesin kartu (dua bank)',
    'Sebutan metode pembayaran ini di seluruh aplikasi, misalnya EDC BCA/Mandiri.',
  ),
  label_metode_3: setting(
    'pembayaran',
    shortText('Nama mesin kartu bank lain', { max: 40 }),
    'Mesin kartu bank lain',
    'Sebutan metode pembayaran ini di seluruh aplikasi.',
  ),
  ppn_persen: setting(
    'pembayaran',
    persen('PPN'),
    0,
    'Dikenakan pada baris tagihan yang ditandai kena PPN. 0 berarti sekolah tidak memungut PPN.',
    { unit: '%' },
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
      rowList(
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
    { awaiting: 'pengingat tagihan', words: rows(pengingatText) },
  ),
  denda_tier: setting(
    'penagihan',
    rule(rowList('Denda keterlambatan', DendaTier, 10), checkDenda),
    [],
    'Denda menurut lama terlambat; tingkat berikutnya menggantikan yang sebelumnya. Kosong berarti tanpa denda.',
    { awaiting: 'denda keterlambatan', words: rows(dendaText) },
  ),
  blokir_tunggakan_bulan: setting(
    'penagihan',
    wholeNumber('Tanda tunggakan', { min: 1, max: 24 }),
    3,
    'Peserta yang menunggak sebanyak ini ditandai merah pada daftar hadir; tidak dikeluarkan otomatis.',
    { unit: 'bulan', awaiting: 'absensi' },
  ),

  batas_izin_jam: setting(
    'kelas',
    wholeNumber('Batas izin', { max: 168 }),
    24,
    'Izin, dan pembatalan kelas pengganti oleh keluarga, paling lambat sekian jam sebelum kelas.',
    { unit: 'jam' },
  ),
  masa_kredit_hari: setting(
    'kelas',
    wholeNumber('Masa berlaku kelas pengganti', { min: 1, max: 366 }),
    60,
    'Kelas pengganti hangus setelah sekian hari.',
    { unit: 'hari' },
  ),
  maks_kredit_bulan: setting(
    'kelas',
    wholeNumber('Kelas pengganti per bulan', { max: 31 }),
    1,
    'Paling banyak kelas pengganti per bulan karena peserta berhalangan; yang karena guru atau sekolah tidak dibatasi.',
    { unit: 'kali' },
  ),
  kursi_pengganti: setting(
    'kelas',
    wholeNumber('Kursi tambahan kelas pengganti', { max: 20 }),
    0,
    'Sebanyak ini peserta kelas pengganti boleh melebihi kapasitas kelas, selama ruangnya muat.',
    { unit: 'peserta' },
  ),
  tahan_pengganti_tunggakan: setting(
    'kelas',
    yesNo('Tahan kelas pengganti saat menunggak'),
    true,
    'Kelas pengganti tidak dapat dipesan selama peserta punya tagihan yang lewat jatuh tempo.',
  ),
  cuti_maks_bulan: setting(
    'kelas',
    wholeNumber('Lama cuti', { min: 1, max: 24 }),
    2,
    'Paling lama peserta boleh cuti.',
    { unit: 'bulan' },
  ),
  cuti_tahan_slot: setting(
    'kelas',
    yesNo('Tahan tempat selama cuti'),
    true,
    'Tempat di kelas tidak diberikan kepada peserta lain selama cuti.',
  ),

  wajib_dua_langkah: setting(
    'keamanan',
    yesNo('Wajib verifikasi dua langkah'),
    false,
    'Superadmin dan admin harus memasang verifikasi dua langkah sebelum melanjutkan, dan tidak dapat mematikannya.',
  ),

  tanggal_mulai_sekolah: setting(
    'pembukuan',
    rule(tanggal('Tanggal mulai sekolah'), (day) =>
      day > currentDay() ? ['Tidak boleh setelah hari ini'] : [],
    ),
    '2018-01-01',
    'Tagihan dan pembayaran bertanggal sebelum hari ini ditolak: tahunnya tentu salah ketik.',
  ),
  batas_tahun_depan: setting(
    'pembukuan',
    wholeNumber('Batas tanggal ke depan', { min: 1, max: 20 }),
    5,
    'Tanggal terbit, jatuh tempo, periode, dan mulai berlakunya harga yang lebih jauh dari ini ditolak.',
    { unit: 'tahun' },
  ),
  kunci_buku_sampai: setting(
    'pembukuan',
    optional(tanggal('Buku terkunci sampai')),
    null,
    'Penerbitan, pembayaran, dan pembatalan bertanggal sampai hari ini ditolak. Koreksi dicatat dengan tanggal sesudahnya.',
  ),

  cadangan_otomatis: setting(
    'cadangan',
    yesNo('Cadangan otomatis'),
    false,
    'Server membuat cadangan setiap malam, kecuali bila pada hari itu sudah ada. Salin berkasnya ke tempat lain: cadangan di disk yang sama hilang bersama disknya.',
  ),
  cadangan_simpan: setting(
    'cadangan',
    wholeNumber('Cadangan yang disimpan', { min: 2, max: 365 }),
    14,
    'Cadangan otomatis yang lebih lama dari sekian cadangan terbaru dihapus.',
    { unit: 'berkas' },
  ),
} as const

export type SettingKey = keyof typeof settings
export type Settings = { [K in SettingKey]: z.infer<(typeof settings)[K]['schema']> }
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settings, key)
/**
 * Keys of a group that do something, in their order: a school is not asked for what nothing reads
 * yet.
 */
export const settingKeysOf = (grup: SettingGroup): SettingKey[] =>
  Object.keys(settings)
    .filter((k) => isSettingKey(k))
    .filter((k) => settings[k].grup === grup && settings[k].awaiting === undefined)
/**
 * Whether a date of the locked books moves back or goes, so that what was closed can change again.
 */
export const reopensBooks = (before: string | null, after: unknown): boolean =>
  before !== null && (typeof after !== 'string' || after < before)
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
