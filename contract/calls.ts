/** The calls that are no entity's: authentication, profile, generation, settings. Paths and names: the product's interface, fixed. */
import * as z from 'zod/mini'
import type { AccessCode } from '#contract/access.ts'
import {
  BatchStatus,
  Hari,
  HasilGenerate,
  InformationSource,
  JenisBerkas,
  ModeTagihan,
  SlotPelatih,
  UserStatus,
} from '#contract/enums.ts'
import {
  acuan,
  acuanBanyak,
  alasan,
  awal,
  berkas,
  email,
  id,
  idText,
  list,
  maxId,
  moneyMonth,
  nama,
  opsional,
  sandi,
  sandiBaru,
  satuDari,
  tanggal,
  teks,
  telepon,
  uraian,
  ya,
} from '#contract/fields.ts'
import type { MenuCount } from '#contract/menuCounts.ts'
import type { Issue, Shape } from '#contract/resource.ts'
import { jamSlot } from '#contract/rules/jadwal.ts'
import { perluWali } from '#contract/rules/persetujuan.ts'
import { usia } from '#contract/rules/tanggal.ts'

/** Largest JSON body of a call that declares none, in bytes: whoever needs no account sends little. */
export const maxBodyOf = (access: string): number =>
  ({ public: 16, session: 64 }[access] ?? 1024) * 1024
/** `upload`: a multipart body with the file in its field `file` and the inputs as texts. `file`: the answer is a file, not the envelope. */
interface CallDef {
  method: 'GET' | 'POST'
  path: string
  access: AccessCode | 'public' | 'session'
  idempotent?: true
  maxBody?: number
  upload?: true
  file?: true
  query?: z.ZodMiniObject
  input?: z.ZodMiniObject
  output: z.ZodMiniType
}
/**
 * Declares a call. `access` public needs no token, session any token. `idempotent` calls need an `Idempotency-Key`. `maxBody`: largest JSON body in
 * bytes, where it is not that of its access.
 */
export const call = <
  const Path extends string,
  O extends z.ZodMiniType,
  Q extends Shape = {},
  I extends Shape = {},
  U extends true | undefined = undefined,
  F extends true | undefined = undefined,
>(def: {
  method: 'GET' | 'POST'
  path: Path
  access: CallDef['access']
  idempotent?: true
  maxBody?: number
  upload?: U
  file?: F
  query?: Q
  input?: I
  output: O
}) => ({ ...def, query: z.object((def.query ?? {}) as Q), input: z.object((def.input ?? {}) as I) })

export type AnyCall = CallDef
export type CallInput<C extends AnyCall> = C['input'] extends z.ZodMiniType
  ? z.input<C['input']>
  : never
export type CallQuery<C extends AnyCall> = C['query'] extends z.ZodMiniType
  ? z.input<C['query']>
  : never
export type CallOutput<C extends AnyCall> = z.output<C['output']>

const byId = { id: id() }
/** A code of the second factor: six digits, or a recovery code. */
const kodeDuaLangkah = (
  label = 'Kode Verifikasi',
  hint = '6 angka dari aplikasi, atau satu kode pemulihan',
) => teks(label, { max: 40, hint })

