/**
 * Data of a user as pairs of label and value, grouped by section, shared by the record and the
 * print view.
 */
import type { ReactNode } from 'react'
import { JenisHonor, KirimVia, RoleId, SumberUser } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import { ageOf } from '#contract/values/tanggal.ts'
import { Users } from '#src/data/resources/user.ts'
import { me, roleOf } from '#src/data/session/session.ts'
import { baseRoleOf } from '#src/routes/_app/user/-actions/permissions.ts'
import { numberText, persen, rupiah, tanggal, phoneText, waktu } from '#src/ui/format/format.ts'
import { Num } from '#src/ui/format/Words.tsx'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'

export type UserRow = Row<typeof Users.resource>
export type Fact = [label: string, value: ReactNode]
/**
 * Identity and account numbers that the signed-in user has revealed, by field. A number without an
 * entry stays masked.
 */
export type Revealed = Partial<Record<'nik' | 'no_paspor' | 'no_rekening', string | null>>

export const label = (field: string): string => Users.field(field)?.meta?.label ?? field
const present = (items: readonly (Fact | false)[]): Fact[] =>
  items.filter((f): f is Fact => f !== false)
const joined = (parts: readonly (string | null | undefined)[], by: string) =>
  parts.filter(Boolean).join(by)
const wilayahOf = (row: UserRow) =>
  row.gedung_wilayah?.map((g) => g.nama).join(', ') || 'Semua outlet'

interface FactSection {
  heading: string
  items: Fact[]
}
interface FactOptions {
  revealed: Revealed
  person: (id: number, name: string) => ReactNode
  baseRole: number
  /**
   * Whether to omit address, birth and bank account. Sales people may not see these data of a
   * coach.
   */
  isHidden: boolean
}

/**
 * Returns NIK (national id number) and passport number of a person. A number is masked unless it
 * was revealed, and omitted if the person has none.
 */
const identityNumbers = (row: UserRow, revealed: Revealed): Fact[] =>
  (['nik', 'no_paspor'] as const).flatMap((field): Fact[] =>
    row[field] === null
      ? []
      : [[label(field), <Num key={field}>{revealed[field] ?? row[field]}</Num>]],
  )
/** Returns the student number of a student, and the staff code of a coach or sales person. */
const codeFacts = ({ peserta_profil, pelatih_profil, sales_profil }: UserRow): Fact[] =>
  present([
    peserta_profil != null && ['No. Induk', peserta_profil.no_induk],
    pelatih_profil != null && ['Kode', pelatih_profil.kode],
    sales_profil != null && ['Kode', sales_profil.kode],
  ])
const birthFacts = (row: UserRow): Fact[] => [
  [label('tempat_lahir'), row.tempat_lahir],
  [
    label('tanggal_lahir'),
    row.tanggal_lahir && `${tanggal(row.tanggal_lahir)} (${ageOf(row.tanggal_lahir)} tahun)`,
  ],
]
const personSection = (
  row: UserRow,
  { revealed, baseRole, isHidden }: FactOptions,
): FactSection => {
  const isPerson = baseRole !== RoleId.akunBilling || row.peserta_profil != null
  const religions = Users.field('religion')?.meta?.options
  return {
    heading: 'Data diri',
    items: present([
      ['Role', row.role?.name ?? RoleId.label(row.role_id)],
      ...codeFacts(row),
      [label('nama_panggilan'), row.nama_panggilan],
      ['Outlet', row.gedung?.nama],
      isPerson && [label('gender'), row.gender],
      ...(isPerson && !isHidden ? birthFacts(row) : []),
      row.religion !== null && [
        label('religion'),
        religions?.find((o) => o.value === row.religion)?.label,
      ],
      isPerson && [label('citizenship'), row.citizenship],
      ...identityNumbers(row, revealed),
    ]),
  }
}

const contactSection = (row: UserRow, { isHidden }: FactOptions): FactSection => ({
  heading: 'Kontak',
  items: present([
    [label('phone'), phoneText(row.phone)],
    row.phone_alt !== null && [label('phone_alt'), phoneText(row.phone_alt)],
    [label('email'), row.email],
    !isHidden && [label('alamat'), joined([row.alamat, row.kota, row.kode_pos], ', ')],
  ]),
})

const waliName = (row: UserRow) =>
  row.wali_hubungan ? `${row.wali_nama} (${row.wali_hubungan})` : row.wali_nama
