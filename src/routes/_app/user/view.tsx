import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { UserStatus } from '#contract/enums.ts'
import { useCan, useMe } from '#src/data/session.ts'
import { Users } from '#src/data/user.ts'
import { AksiDialog, useAksi } from '#src/routes/_app/user/-aksi.tsx'
import { bolehUbah, dasarDari } from '#src/routes/_app/user/-boleh.ts'
import { expandUser } from '#src/routes/_app/user/-expand.ts'
import { faktaUser, type UserRow } from '#src/routes/_app/user/-fakta.tsx'
import { JadwalGuru } from '#src/routes/_app/user/-jadwalMinggu.tsx'
import {
  JadwalPeserta,
  KelasPelatih,
  PesertaAkun,
  TagihanAkun,
  TagihanPeserta,
} from '#src/routes/_app/user/-tab.tsx'
import { DataTable } from '#src/ui/DataTable.tsx'
import { Facts } from '#src/ui/Facts.tsx'
import { telepon } from '#src/ui/format.ts'
import { Foto } from '#src/ui/Foto.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { PlaceLink } from '#src/ui/PlaceLink.tsx'
import { RecordHeader, RecordTabs, Riwayat, type RecordAction, type Tab } from '#src/ui/Record.tsx'
import { recordRoute } from '#src/ui/recordRoute.ts'
import { Badge } from '#src/ui/table.tsx'

export const Route = createFileRoute('/_app/user/view')({
  ...recordRoute(() => import('#src/data/user.ts').then((m) => m.Users), expandUser),
  component: DetailUser,
})

const Kontak = ({ rows }: { rows: NonNullable<UserRow['kontak']> }) => (
  <DataTable
    caption="Kontak lain"
    empty="Belum ada kontak lain"
    rows={rows}
    rowKey={(k) => k.id}
    columns={[
      { label: 'Nama', cell: (k) => k.nama },
      { label: 'Hubungan', cell: (k) => k.hubungan ?? '–' },
      { label: 'No. HP', cell: (k) => telepon(k.phone) || '–' },
      { label: 'Email', cell: (k) => k.email ?? '–' },
      { label: 'Terima Tagihan', cell: (k) => (k.terima_tagihan ? 'Ya' : 'Tidak') },
    ]}
  />
)

function DetailUser() {
  const { id } = Route.useSearch()
  const navigate = useNavigate()
  const me = useMe()
  const row = Users.useView(id, expandUser)
  const dasar = dasarDari(row)
  const aksi = useAksi(row)
  const jadwal = useCan('user/ubah-jadwal-pelatih')
  const payer = dasar === 5 ? row.id : row.akun_billing_id
  const go = (to: string, search: Record<string, number>) => void navigate({ to, search })

  const actions: RecordAction[] = []
  if (bolehUbah(me, dasar))
    actions.push({
      label: 'Ubah',
      code: 'user/update',
      disabled: row.status === 0 ? 'Sudah dihapus: pulihkan dahulu' : undefined,
      run: () => go('/user/update', { id }),
    })
  if (dasar === 5 && row.status === 10)
    actions.push({
      label: 'Tambah Peserta',
      code: 'user/create',
      run: () => go('/user/create', { role_id: 6, akun_billing_id: id }),
    })
  if (payer)
    actions.push({
      label: 'Tambah Pembayaran',
      code: 'billing-payment/create',
      primary: row.status === 10,
      run: () => go('/billing-payment/form', { akun_billing_id: payer }),
    })

  const tabs: Tab[] = []
  if (dasar === 5)
    tabs.push(
      {
        id: 'tagihan',
        label: 'Tagihan',
        code: 'user/info-billing',
        content: <TagihanAkun id={id} />,
      },
      {
        id: 'peserta',
        label: 'Peserta',
        code: 'user/info-peserta',
        content: <PesertaAkun id={id} />,
      },
      { id: 'kontak', label: 'Kontak Lain', content: <Kontak rows={row.kontak ?? []} /> },
    )
  if (row.peserta_profil)
    tabs.push({
      id: 'jadwal',
      label: 'Jadwal',
      code: 'kursus-peserta/index',
      content: <JadwalPeserta id={id} />,
    })
  if (row.peserta_profil && dasar === 6)
    tabs.push({
      id: 'tagihan',
      label: 'Tagihan',
      code: 'billing/index',
      content: <TagihanPeserta id={id} />,
    })
  if (dasar === 3)
    tabs.push(
      {
        id: 'jadwal',
        label: 'Jadwal',
        code: 'user/jadwal-pelatih',
        content: <JadwalGuru id={id} ubah={jadwal} />,
      },
      {
        id: 'kelas',
        label: 'Kelas',
        code: 'kursus-pelatih/index',
        content: <KelasPelatih id={id} />,
      },
    )
  tabs.push({
    id: 'riwayat',
    label: 'Riwayat',
    code: 'audit/index',
    content: <Riwayat entitas="user" id={id} of={Users} />,
  })

  return (
    <>
      <RecordHeader
        name={row.name}
        status={<Badge tone={UserStatus.tone(row.status)}>{UserStatus.label(row.status)}</Badge>}
        actions={[...aksi.utama, ...actions]}
        more={aksi.lain}
      />
      <Panel>
        <div className="personHead">
          <Foto id={row.foto} name={row.name} size={72} />
        </div>
        {faktaUser(row, {
          terbuka: aksi.terbuka,
          person: (of, name) => (
            <PlaceLink to="/user/view" search={{ id: of }}>
              {name}
            </PlaceLink>
          ),
        }).map(({ judul, items }) => (
          <section key={judul} className="factSection">
            <h2 className="subhead">{judul}</h2>
            <Facts items={items} />
          </section>
        ))}
      </Panel>
      <RecordTabs tabs={tabs} />
      <AksiDialog row={row} aksi={aksi} />
    </>
  )
}
