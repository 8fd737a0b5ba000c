/** Building blocks of the portals for families, students, coaches and sales people. */
import { Group, Stack, Text } from '@mantine/core'
import { Suspense, type ReactNode } from 'react'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { Actions, PageTitle } from '#src/ui/page/PageTitle.tsx'

/**
 * Page of a portal. Title and buttons render immediately. Below them, the page shows the content,
 * or its loading or error state.
 */
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

/** List of items in a panel, for content that does not need a table. */
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
/** List item with its content, a note below the content, and an action. */
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
/** Text shown in an empty panel. */
export const EmptyText = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" m={0}>
    {children}
  </Text>
)
/** Link to a full list, shown below its first rows. */
export const More = ({ children }: { children: ReactNode }) => (
  <Text m={0} mt="md">
    {children}
  </Text>
)