const studentSection = (
  row: UserRow,
  { baseRole, person }: FactOptions,
): FactSection | undefined => {
  const { peserta_profil: student, akun_billing: payer } = row
  if (!student) return undefined
  return {
    heading: 'Peserta',
    items: present([
      baseRole === RoleId.peserta && ['Akun Billing', payer && person(payer.id, payer.name)],
      [label('sekolah'), student.sekolah],
      [label('instrumen_dimiliki'), student.instrumen_dimiliki],
      [label('information_source'), row.information_source],
      [label('sales_id'), row.sales?.name],
      row.wali_nama !== null && ['Wali', waliName(row)],
      row.wali_nama !== null && [label('wali_phone'), phoneText(row.wali_phone)],
      row.persetujuan_at !== null && [
        label('persetujuan_at'),
        `${waktu(row.persetujuan_at)}, oleh ${row.persetujuan_oleh ?? '–'}`,
      ],
      student.catatan !== null && [label('catatan'), student.catatan],
    ]),
  }
}

const blockedBadge = (
  <StatusBadge key="blokir" tone="red">
    Diblokir
  </StatusBadge>
)
const payerSection = (row: UserRow, { baseRole }: FactOptions): FactSection | undefined => {
  const { akun_billing_profil: akun, piutang } = row
  if (!akun || baseRole !== RoleId.akunBilling) return undefined
  return {
    heading: 'Penagihan',
    items: present([
      [label('nama_tagihan'), akun.nama_tagihan],
      [label('kirim_via'), KirimVia.label(akun.kirim_via)],
      [label('wa_tagihan'), phoneText(akun.wa_tagihan)],
      [label('email_tagihan'), akun.email_tagihan],
      [label('alamat_tagihan'), akun.alamat_tagihan],
      [label('blokir_tagihan'), akun.blokir_tagihan ? blockedBadge : 'Tidak'],
      ['Saldo', rupiah(akun.saldo_kredit)],
      [
        'Tagihan terbuka',
        piutang ? `${rupiah(piutang.sisa)} (${piutang.jumlah} tagihan)` : 'Tidak ada',
      ],
      !row.peserta_profil && [label('sales_id'), row.sales?.name],
    ]),
  }
}

const coachSection = (
  row: UserRow,
  { revealed, isHidden }: FactOptions,
): FactSection | undefined => {
  const { pelatih_profil: pelatih, mengajar } = row
  if (!pelatih) return undefined
  const rekening = pelatih.no_rekening && (
    <Num key="rek">{joined([pelatih.bank, revealed.no_rekening ?? pelatih.no_rekening], ' ')}</Num>
  )
  return {
    heading: 'Guru',
    items: present([
      [label('bidang'), row.bidang?.map((b) => b.nama).join(', ')],
      row.level != null && [label('level_maks'), row.level.judul],
      ['Mengajar di', wilayahOf(row)],
      [
        'Kelas aktif',
        mengajar && `${numberText(mengajar.kelas)} kelas, ${numberText(mengajar.peserta)} murid`,
      ],
      [label('tanggal_masuk'), tanggal(pelatih.tanggal_masuk)],
      [label('jenis_honor'), JenisHonor.label(pelatih.jenis_honor)],
      pelatih.tarif_honor !== null && [label('tarif_honor'), rupiah(pelatih.tarif_honor)],
      !isHidden && ['Rekening', rekening],
    ]),
  }
}

const salesSection = ({ sales_profil: sales }: UserRow): FactSection | undefined =>
  sales
    ? {
        heading: 'Sales',
        items: [
          [label('target_peserta_bulan'), numberText(sales.target_peserta_bulan)],
          [label('target_pendapatan_bulan'), rupiah(sales.target_pendapatan_bulan)],
          [label('komisi_persen'), persen(sales.komisi_persen)],
        ],
      }
    : undefined

const accountSection = (row: UserRow, { baseRole }: FactOptions): FactSection => ({
  heading: 'Akun',
  items: present([
    baseRole === RoleId.admin && ['Wilayah', wilayahOf(row)],
    [label('username'), row.username],
    [label('last_login_at'), waktu(row.last_login_at)],
    row.dua_langkah != null && [
      'Verifikasi Dua Langkah',
      `Aktif sejak ${waktu(row.dua_langkah.aktif_at)}`,
    ],
    ['Sumber', SumberUser.label(row.sumber)],
    ['Didaftarkan', waktu(row.created_at)],
  ]),
})

/**
 * Returns the data of a user by section. `person` renders the name of another person, for example
 * as a link; by default the plain name is shown, as in print views.
 */
export const userFacts = (
  row: UserRow,
  {
    revealed = {},
    person = (_, name) => name,
  }: Partial<Pick<FactOptions, 'revealed' | 'person'>> = {},
): FactSection[] => {
  const baseRole = baseRoleOf(row)
  const isHidden = baseRole === RoleId.pelatih && roleOf(me()) === RoleId.sales
  const options = { revealed, person, baseRole, isHidden }
  return [
    personSection(row, options),
    contactSection(row, options),
    studentSection(row, options),
    payerSection(row, options),
    coachSection(row, options),
    salesSection(row),
    accountSection(row, options),
  ].filter((section) => section !== undefined)
}