export const Profile = z.object({
  id: id(),
  name: z.string(),
  username: z.nullable(z.string()),
  email: z.nullable(z.string()),
  status: z.int(),
  role_id: z.int(),
  foto: z.nullable(id()),
  role: z.object({
    id: id(),
    name: z.string(),
    accesses: z.array(z.string()),
    dasar_role_id: z.optional(z.nullable(z.int())),
  }),
  harus_ganti_password: z.boolean(),
  /** Outlets that an admin is limited to; empty: to none. */
  gedung_wilayah: z.array(id()),
  /** The school asks this person for a second factor, and there is none yet. */
  harus_dua_langkah: z.boolean(),
  pengaturan: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type Profile = z.infer<typeof Profile>

/**
 * Who has a second factor and sends no `kode`, or a wrong one, gets 401 with `dua_langkah: true`, after the right password only: the same is
 * then sent again with the code of the app, or with a recovery code.
 */
export const login = call({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  input: {
    username: teks('Username atau email', { max: 120 }),
    password: sandi('Password', undefined, 1),
    kode: z.optional(kodeDuaLangkah()),
  },
  output: z.object({ key: z.string() }),
})
export const logout = call({
  method: 'POST',
  path: '/auth/logout',
  access: 'session',
  output: z.object({}),
})
export const profile = call({ method: 'GET', path: '/profile', access: 'session', output: Profile })
export const updatePassword = call({
  method: 'POST',
  path: '/profile/update-password',
  access: 'session',
  input: {
    old_password: sandi('Password Lama', undefined, 1),
    password: sandiBaru('Password Baru', 'Minimal 8 karakter'),
    re_password: sandi('Ulangi Password Baru'),
  },
  output: z.object({}),
})

/** The own second factor: six digits of an app on the phone, asked for after the password. */
export const duaLangkah = call({
  method: 'GET',
  path: '/profile/dua-langkah',
  access: 'session',
  output: z.object({
    aktif_at: z.nullable(z.string()),
    /** The school requires it: it cannot be turned off. */ wajib: z.boolean(),
    /** Recovery codes that are left. */ sisa_kode: z.int(),
  }),
})
/** Makes a secret, to be put into the app; who has a second factor already proves it by a code. It counts once `aktifkanDuaLangkah` has had a code of it. */
export const siapkanDuaLangkah = call({
  method: 'POST',
  path: '/profile/siapkan-dua-langkah',
  access: 'session',
  input: { password: sandi('Password Anda', undefined, 1), kode: opsional(kodeDuaLangkah()) },
  output: z.object({
    /** As it is typed where a picture cannot be taken. */ rahasia: z.string(),
    /** What the QR code holds. */ uri: z.string(),
  }),
})
/** Ends the other sessions. The recovery codes are answered this once. */
export const aktifkanDuaLangkah = call({
  method: 'POST',
  path: '/profile/aktifkan-dua-langkah',
  access: 'session',
  input: { kode: kodeDuaLangkah('Kode dari Aplikasi', '6 angka') },
  output: z.object({ kode_pemulihan: z.array(z.string()) }),
})
const bukti = { password: sandi('Password Anda', undefined, 1), kode: kodeDuaLangkah() }
/** New recovery codes in place of all earlier ones. */
export const kodePemulihan = call({
  method: 'POST',
  path: '/profile/kode-pemulihan',
  access: 'session',
  input: bukti,
  output: z.object({ kode_pemulihan: z.array(z.string()) }),
})
/** Ends the other sessions. Not possible where the school requires a second factor. */
export const matikanDuaLangkah = call({
  method: 'POST',
  path: '/profile/matikan-dua-langkah',
  access: 'session',
  input: bukti,
  output: z.object({}),
})

/** Sends a code to the mail of an active account; the answer is the same whether there is one. */
export const sendOtp = call({
  method: 'POST',
  path: '/auth/send-otp',
  access: 'public',
  query: { email: email() },
  output: z.object({ message: z.string() }),
})
/** A new password by a code: with `email` the one that was mailed, without it the one of an invitation. */
export const resetPassword = call({
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  query: { email: z.optional(email()), otp: teks('Kode', { max: 80 }) },
  input: {
    password: sandiBaru('Password Baru', 'Minimal 8 karakter'),
    re_password: sandi('Ulangi Password Baru'),
  },
  output: z.object({ username: z.nullable(z.string()) }),
})
/** A one-time link by which a user chooses a password, for users without mail too; staff hands it over. It takes the place of an earlier one. */
export const undangan = call({
  method: 'POST',
  path: '/user/undangan',
  access: 'user/reset-password',
  query: byId,
  output: z.object({
    /** Path in the app, from its root. */ tautan: z.string(),
    kedaluwarsa: z.string(),
  }),
})
/** What the registration form offers: names only. A course without outlets is given at all of them. */
export const pilihanDaftar = call({
  method: 'GET',
  path: '/auth/pilihan-daftar',
  access: 'public',
  output: z.object({
    sekolah: z.string(),
    gedung: z.array(z.object({ id: id(), nama: z.string(), kota: z.string() })),
    kursus: z.array(z.object({ id: id(), nama: z.string(), gedung: z.array(id()) })),
  }),
})
export const register = call({
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  input: {
    name: nama('Nama Lengkap', { max: 120, hint: 'Nama calon peserta' }),
    tanggal_lahir: tanggal('Tanggal Lahir'),
    email: email(),
    phone: telepon(),
    password: sandiBaru('Password', 'Minimal 8 karakter, untuk masuk nanti'),
    gedung_id: acuan('Outlet', 'gedung'),
    kursus_minat: awal(acuanBanyak('Kursus yang Diminati', 'kursus'), []),
    information_source: opsional(satuDari('Tahu dari Mana', InformationSource)),
    wali_nama: opsional(teks('Nama Wali', { max: 120 })),
    wali_hubungan: opsional(
      teks('Hubungan Wali', { max: 40, hint: 'Misalnya ibu, ayah, atau kakek' }),
    ),
    wali_phone: opsional(telepon('No. HP Wali')),
    persetujuan: awal(ya('Saya menyetujui pemrosesan data ini'), false),
    /** No person sees this field: whoever fills it in is a machine. */
    situs: z.optional(z.string().check(z.maxLength(200))),
  },
  output: z.object({ message: z.string() }),
})
/** Rules over several fields of a registration, run by form and server. */
export const periksaPendaftaran = (v: CallInput<typeof register>): Issue[] => {
  const umur = usia(v.tanggal_lahir)
  const wajib = (field: 'wali_nama' | 'wali_hubungan' | 'wali_phone'): Issue[] =>
    v[field] ? [] : [{ field, message: 'Wajib diisi untuk peserta di bawah 18 tahun' }]
  return [
    ...(umur < 2 || umur > 99
      ? [{ field: 'tanggal_lahir', message: 'Usia harus 2 sampai 99 tahun' }]
      : []),
    ...(perluWali(v.tanggal_lahir)
      ? [...wajib('wali_nama'), ...wajib('wali_hubungan'), ...wajib('wali_phone')]
      : []),
    ...(v.persetujuan
      ? []
      : [{ field: 'persetujuan', message: 'Tanpa persetujuan ini data tidak boleh kami simpan' }]),
  ]
}

/** Everything that is kept of oneself (UU PDP: the right of access), and how many rows are one's own. */
export const profileDetail = call({
  method: 'GET',
  path: '/profile/detail',
  access: 'session',
  output: z.object({
    id: id(),
    versi: z.int(),
    name: z.string(),
    nama_panggilan: z.nullable(z.string()),
    username: z.nullable(z.string()),
    email: z.nullable(z.string()),
    role: z.string(),
    foto: z.nullable(id()),
    phone: z.nullable(z.string()),
    phone_alt: z.nullable(z.string()),
    gender: z.nullable(z.string()),
    religion: z.nullable(z.string()),
    citizenship: z.string(),
    tempat_lahir: z.nullable(z.string()),
    tanggal_lahir: z.nullable(z.string()),
    alamat: z.nullable(z.string()),
    kota: z.nullable(z.string()),
    kode_pos: z.nullable(z.string()),
    gedung: z.nullable(z.string()),
    akun_billing: z.nullable(z.string()),
    no_induk: z.nullable(z.string()),
    wali_nama: z.nullable(z.string()),
    wali_hubungan: z.nullable(z.string()),
    wali_phone: z.nullable(z.string()),
    persetujuan_at: z.nullable(z.string()),
    persetujuan_oleh: z.nullable(z.string()),
    last_login_at: z.nullable(z.string()),
    created_at: z.string(),
    /** Students whom this account pays for, classes that are taught, courses that are taken. */
    milik: z.object({ peserta: z.int(), kelas: z.int(), kursus: z.int() }),
  }),
})
/** Left out: as it is; null: none. */
const boleh = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema))
/** The own contact data, and nothing else of oneself (domain.md 2.1). Another mail needs the password. */
export const updateProfile = call({
  method: 'POST',
  path: '/profile/update',
  access: 'session',
  input: {
    email: boleh(email()),
    phone: boleh(telepon()),
    phone_alt: boleh(telepon('No. HP Lain')),
    alamat: boleh(uraian('Alamat', { max: 300 })),
    kota: boleh(teks('Kota', { max: 60 })),
    kode_pos: boleh(teks('Kode Pos', { max: 5, pattern: /^\d{5}$/, patternMessage: '5 angka' })),
    foto: boleh(berkas('Foto', { jenis: 'foto' })),
    versi: z.int(),
    password: boleh(sandi('Password', 'Untuk mengganti email', 1)),
  },
  output: z.object({ versi: z.int() }),
})
/** Own sessions that hold, the last used first. */
export const sesiList = call({
  method: 'GET',
  path: '/profile/sesi',
  access: 'session',
  output: z.array(
    z.object({
      id: id(),
      ini: z.boolean(),
      agen: z.nullable(z.string()),
      ip: z.nullable(z.string()),
      dibuat: z.string(),
      terpakai: z.string(),
    }),
  ),
})
export const akhiriSesi = call({
  method: 'POST',
  path: '/profile/akhiri-sesi',
  access: 'session',
  input: { id: id() },
  output: z.object({}),
})
/** Ends all own sessions but this one. */
export const akhiriSesiLain = call({
  method: 'POST',
  path: '/profile/akhiri-sesi-lain',
  access: 'session',
  output: z.object({ berakhir: z.int() }),
})

