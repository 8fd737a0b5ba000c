/** The settings of a school: key, group, label, rule and default. */
import * as z from 'zod/mini'
import { ModeTagihan } from '#contract/enums.ts'

const setting = <S extends z.ZodMiniType>(grup: string, label: string, schema: S, awal: z.infer<S>) => ({ grup, label, schema, awal })
const text = (max: number) => z.string().check(z.trim(), z.minLength(1, 'Wajib diisi'), z.maxLength(max, `Maksimal ${max} karakter`))
const whole = (min: number, max: number) => z.int('Harus berupa bilangan bulat').check(z.gte(min, `Minimal ${min}`), z.lte(max, `Maksimal ${max}`))

export const settings = {
  app_nama: setting('umum', 'Nama aplikasi', text(40), 'Nada'),
  nama_sekolah: setting('umum', 'Nama sekolah', text(80), 'Sekolah Musik'),
  jenis_billing_id: setting('tagihan', 'Jenis billing untuk generate bulanan', z.nullable(z.int()), null),
  format_nomor_tagihan: setting('nomor', 'Format nomor tagihan', text(40), 'INV/{YYYY}/{MM}/{0001}'),
  format_nomor_kuitansi: setting('nomor', 'Format nomor kuitansi', text(40), 'KW/{YYYY}/{MM}/{0001}'),
  hari_terbit: setting('tagihan', 'Tanggal terbit (bulan sebelumnya)', whole(1, 31), 25),
  jatuh_tempo_hari: setting('tagihan', 'Tanggal jatuh tempo', whole(1, 31), 10),
  pembulatan: setting('tagihan', 'Pembulatan prorata (rupiah)', whole(1, 1_000_000), 1000),
  mode_tagihan: setting('tagihan', 'Mode tagihan', ModeTagihan.schema, 'per_akun'),
  auto_pakai_saldo: setting('tagihan', 'Pakai saldo otomatis saat terbit', z.boolean(), true),
  minggu_kelima: setting('tagihan', 'Minggu kelima', z.literal(['libur', 'jalan']), 'libur'),
  ppn_persen: setting('pajak', 'PPN (perseratus persen)', whole(0, 10_000), 0),
  meterai_ambang: setting('pajak', 'Ambang meterai (rupiah)', whole(0, 1_000_000_000), 5_000_000),
  judul_kuitansi: setting('cetak', 'Judul kuitansi', text(30), 'KWITANSI'),
  label_metode_2: setting('pembayaran', 'Nama mesin kartu (dua bank)', text(40), 'Mesin kartu (dua bank)'),
  label_metode_3: setting('pembayaran', 'Nama mesin kartu bank lain', text(40), 'Mesin kartu bank lain'),
  unggah_maks_mb: setting('umum', 'Ukuran terbesar berkas unggahan (MB)', whole(1, 20), 5),
  kunci_buku_sampai: setting('tagihan', 'Buku terkunci sampai', z.nullable(z.iso.date('Tanggal tidak valid')), null),
} as const

export type SettingKey = keyof typeof settings
export type Settings = { [K in SettingKey]: z.infer<(typeof settings)[K]['schema']> }
/** Settings that every screen may read, in the profile. */
export const publicSettings = ['app_nama', 'nama_sekolah', 'judul_kuitansi', 'meterai_ambang', 'label_metode_2', 'label_metode_3', 'pembulatan', 'ppn_persen'] as const satisfies readonly SettingKey[]
