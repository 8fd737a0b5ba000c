import { Button, Text } from '@mantine/core'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { profileDetail } from '#contract/access/profileCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { Religion, RoleId } from '#contract/enums.ts'
import { runPrefetch } from '#src/data/api/prefetch.ts'
import { ProfileDetail } from '#src/data/calls.ts'
import { returnPath } from '#src/data/search.ts'
import {
  logout,
  me,
  reloadMe,
  roleOf,
  useAllowed,
  useMe,
  type Me,
} from '#src/data/session/session.ts'
import { KalenderPanel } from '#src/routes/_app/profile/-kalender.tsx'
import { KontakForm } from '#src/routes/_app/profile/-kontak.tsx'
import { SesiTab } from '#src/routes/_app/profile/-sesi.tsx'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { tanggal, phoneText, waktu } from '#src/ui/format/format.ts'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { Actions, PageTitle } from '#src/ui/page/PageTitle.tsx'
import { part } from '#src/ui/page/part.ts'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Foto } from '#src/ui/record/Foto.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordTabs } from '#src/ui/record/Record.tsx'

/** Whether the role of the user can have lessons: a coach, a payer or a student. */
const hasLessons = (user: Me | undefined): boolean => {
  const role = roleOf(user)
  return role === RoleId.pelatih || role === RoleId.akunBilling || role === RoleId.peserta
}

export const Route = createFileRoute('/_app/profile/view')({
  // `ke`: path to open after a required second factor has been set up.
  validateSearch: (search): { tab?: string; ke?: string } => ({
    ...(['sesi', 'dua-langkah', 'token'].includes(String(search.tab))
      ? { tab: String(search.tab) }
      : {}),
    ke: returnPath(search.ke),
  }),
  // Ignores errors in the loader, because the component suspends on the same queries and shows the
  // errors. Fetches nothing while a second factor is required, because the server would reject the
  // requests.
  loader: async () => {
    const user = me()
    if (user?.harus_dua_langkah) return
    const calls = () => import('#src/data/calls.ts')
    await Promise.all([
      runPrefetch({ query: async () => (await calls()).ProfileDetail.query({}) }),
      // Prefetched for every tab, because the panel with calendar links is above the tabs.
      hasLessons(user) && runPrefetch({ query: async () => (await calls()).FeedList.query({}) }),
    ])
  },
  component: ProfileScreen,
})

// Loads the tabs for the second factor and for tokens lazily, because they contain the QR code
// renderer and the list of access codes, and few users open them.
const SecondFactor = lazy(() =>
  part(() => import('#src/routes/_app/profile/-secondFactor.tsx')).then((m) => ({
    default: m.SecondFactor,
  })),
)
const TokenTab = lazy(() =>
  part(() => import('#src/routes/_app/profile/-token.tsx')).then((m) => ({ default: m.TokenTab })),
)
const RecoveryCodes = lazy(() =>
  part(() => import('#src/routes/_app/profile/-setUp.tsx')).then((m) => ({
    default: m.RecoveryCodes,
  })),
)

function ProfileScreen() {
  const { ke } = Route.useSearch()
  const navigate = useNavigate()
  const [codes, show] = useState<readonly string[]>()
  const must = useMe()?.harus_dua_langkah === true
  // Whether the page that sets up the second factor stays open. After the set-up the server no
  // longer requires this page, but the user still has to store the recovery codes.
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
  if (held) return <SecondFactorRequired show={show} />
  return (
    <Boundary resetKey="profil" missing={<BriefProfile />}>
      <FullProfile show={show} />
    </Boundary>
  )
}