export const infoBilling = call({
  method: 'GET',
  path: '/user/info-billing',
  access: 'user/info-billing',
  query: byId,
  output: z.object({
    akun_billing: z.object({
      id: id(),
      name: z.string(),
      nama_tagihan: z.string(),
      phone: z.nullable(z.string()),
    }),
    saldo_kredit: z.int(),
    belum_terbayar: z.object({ jumlah: z.int(), sisa: z.int() }),
    terbayar_sebagian: z.object({ jumlah: z.int(), sisa: z.int() }),
    lunas: z.object({ jumlah: z.int(), total: z.int() }),
    /** Open bills first by due date, then the latest others; at most 50. */
    tagihan: z.array(
      z.object({
        id: id(),
        nomor: z.nullable(z.string()),
        periode: z.nullable(z.string()),
        jatuh_tempo: z.string(),
        total: z.int(),
        terbayar: z.int(),
        sisa: z.int(),
        payment_status: z.int(),
        gedung_id: id(),
        nama_tagihan: z.string(),
      }),
    ),
    mutasi: z.array(
      z.object({
        id: id(),
        jenis: z.string(),
        jumlah: z.int(),
        keterangan: z.string(),
        created_at: z.string(),
      }),
    ),
    /** How many more moves of the saldo are about bills and receipts out of the caller's scope. */
    mutasi_elsewhere: z.int(),
  }),
})
export const infoPeserta = call({
  method: 'GET',
  path: '/user/info-peserta',
  access: 'user/info-peserta',
  query: byId,
  output: z.array(
    z.object({
      id: id(),
      name: z.string(),
      nama_panggilan: z.nullable(z.string()),
      status: z.int(),
      no_induk: z.nullable(z.string()),
      kursus_peserta: z.array(
        z.object({
          id: id(),
          status: z.int(),
          mulai: z.string(),
          selesai: z.nullable(z.string()),
          kursus: z.string(),
          kelas: z.string(),
        }),
      ),
    }),
  ),
})
export const listPaymentBank = call({
  method: 'GET',
  path: '/user/list-payment-bank',
  access: 'user/list-payment-bank',
  query: byId,
  output: z.array(
    z.object({
      id: id(),
      nama_bank: z.string(),
      no_rekening: z.string(),
      atas_nama: z.string(),
      tipe: z.string(),
      metode: z.int(),
      tampil_di_tagihan: z.boolean(),
    }),
  ),
})
/** NIK, passport and account number in full. Somebody else's asks for the code `user/lihat-nik` and a reason, and is recorded. */
export const lihatNik = call({
  method: 'POST',
  path: '/user/lihat-nik',
  access: 'session',
  query: byId,
  input: { alasan: opsional(alasan()) },
  output: z.object({
    nik: z.nullable(z.string()),
    no_paspor: z.nullable(z.string()),
    no_rekening: z.nullable(z.string()),
  }),
})
/** Who in the caller's scope has this phone number or mail already, so that a form can warn; never a reason to refuse. `kecuali` leaves one user out. */
export const userKembar = call({
  method: 'GET',
  path: '/user/kembar',
  access: 'user/pilihan',
  query: {
    phone: opsional(telepon()),
    email: opsional(email()),
    kecuali: z.optional(idText('Peserta tidak dikenal')),
  },
  output: z.array(
    z.object({
      id: id(),
      name: z.string(),
      role_id: z.int(),
      status: z.int(),
      gedung: z.nullable(z.string()),
      sama: z.array(z.literal(['phone', 'email'])),
    }),
  ),
})

