import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { KirimVia, RoleId, UserStatus } from '#contract/enums.ts'
import { usia } from '#contract/rules/tanggal.ts'
import { useCan, useMe } from '#src/data/session.ts'
import { Users } from '#src/data/user.ts'
import { Facts } from '#src/ui/Facts.tsx'
import { tanggal, telepon, waktu } from '#src/ui/format.ts'
import { Panel } from '#src/ui/Panel.tsx'
import { RecordHeader, RecordTabs, Riwayat, type RecordAction, type Tab } from '#src/ui/Record.tsx'
import { recordRoute } from '#src/ui/recordRoute.ts'
import { Badge } from '#src/ui/table.tsx'
import { bolehUbah } from '#src/routes/_app/user/-boleh.ts'
import { JadwalGuru } from '#src/routes/_app/user/-jadwalMinggu.tsx'
import { JadwalPeserta, KelasPelatih, PesertaAkun, TagihanAkun, TagihanPeserta } from '#src/routes/_app/user/-tab.tsx'

const expand = 'role,gedung,akun_billing,sales,peserta_profil,akun_billing_profil'
export const Route = createFileRoute('/_app/user/view')({ ...recordRoute(() => import('#src/data/user.ts').then((m) => m.Users), expand), component: DetailUser })

const label = (field: string) => Users.field(field)?.meta?.label ?? field

function DetailUser() {
  const { id } = Route.useSearch()
  const navigate = useNavigate()
  const me = useMe()
  const row = Users.useView(id, expand)
  const { peserta_profil: murid, akun_billing_profil: akun, akun_billing: pembayar } = row
  const payer = row.role_id === 5 ? row.id : row.akun_billing_id
  const bolehJadwal = useCan('user/ubah-jadwal-pelatih')
  const go = (to: string, search: Record<string, number>) => void navigate({ to, search })

  const actions: RecordAction[] = []
  if (bolehUbah(me, row.role_id)) actions.push({ label: 'Ubah', code: 'user/update', run: () => go('/user/update', { id }) })
  if (row.role_id === 5) actions.push({ label: 'Tambah Peserta', code: 'user/create', run: () => go('/user/create', { role_id: 6, akun_billing_id: id }) })
  if (payer) actions.push({ label: 'Tambah Pembayaran', code: 'billing-payment/create', primary: true, run: () => go('/billing-payment/form', { akun_billing_id: payer }) })

  const tabs: Tab[] = []
  if (row.role_id === 5) tabs.push(
    { id: 'tagihan', label: 'Tagihan', code: 'user/info-billing', content: <TagihanAkun id={id} /> },
    { id: 'peserta', label: 'Peserta', code: 'user/info-peserta', content: <PesertaAkun id={id} /> },
  )
  if (murid) tabs.push({ id: 'jadwal', label: 'Jadwal', code: 'kursus-peserta/index', content: <JadwalPeserta id={id} /> })
  if (murid && row.role_id === 6) tabs.push({ id: 'tagihan', label: 'Tagihan', code: 'billing/index', content: <TagihanPeserta id={id} /> })
  if (row.role_id === 3) tabs.push({ id: 'jadwal', label: 'Jadwal', code: 'user/jadwal-pelatih', content: <JadwalGuru id={id} ubah={bolehJadwal} /> }, { id: 'kelas', label: 'Kelas', code: 'kursus-pelatih/index', content: <KelasPelatih id={id} /> })
  tabs.push({ id: 'riwayat', label: 'Riwayat', code: 'audit/index', content: <Riwayat entitas="user" id={id} label={label} /> })

  const facts: [label: string, value: ReactNode][] = [['Role', row.role?.name ?? RoleId.label(row.role_id)], [label('phone'), telepon(row.phone)], [label('email'), row.email], ['Outlet', row.gedung?.nama]]
  if (row.phone_alt) facts.push([label('phone_alt'), telepon(row.phone_alt)])
  if (murid) facts.splice(1, 0, ['No. Induk', murid.no_induk], [label('nama_panggilan'), row.nama_panggilan], ['Akun Billing', pembayar && <Link key="akun" to="/user/view" search={{ id: pembayar.id }}>{pembayar.name}</Link>])
  if (murid) facts.push(
    [label('gender'), row.gender], [label('tanggal_lahir'), row.tanggal_lahir && `${tanggal(row.tanggal_lahir)} (${usia(row.tanggal_lahir)} tahun)`], [label('tempat_lahir'), row.tempat_lahir],
    [label('sekolah'), murid.sekolah], [label('instrumen_dimiliki'), murid.instrumen_dimiliki], [label('information_source'), row.information_source],
  )
  if (row.wali_nama) facts.push(['Wali', row.wali_hubungan ? `${row.wali_nama} (${row.wali_hubungan})` : row.wali_nama], [label('wali_phone'), telepon(row.wali_phone)])
  if (row.persetujuan_at) facts.push([label('persetujuan_at'), `${waktu(row.persetujuan_at)}, oleh ${row.persetujuan_oleh ?? '–'}`])
  if (akun && row.role_id === 5) facts.push(
    [label('nama_tagihan'), akun.nama_tagihan], [label('kirim_via'), KirimVia.label(akun.kirim_via)], [label('wa_tagihan'), telepon(akun.wa_tagihan)], [label('email_tagihan'), akun.email_tagihan],
    [label('alamat_tagihan'), akun.alamat_tagihan], [label('blokir_tagihan'), akun.blokir_tagihan ? <Badge key="blokir" tone="red">Diblokir</Badge> : 'Tidak'],
  )
  if (row.role_id === 5 || murid) facts.push([label('sales_id'), row.sales?.name])
  facts.push([label('alamat'), [row.alamat, row.kota, row.kode_pos].filter(Boolean).join(', ')], [label('username'), row.username], [label('last_login_at'), waktu(row.last_login_at)])
  if (murid?.catatan) facts.push([label('catatan'), murid.catatan])

  return (
    <>
      <RecordHeader name={row.name} status={<Badge tone={UserStatus.tone(row.status)}>{UserStatus.label(row.status)}</Badge>} actions={actions} />
      <Panel><Facts items={facts} /></Panel>
      <RecordTabs tabs={tabs} />
    </>
  )
}
