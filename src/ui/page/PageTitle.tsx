import { Group, Title } from '@mantine/core'
import { useMatch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { titleOf } from '#src/data/session/guard.ts'

/**
 * Looks of the title. `page`: beside other content. `record`: small, above the larger name of a
 * record. `plain`: without other content.
 */
const looks = {
  page: { lts: '-0.015em' },
  record: { size: '0.8125rem', c: 'dimmed', fw: 500, w: '100%', mb: '-0.45rem' },
  plain: { size: '1.25rem' },
} as const

/**
 * The only h1 of the page. Its text is the title of the route, or `text` on a route with two
 * purposes, such as a first password and a reset password. `children` (status, actions) are beside
 * the h1; with the look `record` they are below the h1. After a navigation the h1 gets the focus.
 */
export const PageTitle = ({
  children,
  text,
  look = 'page',
}: {
  children?: ReactNode
  text?: string | undefined
  look?: keyof typeof looks
}) => {
  // Takes the path from this page's own route match, so that the title does not change while the
  // next route loads.
  const pathname = useMatch({ strict: false, select: (m) => m.pathname })
  const title = (
    <Title order={1} tabIndex={-1} {...looks[look]}>
      {text ?? titleOf(pathname)}
    </Title>
  )
  return look === 'plain' ? (
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