/** What a course will cost on a day, and why: by the same function as the monthly generation, which takes the price of the first day of the month. */
export const hargaPada = call({
  method: 'GET',
  path: '/kursus/harga-pada',
  access: 'kursus-harga/index',
  query: {
    ...byId,
    tanggal: tanggal('Tanggal'),
    gedung_id: z.optional(idText('Outlet tidak dikenal')),
  },
  output: z.object({
    periode: z.string(),
    biaya_bulanan: z.int(),
    /** Where it comes from: the price of the outlet, that of all outlets, or the course's own. */
    sumber: z.literal(['outlet', 'umum', 'dasar']),
    /** The row that holds; none where the course's own price does. */
    harga: z.nullable(
      z.object({ id: id(), gedung: z.nullable(z.string()), berlaku_mulai: z.string() }),
    ),
    /** The next change there, and the first month that it is billed in. */
    berikutnya: z.nullable(z.object({ periode: z.string(), biaya_bulanan: z.int() })),
  }),
})

const slot = {
  hari: satuDari('Hari', Hari),
  jam: z.literal(jamSlot, 'Bukan jam mulai slot'),
  status: satuDari('Status', SlotPelatih),
}
export const JadwalPelatih = z.object({
  pelatih: z.object({ id: id(), name: z.string() }),
  /** Of the whole grid: what a save must send. 0 until the first one. */
  versi: z.int(),
  updated_at: z.nullable(z.string()),
  diubah_oleh: z.nullable(z.string()),
  /** All 175 slots, day by day; one that was never set is 3. */
  slot: z.array(z.object(slot)),
  /** Active classes that occupy slots now or later. One out of the reader's scope keeps its time and no more: `id` is null. */
  kelas: z.array(
    z.object({
      id: z.nullable(id()),
      nama: z.string(),
      kursus: z.nullable(z.string()),
      gedung: z.nullable(z.string()),
      ruang: z.nullable(z.string()),
      hari: Hari.schema,
      jam_mulai: z.string(),
      jam_selesai: z.string(),
      mulai: z.string(),
      selesai: z.nullable(z.string()),
    }),
  ),
})
export const jadwalPelatih = call({
  method: 'GET',
  path: '/user/jadwal-pelatih',
  access: 'user/jadwal-pelatih',
  query: byId,
  output: JadwalPelatih,
})
/** Sets the slots given and leaves the others as they are: one save, all or nothing. Status 3 on a slot of an active class is 409. */
export const ubahJadwalPelatih = call({
  method: 'POST',
  path: '/user/ubah-jadwal-pelatih',
  access: 'user/ubah-jadwal-pelatih',
  query: byId,
  input: {
    versi: z.int(),
    slot: list(z.object(slot), 175, 'Maksimal 175 slot').check(
      z.minLength(1, 'Tidak ada yang diubah'),
    ),
  },
  output: JadwalPelatih,
})

