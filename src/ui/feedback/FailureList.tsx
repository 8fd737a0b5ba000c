import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** List of errors, which scrolls when it is long. Each child is one `li`. */
export const FailureList = ({ label, children }: { label?: string; children: ReactNode }) => (
  <Box
    component="ul"
    aria-label={label}
    mah="16rem"
    m={0}
    pl="md"
    style={{
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: '.4rem',
      overflowY: 'auto',
      overflowWrap: 'anywhere',
    }}
  >
    {children}
  </Box>
)
