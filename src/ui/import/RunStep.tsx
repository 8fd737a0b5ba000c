import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { isMoving, type ImporJob } from '#src/data/import.ts'
import { toast } from '#src/state/feedback.ts'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import { numberText } from '#src/ui/format/format.ts'
import { useImpor } from '#src/ui/import/importContext.ts'
import { ResultStep } from '#src/ui/import/ResultStep.tsx'
import { StepMessage } from '#src/ui/import/StepMessage.tsx'
import { useJobWatch } from '#src/ui/import/useJobWatch.ts'

/** Steps of an import job from its check to its result. */
export const RunStep = ({
  id,
  open,
  close,
}: {
  id: number
  open: (id: number | undefined) => void
  close: () => void
}) => {
  const { what, calls } = useImpor()
  const { data: job, error } = useQuery(calls.query(id))
  const store = {
    onSuccess: (next: ImporJob) => {
      queryClient.setQueryData(calls.query(id).queryKey, next)
    },
  }
  const run = useMutation({ ...calls.action('import-jalankan'), ...store })
  const drop = useMutation({
    ...calls.action('import-batal'),
    onSuccess: (next) => {
      store.onSuccess(next)
      open(undefined)
    },
  })
  useJobWatch(job, {
    resume: () => {
      if (!run.isPending) run.mutate(id)
    },
    // Invalidates all queries, because the page behind the dialog and other views may show the
    // imported rows.
    ended: () => {
      const changed = (job?.berhasil ?? 0) + (job?.diperbarui ?? 0)
      void queryClient.invalidateQueries()
      toast(changed > 0 ? `${numberText(changed)} ${what} diimpor` : 'Tidak ada yang berubah')
    },
  })

  const dropButton = (
    <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate(id)}>
      Batalkan
    </Button>
  )
  if (error && !job)
    return (
      <StepMessage text={error instanceof ApiError ? error.message : 'Impor tidak dapat dibuka'}>
        <Button onClick={() => open(undefined)}>Pilih berkas</Button>
      </StepMessage>
    )
  if (!job) return <Skeleton h="8rem" />
  if (job.status === 'dibatalkan')
    return (
      <StepMessage text={`Impor ${job.nama_berkas} dibatalkan. Tidak ada yang disimpan.`}>
        <Button onClick={() => open(undefined)}>Pilih berkas</Button>
      </StepMessage>
    )
  if (isMoving(job.status)) return <RunningStep job={job} drop={dropButton} />
  return (
    <ResultStep
      job={job}
      open={open}
      close={close}
      drop={dropButton}
      run={{ busy: run.isPending, start: () => run.mutate(id) }}
    />
  )
}

/**
 * Progress of a job. The user may stop a check. A run continues on the server, even after the user
 * closes the page.
 */
const RunningStep = ({ job, drop }: { job: ImporJob; drop: ReactNode }) => {
  const isChecking = job.status === 'memeriksa'
  return (
    <StepMessage
      text={
        isChecking
          ? `${job.nama_berkas} sedang diperiksa. Belum ada yang disimpan.`
          : 'Halaman ini boleh ditutup: impor berjalan terus di server.'
      }
      bar={
        <Progress
          label={isChecking ? 'Memeriksa' : 'Mengimpor'}
          value={job.diproses}
          max={job.baris}
          unit="baris"
        />
      }
    >
      {isChecking && drop}
    </StepMessage>
  )
}
