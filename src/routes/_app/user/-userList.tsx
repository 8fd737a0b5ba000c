/** List of users. Each route shows one kind of user, with its own columns and filters. */
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { JenisUser, KursusPesertaStatus, RoleId, UserStatus } from '#contract/enums.ts'
import { pilihanQuery } from '#src/data/choices.ts'
import { Users } from '#src/data/resources/user.ts'
import { listParams } from '#src/data/search.ts'
import { roleOf, useCan, useMe } from '#src/data/session/session.ts'
import { mayEditUsers, baseRoleOf } from '#src/routes/_app/user/-actions/permissions.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { jam, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { Dim, Num } from '#src/ui/format/Words.tsx'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import type { ListScreenProps } from '#src/ui/list/listScreenProps.ts'
import type { RowAction } from '#src/ui/list/rows/useRowMenu.tsx'
import { Badge, columnHelper, type Column } from '#src/ui/list/table/table.tsx'
import { Tool } from '#src/ui/list/Tool.tsx'

type Kind = typeof Users.resource
const k = columnHelper(Users)
const Dash = () => <Dim>–</Dim>
const namesText = (of: readonly { nama: string }[] | undefined, fallback: string) =>
  of?.map((x) => x.nama).join(', ') || fallback
/**
 * Names of the courses that an applicant asked for. A single query fetches the names of all courses
 * of the school, because these are few.
 */
const MinatText = ({ ids }: { ids: readonly number[] }) => {
  const may = useCan('kursus/pilihan')
  const courses = useQuery({ ...pilihanQuery('kursus', {}), enabled: may && ids.length > 0 }).data
  if (ids.length === 0) return <Dash />
  return ids.map((id) => courses?.find((c) => c.id === id)?.label ?? `Kursus ${id}`).join(', ')
}

