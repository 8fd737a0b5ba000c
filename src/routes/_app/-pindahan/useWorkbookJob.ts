import { useMutation } from '@tanstack/react-query'
import { queryClient } from '#src/data/api/queryClient.ts'
import { pindahanAction, pindahanQuery, type PindahanJob } from '#src/data/pindahan.ts'
import { storedSheets } from '#src/routes/_app/-pindahan/sheets.ts'
import { toast } from '#src/state/feedback.ts'
import { numberText } from '#src/ui/format/format.ts'
import { useJobWatch } from '#src/ui/import/useJobWatch.ts'

/** Returns the calls that store, discard and undo a workbook, and resumes an interrupted job. */
export const useWorkbookJob = (job: PindahanJob) => {
  const { id } = job
  const store = {
    onSuccess: (next: PindahanJob) => {
      queryClient.setQueryData(pindahanQuery(id).queryKey, next)
    },
  }
  const run = useMutation({ ...pindahanAction('import-jalankan'), ...store })
  const drop = useMutation({ ...pindahanAction('import-batal'), ...store })
  const undo = useMutation({
    ...pindahanAction('import-urungkan'),
    onSuccess: (next) => {
      store.onSuccess(next)
      void queryClient.invalidateQueries()
      toast(`${next.nama_berkas} diurungkan`)
    },
  })
  useJobWatch(
    {
      status: job.status,
      diproses: job.lembar.reduce((sum, { impor }) => sum + impor.diproses, 0),
    },
    {
      resume: () => {
        if (!run.isPending) run.mutate(id)
      },
      // Invalidates all queries, because any view may show the stored rows.
      ended: () => {
        void queryClient.invalidateQueries()
        toast(`${numberText(storedSheets(job).length)} lembar disimpan`)
      },
    },
  )
  return { run, drop, undo }
}
