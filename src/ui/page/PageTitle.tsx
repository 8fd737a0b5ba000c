import { Group, Title } from '@mantine/core'
import { useMatch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { titleOf } from '#src/data/session/guard.ts'

/**
 * The only h1 of the page: the title of the route, or `text` on a route with two purposes.
 * `children` (status, actions) are beside it. Gets the focus on navigation.
 */
export const PageTitle = ({
  children,
  text,
  plain = false,
}: {
  children?: ReactNode
  text?: string | undefined
  plain?: boolean
}) => {
  // Path of the route that this page belongs to, so that the title does not change while the next
  // route loads.
  const pathname = useMatch({ strict: false, select: (m) => m.pathname })
  const title = (
    <Title
      order={1}
      size={plain ? '1.25rem' : undefined}
      lts={plain ? undefined : '-0.015em'}
      tabIndex={-1}
    >
      {text ?? titleOf(pathname)}
    </Title>
  )
  return plain ? (
    title
  ) : (
    <Group gap="0.5rem 0.9rem" mb="1.1rem" style={{ overflowWrap: 'anywhere' }}>
      {title}
      {children}
    </Group>
  )
}

/** Action buttons at the end of the title's line, which are not printed. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <Group gap="0.5rem" ml="auto" className="noPrint">
    {children}
  </Group>
)
