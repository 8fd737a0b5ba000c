import { useIsFetching } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { countsKey } from '#src/data/api/queryClient.ts'
import { skeletonsAtom } from '#src/state/feedback.ts'
import classes from '#src/ui/feedback/LoadingBar.module.css'
import { useLasting } from '#src/ui/hooks/useLasting.ts'

/** Thin bar at the top of the window while a page or query is loading. */
export const LoadingBar = () => {
  const pending = useRouterState({ select: (s) => s.isLoading })
  // Ignores prefetches, which have no observers. Also ignores the menu counts, because no user
  // waits for them.
  const fetching = useIsFetching({
    predicate: (q) => q.getObserversCount() > 0 && q.queryKey[0] !== countsKey,
  })
  const skeletons = useAtomValue(skeletonsAtom)
  const on = useLasting(pending || fetching > 0 || skeletons > 0)
  return (
    <div
      className={`${classes.bar} noPrint`}
      data-loading={on ? '' : undefined}
      role="presentation"
    />
  )
}
