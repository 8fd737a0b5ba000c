import { Button } from '@mantine/core'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Religion } from '#contract/enums.ts'
import { ProfileDetail } from '#src/data/calls.ts'
import { queryClient } from '#src/data/queryClient.ts'
import { tujuan } from '#src/data/search.ts'
import { logout, me, reloadMe, useAllowed, useMe } from '#src/data/session.ts'
import { FormKontak } from '#src/routes/_app/profile/-kontak.tsx'
import { Sesi } from '#src/routes/_app/profile/-sesi.tsx'
import { Facts } from '#src/ui/Facts.tsx'
import { Boundary } from '#src/ui/Failed.tsx'
import { FormSkeleton } from '#src/ui/form.tsx'
import { tanggal, telepon, waktu } from '#src/ui/format.ts'
import { Foto } from '#src/ui/Foto.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { part } from '#src/ui/part.ts'
import { RecordTabs } from '#src/ui/Record.tsx'

export const Route = createFileRoute('/_app/profile/view')({
  // `ke`: where one was going when a second factor was asked for.
  validateSearch: (search): { tab?: string; ke?: string } => ({
    ...(search.tab === 'sesi' || search.tab === 'dua-langkah' ? { tab: search.tab } : {}),
    ke: tujuan(search.ke),
  }),
  // A failure is the component's, which suspends on the same query. While a second factor is asked for, the server refuses it.
  loader: async () => {
    if (!me()?.harus_dua_langkah)
      await queryClient
        .ensureQueryData((await import('#src/data/calls.ts')).ProfileDetail.query({}))
        .catch(() => {})
  },
  component: Profil,
})

// With the drawing of QR codes; few come here for it.
const SecondFactor = lazy(() =>
  part(() => import('#src/routes/_app/profile/-secondFactor.tsx')).then((m) => ({
    default: m.SecondFactor,
  })),
)
const RecoveryCodes = lazy(() =>
  part(() => import('#src/routes/_app/profile/-setUp.tsx')).then((m) => ({
    default: m.RecoveryCodes,
  })),
)

function Profil() {
  const { ke } = Route.useSearch()
  const navigate = useNavigate()
  const [codes, show] = useState<readonly string[]>()
  const must = useMe()?.harus_dua_langkah === true
  // Asked for until the recovery codes are put away, though the server asks no longer.
  const [held, hold] = useState(must)
  if (must && !held) hold(true)
  const done = async () => {
    show(undefined)
    if (!held) return
    await reloadMe().catch(() => {})
    hold(false)
    await navigate({ href: ke ?? '/', replace: true })
  }
  if (codes)
    return (
      <>
        <PageTitle />
        <Panel>
          <Suspense fallback={<FormSkeleton />}>
            <RecoveryCodes codes={codes} done={() => void done()} />
          </Suspense>
        </Panel>
      </>
    )
  if (held) return <Wajib show={show} />
  return (
    <Boundary resetKey="profil" missing={<Singkat />}>
      <Lengkap show={show} />
    </Boundary>
  )
}

type Show = (codes: readonly string[]) => void
/** All that there is until the second factor which the school asks for is set up. */
const Wajib = ({ show }: { show: Show }) => {
  const { ke } = Route.useSearch()
  const navigate = useNavigate()
  const leave = async () => {
    await logout()
    await navigate({ to: '/auth/login', search: { ke } })
  }
  return (
    <>
      <PageTitle>
        <div className="actions">
          <Button variant="default" onClick={() => void leave()}>
            Keluar
          </Button>
        </div>
      </PageTitle>
      <Panel title="Verifikasi Dua Langkah">
        <p style={{ marginTop: 0 }}>
          Sekolah mewajibkan verifikasi dua langkah untuk akun Anda. Pasanglah sebelum melanjutkan.
        </p>
        <Boundary resetKey="wajib">
          <Suspense fallback={<FormSkeleton />}>
            <SecondFactor show={show} />
          </Suspense>
        </Boundary>
      </Panel>
    </>
  )
}

/** What every server of the specification tells of oneself. */
const Singkat = () => {
  const me = useMe()
  return (
    <>
      <PageTitle>
        <div className="actions">
          <Button component={Link} to="/profile/ubah-password" variant="default">
            Ubah Password
          </Button>
        </div>
      </PageTitle>
      <Panel>
        <Facts
          items={[
            ['Nama', me?.name],
            ['Username', me?.username],
            ['Role', me?.role?.name],
            ['Email', me?.email],
          ]}
        />
      </Panel>
    </>
  )
}

