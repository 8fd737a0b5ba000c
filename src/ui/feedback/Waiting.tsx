import { useSetAtom } from 'jotai'
import { useLayoutEffect, type ReactNode } from 'react'
import { skeletonsAtom } from '#src/state/feedback.ts'

interface Props {
  className?: string
  children: ReactNode
}
/**
 * Around the grey lines that stand for what is on its way. While it stands, the thin bar at the top
 * runs: what the lines wait for has not been observed yet, so counting fetches would miss it.
 */
export const Waiting = ({ className, children }: Props) => {
  const count = useSetAtom(skeletonsAtom)
  useLayoutEffect(() => {
    count((n) => n + 1)
    return () => count((n) => n - 1)
  }, [count])
  return (
    <div className={className} role="status" aria-busy aria-label="Memuat">
      {children}
    </div>
  )
}
