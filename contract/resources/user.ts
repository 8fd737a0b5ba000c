import * as z from 'zod/mini'
import {
  Activation,
  Citizenship,
  Gender,
  InformationSource,
  JenisHonor,
  JenisUser,
  KirimVia,
  KursusPesertaStatus,
  Religion,
  SumberUser,
  UserStatus,
} from '#contract/enums.ts'
import {
  acuan,
  acuanBanyak,
  acuanRole,
  alasan,
  awal,
  berkas,
  bilangan,
  email,
  hintAllOutlets,
  id,
  instan,
  list,
  nama,
  opsional,
  persen,
  rahasia,
  rupiah,
  sandi,
  sandiBaru,
  satuDari,
  tanggal,
  teks,
  telepon,
  uraian,
  ya,
} from '#contract/fields.ts'
import { many, one, own, owns, resource, type Issue, type Shape } from '#contract/resource.ts'
import { usia } from '#contract/rules/tanggal.ts'

const wajib = (value: unknown, field: string, message = 'Wajib diisi'): Issue[] =>
  value === null || value === undefined || value === '' ? [{ field, message }] : []
const username = (hint?: string) =>
  teks('Username', {
    min: 3,
    max: 60,
    pattern: /^[a-z0-9._-]+$/,
    patternMessage: 'Huruf kecil, angka, titik, strip, dan garis bawah',
    hint,
  })
const draft = () =>
  awal(
    ya(
      'Pindahkan draft tagihan',
      'Baris draft peserta ini pindah ke pembayar baru; tagihan yang sudah terbit tetap',
    ),
    true,
  )

/** Another person of a family whom the school may reach: the second parent, a driver. */
export const KontakInput = {
  nama: teks('Nama', { max: 120 }),
  hubungan: opsional(teks('Hubungan', { max: 40 })),
  phone: opsional(telepon()),
  email: opsional(email()),
  terima_tagihan: awal(ya('Terima tagihan'), false),
} satisfies Shape