const Lengkap = ({ show }: { show: Show }) => {
  const me = ProfileDetail.useData({})
  const allowed = useAllowed()
  const [editing, edit] = useState(false)
  const { peserta, kelas, kursus } = me.milik
  const birth = [me.tempat_lahir, tanggal(me.tanggal_lahir)].filter(Boolean).join(', ')
  return (
    <>
      <PageTitle>
        <Foto id={me.foto} name={me.name} size={44} />
        <span className="dim" style={{ fontSize: '1.125rem' }}>
          {me.name}
        </span>
        <div className="actions">
          <Button component={Link} to="/profile/ubah-password" variant="default">
            Ubah Password
          </Button>
          <Button onClick={() => edit(true)}>Ubah Kontak</Button>
        </div>
      </PageTitle>
      <Panel>
        <Facts
          items={[
            ['Nama', me.name],
            ['Username', me.username],
            ['Role', me.role],
            ['Email', me.email],
            ['No. HP / WhatsApp', telepon(me.phone)],
            ['No. HP Lain', telepon(me.phone_alt)],
            ['Alamat', [me.alamat, me.kota, me.kode_pos].filter(Boolean).join(', ')],
            ['Outlet', me.gedung],
            ...(peserta > 0 && allowed('user/peserta')
              ? [
                  [
                    'Peserta',
                    <Link
                      key="peserta"
                      to="/user/peserta"
                      search={{ akun_billing_id: String(me.id) }}
                    >
                      {peserta} peserta
                    </Link>,
                  ] as const,
                ]
              : []),
            ...(kelas > 0 && allowed('kursus-pelatih/index')
              ? [
                  [
                    'Kelas',
                    <Link key="kelas" to="/kursus-pelatih" search={{ pelatih_id: String(me.id) }}>
                      {kelas} kelas
                    </Link>,
                  ] as const,
                ]
              : []),
            ...(kursus > 0 && allowed('kursus-peserta/index')
              ? [
                  [
                    'Kursus',
                    <Link key="kursus" to="/kursus-peserta" search={{ peserta_id: String(me.id) }}>
                      {kursus} kursus
                    </Link>,
                  ] as const,
                ]
              : []),
          ]}
        />
      </Panel>
      <RecordTabs
        tabs={[
          {
            id: 'data',
            label: 'Data Diri',
            content: (
              <>
                <Facts
                  items={[
                    ...(me.no_induk ? [['No. Induk', me.no_induk] as const] : []),
                    ['Nama Panggilan', me.nama_panggilan],
                    ['Jenis Kelamin', me.gender],
                    ['Tempat, Tanggal Lahir', birth],
                    ['Agama', me.religion && Religion.label(me.religion)],
                    ['Kewarganegaraan', me.citizenship],
                    ...(me.akun_billing ? [['Akun Billing', me.akun_billing] as const] : []),
                    ...(me.wali_nama
                      ? [
                          [
                            'Wali',
                            me.wali_hubungan
                              ? `${me.wali_nama} (${me.wali_hubungan})`
                              : me.wali_nama,
                          ] as const,
                          ['No. HP Wali', telepon(me.wali_phone)] as const,
                        ]
                      : []),
                    ...(me.persetujuan_at
                      ? [
                          [
                            'Persetujuan',
                            `${waktu(me.persetujuan_at)}, oleh ${me.persetujuan_oleh ?? '–'}`,
                          ] as const,
                        ]
                      : []),
                    ['Terdaftar', waktu(me.created_at)],
                    ['Masuk Terakhir', waktu(me.last_login_at)],
                  ]}
                />
                <p className="dim" style={{ marginBottom: 0 }}>
                  Ada yang salah, atau ingin data Anda dihapus? Hubungi sekolah.
                </p>
              </>
            ),
          },
          { id: 'sesi', label: 'Sesi', content: <Sesi /> },
          {
            id: 'dua-langkah',
            label: 'Verifikasi Dua Langkah',
            content: <SecondFactor show={show} />,
          },
        ]}
      />
      {editing && <FormKontak me={me} close={() => edit(false)} />}
    </>
  )
}
