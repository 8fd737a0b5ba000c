import { Button } from '@mantine/core'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Religion } from '#contract/enums.ts'
import { ProfileDetail } from '#src/data/calls.ts'
import { queryClient } from '#src/data/queryClient.ts'
import { useAllowed, useMe } from '#src/data/session.ts'
import { Boundary } from '#src/ui/Failed.tsx'
import { Facts } from '#src/ui/Facts.tsx'
import { Foto } from '#src/ui/Foto.tsx'
import { tanggal, telepon, waktu } from '#src/ui/format.ts'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { RecordTabs } from '#src/ui/Record.tsx'
import { FormKontak } from '#src/routes/_app/profile/-kontak.tsx'
import { Sesi } from '#src/routes/_app/profile/-sesi.tsx'

export const Route = createFileRoute('/_app/profile/view')({
  validateSearch: (search): { tab?: string } => (search.tab === 'sesi' ? { tab: 'sesi' } : {}),
  // A failure is the component's, which suspends on the same query.
  loader: async () => { await queryClient.ensureQueryData((await import('#src/data/calls.ts')).ProfileDetail.query({})).catch(() => {}) },
  component: Profil,
})

function Profil() {
  return <Boundary resetKey="profil" missing={<Singkat />}><Lengkap /></Boundary>
}

/** What every server of the specification tells of oneself. */
const Singkat = () => {
  const me = useMe()
  return (
    <>
      <PageTitle><div className="actions"><Button component={Link} to="/profile/ubah-password" variant="default">Ubah Password</Button></div></PageTitle>
      <Panel><Facts items={[['Nama', me?.name], ['Username', me?.username], ['Role', me?.role?.name], ['Email', me?.email]]} /></Panel>
    </>
  )
}

const Lengkap = () => {
  const me = ProfileDetail.useData({})
  const allowed = useAllowed()
  const [editing, edit] = useState(false)
  const { peserta, kelas, kursus } = me.milik
  const birth = [me.tempat_lahir, tanggal(me.tanggal_lahir)].filter(Boolean).join(', ')
  return (
    <>
      <PageTitle>
        <Foto id={me.foto} name={me.name} size={44} />
        <span className="dim" style={{ fontSize: '1.125rem' }}>{me.name}</span>
        <div className="actions">
          <Button component={Link} to="/profile/ubah-password" variant="default">Ubah Password</Button>
          <Button onClick={() => edit(true)}>Ubah Kontak</Button>
        </div>
      </PageTitle>
      <Panel>
        <Facts items={[
          ['Nama', me.name], ['Username', me.username], ['Role', me.role], ['Email', me.email], ['No. HP / WhatsApp', telepon(me.phone)], ['No. HP Lain', telepon(me.phone_alt)],
          ['Alamat', [me.alamat, me.kota, me.kode_pos].filter(Boolean).join(', ')], ['Outlet', me.gedung],
          ...(peserta > 0 && allowed('user/peserta') ? [['Peserta', <Link key="peserta" to="/user/peserta" search={{ akun_billing_id: String(me.id) }}>{peserta} peserta</Link>] as const] : []),
          ...(kelas > 0 && allowed('kursus-pelatih/index') ? [['Kelas', <Link key="kelas" to="/kursus-pelatih" search={{ pelatih_id: String(me.id) }}>{kelas} kelas</Link>] as const] : []),
          ...(kursus > 0 && allowed('kursus-peserta/index') ? [['Kursus', <Link key="kursus" to="/kursus-peserta" search={{ peserta_id: String(me.id) }}>{kursus} kursus</Link>] as const] : []),
        ]} />
      </Panel>
      <RecordTabs tabs={[
        {
          id: 'data', label: 'Data Diri', content: (
            <>
              <Facts items={[
                ...(me.no_induk ? [['No. Induk', me.no_induk] as const] : []), ['Nama Panggilan', me.nama_panggilan], ['Jenis Kelamin', me.gender], ['Tempat, Tanggal Lahir', birth], ['Agama', me.religion && Religion.label(me.religion)], ['Kewarganegaraan', me.citizenship],
                ...(me.akun_billing ? [['Akun Billing', me.akun_billing] as const] : []),
                ...(me.wali_nama ? [['Wali', me.wali_hubungan ? `${me.wali_nama} (${me.wali_hubungan})` : me.wali_nama] as const, ['No. HP Wali', telepon(me.wali_phone)] as const] : []),
                ...(me.persetujuan_at ? [['Persetujuan', `${waktu(me.persetujuan_at)}, oleh ${me.persetujuan_oleh ?? '–'}`] as const] : []),
                ['Terdaftar', waktu(me.created_at)], ['Masuk Terakhir', waktu(me.last_login_at)],
              ]} />
              <p className="dim" style={{ marginBottom: 0 }}>Ada yang salah, atau ingin data Anda dihapus? Hubungi sekolah.</p>
            </>
          ),
        },
        { id: 'sesi', label: 'Sesi', content: <Sesi /> },
      ]} />
      {editing && <FormKontak me={me} close={() => edit(false)} />}
    </>
  )
}
