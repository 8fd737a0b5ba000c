import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { ApiError } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { isMoving, type ImporJob } from '#src/data/import.ts'
import { toast } from '#src/state/feedback.ts'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import { numberText } from '#src/ui/format/format.ts'
import { useImpor } from '#src/ui/import/importContext.ts'
import { ResultStep } from '#src/ui/import/ResultStep.tsx'
import { StepMessage } from '#src/ui/import/StepMessage.tsx'

/**
 * Time in ms after which a job without progress may be lost on the server. The dialog then asks the
 * server to resume the job. The request has no effect on a job that still runs.
 */
const stalledMs = 10_000
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
  const moves = isMoving(job)
  const goOn = useEffectEvent(() => {
    if (moves && !run.isPending) run.mutate(id)
  })
  useEffect(() => {
    const timer = setTimeout(() => goOn(), stalledMs)
    return () => clearTimeout(timer)
  }, [job?.diproses, job?.status])
  // Invalidates all queries when a run ends, because the page behind the dialog and other views may
  // show the imported rows.
  const ended = useRef(false)
  useEffect(() => {
    if (job?.status === 'berjalan') ended.current = true
    if (job?.status === 'selesai' && ended.current) {
      ended.current = false
      void queryClient.invalidateQueries()
      toast(
        job.berhasil + job.diperbarui > 0
          ? `${numberText(job.berhasil + job.diperbarui)} ${what} diimpor`
          : 'Tidak ada yang berubah',
      )
    }
  }, [job?.status, job?.berhasil, job?.diperbarui, what])

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
  if (moves) return <RunningStep job={job} drop={dropButton} />
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