/** Registration fees that the students of a payer (`id`) have not been billed for: lines to add to a bill. `gedung`: the outlets where the fee holds, empty for all. */
export const biayaTawaran = call({
  method: 'GET',
  path: '/user/tawaran-biaya',
  access: 'billing/create',
  query: byId,
  output: z.array(
    z.object({
      biaya_id: id(),
      peserta_id: id(),
      peserta: z.string(),
      jenis_billing_id: id(),
      deskripsi: z.string(),
      harga_satuan: z.int(),
      gedung: z.array(id()),
    }),
  ),
})

const generateInput = {
  periode: moneyMonth(),
  gedung_id: z.optional(list(id(), 200, 'Maksimal 200 outlet')),
  mode: z.optional(satuDari('Mode', ModeTagihan)),
}
export const PratinjauBaris = z.object({
  /** The enrolment that is billed, or for which a monthly fee (`biaya_id`) is. */
  kursus_peserta_id: id(),
  biaya_id: z.nullable(id()),
  peserta_id: id(),
  peserta: z.string(),
  akun_billing_id: z.nullable(id()),
  akun_billing: z.nullable(z.string()),
  gedung_id: id(),
  gedung: z.string(),
  kursus: z.string(),
  hasil: HasilGenerate.schema,
  deskripsi: z.string(),
  jumlah: z.int(),
  prorata_pembilang: z.nullable(z.int()),
  prorata_penyebut: z.nullable(z.int()),
  /** What automatic promos take off, in rupiah, and their names. */
  diskon: z.int(),
  promo: z.nullable(z.string()),
  /** Automatic promos that begin or end near the first day of the month, in words. */
  promo_dekat: z.nullable(z.string()),
  /** Tuition of the same student and month that names no enrolment, on lines that will be made: perhaps the same course, typed by hand. */
  tanpa_jadwal: z.nullable(z.string()),
})
export const pratinjau = call({
  method: 'POST',
  path: '/billing/pratinjau',
  access: 'billing/generate',
  input: generateInput,
  output: z.object({
    periode: z.string(),
    tanggal_terbit: z.string(),
    jatuh_tempo: z.string(),
    baris: z.array(PratinjauBaris),
    /** `tagihan`: bills that will be made (lines that join an open draft make none); `baris`: the new lines; `total`: their sum in rupiah. */
    ringkasan: z.object({
      tagihan: z.int(),
      baris: z.int(),
      total: z.int(),
      dilewati: z.int(),
      ada: z.int(),
    }),
  }),
})
/** A student's enrolments as lines of a bill of a month, computed as the generation does; nothing is written. `akun_billing_id`: who will be billed. */
export const billingKursus = call({
  method: 'GET',
  path: '/billing/kursus',
  access: 'billing/create',
  query: {
    ...byId,
    periode: moneyMonth(),
    akun_billing_id: z.optional(idText('Akun billing tidak dikenal')),
  },
  output: z.object({
    baris: z.array(
      z.object({
        kursus_peserta_id: id(),
        kursus: z.string(),
        jadwal: z.string(),
        gedung_id: id(),
        gedung: z.string(),
        /** Null while the setting names none. */ jenis_billing_id: z.nullable(id()),
        deskripsi: z.string(),
        harga_satuan: z.int(),
        prorata_pembilang: z.nullable(z.int()),
        prorata_penyebut: z.nullable(z.int()),
        ppn_persen: z.int(),
        jumlah: z.int(),
        diskon: z.int(),
        promo: z.nullable(z.string()),
        promo_dekat: z.nullable(z.string()),
        /** Why there is nothing to bill in this month. */
        halangan: z.nullable(z.string()),
        /** The bill that has this month already; without id where it is not the caller's to see. */
        ada: z.nullable(z.object({ billing_id: z.nullable(id()), tagihan: z.string() })),
      }),
    ),
    /** Tuition of the student in this month that names no enrolment. */
    tanpa_jadwal: z.array(
      z.object({
        billing_id: z.nullable(id()),
        tagihan: z.string(),
        deskripsi: z.nullable(z.string()),
        jumlah: z.int(),
        alasan: z.nullable(z.string()),
      }),
    ),
  }),
})
/** What a new bill of an account begins with: the outlet of its students, where they have but one, and when it is due. */
export const billingIsian = call({
  method: 'GET',
  path: '/billing/isian',
  access: 'billing/create',
  query: { ...byId, periode: z.optional(moneyMonth()) },
  output: z.object({ gedung_id: z.nullable(id()), jatuh_tempo: z.string() }),
})
export const generate = call({
  method: 'POST',
  path: '/billing/generate',
  access: 'billing/generate',
  idempotent: true,
  input: generateInput,
  output: z.object({ generate_batch_id: id(), dibuat: z.int(), dilewati: z.int() }),
})
/** Progress of a run: by its id, or by the Idempotency-Key that started it (`kunci`), which the client knows before the answer. */
export const generateBatch = call({
  method: 'GET',
  path: '/billing/generate-batch',
  access: 'billing/generate',
  query: { id: z.optional(id()), kunci: z.optional(z.string().check(z.maxLength(80))) },
  output: z.object({
    id: id(),
    periode: z.string(),
    status: BatchStatus.schema,
    jumlah_akun: z.int(),
    selesai_akun: z.int(),
    dibuat: z.int(),
    dilewati: z.int(),
    total: z.int(),
    galat: z.array(z.object({ akun_billing_id: z.nullable(z.int()), pesan: z.string() })),
  }),
})
/** Publishes many drafts, one by one: a failure leaves the others published. At most 200 ids, or one run's next 200 drafts; `tersisa` tells whether to call again. */
export const terbitkanBanyak = call({
  method: 'POST',
  path: '/billing/terbitkan-banyak',
  access: 'billing/terbitkan',
  input: {
    ids: z.optional(list(id(), 200, 'Maksimal 200 tagihan')),
    generate_batch_id: z.optional(id()),
    setelah_id: z.optional(z.int().check(z.gte(0), z.lte(maxId))),
  },
  output: z.object({
    berhasil: z.int(),
    gagal: z.array(z.object({ id: id(), pesan: z.string() })),
    tersisa: z.int(),
    terakhir_id: z.int(),
  }),
})

