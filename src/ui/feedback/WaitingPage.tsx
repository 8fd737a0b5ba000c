import { Skeleton } from '@mantine/core'
import { Waiting } from '#src/ui/feedback/Waiting.tsx'

/** Skeleton of a whole page while its code loads. */
export const WaitingPage = () => (
  <Waiting>
    <Skeleton h="60vh" />
  </Waiting>
)
