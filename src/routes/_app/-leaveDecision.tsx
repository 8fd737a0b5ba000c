/** What an admin weighs before a coach's leave is decided: the lessons that it leaves open. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { StatusLibur } from '#contract/enums.ts'
import { PelatihLiburs } from '#src/data/pelatihLibur.ts'
import { Pertemuans } from '#src/data/pertemuan.ts'
import { useCan } from '#src/data/session.ts'
import { leaveDays } from '#src/routes/_app/-leaveDays.ts'
import { askReason, toast } from '#src/state/feedback.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { jamSpan, numberText, tanggalWithDay } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/DataTable.tsx'
import { Badge } from '#src/ui/list/table.tsx'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'

export interface Leave {
  id: number
  pelatih_id: number
  mulai: string
  selesai: string
  alasan: string
  status: 'diajukan' | 'disetujui' | 'ditolak'
  pelatih?: { name: string } | null
}
const OpenLessons = ({ leave: { pelatih_id, mulai, selesai } }: { leave: Leave }) => {
  const { rows, page } = Pertemuans.useList({
    pelatih_id: String(pelatih_id),
    'tanggal.gte': mulai,
    'tanggal.lte': selesai,
    status: 'terjadwal',
    expand: 'kursus,gedung,ruang',
    'per-page': 50,
  })
  return (
    <Stack gap="0.5rem">
      <Text m={0}>
        {page.total === 0
          ? 'Tidak ada pertemuan terjadwal pada hari-hari itu.'
          : `${numberText(page.total)} pertemuan perlu guru pengganti, dipindahkan atau dibatalkan:`}
      </Text>
      {rows.length > 0 && (
        <DataTable
          caption="Pertemuan selama libur"
          rows={rows}
          rowKey={(p) => p.id}
          columns={[
            { label: 'Hari', cell: (p) => tanggalWithDay(p.tanggal) },
            {
              label: 'Jam',
              cell: (p) => jamSpan(p.jam_mulai, p.jam_selesai, p.gedung?.zona_waktu),
            },
            { label: 'Kursus', cell: (p) => p.kursus?.nama ?? '–' },
            { label: 'Ruang', cell: (p) => `${p.ruang?.nama ?? '–'}, ${p.gedung?.nama ?? '–'}` },
          ]}
        />
      )}
    </Stack>
  )
}

/** Approves or refuses what was asked for; what is decided already only shows its lessons. */
export const LeaveDialog = ({ leave, close }: { leave: Leave; close: () => void }) => {
  const mayApprove = useCan('pelatih-libur/setujui')
  const mayRefuse = useCan('pelatih-libur/tolak')
  const maySeeLessons = useCan('pertemuan/index')
  const setujui = PelatihLiburs.useAction('setujui')
  const tolak = PelatihLiburs.useAction('tolak')
  const isOpen = leave.status === 'diajukan'
  const who = leave.pelatih?.name ?? 'Guru'
  const approve = () =>
    setujui.mutate(
      { id: leave.id, input: {} },
      {
        onSuccess: () => {
          toast(`Libur ${who} disetujui`)
          close()
        },
      },
    )
  const refuse = async () => {
    const alasan = await askReason({
      title: `Tolak libur ${who}?`,
      body: 'Guru membaca alasan ini di portalnya.',
      confirm: 'Tolak',
      danger: true,
    })
    if (!alasan) return
    tolak.mutate(
      { id: leave.id, input: { alasan } },
      {
        onSuccess: () => {
          toast(`Libur ${who} ditolak`)
          close()
        },
      },
    )
  }
  return (
    <Dialog title={`Libur ${who}, ${leaveDays(leave)}`} close={close} closeButton size="lg">
      <Stack>
        <Text m={0} style={{ overflowWrap: 'anywhere' }}>
          Alasan: {leave.alasan}
        </Text>
        {maySeeLessons && (
          <Boundary resetKey={String(leave.id)}>
            <Suspense fallback={<FormSkeleton />}>
              <OpenLessons leave={leave} />
            </Suspense>
          </Boundary>
        )}
        <Group justify="flex-end" gap="0.6rem" pt="xs">
          <Button variant="default" onClick={close}>
            Tutup
          </Button>
          {isOpen && mayRefuse && (
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              loading={tolak.isPending}
              onClick={() => void refuse()}
            >
              Tolak
            </Button>
          )}
          {isOpen && mayApprove && (
            <Button loading={setujui.isPending} onClick={approve}>
              Setujui
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

/** A coach's leave on the coach's record. */
export const PelatihLibur = ({ id }: { id: number }) => {
  const { rows } = PelatihLiburs.useList({
    pelatih_id: String(id),
    sort: '-mulai',
    expand: 'pelatih',
    'per-page': 50,
  })
  const [deciding, decide] = useState<Leave>()
  return (
    <>
      <DataTable
        caption="Libur guru"
        empty="Belum ada pengajuan libur"
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          { label: 'Hari', cell: leaveDays },
          { label: 'Alasan', cell: (row) => row.alasan },
          {
            label: 'Status',
            cell: (row) => (
              <Badge tone={StatusLibur.tone(row.status)}>{StatusLibur.label(row.status)}</Badge>
            ),
          },
          {
            label: 'Pertemuan',
            cell: (row) => (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Pertemuan selama libur ${leaveDays(row)}`}
                onClick={() => decide(row)}
              >
                {row.status === 'diajukan' ? 'Putuskan' : 'Lihat'}
              </Button>
            ),
          },
        ]}
      />
      {deciding && <LeaveDialog leave={deciding} close={() => decide(undefined)} />}
    </>
  )
}
