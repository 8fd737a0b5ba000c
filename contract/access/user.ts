import * as z from 'zod/mini'
import { AlasanTutup, TahapPendaftar } from '#contract/access/rules/applicant.ts'
import { checkUser } from '#contract/access/rules/userRequired.ts'
import { userExpand } from '#contract/access/userExpand.ts'
import {
  Activation,
  Citizenship,
  Gender,
  InformationSource,
  JenisHonor,
  JenisUser,
  KirimVia,
  Religion,
  SumberUser,
  UserStatus,
} from '#contract/enums.ts'
import {
  reference,
  references,
  roleReference,
  alasan,
  withDefault,
  fileReference,
  wholeNumber,
  email,
  hintAllOutlets,
  instant,
  list,
  nama,
  optional,
  persen,
  secret,
  rupiah,
  password,
  newPassword,
  oneOf,
  tanggal,
  shortText,
  phoneNumber,
  longText,
  yesNo,
} from '#contract/fields.ts'
import { resource, type Shape } from '#contract/resource.ts'

const username = (hint?: string) =>
  shortText('Username', {
    min: 3,
    max: 60,
    pattern: /^[a-z0-9._-]+$/,
    patternMessage: 'Huruf kecil, angka, titik, strip, dan garis bawah',
    hint,
  })
const draft = () =>
  withDefault(
    yesNo(
      'Pindahkan draft tagihan',
      'Baris draft peserta ini pindah ke pembayar baru; tagihan yang sudah terbit tetap',
    ),
    true,
  )

/** Input for one additional contact person of a family, such as the second parent or a driver. */
const KontakInput = {
  nama: shortText('Nama', { max: 120 }),
  hubungan: optional(shortText('Hubungan', { max: 40 })),
  phone: optional(phoneNumber()),
  email: optional(email()),
  terima_tagihan: withDefault(yesNo('Terima tagihan'), false),
} satisfies Shape

