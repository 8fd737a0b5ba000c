import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** What went wrong, one `li` each; many of them scroll. */
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
