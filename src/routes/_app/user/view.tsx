import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { UserStatus, RoleId } from '#contract/enums.ts'
import { waLink } from '#contract/sales/rules/waText.ts'
import { isMobile } from '#contract/values/phone.ts'
import { Users } from '#src/data/resources/user.ts'
import { roleOf, useCan, useMe } from '#src/data/session/session.ts'
import { PelatihLibur } from '#src/routes/_app/-leaveDecision.tsx'
import { useMayAddCourse } from '#src/routes/_app/kursus-peserta/-fullClass.tsx'
import { PendingEmail } from '#src/routes/_app/user/-actions/pendingEmail.tsx'
import { mayEditUsers, baseRoleOf } from '#src/routes/_app/user/-actions/permissions.ts'
import { useUserActions } from '#src/routes/_app/user/-actions/userActions.ts'
import { UserActionDialog } from '#src/routes/_app/user/-actions/userDialogs.tsx'
import { whyDeleted } from '#src/routes/_app/user/-actions/userRejections.ts'
import { PesertaKursus } from '#src/routes/_app/user/-enrol.tsx'
import { expandUser } from '#src/routes/_app/user/-expand.ts'
import { PersonData } from '#src/routes/_app/user/-personData.tsx'
import { PersonStrip } from '#src/routes/_app/user/-personStrip.tsx'
import { PelatihJadwal } from '#src/routes/_app/user/-slots/jadwalWeek.tsx'
import {
  PelatihKelas,
  AkunPeserta,
  AkunBillings,
  PesertaBillings,
} from '#src/routes/_app/user/-tab.tsx'
import type { UserRow } from '#src/routes/_app/user/-userFacts.tsx'
import { phoneText } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { part } from '#src/ui/page/part.ts'
import { ArrearsFlag } from '#src/ui/record/ArrearsFlag.tsx'
import {
  RecordHeader,
  RecordTabs,
  RecordHistory,
  type RecordAction,
  type Tab,
} from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'

const AkunSaldo = lazy(() =>
  part(() => import('#src/routes/_app/user/-saldo/saldoTab.tsx')).then((m) => ({
    default: m.AkunSaldo,
  })),
)
const PelatihHonor = lazy(() =>
  part(() => import('#src/routes/_app/user/-honorTab.tsx')).then((m) => ({
    default: m.PelatihHonor,
  })),
)
const UserLinks = lazy(() =>
  part(() => import('#src/routes/_app/user/-actions/linksTab.tsx')).then((m) => ({
    default: m.UserLinks,
  })),
)
const AkunStatement = lazy(() =>
  part(() => import('#src/routes/_app/user/-saldo/statement.tsx')).then((m) => ({
    default: m.AkunStatement,
  })),
)

export const Route = createFileRoute('/_app/user/view')({
  ...recordRoute(() => import('#src/data/resources/user.ts').then((m) => m.Users), expandUser),
  component: UserDetail,
})

const KontakTable = ({ rows }: { rows: NonNullable<UserRow['kontak']> }) => (
  <DataTable
    caption="Kontak lain"
    empty="Belum ada kontak lain"
    rows={rows}
    rowKey={(k) => k.id}
    columns={[
      { label: 'Nama', cell: (k) => k.nama },
      { label: 'Hubungan', cell: (k) => k.hubungan ?? '–' },
      { label: 'No. HP', cell: (k) => phoneText(k.phone) || '–' },
      { label: 'Email', cell: (k) => k.email ?? '–' },
      { label: 'Terima Tagihan', cell: (k) => (k.terima_tagihan ? 'Ya' : 'Tidak') },
    ]}
  />
)

/**
 * Returns the phone number for WhatsApp: the first mobile number among the number for bills, the
 * guardian's phone, the person's own phone and the payer's phone. Returns undefined on the user's
 * own record, and for families, which would write to themselves.
 */
const whatsAppOf = (row: UserRow, me: ReturnType<typeof useMe>): string | undefined => {
  const myRole = roleOf(me)
  const isFamily = myRole === RoleId.akunBilling || myRole === RoleId.peserta
  if (isFamily || row.id === me?.id) return undefined
  const numbers = [
    row.akun_billing_profil?.wa_tagihan,
    row.wali_phone,
    row.phone,
    row.akun_billing?.phone,
  ]
  return numbers.find((phone) => phone != null && isMobile(phone)) ?? undefined
}

/**
 * Returns the links from the record of a user to other places: the frequent ones as buttons
 * (`actions`), and the others for the menu (`more`).
 */
