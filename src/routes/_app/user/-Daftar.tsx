/** The list of users, one screen per kind: each route gives its fixed filter, columns and filters. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pilihanQuery } from '#src/data/pilihan.ts'
import { listParams } from '#src/data/search.ts'
import { roleOf, useCan, useMe } from '#src/data/session.ts'
import { Users } from '#src/data/user.ts'
import { bolehUbah, dasarDari } from '#src/routes/_app/user/-boleh.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { rupiah } from '#src/ui/format.ts'
import type { RowAction } from '#src/ui/list/ListBody.tsx'
import { ListScreen, type ListScreenProps } from '#src/ui/ListScreen.tsx'
import { Badge, kolom, type Column } from '#src/ui/table.tsx'
import { Tool } from '#src/ui/Tool.tsx'

type Kind = typeof Users.resource
const k = kolom(Users)
const Kosong = () => <span className="dim">–</span>
const nama = (of: readonly { nama: string }[] | undefined, kosong: string) =>
  of?.map((x) => x.nama).join(', ') || kosong
/** Courses that an applicant asked for; those that are offered are few enough for one question. */
const Minat = ({ ids }: { ids: readonly number[] }) => {
  const boleh = useCan('kursus/pilihan')
  const courses = useQuery({ ...pilihanQuery('kursus', {}), enabled: boleh && ids.length > 0 }).data
  if (ids.length === 0) return <Kosong />
  return ids.map((id) => courses?.find((c) => c.id === id)?.label ?? `Kursus ${id}`).join(', ')
}

/** Columns that are more than a field. */
export const kolomUser = {
  nama: k.accessor('name', {
    cell: ({ cell, row: u }) =>
      cell.orang(
        u.nama_panggilan && !u.name.includes(u.nama_panggilan) ? u.nama_panggilan : undefined,
      ),
  }),
  kode_guru: k.accessor((row) => row.pelatih_profil?.kode, {
    id: 'kode',
    header: 'Kode',
    cell: 'teks',
  }),
  bidang: k.accessor((row) => nama(row.bidang, ''), {
    id: 'bidang',
    header: 'Bidang',
    cell: 'teks',
  }),
  wilayah: k.accessor((row) => nama(row.gedung_wilayah, 'Semua outlet'), {
    id: 'wilayah',
    header: 'Mengajar di',
    cell: 'teks',
  }),
  kelas: k.accessor((row) => row.mengajar?.kelas ?? 0, {
    id: 'kelas',
    header: 'Kelas',
    cell: 'angka',
  }),
  murid: k.accessor((row) => row.mengajar?.peserta ?? 0, {
    id: 'murid',
    header: 'Murid',
    cell: 'angka',
  }),
  kode_sales: k.accessor((row) => row.sales_profil?.kode, {
    id: 'kode',
    header: 'Kode',
    cell: 'teks',
  }),
  target_peserta: k.accessor((row) => row.sales_profil?.target_peserta_bulan, {
    id: 'target_peserta',
    header: 'Target Peserta',
    cell: 'angka',
  }),
  target_pendapatan: k.accessor((row) => row.sales_profil?.target_pendapatan_bulan, {
    id: 'target_pendapatan',
    header: 'Target Pendapatan',
    cell: 'rupiah',
  }),
  no_induk: k.accessor((row) => row.peserta_profil?.no_induk, {
    id: 'no_induk',
    header: 'No. Induk',
    cell: 'teks',
  }),
  gedung: k.accessor((row) => row.gedung?.nama, { id: 'gedung', header: 'Outlet', cell: 'teks' }),
  akun_billing: k.accessor(
    (row) => (row.akun_billing_id === row.id ? 'Sendiri' : row.akun_billing?.name),
    { id: 'akun_billing', header: 'Akun Billing', cell: 'teks' },
  ),
  kursus: k.accessor(
    (row) =>
      row.kursus_aktif?.map((c) => (c.status === 2 ? `${c.kursus} (cuti)` : c.kursus)).join(', '),
    { id: 'kursus', header: 'Kursus', cell: 'teks' },
  ),
  nama_tagihan: k.accessor('name', {
    cell: ({ cell, row: u }) =>
      cell.orang(
        u.akun_billing_profil && u.akun_billing_profil.nama_tagihan !== u.name
          ? `a.n. ${u.akun_billing_profil.nama_tagihan}`
          : undefined,
      ),
  }),
  peserta: k.accessor((row) => row.peserta?.map((p) => p.name).join(', '), {
    id: 'peserta',
    header: 'Peserta',
    cell: 'teks',
  }),
  saldo: k.accessor((row) => row.akun_billing_profil?.saldo_kredit, {
    id: 'saldo',
    header: 'Saldo',
    cell: 'rupiah',
  }),
  tunggakan: k.accessor((row) => row.piutang?.sisa_lewat_tempo ?? 0, {
    id: 'tunggakan',
    header: 'Tunggakan',
    cell: ({ row: { piutang } }) =>
      piutang && piutang.lewat_tempo > 0 ? (
        <span className="num">
          {rupiah(piutang.sisa_lewat_tempo)}{' '}
          <span className="dim">({piutang.lewat_tempo} tagihan)</span>
        </span>
      ) : (
        <Kosong />
      ),
  }),
  blokir: k.accessor((row) => row.akun_billing_profil?.blokir_tagihan, {
    id: 'blokir',
    header: 'Blokir',
    cell: ({ row: u }) =>
      u.akun_billing_profil?.blokir_tagihan ? <Badge tone="red">Diblokir</Badge> : <Kosong />,
  }),
  minat: k.accessor((row) => row.peserta_profil?.kursus_minat, {
    id: 'minat',
    header: 'Minat',
    cell: ({ row: u }) => <Minat ids={u.peserta_profil?.kursus_minat ?? []} />,
  }),
  role: k.accessor((row) => row.role?.name, { id: 'role', header: 'Role', cell: 'teks' }),
  dua_langkah: k.accessor((row) => row.dua_langkah?.aktif_at, {
    id: 'dua_langkah',
    header: 'Dua Langkah',
    cell: ({ row: u }) => (u.dua_langkah ? <Badge tone="green">Aktif</Badge> : <Kosong />),
  }),
  last_login_at: k.accessor('last_login_at', { cell: ({ cell }) => cell.waktu() }),
  created_at: k.accessor('created_at', { header: 'Mendaftar', cell: ({ cell }) => cell.waktu() }),
} satisfies Record<string, Column<Kind>>

