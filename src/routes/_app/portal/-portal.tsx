/** What the portals of families, students, coaches and sales people are made of. */
import { Group, Stack, Text } from '@mantine/core'
import { Suspense, type ReactNode } from 'react'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { Actions, PageTitle } from '#src/ui/page/PageTitle.tsx'

/** Title and buttons at once; what is told comes with its own waiting and failing. */
export const PortalScreen = ({
  actions,
  children,
}: {
  actions: ReactNode
  children: ReactNode
}) => (
  <>
    <PageTitle>
      <Actions>{actions}</Actions>
    </PageTitle>
    <Boundary resetKey="portal">
      <Suspense fallback={<FormSkeleton />}>{children}</Suspense>
    </Boundary>
  </>
)

/** Rows of a panel that are no table. */
export const PortalList = ({
  gap = '0.75rem',
  children,
}: {
  gap?: string
  children: ReactNode
}) => (
  <Stack component="ul" m={0} p={0} gap={gap} style={{ listStyle: 'none' }}>
    {children}
  </Stack>
)
/** One of them: what it is, with `note` under it, and what can be done about it. */
export const PortalItem = ({
  note,
  action,
  children,
}: {
  note?: ReactNode
  action?: ReactNode
  children: ReactNode
}) => (
  <Group component="li" justify="space-between" gap="0.4rem 1rem">
    <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Group gap="0.25rem 0.5rem">{children}</Group>
      {note && (
        <Text m={0} c="dimmed">
          {note}
        </Text>
      )}
    </div>
    {action}
  </Group>
)
/** What stands in a panel that has nothing to tell yet. */
export const Quiet = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" m={0}>
    {children}
  </Text>
)
/** The way from the first rows to all of them. */
export const More = ({ children }: { children: ReactNode }) => (
  <Text m={0} mt="md">
    {children}
  </Text>
)
