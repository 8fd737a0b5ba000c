/**
 * Steps with which a school moves in from one workbook (decision 0251): the file, its trial, and
 * its run. The file and the map of its headings stay in memory, so that the trial can be repeated
 * with other headings.
 */
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { isMoving } from '#src/data/import.ts'
import { useOwnOutlets } from '#src/data/outlets.ts'
import { pindahanQuery, type PindahanJob, type PindahanMap } from '#src/data/pindahan.ts'
import { FileStep } from '#src/routes/_app/-pindahan/fileStep.tsx'
import { LastJob } from '#src/routes/_app/-pindahan/lastJob.tsx'
import type { Mapping } from '#src/routes/_app/-pindahan/mapping.ts'
import { MovingStep } from '#src/routes/_app/-pindahan/movingStep.tsx'
import { ResultStep } from '#src/routes/_app/-pindahan/resultStep.tsx'
import { useWorkbookJob } from '#src/routes/_app/-pindahan/useWorkbookJob.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { Steps } from '#src/ui/feedback/Steps.tsx'
import { Waiting } from '#src/ui/feedback/Waiting.tsx'
import { StepMessage } from '#src/ui/import/StepMessage.tsx'
import { useUpload } from '#src/ui/import/useUpload.ts'
import { Panel } from '#src/ui/record/Panel.tsx'

const steps = ['Berkas', 'Periksa', 'Simpan']
const stepOf = (status: PindahanJob['status'] | undefined): number => {
  if (status === undefined || status === 'dibatalkan') return 0
  return status === 'berjalan' || status === 'selesai' ? 2 : 1
}

interface Props {
  id: number | undefined
  open: (id: number | undefined) => void
}
export const MovingIn = ({ id, open }: Props) => {
  const isLimited = useOwnOutlets().length > 0
  const [file, setFile] = useState<File>()
  const [peta, setPeta] = useState<PindahanMap>({})
  const { part, problem, setProblem, send } = useUpload<PindahanJob>('pindahan/import')
  const { data: job, error } = useQuery({ ...pindahanQuery(id ?? 0), enabled: id !== undefined })
  const take = (chosen: File, map: PindahanMap) => {
    setFile(chosen)
    setPeta(map)
    void send(chosen, { peta: JSON.stringify(map) }, (next) => {
      queryClient.setQueryData(pindahanQuery(next.id).queryKey, next)
      open(next.id)
    })
  }
  const leave = () => {
    setProblem(undefined)
    open(undefined)
  }
  const mapping = { peta, file, take, part, problem, refuse: setProblem }
  if (isLimited)
    return <Note>Hanya pengguna untuk semua outlet yang dapat memindahkan data sekolah.</Note>
  if (id !== undefined && !job)
    return error ? (
      <Panel>
        <StepMessage
          text={error instanceof ApiError ? error.message : 'Pindahan tidak dapat dibuka'}
        >
          <Button onClick={leave}>Pilih berkas</Button>
        </StepMessage>
      </Panel>
    ) : (
      <Waiting>
        <Skeleton h="16rem" />
      </Waiting>
    )
  return (
    <>
      <Steps labels={steps} now={stepOf(job?.status)} />
      {job ? (
        <Workbook key={job.id} job={job} mapping={mapping} leave={leave} />
      ) : (
        <>
          <LastJob open={open} />
          <FileStep mapping={mapping} />
        </>
      )}
    </>
  )
}

/** Steps of a workbook from its trial to the result of its run. */
const Workbook = ({
  job,
  mapping,
  leave,
}: {
  job: PindahanJob
  mapping: Mapping
  leave: () => void
}) => {
  const { run, drop, undo } = useWorkbookJob(job)
  if (job.status === 'dibatalkan')
    return (
      <Panel>
        <StepMessage text={`${job.nama_berkas} sudah dibatalkan atau diurungkan.`}>
          <Button onClick={leave}>Pilih berkas</Button>
        </StepMessage>
      </Panel>
    )
  if (isMoving(job.status))
    return (
      <MovingStep
        job={job}
        drop={{
          busy: drop.isPending,
          start: () => drop.mutate(job.id, { onSuccess: leave }),
        }}
      />
    )
  return (
    <ResultStep
      job={job}
      mapping={mapping}
      run={{ busy: run.isPending, start: () => run.mutate(job.id) }}
      undo={{
        busy: undo.isPending,
        problem: undo.error?.message,
        start: () => undo.mutate(job.id),
      }}
      leave={leave}
    />
  )
}
