import { Box, Group, Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Panel.module.css'

interface Props {
  /** Heading of the panel. */
  title?: string
  /** Content at the end of the line with the heading. */
  aside?: ReactNode
  /** Omits the padding of the panel, for content with its own padding, such as a table. */
  bare?: boolean
  children: ReactNode
  'data-list'?: string
}
/** White box that groups content of a page. */
export const Panel = ({ title, aside, bare = false, children, ...rest }: Props) => (
  <Paper component="section" radius={12} mb="1.25rem" className={classes.panel} {...rest}>
    {title && (
      <Group
        component="header"
        className={classes.head}
        justify="space-between"
        py="0.9rem"
        px="var(--pad)"
      >
        <Title order={2} fz="1.0625rem">
          {title}
        </Title>
        {aside}
      </Group>
    )}
    {bare ? (
      children
    ) : (
      <Box data-body p="1.25rem var(--pad)">
        {children}
      </Box>
    )}
  </Paper>
)