/** What each promo would give a student for courses on a day, and why not; computed as bills are, and nothing is written. Courses that the student does not take yet count as new. */
export const promoCoba = call({
  method: 'POST',
  path: '/promo/coba',
  access: 'promo/view',
  input: {
    peserta_id: acuan('Peserta', 'user', { params: { jenis: 'peserta' } }),
    kursus: acuanBanyak('Kursus', 'kursus', 'Yang belum diikuti dihitung sebagai kursus baru'),
    tanggal: tanggal('Tanggal'),
    kode: opsional(teks('Kode Promo', { max: 30 })),
  },
  output: z.object({
    akun_billing: z.nullable(z.string()),
    /** Courses of the family that count beside these. */ kursus_lain: z.int(),
    baris: z.array(
      z.object({
        id: z.int(),
        deskripsi: z.string(),
        bruto: z.int(),
        diskon: z.int(),
        promo: z.array(z.string()),
      }),
    ),
    /** Promos that give something first. */
    promo: z.array(
      z.object({
        id: id(),
        nama: z.string(),
        kode: z.nullable(z.string()),
        diskon: z.int(),
        putusan: z.array(
          z.object({ baris_id: z.int(), diskon: z.int(), alasan: z.nullable(z.string()) }),
        ),
      }),
    ),
  }),
})
/** Bills that have used a promo, the newest first, in the caller's scope; paged as lists are. */
export const promoPemakaian = call({
  method: 'GET',
  path: '/promo/pemakaian',
  access: 'promo/view',
  query: { ...byId, page: z.optional(z.string()), 'per-page': z.optional(z.string()) },
  output: z.object({
    total: z.int(),
    baris: z.array(
      z.object({
        id: id(),
        billing_id: id(),
        nomor: z.nullable(z.string()),
        nama_tagihan: z.string(),
        peserta: z.nullable(z.string()),
        deskripsi: z.string(),
        diskon: z.int(),
        created_at: z.string(),
        dibatalkan_at: z.nullable(z.string()),
      }),
    ),
  }),
})

