import { Skeleton } from '@mantine/core'
import { Waiting } from '#src/ui/feedback/Waiting.tsx'

/** Grey in place of a whole page whose code is on its way: a page never says nothing. */
export const WaitingPage = () => (
  <Waiting>
    <Skeleton h="60vh" />
  </Waiting>
)
