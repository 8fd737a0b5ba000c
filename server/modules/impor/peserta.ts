/** Import of students with their payers: columns, and what makes a family. A row is written by baris.ts. */
import { Citizenship, Gender, InformationSource, Religion, type Enum } from '#contract/enums.ts'
import { metaOf } from '#contract/fields.ts'
import { user } from '#contract/resources/user.ts'
import { normalizePhone } from '#contract/rules/telepon.ts'
import { fold } from '#server/db/fold.ts'
import { bacaAcuan, imporBaris } from '#server/modules/impor/baris.ts'
import { isYa, type Jenis, type Kolom } from '#server/modules/impor/kolom.ts'

const own = { ...user.fields, ...user.extra }
const dari = (field: keyof typeof own, more: Partial<Kolom> = {}): Kolom => ({
  label: metaOf(own[field])?.label ?? field,
  ...more,
})
const pilihan =
  ({ options }: Enum<string | number>, singkat: Readonly<Record<string, string>> = {}) =>
  (text: string) => {
    const folded = singkat[fold(text)] ?? fold(text)
    return (
      options.find((o) => fold(o.label) === folded || fold(String(o.value)) === folded)?.value ??
      text
    )
  }
const laki = {
  l: 'laki-laki',
  laki: 'laki-laki',
  pria: 'laki-laki',
  p: 'perempuan',
  wanita: 'perempuan',
}

/** By key, in the order of the template. Keys are names of inputs where there is one. */
const kolom = {
  name: dari('name', {
    label: 'Nama',
    wajib: true,
    alias: ['nama peserta', 'nama lengkap'],
    contoh: 'Contoh: Sari Wijaya (hapus baris ini)',
  }),
  nama_panggilan: dari('nama_panggilan', { contoh: 'Sari' }),
  gender: dari('gender', { wajib: true, nilai: pilihan(Gender, laki), contoh: 'Perempuan' }),
  tempat_lahir: dari('tempat_lahir'),
  tanggal_lahir: dari('tanggal_lahir', {
    sel: 'hari',
    kind: 'hari',
    wajib: true,
    contoh: '2015-03-04',
  }),
  phone: dari('phone', { label: 'No. HP Peserta', alias: ['phone', 'no hp', 'no. hp / whatsapp'] }),
  email: dari('email', { label: 'Email Peserta', alias: ['email'] }),
  outlet: {
    label: 'Outlet',
    wajib: true,
    alias: ['gedung_kode', 'kode outlet', 'gedung'],
    contoh: 'kode atau nama outlet',
  },
  akun_nama: {
    label: 'Nama Akun Billing',
    alias: ['akun_billing_nama', 'akun billing'],
    contoh: 'Budi Wijaya',
  },
  akun_phone: {
    label: 'No. HP Akun Billing',
    wajib: true,
    alias: ['akun_billing_phone'],
    contoh: '081234567890',
  },
  akun_email: {
    label: 'Email Akun Billing',
    wajib: true,
    alias: ['akun_billing_email'],
    contoh: 'budi@contoh.id',
  },
  wali_nama: dari('wali_nama', { alias: ['wali'], contoh: 'Budi Wijaya' }),
  wali_hubungan: dari('wali_hubungan', { contoh: 'Ayah' }),
  wali_phone: dari('wali_phone', { contoh: '081234567890' }),
  persetujuan: {
    label: 'Persetujuan Wali',
    nilai: isYa,
    kosong: false,
    alias: ['persetujuan'],
    contoh: 'ya',
  },
  sales: { label: 'Sales', alias: ['sales_kode', 'kode sales'] },
  kursus: {
    label: 'Kursus yang Diminati',
    alias: ['kursus_kode', 'kode kursus', 'kursus'],
    contoh: 'kode atau nama, dipisah titik koma',
  },
  information_source: dari('information_source', {
    nilai: pilihan(InformationSource),
    contoh: 'Media Sosial',
  }),
  sekolah: dari('sekolah'),
  instrumen_dimiliki: dari('instrumen_dimiliki'),
  alamat: dari('alamat'),
  kota: dari('kota'),
  kode_pos: dari('kode_pos', { sel: 'kodePos' }),
  religion: dari('religion', { nilai: pilihan(Religion) }),
  citizenship: dari('citizenship', { nilai: pilihan(Citizenship) }),
  catatan: dari('catatan'),
  no_induk: { label: 'No. Induk', alias: ['no_induk', 'nomor induk'] },
} satisfies Record<string, Kolom>

export const jenisPeserta: Jenis = {
  nama: 'user',
  berkas: 'peserta',
  utama: 'name',
  kolom,
  tanda: (nilai) => [
    ...(typeof nilai.akun_phone === 'string' ? [`hp:${normalizePhone(nilai.akun_phone)}`] : []),
    ...[nilai.akun_email, nilai.email].flatMap((mail) =>
      typeof mail === 'string' ? [`mail:${mail.toLowerCase()}`] : [],
    ),
    ...(typeof nilai.no_induk === 'string' ? [`induk:${nilai.no_induk.toUpperCase()}`] : []),
  ],
  batas: {
    baris: 60,
    kolom: 'akun_phone',
    pesan: 'Lebih dari 60 baris dengan No. HP atau email yang sama. Periksa nomornya.',
  },
  siapkan: async (trx, ctx) => {
    const acuan = await bacaAcuan(trx, ctx)
    return (mode, nilai) => imporBaris(trx, ctx, mode, nilai, acuan)
  },
}
