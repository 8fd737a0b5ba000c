/**
 * Tab with the pay of a coach: the rates, each with the first day on which it is valid, and the
 * payslips by month.
 */
import { Button, Group, Text } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { JenisHonor } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import type { tarifHonor } from '#contract/schedule/tarifHonor.ts'
import { currentDay, firstDay } from '#contract/values/tanggal.ts'
import { useWhyNotYours } from '#src/data/outlets.ts'
import { HonorPeriodes, TarifHonors } from '#src/data/resources/honorPeriode.ts'
import { useCan } from '#src/data/session/session.ts'
import { HonorStatus } from '#src/routes/_app/honor-periode/-honor.tsx'
import { confirm } from '#src/state/feedback.ts'
import { useDeletedToast } from '#src/ui/feedback/useDeletedToast.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { bulan, persen, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { Num } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { IconButton } from '#src/ui/overlay/IconButton.tsx'
import { Menu } from '#src/ui/overlay/Menu.tsx'
import { part } from '#src/ui/page/part.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Subhead } from '#src/ui/record/Facts.tsx'

const HistoryDialog = lazy(() =>
  part(() => import('#src/ui/record/history/HistoryDialog.tsx')).then((m) => ({
    default: m.HistoryDialog,
  })),
)
type Rate = Row<typeof tarifHonor>
const { ModalForm, Field, useValue } = formFor(TarifHonors)

const amountOf = (rate: Rate): string => {
  if (rate.jenis === 'persen') return `${persen(rate.persen)} dari harga pertemuan`
  return `${rupiah(rate.tarif)} ${rate.jenis === 'tetap' ? 'per bulan' : 'per pertemuan'}`
}
const nameOf = (rate: Rate): string =>
  `${JenisHonor.label(rate.jenis).toLowerCase()} mulai ${shortTanggal(rate.berlaku_mulai)}`

/** Field for the amount of a rate: a percentage or rupiah, depending on the kind of the rate. */
const Amount = () => {
  const jenis = useValue('jenis')
  if (jenis === 'persen')
    return <Field name="persen" required hint="Untuk setiap peserta yang absensinya dihonor" />
  return (
    <Field
      name="tarif"
      required
      label={jenis === 'tetap' ? 'Honor per Bulan' : 'Honor per Pertemuan'}
      hint=""
    />
  )
}
const Course = () => (useValue('jenis') === 'tetap' ? null : <Field name="kursus_id" />)
const Outlet = () =>
  useValue('jenis') === 'tetap' ? (
    <Field name="gedung_id" required label="Outlet yang Menanggung" hint="" />
  ) : (
    <Field name="gedung_id" />
  )

const RateForm = ({
  coach,
  target,
  close,
}: {
  coach: number
  target: number | null
  close: () => void
}) => (
  <ModalForm
    target={{ id: target, close }}
    initial={{
      pelatih_id: coach,
      berlaku_mulai: firstDay(currentDay().slice(0, 7)),
      jenis: 'per_pertemuan',
    }}
  >
    <Field name="jenis" />
    <Amount />
    <Field
      name="berlaku_mulai"
      hint="Pertemuan sejak tanggal ini yang belum difinalkan ikut dihitung ulang"
    />
    <Course />
    <Outlet />
  </ModalForm>
)

