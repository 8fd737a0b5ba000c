import { useIsFetching } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { countsKey } from '#src/data/queryClient.ts'
import { skeletonsAtom } from '#src/state/feedback.ts'
import classes from '#src/ui/feedback/LoadingBar.module.css'
import { useLasting } from '#src/ui/hooks/useLasting.ts'

/** The thin bar at the top, while something is on its way. */
export const LoadingBar = () => {
  const pending = useRouterState({ select: (s) => s.isLoading })
  // Prefetching has no observers and shows nothing; nor do the menu's numbers, which nobody waits
  // for.
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
