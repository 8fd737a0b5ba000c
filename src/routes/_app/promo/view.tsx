import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { StatusAktif, TipePromo } from '#contract/enums.ts'
import { sebutPromo } from '#contract/rules/promo.ts'
import { useWhyNotYours } from '#src/data/outlets.ts'
import { Promos } from '#src/data/promo.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { Facts } from '#src/ui/Facts.tsx'
import { angka, tanggal } from '#src/ui/format.ts'
import { Panel } from '#src/ui/Panel.tsx'
import { RecordHeader, RecordTabs, Riwayat } from '#src/ui/Record.tsx'
import { recordRoute } from '#src/ui/recordRoute.ts'
import { Badge } from '#src/ui/table.tsx'
import { CobaPromo } from './-coba.tsx'
import { expandPromo } from './-expand.ts'
import { PromoForm } from './-form.tsx'
import { Pemakaian } from './-pemakaian.tsx'
import { syaratPromo, useNamaPromo } from './-syarat.ts'

export const Route = createFileRoute('/_app/promo/view')({
  ...recordRoute(() => import('#src/data/promo.ts').then((m) => m.Promos), expandPromo),
  component: DetailPromo,
})

function DetailPromo() {
  const { id } = Route.useSearch()
  const navigate = useNavigate()
  const promo = Promos.useView(id, expandPromo)
  const update = Promos.useUpdate()
  const remove = Promos.useDelete()
  const nama = useNamaPromo(promo)
  const [editing, setEditing] = useState<number | null>(null)
  const whyNot = useWhyNotYours(Promos.resource)(promo)
  const aktif = promo.status === 'aktif'
  const hapus = async () => {
    if (
      !(await confirm({
        title: `Hapus promo ${promo.nama}?`,
        body: 'Promo yang sudah ada di tagihan tidak dapat dihapus; nonaktifkan saja.',
        confirm: 'Hapus',
        danger: true,
      }))
    )
      return
    remove.mutate(id, {
      onSuccess: () => {
        toast(`Promo ${promo.nama} dihapus`)
        void navigate({ to: '/promo', replace: true })
      },
    })
  }
  const ubahStatus = async () => {
    const body = aktif
      ? 'Draft yang memakainya tidak dapat terbit sampai promonya dihitung ulang. Tagihan yang sudah terbit tetap.'
      : 'Promo ini diberikan lagi selama masa berlakunya.'
    if (
      !(await confirm({
        title: `${aktif ? 'Nonaktifkan' : 'Aktifkan'} promo ${promo.nama}?`,
        body,
        confirm: aktif ? 'Nonaktifkan' : 'Aktifkan',
      }))
    )
      return
    update.mutate(
      { id, input: { status: aktif ? 'nonaktif' : 'aktif', versi: promo.versi } },
      { onSuccess: () => toast(`Promo ${promo.nama} ${aktif ? 'dinonaktifkan' : 'diaktifkan'}`) },
    )
  }
  return (
    <>
      <RecordHeader
        name={promo.nama}
        status={
          <Badge tone={StatusAktif.tone(promo.status)}>{StatusAktif.label(promo.status)}</Badge>
        }
        actions={[
          {
            label: 'Ubah',
            code: 'promo/update',
            primary: true,
            disabled: whyNot,
            run: () => setEditing(id),
          },
          {
            label: aktif ? 'Nonaktifkan' : 'Aktifkan',
            code: 'promo/update',
            busy: update.isPending,
            disabled: whyNot,
            run: () => void ubahStatus(),
          },
          {
            label: 'Hapus',
            code: 'promo/delete',
            danger: true,
            busy: remove.isPending,
            disabled:
              whyNot ?? (promo.terkunci ? 'Sudah ada di tagihan. Nonaktifkan saja.' : undefined),
            run: () => void hapus(),
          },
        ]}
      />
      <Panel>
        <Facts
          items={[
            [
              'Cara',
              promo.kode ? (
                <>
                  Dengan kode <b>{promo.kode}</b>
                </>
              ) : (
                'Otomatis saat generate'
              ),
            ],
            ['Tipe', TipePromo.label(promo.tipe)],
            ['Potongan', sebutPromo(promo)],
            [
              'Masa berlaku',
              promo.selesai === null
                ? `Sejak ${tanggal(promo.mulai)}`
                : `${tanggal(promo.mulai)} sampai ${tanggal(promo.selesai)}`,
            ],
            [
              'Syarat',
              <ul key="syarat" className="syarat">
                {syaratPromo(promo, nama).map((s) => (
                  <li key={s}>{s}</li>
                ))}
              </ul>,
            ],
            [
              'Bersama promo lain',
              `${promo.dapat_digabung ? 'Dapat digabung' : 'Tidak dapat digabung: keluarga mendapat yang paling besar'}, prioritas ${angka(promo.prioritas)}`,
            ],
          ]}
        />
      </Panel>
      <RecordTabs
        tabs={[
          { id: 'pemakaian', label: 'Pemakaian', content: <Pemakaian promo={promo} /> },
          { id: 'coba', label: 'Coba', content: <CobaPromo promo={promo} /> },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <Riwayat entitas="promo" id={id} of={Promos} />,
          },
        ]}
      />
      <PromoForm target={{ id: editing, close: () => setEditing(null) }} />
    </>
  )
}
