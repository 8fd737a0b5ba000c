import { Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

const preview = { borderStyle: 'dashed', overflowWrap: 'anywhere' } as const
/** Box with the preview of the typed settings. */
export const PreviewBox = ({ children }: { children: ReactNode }) => (
  <section className="wide" aria-label="Pratinjau">
    <Paper withBorder px="md" py="sm" bg="var(--surface-2)" style={preview}>
      <Stack gap="xs">
        <h2 style={{ margin: 0, fontSize: '0.9375rem' }}>Pratinjau</h2>
        {children}
      </Stack>
    </Paper>
  </section>
)
