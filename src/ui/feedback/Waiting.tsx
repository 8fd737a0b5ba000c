import { useSetAtom } from 'jotai'
import { useLayoutEffect, type ReactNode } from 'react'
import { skeletonsAtom } from '#src/state/feedback.ts'

interface Props {
  className?: string
  children: ReactNode
}
/**
 * Wrapper of skeletons (grey lines in place of loading content). While mounted it keeps the
 * LoadingBar visible. The bar counts only queries with observers, and the queries behind a skeleton
 * may have no observers yet.
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
