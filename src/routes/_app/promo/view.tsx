import { Box } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { promoText } from '#contract/billing/rules/promo/promo.ts'
import { StatusAktif, TipePromo } from '#contract/enums.ts'
import { titled } from '#contract/values/titled.ts'
import { useWhyNotYours } from '#src/data/outlets.ts'
import { Promos } from '#src/data/resources/promo.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { useDeletedToast } from '#src/ui/feedback/useDeletedToast.ts'
import { numberText, tanggal } from '#src/ui/format/format.ts'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import {
  RecordHeader,
  RecordTabs,
  RecordHistory,
  type RecordAction,
} from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'
import { promoConditions, usePromoNames, type PromoRow } from './-conditions.ts'
import { expandPromo } from './-expand.ts'
import { PromoForm } from './-form.tsx'
import { PromoTrial } from './-trial.tsx'
import { PromoUsage } from './-usage.tsx'

export const Route = createFileRoute('/_app/promo/view')({
  ...recordRoute(() => import('#src/data/resources/promo.ts').then((m) => m.Promos), expandPromo),
  component: PromoDetail,
})

const PromoFacts = ({ promo }: { promo: PromoRow }) => {
  const names = usePromoNames(promo)
  const validity =
    promo.selesai === null
      ? `Sejak ${tanggal(promo.mulai)}`
      : `${tanggal(promo.mulai)} sampai ${tanggal(promo.selesai)}`
  const together = promo.dapat_digabung
    ? 'Dapat digabung'
    : 'Tidak dapat digabung: keluarga mendapat yang paling besar'
  const way = promo.kode ? (
    <>
      Dengan kode <b>{promo.kode}</b>
    </>
  ) : (
    'Otomatis saat generate'
  )
  return (
    <Facts
      items={[
        ['Cara', way],
        ['Tipe', TipePromo.label(promo.tipe)],
        ['Potongan', promoText(promo)],
        ['Masa berlaku', validity],
        [
          'Syarat',
          <Box component="ul" key="syarat" m={0} pl="1.1rem">
            {promoConditions(promo, names).map((s) => (
              <li key={s}>{s}</li>
            ))}
          </Box>,
        ],
        ['Bersama promo lain', `${together}, prioritas ${numberText(promo.prioritas)}`],
      ]}
    />
  )
}

/**
 * Returns the actions that activate, deactivate and delete a promo. A promo that a bill uses cannot
 * be deleted.
 */
const usePromoActions = (promo: PromoRow, whyNot: string | undefined): RecordAction[] => {
  const { id } = promo
  const navigate = useNavigate()
  const update = Promos.useUpdate()
  const remove = Promos.useDelete()
  const toastDeleted = useDeletedToast(Promos)
  const isActive = promo.status === 'aktif'
  const removePromo = async () => {
    if (
      !(await confirm({
        title: `Hapus ${titled('promo', promo.nama)}?`,
        body: 'Promo yang sudah ada di tagihan tidak dapat dihapus; nonaktifkan saja.',
        confirm: 'Hapus',
        danger: true,
      }))
    )
      return
    const restore = await Promos.restorer(promo)
    remove.mutate(id, {
      onSuccess: () => toastDeleted(titled('Promo', promo.nama), restore),
      next: () => void navigate({ to: '/promo', replace: true }),
    })
  }
  const toggleStatus = async () => {
    const body = isActive
      ? 'Draft yang memakainya tidak dapat terbit sampai promonya dihitung ulang. Tagihan yang sudah terbit tetap.'
      : 'Promo ini diberikan lagi selama masa berlakunya.'
    if (
      !(await confirm({
        title: `${isActive ? 'Nonaktifkan' : 'Aktifkan'} ${titled('promo', promo.nama)}?`,
        body,
        confirm: isActive ? 'Nonaktifkan' : 'Aktifkan',
      }))
    )
      return
    update.mutate(
      { id, input: { status: isActive ? 'nonaktif' : 'aktif', versi: promo.versi } },
      {
        onSuccess: () =>
          toast(`${titled('Promo', promo.nama)} ${isActive ? 'dinonaktifkan' : 'diaktifkan'}`),
      },
    )
  }
  return [
    {
      label: isActive ? 'Nonaktifkan' : 'Aktifkan',
      code: 'promo/update',
      busy: update.isPending,
      disabled: whyNot,
      run: () => void toggleStatus(),
    },
    {
      label: 'Hapus',
      code: 'promo/delete',
      danger: true,
      busy: remove.isPending,
      disabled: whyNot ?? (promo.terkunci ? 'Sudah ada di tagihan. Nonaktifkan saja.' : undefined),
      run: () => void removePromo(),
    },
  ]
}

function PromoDetail() {
  const { id } = Route.useSearch()
  const promo = Promos.useView(id, expandPromo)
  const [editing, setEditing] = useState<number | null>(null)
  const whyNot = useWhyNotYours(Promos.resource)(promo)
  const actions = usePromoActions(promo, whyNot)
  return (
    <>
      <RecordHeader
        name={promo.nama}
        status={
          <StatusBadge tone={StatusAktif.tone(promo.status)}>
            {StatusAktif.label(promo.status)}
          </StatusBadge>
        }
        actions={[
          {
            label: 'Ubah',
            code: 'promo/update',
            primary: true,
            disabled: whyNot,
            run: () => setEditing(id),
          },
          ...actions,
        ]}
      />
      <Panel>
        <PromoFacts promo={promo} />
      </Panel>
      <RecordTabs
        tabs={[
          { id: 'pemakaian', label: 'Pemakaian', content: <PromoUsage promo={promo} /> },
          { id: 'coba', label: 'Coba', content: <PromoTrial promo={promo} /> },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <RecordHistory entitas="promo" id={id} of={Promos} />,
          },
        ]}
      />
      <PromoForm target={{ id: editing, close: () => setEditing(null) }} />
    </>
  )
}