const Rates = ({ coach }: { coach: number }) => {
  const [target, setTarget] = useState<number | null>(null)
  const [historyRate, setHistoryRate] = useState<Rate | null>(null)
  const mayTell = useCan('audit/index')
  const { rows } = TarifHonors.useList({
    pelatih_id: String(coach),
    expand: 'kursus,gedung',
    'per-page': 100,
  })
  const [mayAdd, mayEdit, mayDelete] = [
    useCan('tarif-honor/create'),
    useCan('tarif-honor/update'),
    useCan('tarif-honor/delete'),
  ]
  const whyNot = useWhyNotYours(TarifHonors.resource)
  const remove = TarifHonors.useDelete()
  const toastDeleted = useDeletedToast(TarifHonors)
  const ask = async (rate: Rate) => {
    const sure = await confirm({
      title: `Hapus tarif ${nameOf(rate)}?`,
      body: 'Pertemuan yang belum difinalkan dihitung menurut tarif yang tersisa.',
      confirm: 'Hapus',
      danger: true,
    })
    if (!sure) return
    const restore = await TarifHonors.restorer(rate)
    remove.mutate(rate.id, { onSuccess: () => toastDeleted(`Tarif ${nameOf(rate)}`, restore) })
  }
  return (
    <>
      <Group justify="space-between" pb="md">
        <Text m={0} c="dimmed">
          Tarif kursus mendahului tarif outlet; tanpa tarif bertanggal berlaku honor di profil.
        </Text>
        {mayAdd && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setTarget(0)}>
            Tambah Tarif
          </Button>
        )}
      </Group>
      <DataTable
        caption="Tarif honor, yang terbaru dahulu"
        empty="Belum ada tarif bertanggal"
        rows={rows}
        rowKey={(rate) => rate.id}
        columns={[
          {
            label: 'Berlaku Mulai',
            cell: (rate) => <Num>{shortTanggal(rate.berlaku_mulai)}</Num>,
          },
          { label: 'Jenis', cell: (rate) => JenisHonor.label(rate.jenis) },
          { label: 'Honor', cell: amountOf },
          { label: 'Kursus', cell: (rate) => rate.kursus?.nama ?? 'Semua kursus' },
          {
            label: 'Outlet',
            cell: (rate) =>
              rate.gedung?.nama ?? (rate.gedung_id === null ? 'Semua outlet' : 'Outlet lain'),
          },
        ]}
        menu={
          mayEdit || mayDelete || mayTell
            ? (rate) => (
                <Menu
                  button={(props) => (
                    <IconButton
                      label={`Aksi ${nameOf(rate)}`}
                      icon={IconDots}
                      size={32}
                      {...props}
                    />
                  )}
                  items={[
                    ...(mayEdit
                      ? [{ label: 'Ubah', why: whyNot(rate), run: () => setTarget(rate.id) }]
                      : []),
                    ...(mayTell ? [{ label: 'Riwayat', run: () => setHistoryRate(rate) }] : []),
                    ...(mayDelete
                      ? [
                          {
                            label: 'Hapus',
                            why: whyNot(rate),
                            danger: true,
                            run: () => void ask(rate),
                          },
                        ]
                      : []),
                  ]}
                />
              )
            : undefined
        }
      />
      {historyRate && (
        <Suspense>
          <HistoryDialog
            title={`Riwayat Tarif ${nameOf(historyRate)}`}
            entitas="tarif-honor"
            id={historyRate.id}
            of={TarifHonors}
            close={() => setHistoryRate(null)}
          />
        </Suspense>
      )}
      <RateForm coach={coach} target={target} close={() => setTarget(null)} />
    </>
  )
}

const Months = ({ coach }: { coach: number }) => {
  const { rows, page } = HonorPeriodes.useList({
    pelatih_id: String(coach),
    expand: 'gedung',
    'per-page': 24,
  })
  return (
    <>
      <DataTable
        caption="Honor per periode"
        empty="Belum ada honor yang dihitung"
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          {
            label: 'Periode',
            cell: (row) => (
              <PlaceLink to="/honor-periode/view" search={{ id: row.id }}>
                {bulan(row.periode)}
              </PlaceLink>
            ),
          },
          { label: 'Outlet', cell: (row) => row.gedung?.nama ?? '–' },
          { label: 'Pertemuan', right: true, cell: (row) => row.jumlah_pertemuan },
          { label: 'Total', right: true, cell: (row) => rupiah(row.total) },
          { label: 'Status', cell: (row) => <HonorStatus honor={row} /> },
        ]}
      />
      {page.total > rows.length && (
        <Text mt="md">
          <PlaceLink to="/honor-periode" search={{ pelatih_id: coach }}>
            Semua periode
          </PlaceLink>
        </Text>
      )}
    </>
  )
}

/**
 * Tab of the record of a coach with rates and payslips. The rates are shown only to users with the
 * access code `tarif-honor/index`.
 */
export const PelatihHonor = ({ id }: { id: number }) => (
  <>
    {useCan('tarif-honor/index') && (
      <>
        <Subhead>Tarif</Subhead>
        <Rates coach={id} />
      </>
    )}
    <Subhead>Per periode</Subhead>
    <Months coach={id} />
  </>
)