/** Columns that read relations of the user, or whose cells combine several fields. */
export const userColumns = {
  nama: k.accessor('name', {
    cell: ({ cell, row: u }) =>
      cell.person(
        u.nama_panggilan && !u.name.includes(u.nama_panggilan) ? u.nama_panggilan : undefined,
      ),
  }),
  kode_pelatih: k.accessor((row) => row.pelatih_profil?.kode, {
    id: 'kode',
    header: 'Kode',
    cell: 'text',
  }),
  bidang: k.accessor((row) => namesText(row.bidang, ''), {
    id: 'bidang',
    header: 'Bidang',
    cell: 'text',
  }),
  wilayah: k.accessor((row) => namesText(row.gedung_wilayah, 'Semua outlet'), {
    id: 'wilayah',
    header: 'Mengajar di',
    cell: 'text',
  }),
  kelas: k.accessor((row) => row.mengajar?.kelas ?? 0, {
    id: 'kelas',
    header: 'Kelas',
    cell: 'number',
  }),
  murid: k.accessor((row) => row.mengajar?.peserta ?? 0, {
    id: 'murid',
    header: 'Murid',
    cell: 'number',
  }),
  kode_sales: k.accessor((row) => row.sales_profil?.kode, {
    id: 'kode',
    header: 'Kode',
    cell: 'text',
  }),
  target_peserta: k.accessor((row) => row.sales_profil?.target_peserta_bulan, {
    id: 'target_peserta',
    header: 'Target Peserta',
    cell: 'number',
  }),
  target_pendapatan: k.accessor((row) => row.sales_profil?.target_pendapatan_bulan, {
    id: 'target_pendapatan',
    header: 'Target Pendapatan',
    cell: 'rupiah',
  }),
  no_induk: k.accessor((row) => row.peserta_profil?.no_induk, {
    id: 'no_induk',
    header: 'No. Induk',
    cell: 'text',
  }),
  gedung: k.accessor((row) => row.gedung?.nama, { id: 'gedung', header: 'Outlet', cell: 'text' }),
  akun_billing: k.accessor(
    (row) => (row.akun_billing_id === row.id ? 'Sendiri' : row.akun_billing?.name),
    { id: 'akun_billing', header: 'Akun Billing', cell: 'text' },
  ),
  kursus: k.accessor(
    (row) =>
      row.kursus_aktif
        ?.map((c) => (c.status === KursusPesertaStatus.cuti ? `${c.kursus} (cuti)` : c.kursus))
        .join(', '),
    { id: 'kursus', header: 'Kursus', cell: 'text' },
  ),
  nama_tagihan: k.accessor('name', {
    cell: ({ cell, row: u }) =>
      cell.person(
        u.akun_billing_profil && u.akun_billing_profil.nama_tagihan !== u.name
          ? `a.n. ${u.akun_billing_profil.nama_tagihan}`
          : undefined,
      ),
  }),
  peserta: k.accessor((row) => row.peserta?.map((p) => p.name).join(', '), {
    id: 'peserta',
    header: 'Peserta',
    cell: 'text',
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
        <Num>
          {rupiah(piutang.sisa_lewat_tempo)} <Dim>({piutang.lewat_tempo} tagihan)</Dim>
        </Num>
      ) : (
        <Dash />
      ),
  }),
  menunggak: k.accessor((row) => row.belajar?.sisa_lewat_tempo ?? 0, {
    id: 'menunggak',
    header: 'Tunggakan',
    cell: ({ row: { belajar } }) =>
      belajar && belajar.lewat_tempo > 0 ? (
        <Num>
          {rupiah(belajar.sisa_lewat_tempo)} <Dim>({belajar.lewat_tempo} tagihan)</Dim>
        </Num>
      ) : (
        <Dash />
      ),
  }),
  terakhir: k.accessor((row) => row.belajar?.terakhir, {
    id: 'terakhir',
    header: 'Terakhir Hadir',
    cell: ({ row: { belajar } }) =>
      belajar?.terakhir ? <Num>{shortTanggal(belajar.terakhir)}</Num> : <Dash />,
  }),
  berikut: k.accessor((row) => row.belajar?.berikut?.tanggal, {
    id: 'berikut',
    header: 'Pertemuan Berikut',
    cell: ({ row: { belajar } }) =>
      belajar?.berikut ? (
        <Num>{`${shortTanggal(belajar.berikut.tanggal)} ${jam(belajar.berikut.jam_mulai)}`}</Num>
      ) : (
        <Dash />
      ),
  }),
  sales: k.accessor((row) => row.sales?.name, { id: 'sales', header: 'Sales', cell: 'text' }),
  blokir: k.accessor((row) => row.akun_billing_profil?.blokir_tagihan, {
    id: 'blokir',
    header: 'Blokir',
    cell: ({ row: u }) =>
      u.akun_billing_profil?.blokir_tagihan ? <Badge tone="red">Diblokir</Badge> : <Dash />,
  }),
  minat: k.accessor((row) => row.peserta_profil?.kursus_minat, {
    id: 'minat',
    header: 'Minat',
    cell: ({ row: u }) => <MinatText ids={u.peserta_profil?.kursus_minat ?? []} />,
  }),
  role: k.accessor((row) => row.role?.name, { id: 'role', header: 'Role', cell: 'text' }),
  dua_langkah: k.accessor((row) => row.dua_langkah?.aktif_at, {
    id: 'dua_langkah',
    header: 'Dua Langkah',
    cell: ({ row: u }) => (u.dua_langkah ? <Badge tone="green">Aktif</Badge> : <Dash />),
  }),
  last_login_at: k.accessor('last_login_at', { cell: ({ cell }) => cell.instant() }),
  created_at: k.accessor('created_at', { header: 'Mendaftar', cell: ({ cell }) => cell.instant() }),
} satisfies Record<string, Column<Kind>>

