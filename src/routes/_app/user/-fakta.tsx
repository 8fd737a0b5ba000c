/** What is known of a user, in sections by kind: for the record and its print view. */
import type { ReactNode } from 'react'
import { JenisHonor, KirimVia, RoleId, SumberUser } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import { usia } from '#contract/rules/tanggal.ts'
import { me, roleOf } from '#src/data/session.ts'
import { Users } from '#src/data/user.ts'
import { dasarDari } from '#src/routes/_app/user/-boleh.ts'
import { angka, persen, rupiah, tanggal, telepon, waktu } from '#src/ui/format.ts'
import { Badge } from '#src/ui/table.tsx'

export type UserRow = Row<typeof Users.resource>
export type Fakta = [label: string, value: ReactNode]
/** Numbers that are shown by their mask until somebody gives a reason. */
export type Terbuka = Partial<Record<'nik' | 'no_paspor' | 'no_rekening', string | null>>

export const label = (field: string): string => Users.field(field)?.meta?.label ?? field
const ada = (items: readonly (Fakta | false)[]): Fakta[] =>
  items.filter((f): f is Fakta => f !== false)

/** Base role of sales people. */
const salesRole = 4
/** `person` draws a link to somebody; in print only the name. */
export const faktaUser = (
  row: UserRow,
  {
    terbuka = {},
    person = (_, name) => name,
  }: { terbuka?: Terbuka; person?: (id: number, name: string) => ReactNode } = {},
): { judul: string; items: Fakta[] }[] => {
  const dasar = dasarDari(row)
  const {
    peserta_profil: murid,
    akun_billing_profil: akun,
    pelatih_profil: guru,
    sales_profil: sales,
    akun_billing: pembayar,
  } = row
  const orang = dasar !== 5 || murid != null
  const wilayah = row.gedung_wilayah?.map((g) => g.nama).join(', ') || 'Semua outlet'
  // Where a coach lives, was born and is paid is not told to sales: no empty facts then.
  const rahasia = dasar === 3 && roleOf(me()) === salesRole
  return [
    {
      judul: 'Data diri',
      items: ada([
        ['Role', row.role?.name ?? RoleId.label(row.role_id)],
        murid != null && ['No. Induk', murid.no_induk],
        guru != null && ['Kode', guru.kode],
        sales != null && ['Kode', sales.kode],
        [label('nama_panggilan'), row.nama_panggilan],
        ['Outlet', row.gedung?.nama],
        orang && [label('gender'), row.gender],
        orang && !rahasia && [label('tempat_lahir'), row.tempat_lahir],
        orang &&
          !rahasia && [
            label('tanggal_lahir'),
            row.tanggal_lahir && `${tanggal(row.tanggal_lahir)} (${usia(row.tanggal_lahir)} tahun)`,
          ],
        row.religion !== null && [
          label('religion'),
          Users.field('religion')?.meta?.options?.find((o) => o.value === row.religion)?.label,
        ],
        orang && [label('citizenship'), row.citizenship],
        row.nik !== null && [
          label('nik'),
          <span key="nik" className="num">
            {terbuka.nik ?? row.nik}
          </span>,
        ],
        row.no_paspor !== null && [
          label('no_paspor'),
          <span key="paspor" className="num">
            {terbuka.no_paspor ?? row.no_paspor}
          </span>,
        ],
      ]),
    },
    {
      judul: 'Kontak',
      items: ada([
        [label('phone'), telepon(row.phone)],
        row.phone_alt !== null && [label('phone_alt'), telepon(row.phone_alt)],
        [label('email'), row.email],
        !rahasia && [
          label('alamat'),
          [row.alamat, row.kota, row.kode_pos].filter(Boolean).join(', '),
        ],
      ]),
    },
    ...(murid
      ? [
          {
            judul: 'Peserta',
            items: ada([
              dasar === 6 && ['Akun Billing', pembayar && person(pembayar.id, pembayar.name)],
              [label('sekolah'), murid.sekolah],
              [label('instrumen_dimiliki'), murid.instrumen_dimiliki],
              [label('information_source'), row.information_source],
              [label('sales_id'), row.sales?.name],
              row.wali_nama !== null && [
                'Wali',
                row.wali_hubungan ? `${row.wali_nama} (${row.wali_hubungan})` : row.wali_nama,
              ],
              row.wali_nama !== null && [label('wali_phone'), telepon(row.wali_phone)],
              row.persetujuan_at !== null && [
                label('persetujuan_at'),
                `${waktu(row.persetujuan_at)}, oleh ${row.persetujuan_oleh ?? '–'}`,
              ],
              murid.catatan !== null && [label('catatan'), murid.catatan],
            ]),
          },
        ]
      : []),
    ...(akun && dasar === 5
      ? [
          {
            judul: 'Penagihan',
            items: ada([
              [label('nama_tagihan'), akun.nama_tagihan],
              [label('kirim_via'), KirimVia.label(akun.kirim_via)],
              [label('wa_tagihan'), telepon(akun.wa_tagihan)],
              [label('email_tagihan'), akun.email_tagihan],
              [label('alamat_tagihan'), akun.alamat_tagihan],
              [
                label('blokir_tagihan'),
                akun.blokir_tagihan ? (
                  <Badge key="blokir" tone="red">
                    Diblokir
                  </Badge>
                ) : (
                  'Tidak'
                ),
              ],
              ['Saldo', rupiah(akun.saldo_kredit)],
              [
                'Tagihan terbuka',
                row.piutang
                  ? `${rupiah(row.piutang.sisa)} (${row.piutang.jumlah} tagihan)`
                  : 'Tidak ada',
              ],
              !murid && [label('sales_id'), row.sales?.name],
            ]),
          },
        ]
      : []),
    ...(guru
      ? [
          {
            judul: 'Guru',
            items: ada([
              [label('bidang'), row.bidang?.map((b) => b.nama).join(', ')],
              row.level != null && [label('level_maks'), row.level.judul],
              ['Mengajar di', wilayah],
              [
                'Kelas aktif',
                row.mengajar &&
                  `${angka(row.mengajar.kelas)} kelas, ${angka(row.mengajar.peserta)} murid`,
              ],
              [label('tanggal_masuk'), tanggal(guru.tanggal_masuk)],
              [label('jenis_honor'), JenisHonor.label(guru.jenis_honor)],
              !rahasia && [
                'Rekening',
                guru.no_rekening && (
                  <span key="rek" className="num">
                    {[guru.bank, terbuka.no_rekening ?? guru.no_rekening].filter(Boolean).join(' ')}
                  </span>
                ),
              ],
            ]),
          },
        ]
      : []),
    ...(sales
      ? [
          {
            judul: 'Sales',
            items: ada([
              [label('target_peserta_bulan'), angka(sales.target_peserta_bulan)],
              [label('target_pendapatan_bulan'), rupiah(sales.target_pendapatan_bulan)],
              [label('komisi_persen'), persen(sales.komisi_persen)],
            ]),
          },
        ]
      : []),
    {
      judul: 'Akun',
      items: ada([
        dasar === 2 && ['Wilayah', wilayah],
        [label('username'), row.username],
        [label('last_login_at'), waktu(row.last_login_at)],
        row.dua_langkah != null && [
          'Verifikasi Dua Langkah',
          `Aktif sejak ${waktu(row.dua_langkah.aktif_at)}`,
        ],
        ['Sumber', SumberUser.label(row.sumber)],
        ['Didaftarkan', waktu(row.created_at)],
      ]),
    },
  ]
}
