import { Group, Title } from '@mantine/core'
import { useMatch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { titleOf } from '#src/data/session/guard.ts'

/**
 * The only h1 of the page: the title of the route, or `text` on a route with two purposes, such as
 * a first password and a reset password. `children` (status, actions) are beside the h1. After a
 * navigation the h1 gets the focus.
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

/** Action buttons at the right of the title. They are not printed. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <Group gap="0.5rem" ml="auto" className="noPrint">
    {children}
  </Group>
)
