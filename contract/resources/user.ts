import * as z from 'zod/mini'
import { Activation, Citizenship, Gender, InformationSource, JenisUser, KirimVia, Religion, SumberUser, UserStatus } from '#contract/enums.ts'
import { acuan, acuanRole, awal, email, id, instan, nama, opsional, sandi, satuDari, tanggal, teks, telepon, uraian, ya } from '#contract/fields.ts'
import { one, resource, type Issue } from '#contract/resource.ts'
import { usia } from '#contract/rules/tanggal.ts'

const wajib = (value: unknown, field: string, message = 'Wajib diisi'): Issue[] => (value === null || value === undefined || value === '' ? [{ field, message }] : [])

export const user = resource({
  name: 'user', label: ['User', 'Users'],
  fields: {
    name: nama('Nama', { max: 120 }),
    nama_panggilan: opsional(teks('Nama Panggilan', { max: 40 })),
    role_id: acuanRole(),
    status: awal(satuDari('Status', UserStatus), 10),
    username: opsional(teks('Username', { min: 3, max: 60, pattern: /^[a-z0-9._-]+$/, patternMessage: 'Huruf kecil, angka, titik, strip, dan garis bawah', hint: 'Kosong: dibuat dari nama' })),
    email: opsional(email()),
    phone: opsional(telepon()),
    phone_alt: opsional(telepon('No. HP Lain')),
    gender: opsional(satuDari('Jenis Kelamin', Gender)),
    religion: opsional(satuDari('Agama', Religion, 'Tidak wajib')),
    citizenship: awal(satuDari('Kewarganegaraan', Citizenship), 'WNI'),
    information_source: opsional(satuDari('Sumber Informasi', InformationSource)),
    tempat_lahir: opsional(teks('Tempat Lahir', { max: 60 })),
    tanggal_lahir: opsional(tanggal('Tanggal Lahir')),
    alamat: opsional(uraian('Alamat', { max: 300 })),
    kota: opsional(teks('Kota', { max: 60 })),
    kode_pos: opsional(teks('Kode Pos', { max: 5, pattern: /^\d{5}$/, patternMessage: '5 angka' })),
    gedung_id: opsional(acuan('Outlet', 'gedung')),
    akun_billing_id: opsional(acuan('Akun Billing', 'user', { hint: 'Yang membayar tagihan', params: { jenis: 'akun-billing' } })),
    sales_id: opsional(acuan('Sales', 'user', { params: { jenis: 'sales' } })),
    wali_nama: opsional(teks('Nama Wali', { max: 120 })),
    wali_hubungan: opsional(teks('Hubungan Wali', { max: 40 })),
    wali_phone: opsional(telepon('No. HP Wali')),
  },
  computed: {
    activation: awal(satuDari('Aktivasi', Activation), 0), sumber: awal(satuDari('Sumber', SumberUser), 'admin'),
    persetujuan_at: z.nullable(instan('Persetujuan')), persetujuan_oleh: z.nullable(z.string()),
    last_login_at: z.nullable(instan('Masuk Terakhir')),
  },
  // Inputs that live in the profile tables of the kind, or only in the request.
  extra: {
    password: opsional(sandi('Password', 'Kosong: belum dapat masuk')),
    persetujuan: awal(ya('Wali menyetujui pemrosesan data anak'), false),
    sekolah: opsional(teks('Sekolah', { max: 120 })), instrumen_dimiliki: opsional(teks('Instrumen yang Dimiliki', { max: 120 })), catatan: opsional(uraian('Catatan')),
    nama_tagihan: opsional(teks('Nama pada Tagihan', { max: 120, hint: 'Kosong: sama dengan nama' })), alamat_tagihan: opsional(uraian('Alamat Tagihan', { max: 300 })),
    email_tagihan: opsional(email('Email Tagihan')), wa_tagihan: opsional(telepon('WhatsApp Tagihan')),
    kirim_via: awal(satuDari('Kirim Tagihan Lewat', KirimVia), 'wa'), blokir_tagihan: awal(ya('Blokir tagihan', 'Tidak ikut generate tagihan'), false),
  },
  filters: ['role_id', 'status', 'gedung_id', 'akun_billing_id', 'sales_id', 'gender'],
  customFilters: { jenis: satuDari('Jenis', JenisUser) },
  sort: ['name', 'created_at', 'last_login_at'], defaultSort: 'name',
  search: ['name', 'nama_panggilan', 'phone', 'email', 'username'], choice: { label: 'name', note: 'phone' },
  expand: {
    role: one('role', 'role_id', { id: id(), name: z.string() }),
    gedung: one('gedung', 'gedung_id', { id: id(), nama: z.string(), zona_waktu: z.string() }),
    akun_billing: one('user', 'akun_billing_id', { id: id(), name: z.string(), phone: z.nullable(z.string()) }),
    sales: one('user', 'sales_id', { id: id(), name: z.string() }),
    peserta_profil: one('peserta_profil', 'id', {
      no_induk: z.string(), sekolah: z.nullable(z.string()), instrumen_dimiliki: z.nullable(z.string()), catatan: z.nullable(z.string()), kursus_minat: z.array(id()),
    }, 'user_id'),
    akun_billing_profil: one('akun_billing_profil', 'id', {
      nama_tagihan: z.string(), alamat_tagihan: z.nullable(z.string()), email_tagihan: z.nullable(z.string()), wa_tagihan: z.nullable(z.string()),
      kirim_via: KirimVia.schema, saldo_kredit: z.int(), blokir_tagihan: z.boolean(),
    }, 'user_id'),
  },
  access: {
    index: [], view: ['admin', 'sales', 'akunbilling'], create: ['admin'], update: ['admin', 'sales'], delete: ['admin'], ekspor: ['admin'],
    pilihan: ['admin', 'sales', 'akunbilling'],
    'info-billing': ['admin', 'sales', 'akunbilling'], 'info-peserta': ['admin', 'sales', 'akunbilling'], 'list-payment-bank': ['admin', 'sales', 'akunbilling'],
    'jadwal-pelatih': ['admin', 'pelatih', 'sales'],
    pelatih: ['admin', 'sales'], sales: ['admin'], 'akun-billing': ['admin', 'sales'], peserta: ['admin', 'sales', 'akunbilling'],
    'pendaftar-mandiri': ['admin', 'sales', 'akunbilling'],
  },
  touches: ['kursus-peserta', 'billing'],
  // "Wajib" per role binds an active user only (domain.md 2.1).
  check: (v) => {
    const umur = v.tanggal_lahir ? usia(v.tanggal_lahir) : null
    const kelahiran: Issue[] = umur !== null && (umur < 2 || umur > 99) ? [{ field: 'tanggal_lahir', message: 'Usia harus 2 sampai 99 tahun' }] : []
    if (v.status !== 10) return kelahiran
    const anak = v.role_id === 6 && umur !== null && umur < 18
    return [
      ...kelahiran,
      ...([2, 3, 4, 5].includes(v.role_id) ? wajib(v.email, 'email') : []),
      ...([3, 4, 5].includes(v.role_id) || (v.role_id === 6 && umur !== null && umur >= 18) ? wajib(v.phone, 'phone') : []),
      ...([4, 6].includes(v.role_id) ? wajib(v.gedung_id, 'gedung_id') : []),
      ...(v.role_id === 6 ? [...wajib(v.gender, 'gender'), ...wajib(v.tanggal_lahir, 'tanggal_lahir'), ...wajib(v.akun_billing_id, 'akun_billing_id')] : []),
      ...(anak ? [...wajib(v.wali_nama, 'wali_nama'), ...wajib(v.wali_phone, 'wali_phone')] : []),
      ...(anak && !v.persetujuan ? [{ field: 'persetujuan', message: 'Persetujuan wali wajib untuk peserta di bawah 18 tahun' }] : []),
    ]
  },
})
