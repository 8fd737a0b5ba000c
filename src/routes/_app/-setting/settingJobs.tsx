/** Scheduled jobs with their last result, next run, and a button that runs the job immediately. */
import { Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { CallOutput } from '#contract/call.ts'
import { HasilPekerjaan } from '#contract/enums.ts'
import type { pekerjaanList } from '#contract/settings/pekerjaanCalls.ts'
import { useCan } from '#src/data/session/session.ts'
import { PekerjaanList, RunPekerjaan } from '#src/data/setting.ts'
import { toast } from '#src/state/feedback.ts'
import { timeAgo, waktu } from '#src/ui/format/format.ts'
import { Facts } from '#src/ui/record/Facts.tsx'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'
import { ClockNote } from '../-dashboard/clockNote.tsx'

type Pekerjaan = CallOutput<typeof pekerjaanList>[number]

/** Polling intervals in ms, while a job is running and while none is running. */
const everyMs = { running: 2000, resting: 60_000 }

export const SettingJobs = () => {
  const loadedJobs = PekerjaanList.useSuspenseData({})
  const isRunning = loadedJobs.some((job) => job.berjalan)
  const { data = loadedJobs } = PekerjaanList.useOptionalQuery(
    {},
    { every: isRunning ? everyMs.running : everyMs.resting },
  )
  return (
    <>
      <ClockNote />
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {data.map((job) => (
          <li key={job.nama}>
            <JobCard job={job} />
          </li>
        ))}
      </Stack>
    </>
  )
}

const JobCard = ({ job }: { job: Pekerjaan }) => {
  const heading = useId()
  const mayRun = useCan('pekerjaan/jalankan')
  const { mutate, isPending } = RunPekerjaan.useMutation()
  const runs = isPending || job.berjalan !== null
  const run = () => {
    if (runs) return
    mutate(
      { nama: job.nama },
      {
        onSuccess: ({ label, berjalan, terakhir }) => {
          if (berjalan || !terakhir) return toast(`${label} masih berjalan`)
          const { hasil } = terakhir
          const isGood = hasil === 'berhasil'
          return toast(`${label}: ${HasilPekerjaan.label(hasil).toLowerCase()}`, {
            tone: isGood ? 'green' : 'red',
          })
        },
      },
    )
  }
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={heading}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ flex: '1 1 14rem', minWidth: 0 }}>
          <Title id={heading} order={2} fz="1rem">
            {job.label}
          </Title>
          <Text size="sm" c="dimmed">
            {job.ket}
          </Text>
        </div>
        {mayRun && (
          <Button
            variant="default"
            // Sets aria-disabled instead of disabled, so that the button does not lose the focus
            // during the run.
            leftSection={runs && <Loader size={14} aria-hidden />}
            data-disabled={runs ? true : undefined}
            aria-disabled={runs ? true : undefined}
            aria-describedby={heading}
            onClick={run}
          >
            Jalankan sekarang
          </Button>
        )}
      </Group>
      <div role="status">{runs && <Text size="sm">{runningText(job)}</Text>}</div>
      <JobFacts job={job} />
    </Paper>
  )
}

const byText = (oleh: string | null) => (oleh === null ? '' : ` oleh ${oleh}`)
const runningText = ({ berjalan }: Pekerjaan): string =>
  berjalan === null
    ? 'Sedang berjalan…'
    : `Sedang berjalan sejak ${waktu(berjalan.mulai)}${byText(berjalan.oleh)}`

const lastText = ({ terakhir }: Pekerjaan) =>
  terakhir && `${waktu(terakhir.selesai)} (${timeAgo(terakhir.selesai)})${byText(terakhir.oleh)}`

const JobFacts = ({ job }: { job: Pekerjaan }) => {
  const { terakhir, berhasil_terakhir } = job
  const isGood = terakhir?.hasil === 'berhasil' || terakhir?.hasil === 'temuan'
  const result = terakhir && (
    <StatusBadge tone={HasilPekerjaan.tone(terakhir.hasil)}>
      {HasilPekerjaan.label(terakhir.hasil)}
    </StatusBadge>
  )
  return (
    <Stack gap="sm" mt="sm">
      <Facts
        items={[
          ['Berikutnya', job.mati ?? waktu(job.berikut)],
          ['Terakhir', lastText(job) ?? 'Belum pernah'],
          ['Hasil', result],
          ...(terakhir && !isGood
            ? [['Terakhir berhasil', waktu(berhasil_terakhir) || 'Belum pernah'] as const]
            : []),
        ]}
      />
      {terakhir && (
        <Text
          size="sm"
          c={isGood ? undefined : 'var(--mantine-color-error)'}
          style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {terakhir.galat ?? terakhir.ringkasan}
        </Text>
      )}
    </Stack>
  )
}