export const user = resource({
  name: 'user',
  label: ['User', 'Users'],
  personal: true,
  fields: {
    name: nama('Nama', { max: 120 }),
    nama_panggilan: opsional(teks('Nama Panggilan', { max: 40 })),
    role_id: acuanRole(),
    status: awal(satuDari('Status', UserStatus), 10),
    username: opsional(username('Kosong: dibuat dari nama')),
    email: opsional(email()),
    phone: opsional(telepon()),
    phone_alt: opsional(telepon('No. HP Lain')),
    gender: opsional(satuDari('Jenis Kelamin', Gender)),
    religion: opsional(satuDari('Agama', Religion, 'Tidak wajib')),
    citizenship: awal(satuDari('Kewarganegaraan', Citizenship), 'WNI'),
    nik: opsional(
      rahasia(
        'NIK',
        '\\d{16}',
        '16 angka',
        'Tidak wajib; disimpan terenkripsi. Tidak diminta untuk anak',
      ),
    ),
    no_paspor: opsional(
      rahasia(
        'No. Paspor',
        '[A-Z0-9]{6,20}',
        '6 sampai 20 huruf dan angka',
        'Hanya untuk WNA; disimpan terenkripsi',
      ),
    ),
    foto: opsional(berkas('Foto', { jenis: 'foto' })),
    information_source: opsional(satuDari('Sumber Informasi', InformationSource)),
    tempat_lahir: opsional(teks('Tempat Lahir', { max: 60 })),
    tanggal_lahir: opsional(tanggal('Tanggal Lahir')),
    alamat: opsional(uraian('Alamat', { max: 300 })),
    kota: opsional(teks('Kota', { max: 60 })),
    kode_pos: opsional(teks('Kode Pos', { max: 5, pattern: /^\d{5}$/, patternMessage: '5 angka' })),
    gedung_id: opsional(acuan('Outlet', 'gedung')),
    akun_billing_id: opsional(
      acuan('Akun Billing', 'user', {
        hint: 'Yang membayar tagihan',
        params: { jenis: 'akun-billing' },
      }),
    ),
    sales_id: opsional(acuan('Sales', 'user', { params: { jenis: 'sales' } })),
    wali_nama: opsional(teks('Nama Wali', { max: 120 })),
    wali_hubungan: opsional(teks('Hubungan Wali', { max: 40 })),
    wali_phone: opsional(telepon('No. HP Wali')),
  },
  computed: {
    activation: awal(satuDari('Aktivasi', Activation), 0),
    sumber: awal(satuDari('Sumber', SumberUser), 'admin'),
    persetujuan_at: z.nullable(instan('Waktu Persetujuan')),
    persetujuan_oleh: z.nullable(teks('Persetujuan Oleh')),
    persetujuan_versi: z.nullable(z.string()),
    verified_at: z.nullable(instan('Email Terverifikasi')),
    last_login_at: z.nullable(instan('Masuk Terakhir')),
    dianonimkan_at: z.nullable(instan('Dianonimkan')),
  },
  // Inputs that live in the profile tables of the kind, or only in the request.
  extra: {
    password: opsional(sandiBaru('Password', 'Kosong: belum dapat masuk')),
    persetujuan: awal(ya('Wali menyetujui pemrosesan data anak'), false),
    /** When another payer is chosen: what becomes of open drafts. */
    pindahkan_draft: awal(
      ya(
        'Pindahkan draft tagihan',
        'Baris draft peserta ini pindah ke pembayar baru; tagihan yang sudah terbit tetap',
      ),
      false,
    ),
    sekolah: opsional(teks('Sekolah', { max: 120 })),
    instrumen_dimiliki: opsional(teks('Instrumen yang Dimiliki', { max: 120 })),
    catatan: opsional(uraian('Catatan')),
    nama_tagihan: opsional(
      teks('Nama pada Tagihan', { max: 120, hint: 'Kosong: sama dengan nama' }),
    ),
    alamat_tagihan: opsional(uraian('Alamat Tagihan', { max: 300 })),
    email_tagihan: opsional(email('Email Tagihan')),
    wa_tagihan: opsional(telepon('WhatsApp Tagihan')),
    kirim_via: awal(satuDari('Kirim Tagihan Lewat', KirimVia), 'wa'),
    blokir_tagihan: awal(ya('Blokir tagihan', 'Tidak ikut generate tagihan'), false),
    kontak: awal(list(z.object(KontakInput), 20, 'Maksimal 20 kontak'), []),
    /** Code of a coach or a sales person. */
    kode: opsional(
      teks('Kode', {
        max: 20,
        pattern: /^[A-Z0-9-]+$/,
        patternMessage: 'Huruf besar, angka, dan strip saja',
        hint: 'Kosong: dibuat otomatis',
      }),
    ),
    bidang: awal(acuanBanyak('Bidang', 'kategori-kursus', 'Yang dapat diajarkan'), []),
    level_maks: opsional(
      acuan('Level Tertinggi', 'course-level', { hint: 'Kosong berarti semua level' }),
    ),
    /** Outlets of an admin (empty: all) and of a coach. */
    gedung_wilayah: awal(acuanBanyak('Wilayah Outlet', 'gedung', hintAllOutlets), []),
    jenis_honor: awal(satuDari('Jenis Honor', JenisHonor), 'per_pertemuan'),
    bank: opsional(teks('Bank', { max: 40 })),
    no_rekening: opsional(
      rahasia('No. Rekening', '\\d{6,30}', '6 sampai 30 angka', 'Disimpan terenkripsi'),
    ),
    tanggal_masuk: opsional(tanggal('Tanggal Masuk')),
    target_peserta_bulan: opsional(bilangan('Target Peserta per Bulan', { max: 10_000 })),
    target_pendapatan_bulan: opsional(rupiah('Target Pendapatan per Bulan')),
    komisi_persen: opsional(persen('Komisi')),
  },
  filters: [
    'role_id',
    'status',
    'gedung_id',
    'akun_billing_id',
    'sales_id',
    'gender',
    'sumber',
    'activation',
    'created_at',
  ],
  customFilters: {
    jenis: satuDari('Jenis', JenisUser),
    bidang: acuan('Bidang', 'kategori-kursus'),
    kursus_id: acuan('Kursus', 'kursus'),
    wilayah: acuan('Mengajar di', 'gedung'),
    kursus_aktif: ya('Punya kursus aktif'),
    tunggakan: ya('Punya tunggakan'),
  },
  sort: ['name', 'created_at', 'last_login_at'],
  defaultSort: 'name',
  search: ['name', 'nama_panggilan', 'phone', 'email', 'username'],
  choice: { label: 'name', note: 'phone' },
  expand: {
    role: one('role', 'role_id', {
      id: id(),
      name: z.string(),
      dasar_role_id: z.nullable(z.int()),
      accesses: z.array(z.string()),
    }),
    gedung: own({ id: id(), nama: z.string(), zona_waktu: z.string() }),
    akun_billing: one('user', 'akun_billing_id', {
      id: id(),
      name: z.string(),
      phone: z.nullable(z.string()),
    }),
    sales: one('user', 'sales_id', { id: id(), name: z.string() }),
    peserta_profil: one(
      'peserta_profil',
      'id',
      {
        no_induk: z.string(),
        sekolah: z.nullable(z.string()),
        instrumen_dimiliki: z.nullable(z.string()),
        catatan: z.nullable(z.string()),
        kursus_minat: z.array(id()),
      },
      'user_id',
    ),
    akun_billing_profil: one(
      'akun_billing_profil',
      'id',
      {
        nama_tagihan: z.string(),
        alamat_tagihan: z.nullable(z.string()),
        email_tagihan: z.nullable(z.string()),
        wa_tagihan: z.nullable(z.string()),
        kirim_via: KirimVia.schema,
        saldo_kredit: z.int(),
        blokir_tagihan: z.boolean(),
      },
      'user_id',
    ),
    pelatih_profil: one(
      'pelatih_profil',
      'id',
      {
        kode: z.string(),
        jenis_honor: JenisHonor.schema,
        bank: z.nullable(z.string()),
        no_rekening: z.nullable(z.string()),
        tanggal_masuk: z.nullable(z.string()),
        level_maks: z.nullable(id()),
      },
      'user_id',
    ),
    sales_profil: one(
      'sales_profil',
      'id',
      {
        kode: z.string(),
        target_peserta_bulan: z.nullable(z.int()),
        target_pendapatan_bulan: z.nullable(z.int()),
        komisi_persen: z.nullable(z.int()),
      },
      'user_id',
    ),
    kontak: many('akun_billing_kontak', 'user_id', {
      id: id(),
      nama: z.string(),
      hubungan: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
      terima_tagihan: z.boolean(),
    }),
    bidang: owns({ id: id(), nama: z.string(), warna: z.string() }),
    /** The highest level that a coach teaches. */
    level: own({ id: id(), judul: z.string() }),
    gedung_wilayah: owns({ id: id(), nama: z.string() }),
    /** Students under an akun billing, itself too where it is one. */
    peserta: owns({
      id: id(),
      name: z.string(),
      status: z.int(),
      no_induk: z.nullable(z.string()),
    }),
    /** Classes of a student that are not over. */
    kursus_aktif: owns({
      id: id(),
      kursus_id: id(),
      kursus: z.string(),
      kelas: z.string(),
      status: KursusPesertaStatus.schema,
    }),
    /** Active classes of a coach, and students in them. */
    mengajar: own({ kelas: z.int(), peserta: z.int() }),
    /** Since when there is a second factor; told to whoever may take it away, null to others. */
    dua_langkah: own({ aktif_at: z.string() }),
    /** Open bills of an akun billing, and of these the overdue ones; null when nothing is open. */
    piutang: own({
      jumlah: z.int(),
      sisa: z.int(),
      lewat_tempo: z.int(),
      sisa_lewat_tempo: z.int(),
    }),
  },
  actions: {
    activate: z.object({}),
    'disable-enable': z.object({ alasan: opsional(alasan()) }),
    /** A name or mail that somebody else has taken meanwhile is replaced. */
    restore: z.object({ username: opsional(username()), email: opsional(email()) }),
    /** Under 18 a reason is required. */
    upgrade: z.object({ pindahkan_draft: draft(), alasan: opsional(alasan()) }),
    /** `alihkan` voids open bills and issues them anew to the new payer; a reason is then required. */
    downgrade: z.object({
      akun_billing_id: acuan('Akun Billing', 'user', {
        hint: 'Yang membayar tagihan',
        params: { jenis: 'akun-billing' },
      }),
      alihkan: awal(
        ya(
          'Alihkan tagihan terbuka',
          'Dibatalkan dan diterbitkan ulang atas nama akun billing baru',
        ),
        false,
      ),
      alasan: opsional(alasan()),
    }),
    'reset-password': z.object({
      password: sandiBaru('Password Baru', 'Minimal 8 karakter; harus diganti saat masuk'),
      re_password: sandi('Ulangi Password Baru'),
    }),
    /** Takes away a second factor whose owner has lost the phone and the recovery codes. */
    'reset-dua-langkah': z.object({ alasan: alasan() }),
    /** Erases what tells who it was; money rows stay. There is no way back. */
    anonimkan: z.object({ alasan: alasan() }),
  },
  access: {
    index: [],
    view: ['admin', 'sales', 'akunbilling'],
    create: ['admin'],
    update: ['admin', 'sales'],
    delete: ['admin'],
    ekspor: ['admin', 'sales'],
    pilihan: ['admin', 'sales', 'akunbilling'],
    activate: ['admin', 'sales'],
    'disable-enable': ['admin'],
    restore: [],
    upgrade: ['admin'],
    downgrade: ['admin'],
    'reset-password': ['admin'],
    'reset-dua-langkah': [],
    anonimkan: [],
    'lihat-nik': ['admin'],
    import: ['admin'],
    template: ['admin'],
    'info-billing': ['admin', 'sales', 'akunbilling'],
    'info-peserta': ['admin', 'sales', 'akunbilling'],
    'list-payment-bank': ['admin', 'sales', 'akunbilling'],
    'jadwal-pelatih': ['admin', 'pelatih', 'sales'],
    pelatih: ['admin', 'sales'],
    sales: ['admin'],
    'akun-billing': ['admin', 'sales'],
    peserta: ['admin', 'sales', 'akunbilling'],
    'pendaftar-mandiri': ['admin', 'sales', 'akunbilling'],
  },
  touches: ['kursus-peserta', 'kursus-pelatih', 'billing', 'billing-payment'],
  // "Wajib" per role binds an active user only (domain.md 2.1). A custom role counts as its base: the server calls this with it.
  check: (v) => {
    const umur = v.tanggal_lahir ? usia(v.tanggal_lahir) : null
    const anak = umur !== null && umur < 18
    const selalu: Issue[] = [
      ...(umur !== null && (umur < 2 || umur > 99)
        ? [{ field: 'tanggal_lahir', message: 'Usia harus 2 sampai 99 tahun' }]
        : []),
      ...(v.no_paspor !== null && v.citizenship === 'WNI'
        ? [{ field: 'no_paspor', message: 'Hanya untuk WNA' }]
        : []),
      ...(v.nik !== null && anak
        ? [{ field: 'nik', message: 'NIK tidak diminta untuk anak' }]
        : []),
    ]
    if (v.status !== 10) return selalu
    const peserta = v.role_id === 6
    return [
      ...selalu,
      ...([2, 3, 4, 5].includes(v.role_id) ? wajib(v.email, 'email') : []),
      ...([3, 4, 5].includes(v.role_id) || (peserta && umur !== null && !anak)
        ? wajib(v.phone, 'phone')
        : []),
      ...([4, 6].includes(v.role_id) ? wajib(v.gedung_id, 'gedung_id') : []),
      ...(peserta
        ? [
            ...wajib(v.gender, 'gender'),
            ...wajib(v.tanggal_lahir, 'tanggal_lahir'),
            ...wajib(v.akun_billing_id, 'akun_billing_id'),
          ]
        : []),
      ...(peserta && anak
        ? [...wajib(v.wali_nama, 'wali_nama'), ...wajib(v.wali_phone, 'wali_phone')]
        : []),
      ...(peserta && anak && !v.persetujuan
        ? [
            {
              field: 'persetujuan',
              message: 'Persetujuan wali wajib untuk peserta di bawah 18 tahun',
            },
          ]
        : []),
    ]
  },
})