type JenisPengguna = (typeof JenisUser.options)[number]['value']
interface Props {
  columns: ListScreenProps<Kind>['columns']
  filters: ListScreenProps<Kind>['filters']
  /** Role of a user who is created with the button `Tambah`. */
  role?: number
  /** Kind of users in the list (`jenis`), which is passed to the print view. */
  jenis?: JenisPengguna
  /** Whether the list has an add button. Users of some kinds are created on another page. */
  mayAdd?: boolean
  /** Additional buttons in the toolbar of the list. */
  extraTools?: ReactNode
  bulk?: ListScreenProps<Kind>['bulk']
}
export const UserList = ({
  role,
  jenis,
  mayAdd = true,
  filters = [],
  extraTools,
  ...rest
}: Props) => {
  const me = useMe()
  const navigate = useNavigate()
  const status = Users.useAction('disable-enable')
  // Omits filters that would leave the list unchanged. A payer sees only the status filter, because
  // the list of a payer contains only the own students of this payer. A sales person sees no filter
  // by sales person, because the list of a sales person contains only the students whom this sales
  // person brought.
  const shownFilters = filters.filter((f) =>
    roleOf(me) === RoleId.akunBilling
      ? f === 'status'
      : roleOf(me) !== RoleId.sales || f !== 'sales_id',
  )
  const mayEdit = (row: Parameters<typeof baseRoleOf>[0]) => mayEditUsers(me, baseRoleOf(row))
  const toggleStatus = async (row: { id: number; name: string; status: number }) => {
    const isActive = row.status === UserStatus.aktif
    const sure = await confirm({
      title: isActive ? `Nonaktifkan ${row.name}?` : `Aktifkan ${row.name}?`,
      body: isActive
        ? 'Tidak dapat masuk lagi dan semua sesinya diakhiri. Datanya tetap.'
        : 'Dapat masuk dan dipakai lagi.',
      confirm: isActive ? 'Nonaktifkan' : 'Aktifkan',
      danger: isActive,
    })
    if (sure)
      status.mutate(
        { id: row.id, input: {} },
        {
          onSuccess: (saved) =>
            toast(`${saved.name} ${isActive ? 'dinonaktifkan' : 'diaktifkan'}`, {
              to: { to: '/user/view', search: { id: row.id } },
            }),
        },
      )
  }
  return (
    <ListScreen
      of={Users}
      noun={jenis && JenisUser.label(jenis)}
      {...rest}
      filters={shownFilters}
      open={(row) => ({ to: '/user/view', search: { id: row.id } })}
      create={mayAdd ? { to: '/user/create', search: role ? { role_id: role } : {} } : undefined}
      edit={(row) => ({ to: '/user/update', search: { id: row.id } })}
      rowMay={(row, operation) =>
        mayEdit(row) &&
        row.status !== UserStatus.dihapus &&
        (operation === 'update' || (row.id !== me?.id && roleOf(me) !== RoleId.sales))
      }
      mayDelete={roleOf(me) !== RoleId.sales}
      actions={(row): RowAction[] => [
        ...(baseRoleOf(row) === RoleId.pelatih
          ? [
              {
                label: 'Ubah jadwal kosong',
                code: 'user/ubah-jadwal-pelatih' as const,
                run: () =>
                  void navigate({ to: '/user/ubah-jadwal-pelatih', search: { id: row.id } }),
              },
            ]
          : []),
        ...(mayEdit(row) && row.status !== UserStatus.dihapus && row.id !== me?.id
          ? [
              {
                label: row.status === UserStatus.aktif ? 'Nonaktifkan' : 'Aktifkan',
                code: 'user/disable-enable' as const,
                run: () => void toggleStatus(row),
              },
            ]
          : []),
      ]}
      tools={
        <>
          {extraTools}
          <PrintTool jenis={jenis} />
        </>
      }
    />
  )
}

/** Button that opens the print view of the list. The print view gets the current filters. */
const PrintTool = ({ jenis }: { jenis?: string }) => {
  const navigate = useNavigate()
  const { page: _, 'per-page': __, ...filters } = listParams(useSearch({ strict: false }))
  const go = (to: string, search: Record<string, string | number | undefined>) =>
    void navigate({ to, search })
  return useCan('user/cetak') ? (
    <Tool
      brief="onPhone"
      icon={IconPrinter}
      onClick={() =>
        go('/user/cetak', {
          ...filters,
          ...(jenis && { jenis }),
          ...(jenis === 'pendaftar-mandiri' && { ditutup: '0' }),
        })
      }
    >
      Cetak
    </Tool>
  ) : null
}
