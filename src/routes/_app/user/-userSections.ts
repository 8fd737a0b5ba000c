/** Fields of a user by section, with the roles that have them. */
import { RoleId, UserStatus } from '#contract/enums.ts'
import type { Parsed } from '#contract/resource.ts'
import type { Params } from '#src/data/api/http.ts'
import type { Users } from '#src/data/resources/user.ts'
import type { UserRow } from '#src/routes/_app/user/-userFacts.tsx'

export type FieldName = Exclude<keyof Parsed<typeof Users.resource>, 'kontak'>

const { superadmin, admin, pelatih, sales, akunBilling, peserta } = RoleId
const notAkunRoles = [superadmin, admin, pelatih, sales, peserta]
const personRoles = [pelatih, sales, peserta]
const nonAdminRoles = [pelatih, sales, akunBilling, peserta]
const allButSuperadmin = [admin, ...nonAdminRoles]
const pesertaRoles = [peserta]
const akunRoles = [akunBilling]
const familyRoles = [akunBilling, peserta]
const pelatihRoles = [pelatih]
const salesRoles = [sales]
/** Roles whose users can be limited to outlets. */
const outletRoles = [admin, pelatih]
/** Sections of the form with their fields. A field without roles belongs to all roles. */
export const sections: readonly (readonly [
  title: string,
  fields: readonly (readonly [name: FieldName, roles?: readonly number[]])[],
])[] = [
  [
    'Identitas',
    [
      ['name'],
      ['nama_panggilan', notAkunRoles],
      ['gender', notAkunRoles],
      ['tempat_lahir', personRoles],
      ['tanggal_lahir', personRoles],
      ['religion', personRoles],
      ['citizenship', personRoles],
      ['nik', allButSuperadmin],
      ['no_paspor', personRoles],
      ['information_source', pesertaRoles],
      ['foto'],
    ],
  ],
  [
    'Kontak',
    [
      ['phone'],
      ['phone_alt', nonAdminRoles],
      ['email'],
      ['gedung_id'],
      ['kota', nonAdminRoles],
      ['kode_pos', nonAdminRoles],
      ['alamat', nonAdminRoles],
    ],
  ],
  [
    'Wali',
    [
      ['wali_nama', pesertaRoles],
      ['wali_hubungan', pesertaRoles],
      ['wali_phone', pesertaRoles],
      ['persetujuan', pesertaRoles],
    ],
  ],
  [
    'Tagihan',
    [
      ['akun_billing_id', pesertaRoles],
      ['pindahkan_draft', pesertaRoles],
      ['nama_tagihan', akunRoles],
      ['wa_tagihan', akunRoles],
      ['email_tagihan', akunRoles],
      ['kirim_via', akunRoles],
      ['alamat_tagihan', akunRoles],
      ['blokir_tagihan', akunRoles],
      ['sales_id', familyRoles],
    ],
  ],
  [
    'Profil Peserta',
    [
      ['sekolah', pesertaRoles],
      ['instrumen_dimiliki', pesertaRoles],
      ['catatan', pesertaRoles],
    ],
  ],
  [
    'Profil Guru',
    [
      ['kode', pelatihRoles],
      ['tanggal_masuk', pelatihRoles],
      ['bidang', pelatihRoles],
      ['level_maks', pelatihRoles],
      ['jenis_honor', pelatihRoles],
      ['tarif_honor', pelatihRoles],
      ['bank', pelatihRoles],
      ['no_rekening', pelatihRoles],
    ],
  ],
  [
    'Profil Sales',
    [
      ['kode', salesRoles],
      ['target_peserta_bulan', salesRoles],
      ['target_pendapatan_bulan', salesRoles],
      ['komisi_persen', salesRoles],
    ],
  ],
  ['Wilayah', [['gedung_wilayah', outletRoles]]],
  ['Akses Masuk', [['username'], ['password']]],
]

/**
 * Fields that the form of a new user folds unless they are required. They are rarely known at the
 * desk, or have a default.
 */
export const rareFields: ReadonlySet<FieldName> = new Set([
  'tempat_lahir',
  'religion',
  'citizenship',
  'nik',
  'no_paspor',
  'information_source',
  'foto',
  'phone_alt',
  'kota',
  'kode_pos',
  'alamat',
  'nama_tagihan',
  'wa_tagihan',
  'email_tagihan',
  'alamat_tagihan',
  'blokir_tagihan',
  'sales_id',
  'sekolah',
  'instrumen_dimiliki',
  'catatan',
  'kode',
  'tanggal_masuk',
  'level_maks',
  'bank',
  'no_rekening',
  'target_peserta_bulan',
  'target_pendapatan_bulan',
  'komisi_persen',
  'username',
  'password',
])

/** Names of the fields that take the whole width of the form. */
export const wideFields: ReadonlySet<FieldName> = new Set([
  'persetujuan',
  'pindahkan_draft',
  'foto',
  'gedung_wilayah',
])
/**
 * Query parameters for the pickers of some fields, by field. With these parameters a picker offers
 * only active records.
 */
export const activeOnly: Partial<Record<FieldName, Params>> = {
  gedung_id: { status: 'aktif' },
  akun_billing_id: { status: UserStatus.aktif },
  sales_id: { status: UserStatus.aktif },
}

/**
 * Returns the initial values of those form fields whose values are not columns of the user, but are
 * stored in profiles and other relations.
 */
export const profileInputs = ({
  peserta_profil,
  akun_billing_profil,
  pelatih_profil,
  sales_profil,
  kontak = [],
  bidang = [],
  gedung_wilayah = [],
  persetujuan_at,
}: UserRow) => {
  const { saldo_kredit: _, ...tagihan } = akun_billing_profil ?? { saldo_kredit: 0 }
  const {
    no_induk: __,
    kursus_minat: ___,
    ...student
  } = peserta_profil ?? { no_induk: '', kursus_minat: [] }
  return {
    ...student,
    ...tagihan,
    ...pelatih_profil,
    ...sales_profil,
    kode: pelatih_profil?.kode ?? sales_profil?.kode ?? null,
    kontak: kontak.map(({ id: ____, ...k }) => k),
    bidang: bidang.map((b) => b.id),
    gedung_wilayah: gedung_wilayah.map((g) => g.id),
    persetujuan: persetujuan_at !== null,
  }
}
