import { useEffect, useEffectEvent, useRef } from 'react'
import type { ImporJob } from '#src/data/import.ts'
import { isMoving } from '#src/data/import.ts'

/**
 * Time in ms after which a job without progress may be lost on the server. The page then asks the
 * server to resume the job. The request has no effect on a job that still runs.
 */
const stalledMs = 10_000
/**
 * Watches an import job: calls `resume` while the job makes no progress, and `ended` when a run
 * that this component has seen ends.
 */
export const useJobWatch = (
  job: Pick<ImporJob, 'status' | 'diproses'> | undefined,
  { resume, ended }: { resume: () => void; ended: () => void },
) => {
  const { status, diproses } = job ?? {}
  const goOn = useEffectEvent(() => {
    if (isMoving(status)) resume()
  })
  useEffect(() => {
    const timer = setInterval(() => goOn(), stalledMs)
    return () => clearInterval(timer)
  }, [status, diproses])
  const end = useEffectEvent(ended)
  const seen = useRef(false)
  useEffect(() => {
    if (status === 'berjalan') seen.current = true
    if (status === 'selesai' && seen.current) {
      seen.current = false
      end()
    }
  }, [status])
}