export const user = resource({
  name: 'user',
  label: ['User', 'Users'],
  personal: true,
  fields: {
    name: nama('Nama', { max: 120 }),
    nama_panggilan: optional(shortText('Nama Panggilan', { max: 40 })),
    role_id: roleReference(),
    status: withDefault(oneOf('Status', UserStatus), UserStatus.aktif),
    username: optional(username('Jika dikosongkan, dibuat dari nama')),
    email: optional(email()),
    phone: optional(phoneNumber()),
    phone_alt: optional(phoneNumber('No. HP Lain')),
    gender: optional(oneOf('Jenis Kelamin', Gender)),
    religion: optional(oneOf('Agama', Religion, 'Tidak wajib')),
    citizenship: withDefault(oneOf('Kewarganegaraan', Citizenship), 'WNI'),
    nik: optional(
      secret(
        'NIK',
        '\\d{16}',
        '16 angka',
        'Tidak wajib; disimpan terenkripsi. Tidak diminta untuk anak',
      ),
    ),
    no_paspor: optional(
      secret(
        'No. Paspor',
        '[A-Z0-9]{6,20}',
        '6 sampai 20 huruf dan angka',
        'Hanya untuk WNA; disimpan terenkripsi',
      ),
    ),
    foto: optional(fileReference('Foto', { jenis: 'foto' })),
    information_source: optional(oneOf('Sumber Informasi', InformationSource)),
    tempat_lahir: optional(shortText('Tempat Lahir', { max: 60 })),
    tanggal_lahir: optional(tanggal('Tanggal Lahir')),
    alamat: optional(longText('Alamat', { max: 300 })),
    kota: optional(shortText('Kota', { max: 60 })),
    kode_pos: optional(
      shortText('Kode Pos', { max: 5, pattern: /^\d{5}$/, patternMessage: '5 angka' }),
    ),
    gedung_id: optional(reference('Outlet', 'gedung')),
    akun_billing_id: optional(
      reference('Akun Billing', 'user', {
        hint: 'Yang membayar tagihan',
        params: { jenis: 'akun-billing' },
      }),
    ),
    sales_id: optional(reference('Sales', 'user', { params: { jenis: 'sales' } })),
    wali_nama: optional(shortText('Nama Wali', { max: 120 })),
    wali_hubungan: optional(shortText('Hubungan Wali', { max: 40 })),
    wali_phone: optional(phoneNumber('No. HP Wali')),
  },
  computed: {
    activation: withDefault(oneOf('Aktivasi', Activation), Activation.belum),
    sumber: withDefault(oneOf('Sumber', SumberUser), 'admin'),
    persetujuan_at: z.nullable(instant('Waktu Persetujuan')),
    persetujuan_oleh: z.nullable(shortText('Persetujuan Oleh')),
    persetujuan_versi: z.nullable(z.string()),
    verified_at: z.nullable(instant('Email Terverifikasi')),
    last_login_at: z.nullable(instant('Masuk Terakhir')),
    dianonimkan_at: z.nullable(instant('Dianonimkan')),
    /**
     * Time when the data of an applicant became complete enough for activation. Null for other
     * users and while data are missing.
     */
    dilengkapi_at: z.nullable(instant('Dilengkapi')),
    /**
     * Time when the registration of an applicant was closed. Null while it is open, and for other
     * users.
     */
    ditutup_at: z.nullable(instant('Ditutup')),
    /** Reason why the registration of an applicant was closed. */
    alasan_tutup: z.nullable(oneOf('Alasan Ditutup', AlasanTutup)),
    /** Note about the closing of the registration of an applicant. */
    catatan_tutup: z.nullable(longText('Catatan Penutupan')),
  },
  // Inputs that have no column of the same name in the table `user`. Most of them are stored in
  // profile tables, such as `peserta_profil`. Of `password`, only the hash is stored.
  // `pindahkan_draft` is not stored; it only controls the save.
  extra: {
    password: optional(newPassword('Password', 'Jika dikosongkan, belum dapat masuk')),
    persetujuan: withDefault(yesNo('Wali menyetujui pemrosesan data anak'), false),
    /**
     * Whether the student's lines in draft bills move to the new payer when the save changes the
     * payer.
     */
    pindahkan_draft: withDefault(
      yesNo(
        'Pindahkan draft tagihan',
        'Baris draft peserta ini pindah ke pembayar baru; tagihan yang sudah terbit tetap',
      ),
      false,
    ),
    sekolah: optional(shortText('Sekolah', { max: 120 })),
    instrumen_dimiliki: optional(shortText('Instrumen yang Dimiliki', { max: 120 })),
    catatan: optional(longText('Catatan')),
    nama_tagihan: optional(
      shortText('Nama pada Tagihan', { max: 120, hint: 'Jika dikosongkan, sama dengan nama' }),
    ),
    alamat_tagihan: optional(longText('Alamat Tagihan', { max: 300 })),
    email_tagihan: optional(email('Email Tagihan')),
    wa_tagihan: optional(phoneNumber('WhatsApp Tagihan')),
    kirim_via: withDefault(
      oneOf('Kirim Tagihan Lewat', KirimVia, 'Tanpa nomor HP, pengingat dikirim lewat email'),
      'wa',
    ),
    blokir_tagihan: withDefault(yesNo('Blokir tagihan', 'Tidak ikut generate tagihan'), false),
    kontak: withDefault(list(z.object(KontakInput), 20, 'Maksimal 20 kontak'), []),
    /** Code of a coach or of a sales person. */
    kode: optional(
      shortText('Kode', {
        max: 20,
        pattern: /^[A-Z0-9-]+$/,
        patternMessage: 'Huruf besar, angka, dan strip saja',
        isUpper: true,
        hint: 'Jika dikosongkan, dibuat otomatis',
      }),
    ),
    bidang: withDefault(
      references(
        'Bidang',
        'kategori-kursus',
        'Tanpa bidang, guru tidak ditawarkan untuk kelas baru',
      ),
      [],
    ),
    level_maks: optional(
      reference('Level Tertinggi', 'course-level', { hint: 'Jika dikosongkan, semua level' }),
    ),
    /** Outlets of an admin or a coach. An admin without outlets works for all outlets. */
    gedung_wilayah: withDefault(references('Wilayah Outlet', 'gedung', hintAllOutlets), []),
    jenis_honor: withDefault(oneOf('Jenis Honor', JenisHonor), 'per_pertemuan'),
    /**
     * Pay in rupiah per lesson, for a coach who is paid per lesson. Each lesson stores its own
     * rate, so a new rate does not change past lessons.
     */
    tarif_honor: optional(rupiah('Honor per Pertemuan')),
    bank: optional(shortText('Bank', { max: 40 })),
    no_rekening: optional(
      secret('No. Rekening', '\\d{6,30}', '6 sampai 30 angka', 'Disimpan terenkripsi'),
    ),
    tanggal_masuk: optional(tanggal('Tanggal Masuk')),
    target_peserta_bulan: optional(wholeNumber('Target Peserta per Bulan', { max: 10_000 })),
    target_pendapatan_bulan: optional(rupiah('Target Pendapatan per Bulan')),
    komisi_persen: optional(persen('Komisi')),
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
    jenis: oneOf('Jenis', JenisUser),
    bidang: reference('Bidang', 'kategori-kursus'),
    kursus_id: reference('Kursus', 'kursus'),
    wilayah: reference('Mengajar di', 'gedung'),
    kursus_aktif: yesNo('Punya kursus aktif'),
    tunggakan: yesNo('Punya tunggakan'),
    pendaftar: oneOf('Tahap', TahapPendaftar),
    ditutup: yesNo('Pendaftaran ditutup'),
    /** Whether the student has a line in an overdue bill. */
    menunggak: yesNo('Menunggak'),
  },
  sort: ['name', 'created_at', 'last_login_at'],
  defaultSort: 'name',
  search: ['name', 'nama_panggilan', 'phone', 'email', 'username'],
  choice: { label: 'name', note: 'phone' },
  expand: userExpand,
  actions: {
    activate: z.object({}),
    'disable-enable': z.object({ alasan: optional(alasan()) }),
    /**
     * Restores a deleted user. If another user has taken the username or email address in the
     * meantime, the inputs replace them.
     */
    restore: z.object({ username: optional(username()), email: optional(email()) }),
    /** Makes a student a payer. `alasan` is required for a student under 18. */
    upgrade: z.object({ pindahkan_draft: draft(), alasan: optional(alasan()) }),
    /**
     * Makes a payer a student of another payer. With `alihkan`, the open bills of the old payer are
     * voided and reissued to the new payer, and `alasan` is required.
     */
    downgrade: z.object({
      akun_billing_id: reference('Akun Billing', 'user', {
        hint: 'Yang membayar tagihan',
        params: { jenis: 'akun-billing' },
      }),
      alihkan: withDefault(
        yesNo(
          'Alihkan tagihan terbuka',
          'Dibatalkan dan diterbitkan ulang atas nama akun billing baru',
        ),
        false,
      ),
      alasan: optional(alasan()),
    }),
    'reset-password': z.object({
      password: newPassword('Password Baru', 'Minimal 8 karakter; harus diganti saat masuk'),
      re_password: password('Ulangi Password Baru'),
    }),
    /**
     * Removes the second factor of a user, for example when the user has lost both the phone and
     * the recovery codes.
     */
    'reset-dua-langkah': z.object({ alasan: alasan() }),
    /**
     * Erases all personal data of a user. Bills and payments remain. This action cannot be undone.
     */
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
    /**
     * Code that a user needs, in addition to `update`, to change a login email address
     * (`isLoginEmail`).
     */
    'ubah-email': ['admin'],
    import: ['admin'],
    template: ['admin'],
    'info-billing': ['admin', 'sales', 'akunbilling'],
    'info-peserta': ['admin', 'sales', 'akunbilling'],
    'list-payment-bank': ['admin', 'sales', 'akunbilling'],
    'rekening-koran': ['admin', 'sales', 'akunbilling'],
    'kirim-rekening-koran': ['admin', 'sales'],
    'refund-saldo': ['admin'],
    'alih-saldo': ['admin'],
    'koreksi-saldo': [],
    'jadwal-pelatih': ['admin', 'pelatih', 'sales'],
    pelatih: ['admin', 'sales'],
    sales: ['admin'],
    'akun-billing': ['admin', 'sales'],
    peserta: ['admin', 'sales', 'akunbilling'],
    'pendaftar-mandiri': ['admin', 'sales', 'akunbilling'],
  },
  touches: ['kursus-peserta', 'daftar-tunggu', 'kursus-pelatih', 'billing', 'billing-payment'],
  check: checkUser,
})