const useUserLinks = (row: UserRow): { actions: RecordAction[]; more: RecordAction[] } => {
  const navigate = useNavigate()
  const me = useMe()
  const mayAddCourse = useMayAddCourse()
  const { id } = row
  const baseRole = baseRoleOf(row)
  const isActive = row.status === UserStatus.aktif
  const payer = baseRole === RoleId.akunBilling ? id : row.akun_billing_id
  const phone = whatsAppOf(row, me)
  const actions: RecordAction[] = []
  const more: RecordAction[] = []
  if (phone !== undefined)
    actions.push({
      label: 'WhatsApp',
      run: () => window.open(waLink(phone), '_blank', 'noopener'),
    })
  if (payer)
    actions.push({
      label: 'Terima pembayaran',
      code: 'billing-payment/create',
      primary: isActive,
      run: () => void navigate({ to: '/billing-payment/form', search: { akun_billing_id: payer } }),
    })
  if (isActive && row.peserta_profil && payer && mayAddCourse)
    actions.push({
      label: 'Tambah kursus',
      run: () =>
        void navigate({ to: '/sales/tambah-kursus-peserta', search: { id, sumber: 'peserta' } }),
    })
  if (baseRole === RoleId.akunBilling && isActive)
    actions.push({
      label: 'Tambah Peserta',
      code: 'user/create',
      run: () =>
        void navigate({
          to: '/user/create',
          search: { role_id: RoleId.peserta, akun_billing_id: id },
        }),
    })
  if (mayEditUsers(me, baseRole))
    actions.push({
      label: 'Ubah',
      code: 'user/update',
      disabled: whyDeleted(row),
      run: () => void navigate({ to: '/user/update', search: { id } }),
    })
  if (payer)
    more.push({
      label: 'Buat Tagihan',
      code: 'billing/create',
      disabled: whyDeleted(row),
      run: () => void navigate({ to: '/billing/form', search: { akun_billing_id: payer } }),
    })
  return { actions, more }
}

const payerTabs = ({ id, kontak }: UserRow): Tab[] => [
  {
    id: 'tagihan',
    label: 'Tagihan',
    code: 'user/info-billing',
    content: <AkunBillings id={id} />,
  },
  {
    id: 'peserta',
    label: 'Peserta',
    code: 'user/info-peserta',
    content: <AkunPeserta id={id} />,
  },
  {
    id: 'saldo',
    label: 'Saldo',
    code: 'mutasi-saldo/index',
    content: <AkunSaldo id={id} />,
  },
  {
    id: 'rekening-koran',
    label: 'Rekening Koran',
    code: 'user/rekening-koran',
    content: <AkunStatement id={id} />,
  },
  { id: 'kontak', label: 'Kontak Lain', content: <KontakTable rows={kontak ?? []} /> },
]
const studentTabs = ({ id, status }: UserRow, pays: boolean): Tab[] => [
  {
    id: 'jadwal',
    label: 'Jadwal',
    code: 'kursus-peserta/index',
    content: <PesertaKursus id={id} isActive={status === UserStatus.aktif} />,
  },
  // Omits the bills tab of the student if the student is also a payer. The bills tab of the payer
  // already shows the bills of all students of this payer.
  ...(pays
    ? []
    : [
        {
          id: 'tagihan',
          label: 'Tagihan',
          code: 'billing/index',
          content: <PesertaBillings id={id} />,
        } satisfies Tab,
      ]),
]
const coachTabs = (id: number, mayEditJadwal: boolean): Tab[] => [
  {
    id: 'jadwal',
    label: 'Jadwal',
    code: 'user/jadwal-pelatih',
    content: <PelatihJadwal id={id} mayEdit={mayEditJadwal} />,
  },
  {
    id: 'kelas',
    label: 'Kelas',
    code: 'kursus-pelatih/index',
    content: <PelatihKelas id={id} />,
  },
  {
    id: 'libur',
    label: 'Libur',
    code: 'pelatih-libur/index',
    content: <PelatihLibur id={id} />,
  },
  {
    id: 'honor',
    label: 'Honor',
    code: 'honor-periode/index',
    content: <PelatihHonor id={id} />,
  },
]

function UserDetail() {
  const { id } = Route.useSearch()
  const row = Users.useView(id, expandUser)
  const baseRole = baseRoleOf(row)
  const userActions = useUserActions(row)
  const { actions, more } = useUserLinks(row)
  const mayEditJadwal = useCan('user/ubah-jadwal-pelatih')
  const tabs: Tab[] = [
    ...(baseRole === RoleId.akunBilling ? payerTabs(row) : []),
    ...(row.peserta_profil ? studentTabs(row, baseRole !== RoleId.peserta) : []),
    ...(baseRole === RoleId.pelatih ? coachTabs(id, mayEditJadwal) : []),
    {
      id: 'data',
      label: 'Data',
      content: <PersonData row={row} revealed={userActions.revealed} />,
    },
    {
      id: 'tautan',
      label: 'Tautan',
      code: 'user/reset-password',
      content: <UserLinks id={id} />,
    },
    {
      id: 'riwayat',
      label: 'Riwayat',
      code: 'audit/index',
      content: <RecordHistory entitas="user" id={id} of={Users} />,
    },
  ]
  return (
    <>
      <RecordHeader
        name={row.name}
        status={
          <>
            <StatusBadge tone={UserStatus.tone(row.status)}>
              {UserStatus.label(row.status)}
            </StatusBadge>
            <ArrearsFlag bulan={row.menunggak?.bulan} />
            <Dim>
              {[row.role?.name ?? RoleId.label(row.role_id), row.gedung?.nama]
                .filter(Boolean)
                .join(' · ')}
            </Dim>
          </>
        }
        actions={[...userActions.main, ...actions]}
        more={[...more, ...userActions.more]}
      />
      <PendingEmail row={row} />
      <PersonStrip row={row} />
      <RecordTabs tabs={tabs} />
      <UserActionDialog row={row} actions={userActions} />
    </>
  )
}