/** Stores a file that belongs to nothing yet; saving a row with its id makes it part of that row, else it is gone after a day. */
export const berkasUnggah = call({
  method: 'POST',
  path: '/berkas/unggah',
  access: 'session',
  upload: true,
  input: { jenis: satuDari('Jenis', JenisBerkas) },
  output: z.object({
    id: id(),
    nama: z.string(),
    mime: z.string(),
    ukuran: z.int(),
    lebar: z.nullable(z.int()),
    tinggi: z.nullable(z.int()),
  }),
})
/** A file's bytes, for whoever may see the row that it belongs to. */
export const berkasIsi = call({
  method: 'GET',
  path: '/berkas',
  access: 'session',
  file: true,
  query: byId,
  output: z.unknown(),
})

const SettingRow = z.object({
  key: z.string(),
  value: z.unknown(),
  grup: z.string(),
  label: z.string(),
  ket: z.string(),
  /** Its default. */ awal: z.unknown(),
  versi: z.int(),
  updated_at: z.nullable(z.string()),
  diubah_oleh: z.nullable(z.string()),
})
export const settingList = call({
  method: 'GET',
  path: '/setting',
  access: 'setting/index',
  output: z.array(SettingRow),
})
/** One setting. Opening locked books again (`kunci_buku_sampai` back or away) asks for a reason. */
export const settingUpdate = call({
  method: 'POST',
  path: '/setting/update',
  access: 'setting/update',
  input: {
    key: teks('Kunci', { max: 60 }),
    value: z.unknown(),
    versi: z.int(),
    alasan: opsional(alasan()),
  },
  output: z.object({ key: z.string(), value: z.unknown(), versi: z.int() }),
})
/** Several settings at once, all or none; problems are named by key. 409 carries `current: {nilai, versi, updated_at}` of those that somebody else changed. */
export const settingSimpan = call({
  method: 'POST',
  path: '/setting/simpan',
  access: 'setting/update',
  input: {
    perubahan: list(
      z.object({ key: z.string().check(z.maxLength(60)), value: z.unknown(), versi: z.int() }),
      60,
      'Maksimal 60 pengaturan',
    ).check(z.minLength(1, 'Tidak ada yang diubah')),
    alasan: opsional(alasan()),
  },
  output: z.array(SettingRow),
})
const formatNomor = (label: string) => z.optional(teks(label, { max: 40 }))
/** How far the numbers of a month have come in the series that a format writes; without a format, in that of the setting. */
export const settingNomor = call({
  method: 'GET',
  path: '/setting/nomor',
  access: 'setting/index',
  query: {
    tanggal: tanggal('Tanggal'),
    gedung_id: z.optional(idText('Pilihan tidak dikenal')),
    tagihan: formatNomor('Format nomor tagihan'),
    kuitansi: formatNomor('Format nomor kuitansi'),
  },
  output: z.object({
    kode: z.nullable(z.string()),
    seri: z.array(
      z.object({
        jenis: z.literal(['tagihan', 'kuitansi']),
        /** The last number that was given, 0 before the first; null where the format is none, or needs an outlet. */ urut: z.nullable(
          z.int(),
        ),
        /** Numbers given in the year, of all outlets. */ tahun_ini: z.int(),
      }),
    ),
  }),
})
/** How old the last backup is; `galat` says why the one after it failed. `terlambat`: older than a daily backup may be, or there is none. */
export const cadangan = call({
  method: 'GET',
  path: '/setting/cadangan',
  access: 'setting/cadangan',
  output: z.object({
    terakhir: z.nullable(
      z.object({
        dibuat: z.string(),
        berkas: z.string(),
        ukuran: z.int(),
        baris: z.int(),
        terenkripsi: z.boolean(),
      }),
    ),
    galat: z.nullable(z.string()),
    terlambat: z.boolean(),
  }),
})
/** A student that was found, with what tells people of one name apart. A coach learns neither phone nor payer. */
export const Temuan = z.object({
  id: id(),
  name: z.string(),
  nama_panggilan: z.nullable(z.string()),
  no_induk: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  status: UserStatus.schema,
  gedung: z.nullable(z.object({ id: id(), nama: z.string() })),
  akun_billing: z.nullable(z.object({ id: id(), name: z.string() })),
  /** Present classes; a coach's own only. */
  kelas: z.array(z.object({ id: id(), kode: z.string(), kursus: z.string() })),
  /** Not what was typed, but spelt nearly so. */
  mirip: z.boolean(),
})
export type Temuan = z.infer<typeof Temuan>
/** Students in scope by name, nickname, number, phone, mail or payer: the best 50; `X-Pagination-Total-Count` says how many there are. */
export const search = call({
  method: 'GET',
  path: '/search',
  access: 'search',
  query: { q: teks('Kata kunci', { min: 2, max: 100 }) },
  output: z.array(Temuan),
})
/** The numbers beside the menu's items, of those that the caller's codes cover, in their scope; at most `mostCounted`. */
export const jumlahMenu = call({
  method: 'GET',
  path: '/jumlah-menu',
  access: 'session',
  output: z.partialRecord(z.literal(['draf', 'pendaftar'] satisfies MenuCount[]), z.int()),
})
export const ruteDitolak = call({
  method: 'POST',
  path: '/audit/rute-ditolak',
  access: 'session',
  input: { route: teks('Route', { max: 200 }) },
  output: z.object({}),
})

/** All of them but the imports (contract/impor.ts). */
export const calls = {
  login,
  logout,
  profile,
  updatePassword,
  duaLangkah,
  siapkanDuaLangkah,
  aktifkanDuaLangkah,
  kodePemulihan,
  matikanDuaLangkah,
  sendOtp,
  resetPassword,
  undangan,
  pilihanDaftar,
  register,
  profileDetail,
  updateProfile,
  sesiList,
  akhiriSesi,
  akhiriSesiLain,
  infoBilling,
  infoPeserta,
  listPaymentBank,
  hargaPada,
  jadwalPelatih,
  ubahJadwalPelatih,
  lihatNik,
  userKembar,
  pratinjau,
  generate,
  generateBatch,
  terbitkanBanyak,
  settingList,
  settingUpdate,
  settingSimpan,
  settingNomor,
  cadangan,
  search,
  ruteDitolak,
  biayaTawaran,
  billingKursus,
  billingIsian,
  promoCoba,
  promoPemakaian,
  berkasUnggah,
  berkasIsi,
  jumlahMenu,
}