interface Props {
  columns: ListScreenProps<Kind>['columns']
  filters: ListScreenProps<Kind>['filters']
  /** Role of the users of this list: what `Tambah` makes. */
  role?: number
  /** The kind that the route shows, which its print view shows as well. */
  jenis?: string
  /** False where users come another way. */
  tambah?: boolean
  /** More buttons of the toolbar. */
  alat?: ReactNode
}
export const DaftarUser = ({ role, jenis, tambah = true, filters = [], alat, ...rest }: Props) => {
  const me = useMe()
  const navigate = useNavigate()
  const status = Users.useAction('disable-enable')
  // An akun billing sees its own students, a sales its own people: nothing to choose among.
  const tersisa = filters.filter((f) =>
    roleOf(me) === 5 ? f === 'status' : roleOf(me) !== 4 || f !== 'sales_id',
  )
  const boleh = (row: Parameters<typeof dasarDari>[0]) => bolehUbah(me, dasarDari(row))
  const gantiStatus = async (row: { id: number; name: string; status: number }) => {
    const aktif = row.status === 10
    const yakin = await confirm({
      title: aktif ? `Nonaktifkan ${row.name}?` : `Aktifkan ${row.name}?`,
      body: aktif
        ? 'Tidak dapat masuk lagi dan semua sesinya diakhiri. Datanya tetap.'
        : 'Dapat masuk dan dipakai lagi.',
      confirm: aktif ? 'Nonaktifkan' : 'Aktifkan',
      danger: aktif,
    })
    if (yakin)
      status.mutate(
        { id: row.id, input: {} },
        {
          onSuccess: (saved) =>
            toast(`${saved.name} ${aktif ? 'dinonaktifkan' : 'diaktifkan'}`, {
              to: { path: '/user/view', search: { id: row.id } },
            }),
        },
      )
  }
  return (
    <ListScreen
      of={Users}
      {...rest}
      filters={tersisa}
      open={(row) => ({ to: '/user/view', search: { id: row.id } })}
      create={tambah ? { to: '/user/create', search: role ? { role_id: role } : {} } : undefined}
      edit={(row) => ({ to: '/user/update', search: { id: row.id } })}
      rowMay={(row, operation) =>
        boleh(row) && row.status !== 0 && (operation === 'update' || row.id !== me?.id)
      }
      actions={(row): RowAction[] => [
        ...(dasarDari(row) === 3
          ? [
              {
                label: 'Ubah jadwal kosong',
                code: 'user/ubah-jadwal-pelatih' as const,
                run: () =>
                  void navigate({ to: '/user/ubah-jadwal-pelatih', search: { id: row.id } }),
              },
            ]
          : []),
        ...(boleh(row) && row.status !== 0 && row.id !== me?.id
          ? [
              {
                label: row.status === 10 ? 'Nonaktifkan' : 'Aktifkan',
                code: 'user/disable-enable' as const,
                run: () => void gantiStatus(row),
              },
            ]
          : []),
      ]}
      tools={
        <>
          {alat}
          <Cetak jenis={jenis} />
        </>
      }
    />
  )
}

/** The list as it is filtered, as a print view. */
const Cetak = ({ jenis }: { jenis?: string }) => {
  const navigate = useNavigate()
  const { page: _, 'per-page': __, ...saringan } = listParams(useSearch({ strict: false }))
  const go = (to: string, search: Record<string, string | number | undefined>) =>
    void navigate({ to, search })
  return useCan('user/cetak') ? (
    <Tool onClick={() => go('/user/cetak', { ...saringan, ...(jenis && { jenis }) })}>Cetak</Tool>
  ) : null
}