type Show = (codes: readonly string[]) => void
/** Page that replaces the profile until a required second factor has been set up. */
const SecondFactorRequired = ({ show }: { show: Show }) => {
  const { ke } = Route.useSearch()
  const navigate = useNavigate()
  const leave = async () => {
    await logout()
    await navigate({ to: '/auth/login', search: { ke } })
  }
  return (
    <>
      <PageTitle>
        <Actions>
          <Button variant="default" onClick={() => void leave()}>
            Keluar
          </Button>
        </Actions>
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

/**
 * Profile that shows only the fields of the session. It is used if the server lacks the call for
 * the full profile.
 */
const BriefProfile = () => {
  const me = useMe()
  return (
    <>
      <PageTitle>
        <Actions>
          <LinkButton place={{ to: '/profile/ubah-password' }} variant="default">
            Ubah Password
          </LinkButton>
        </Actions>
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

type FactItem = readonly [label: string, value: ReactNode]
type Profile = CallOutput<typeof profileDetail>
/**
 * Returns links to the lists of records that belong to the user. A link is omitted if the user has
 * no such records or lacks the access code of the list.
 */
const useOwnLinks = ({ id, milik: { peserta, kelas, kursus } }: Profile): FactItem[] => {
  const allowed = useAllowed()
  const items: (FactItem | false)[] = [
    peserta > 0 &&
      allowed('user/peserta') && [
        'Peserta',
        <Link key="peserta" to="/user/peserta" search={{ akun_billing_id: String(id) }}>
          {peserta} peserta
        </Link>,
      ],
    kelas > 0 &&
      allowed('kursus-pelatih/index') && [
        'Kelas',
        <Link key="kelas" to="/kursus-pelatih" search={{ pelatih_id: String(id) }}>
          {kelas} kelas
        </Link>,
      ],
    kursus > 0 &&
      allowed('kursus-peserta/index') && [
        'Kursus',
        <Link key="kursus" to="/kursus-peserta" search={{ peserta_id: String(id) }}>
          {kursus} kursus
        </Link>,
      ],
  ]
  return items.filter((item) => item !== false)
}

const waliFacts = ({ wali_nama, wali_hubungan, wali_phone }: Profile): FactItem[] =>
  wali_nama
    ? [
        ['Wali', wali_hubungan ? `${wali_nama} (${wali_hubungan})` : wali_nama],
        ['No. HP Wali', phoneText(wali_phone)],
      ]
    : []
const consentFacts = ({ persetujuan_at, persetujuan_oleh }: Profile): FactItem[] =>
  persetujuan_at
    ? [['Persetujuan', `${waktu(persetujuan_at)}, oleh ${persetujuan_oleh ?? '–'}`]]
    : []
/** Shows the personal data that the school has recorded about the user. */
const PersonalData = ({ me }: { me: Profile }) => (
  <>
    <Facts
      items={[
        ...(me.no_induk ? [['No. Induk', me.no_induk] as const] : []),
        ['Nama Panggilan', me.nama_panggilan],
        ['Jenis Kelamin', me.gender],
        [
          'Tempat, Tanggal Lahir',
          [me.tempat_lahir, tanggal(me.tanggal_lahir)].filter(Boolean).join(', '),
        ],
        ['Agama', me.religion && Religion.label(me.religion)],
        ['Kewarganegaraan', me.citizenship],
        ...(me.akun_billing ? [['Akun Billing', me.akun_billing] as const] : []),
        ...waliFacts(me),
        ...consentFacts(me),
        ['Terdaftar', waktu(me.created_at)],
        ['Masuk Terakhir', waktu(me.last_login_at)],
      ]}
    />
    <Text c="dimmed" mt="md">
      Ada yang salah, atau ingin data Anda dihapus? Hubungi sekolah.
    </Text>
  </>
)

const FullProfile = ({ show }: { show: Show }) => {
  const me = ProfileDetail.useSuspenseData({})
  const [editing, edit] = useState(false)
  const ownLinks = useOwnLinks(me)
  const user = useMe()
  return (
    <>
      <PageTitle>
        <Foto id={me.foto} name={me.name} size={44} />
        <Text span c="dimmed" fz="1.125rem">
          {me.name}
        </Text>
        <Actions>
          <LinkButton place={{ to: '/profile/ubah-password' }} variant="default">
            Ubah Password
          </LinkButton>
          <Button onClick={() => edit(true)}>Ubah Kontak</Button>
        </Actions>
      </PageTitle>
      <Panel>
        <Facts
          items={[
            ['Nama', me.name],
            ['Username', me.username],
            ['Role', me.role],
            ['Email', me.email],
            ['No. HP / WhatsApp', phoneText(me.phone)],
            ['No. HP Lain', phoneText(me.phone_alt)],
            ['Alamat', [me.alamat, me.kota, me.kode_pos].filter(Boolean).join(', ')],
            ['Outlet', me.gedung],
            ...ownLinks,
          ]}
        />
      </Panel>
      {hasLessons(user) && (
        <Boundary resetKey="kalender">
          <Suspense fallback={null}>
            <KalenderPanel />
          </Suspense>
        </Boundary>
      )}
      <RecordTabs
        tabs={[
          { id: 'data', label: 'Data Diri', content: <PersonalData me={me} /> },
          { id: 'sesi', label: 'Sesi', content: <SesiTab /> },
          {
            id: 'dua-langkah',
            label: 'Verifikasi Dua Langkah',
            content: <SecondFactor show={show} />,
          },
          {
            id: 'token',
            label: 'Token Akses',
            code: 'profile/token',
            content: <TokenTab />,
          },
        ]}
      />
      {editing && <KontakForm me={me} close={() => edit(false)} />}
    </>
  )
}
