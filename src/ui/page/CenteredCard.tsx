import { Box, Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '#src/ui/page/CenteredCard.module.css'

/** Page with one card in the middle, for errors and the pages before login. */
export const CenteredCard = ({
  width,
  align,
  children,
}: {
  width: string
  align?: 'center'
  children: ReactNode
}) => (
  <Box component="main" id="isi" mih="100dvh" p="md" className={classes.page}>
    <Paper withBorder radius={14} w="100%" maw={width} ta={align} className={classes.card}>
      <Stack align={align}>{children}</Stack>
    </Paper>
  </Box>
)
